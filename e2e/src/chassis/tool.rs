//! What a model may do: a described, closed input and a body.

use super::step::StepContext;
use crate::error::{Error, Result};
use crate::model::{Image, ToolSpec};
use crate::text::clip;
use async_trait::async_trait;
use serde_json::Value;

/// Bounds of a listing.
const LINES: usize = 400;
const BYTES: usize = 16 * 1024;

/// One tool of an executor.
///
/// ```
/// use e2e::chassis::{StepContext, Tool, ToolOutput};
/// use e2e::model::ToolSpec;
/// use serde_json::{json, Value};
///
/// struct Roll;
///
/// #[async_trait::async_trait]
/// impl Tool for Roll {
///     fn spec(&self) -> ToolSpec {
///         ToolSpec::new("roll", "Rolls a die.", json!({
///             "type": "object",
///             "properties": {"sides": {"type": "integer", "minimum": 2, "maximum": 100}},
///             "required": ["sides"],
///             "additionalProperties": false,
///         }))
///     }
///
///     async fn call(&self, input: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
///         step.take_action()?;
///         Ok(ToolOutput::new(format!("rolled one of {}", input["sides"])))
///     }
/// }
/// ```
#[async_trait]
pub trait Tool: Send + Sync {
    /// Its name, description and input schema. What the schema leaves open is closed, and
    /// references in it are resolved; a rule the loop does not check (`pattern`, `not`, …)
    /// is refused before the first request. So an input outside the schema never reaches
    /// [`Self::call`].
    fn spec(&self) -> ToolSpec;

    /// Whether it waits for the calls before it in the same turn, and the ones after
    /// it wait for it. Only a tool that neither changes nor reads what others change
    /// may say no.
    fn in_order(&self) -> bool {
        true
    }

    /// Whether a call changes what the step is about. The built-in agent takes an action
    /// of the step for each call of such a tool and records it; an executor of one's own
    /// counts with [`StepContext::take_action`]. After the call the target of the step is
    /// given a moment to show it, and ids that were read before are not relied on: see
    /// [`StepContext::changed_by`]. From inside of the call the target is not looked at and
    /// not acted on.
    fn mutates(&self) -> bool {
        false
    }

    /// The platforms it is for, as [`Target::platform`](super::Target::platform) names them;
    /// empty for all. A step on another target neither offers nor calls it.
    fn platforms(&self) -> &[&str] {
        &[]
    }

    /// Carries a call out. Dropping the future abandons it.
    ///
    /// # Errors
    ///
    /// A stop of the step (`STEP_TIMEOUT`, `STEP_BUDGET_EXHAUSTED`, `CANCELLED`), as
    /// [`StepContext::checkpoint`] and [`StepContext::take_action`] report it, ends
    /// the loop. Any other error is told to the model as the text of a failed call.
    async fn call(&self, input: Value, step: &StepContext) -> Result<ToolOutput>;
}

/// What came of a call.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolOutput {
    /// What happened, in words.
    pub text: String,
    /// The whole state of what the tools act on, in text form, when the call shows
    /// it. It follows the text, and it replaces every whole state shown before: the
    /// loop cuts those out of the conversation when they grow too large. An account
    /// of what changed is no whole state and belongs to the text.
    pub screen: Option<String>,
    /// A picture that replaces the pictures before it.
    pub image: Option<Image>,
    /// Whether the call did not do what it was called for.
    pub failed: bool,
    /// Ends the loop with this error: what the tools act on is gone, and no further
    /// call makes sense.
    pub stop: Option<Error>,
    /// Why it failed, for who is no model.
    pub(crate) cause: Option<Error>,
    /// Whether it shows what the step acts on, as it is after the call.
    pub(crate) shown: bool,
    /// Whether the loop bounds the text.
    pub(crate) bounded: bool,
}

impl ToolOutput {
    /// A success, in words. The model is shown 400 lines or 16 KiB of them, cut on a line
    /// boundary, and told what is missing.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            bounded: true,
            ..Self::whole(text)
        }
    }

    /// A success whose text has bounds of its own.
    pub(crate) fn whole(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A success that shows a listing of any length under a lead; the listing is cut at
    /// 400 lines or 16 KiB, on a line boundary, and says what is missing.
    ///
    /// ```
    /// use e2e::chassis::ToolOutput;
    ///
    /// let output = ToolOutput::of_listing("500 lines:", &"line\n".repeat(500));
    /// assert!(output.text.ends_with("[cut here: 100 of 500 lines are not shown]"));
    /// ```
    pub fn of_listing(lead: impl Into<String>, listing: &str) -> Self {
        let (lead, listing) = (lead.into(), cut(listing.trim_end()));
        Self::whole(match lead.as_str() {
            "" => listing,
            lead => format!("{lead}\n{listing}"),
        })
    }

    /// A failure, in words that say what to do instead; cut like a success.
    pub fn failure(text: impl Into<String>) -> Self {
        Self {
            failed: true,
            ..Self::new(text)
        }
    }

    /// Shows the whole state.
    #[must_use]
    pub fn with_screen(mut self, screen: impl Into<String>) -> Self {
        self.screen = Some(screen.into());
        self
    }

    /// Shows a picture.
    #[must_use]
    pub fn with_image(mut self, image: Image) -> Self {
        self.image = Some(image);
        self
    }

    /// Ends the loop with this error.
    #[must_use]
    pub fn stopping(mut self, error: Error) -> Self {
        self.stop = Some(error);
        self
    }
}

/// Whether a tool is for a target of that platform.
pub(super) fn is_for(tool: &dyn Tool, platform: &str) -> bool {
    tool.platforms().is_empty() || tool.platforms().contains(&platform)
}

/// Whether a text is longer than a model is shown.
pub(super) fn is_long(text: &str) -> bool {
    text.len() > BYTES || text.lines().nth(LINES).is_some()
}

/// What a model is shown of a text: what does not fit is left out, and that is said.
pub(super) fn cut(text: &str) -> String {
    if !is_long(text) {
        return text.to_owned();
    }
    let all = text.lines().count();
    let mut out = String::new();
    let mut shown = 0;
    for line in text.lines().take(LINES) {
        // A first line that is longer than everything is shown in part.
        if shown > 0 && out.len() + line.len() > BYTES {
            break;
        }
        if shown > 0 {
            out.push('\n');
        }
        out.push_str(&clip(line, BYTES));
        shown += 1;
    }
    if shown < all {
        out.push_str(&format!(
            "\n[cut here: {} of {all} lines are not shown]",
            all - shown
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_is_cut_on_a_line_and_says_so() {
        for (listing, lines, cut) in [
            ("a\nb".to_owned(), 2, ""),
            ("x\n".repeat(400), 400, ""),
            ("x\n".repeat(401), 400, "1 of 401 lines"),
            (
                format!("{}\n", "y".repeat(1_023)).repeat(20),
                16,
                "4 of 20 lines",
            ),
            ("z".repeat(20_000), 1, ""),
        ] {
            let text = ToolOutput::of_listing("lead", &listing).text;
            let shown = text.lines().filter(|line| !line.starts_with('[')).count() - 1;
            assert_eq!(shown, lines);
            assert!(text.len() < BYTES + 200);
            assert!(
                cut.is_empty() != text.contains("cut here") && text.contains(cut),
                "{cut}"
            );
        }
    }
}
