//! What a step acts on, as an executor sees it.
//!
//! The harness looks, acts, waits, masks and keeps the account; an executor says what
//! for. A target is the one object through which both do so, whatever it is: the
//! built-in agent and an executor of one's own drive a page through the same.

use super::evidence::Evidence;
use super::step::StepContext;
use super::tool::Tool;
use crate::error::Result;
use crate::model::Image;
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;

/// What a step acts on. An executor reaches it through its step:
/// [`StepContext::observe`], [`StepContext::act`] and [`StepContext::prove`].
#[async_trait]
pub trait Target: Send + Sync {
    /// What it is, for messages: a browser and its version, a device.
    fn name(&self) -> String;

    /// What kind of thing it is: `web`.
    fn platform(&self) -> &str;

    /// What can be done to it. A verb that is not among these does not exist.
    fn verbs(&self) -> &[Arc<dyn Tool>];

    /// Looks at it without touching it.
    ///
    /// # Errors
    ///
    /// When it cannot be seen; [`crate::Code::PolicyDenied`] for a picture that may show
    /// a secret.
    async fn look(&self, look: Look, step: &StepContext) -> Result<Seen>;

    /// Waits until it shows something else than at the last look, at most `limit`: a tool
    /// of the executor's changed something by a way of its own. Without it a look is taken
    /// at once.
    ///
    /// # Errors
    ///
    /// When it cannot be seen.
    async fn changed(&self, limit: Duration, step: &StepContext) -> Result<()> {
        let _ = (limit, step);
        Ok(())
    }

    /// What a pass on it rests on, and how that is checked.
    fn evidence(&self) -> Arc<dyn Evidence>;

    /// An executor's own tool, made part of the target: a call that
    /// [mutates](Tool::mutates) takes an action, is recorded, and is given a moment to
    /// show on the target. Its verbs make sure of ids that were read before it: see
    /// [`StepContext::changed_by`].
    fn bind(&self, tool: Arc<dyn Tool>) -> Arc<dyn Tool>;

    /// Keeps a picture with the attempt and returns where, relative to the run.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn keep(&self, png: &[u8], label: &str) -> Result<String>;
}

/// What a look is to bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    tree: bool,
    pixels: bool,
}

impl Look {
    /// What is there, as text and items.
    pub const TREE: Self = Self {
        tree: true,
        pixels: false,
    };

    /// A picture, and nothing else.
    pub const PIXELS: Self = Self {
        tree: false,
        pixels: true,
    };

    /// Both.
    pub const BOTH: Self = Self {
        tree: true,
        pixels: true,
    };

    /// Whether text and items are wanted.
    #[must_use]
    pub fn tree(self) -> bool {
        self.tree
    }

    /// Whether a picture is wanted.
    #[must_use]
    pub fn pixels(self) -> bool {
        self.pixels
    }
}

/// What a look brought. Declared secrets in it are masked.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Seen {
    /// Where it is: the address of a page.
    pub place: String,
    /// The whole listing, as a model reads it. Empty without a tree.
    pub text: String,
    /// Every listed thing, in reading order. Empty without a tree.
    pub items: Vec<Item>,
    /// The picture, when one was asked for.
    pub picture: Option<Image>,
}

/// One thing that is listed.
///
/// ```
/// use e2e::chassis::{Item, Seen};
///
/// let mut seen = Seen::default();
/// seen.items.push(Item::new("n4", "button", "Save", "Save"));
/// assert_eq!(seen.find("button", "Save").map(|item| item.id.as_str()), Some("n4"));
/// assert!(seen.find("link", "Save").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// What verbs aim at; it stays the same for as long as the thing is there.
    pub id: String,
    /// What it is: `button`, `textbox`; empty where nothing says.
    pub role: String,
    /// What a person calls it.
    pub name: String,
    /// What it reads now: the value of a field, else its text, else its name.
    pub reads: String,
}

impl Item {
    /// An item of these.
    pub fn new(
        id: impl Into<String>,
        role: impl Into<String>,
        name: impl Into<String>,
        reads: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            role: role.into(),
            name: name.into(),
            reads: reads.into(),
        }
    }
}

impl Seen {
    /// The first thing of that role and name, both whole.
    #[must_use]
    pub fn find(&self, role: &str, name: &str) -> Option<&Item> {
        self.items
            .iter()
            .find(|item| item.role == role && item.name == name)
    }
}
