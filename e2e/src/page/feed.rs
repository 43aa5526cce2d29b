//! The owner of all looks at one page.
//!
//! It keeps the newest look and a few before it, because whoever acts may name an
//! element by an id of an older screen. Looks and verbs take turns.

use super::broken::{Broken, endure, is_error_page, restless};
use super::brought::Brought;
use super::desk::Desk;
use super::dialogs::DialogPolicy;
use super::effect::Effects;
use super::frames::Entered;
use super::identity::{self, Lost};
use super::marks::Meant;
use super::node::{NodeId, Observation};
use super::terms::Terms;
use super::vault::Vault;
use crate::browser::engine::{Answer, Engine};
use crate::browser::inside::{Inside, mark_of};
use crate::browser::wire::Wire;
use crate::code::Code;
use crate::config::Timeouts;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many looks are kept.
const RING: usize = 8;
/// How long two looks lie apart that have to agree.
const QUIET: Duration = Duration::from_millis(75);
/// Most nodes of a look that is to hold everything.
const WHOLE: u32 = 250_000;
/// How long a page that never rests is waited for.
const BOUND: Duration = Duration::from_secs(1);
/// How long a document may take to be parsed before it is read as it is.
const PARSED: Duration = Duration::from_secs(5);
/// How long an answer to the verb is waited for that is known to be on its way.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a page may lead from document to document before it has to hold still.
pub(super) const ARRIVAL: Duration = Duration::from_secs(15);

/// One page: looks at it, and acts on it.
///
/// Cheap to share behind an [`Arc`]; looks and verbs of all its users take turns.
pub struct Page {
    pub(super) engine: Engine,
    pub(super) timeouts: Timeouts,
    pub(super) dialogs: DialogPolicy,
    pub(super) desk: Desk,
    pub(super) turn: tokio::sync::Mutex<()>,
    seen: Mutex<Seen>,
    pub(super) passwords: Mutex<Vec<String>>,
    pub(super) vault: Vault,
}

#[derive(Debug, Default)]
pub(super) struct Seen {
    ring: VecDeque<Arc<Observation>>,
    pub(super) notes: Vec<String>,
    /// Dialogs that opened since the verb began.
    pub(super) dialogs: u32,
    /// Those of them that the page opened by itself.
    pub(super) strays: u32,
    /// The page asked a question meanwhile, and the policy said no.
    pub(super) refused: bool,
    /// When the time of the verb is over.
    ends: Option<Instant>,
    /// What stood in frames of other origins.
    pub(super) entered: Entered,
    /// What the last act brought about, and what of that was found gone.
    pub(super) brought: Option<Brought>,
    pub(super) undone: Vec<String>,
    /// What the step acted on, for a picture of how it ended.
    pub(super) meant: Vec<Meant>,
    /// The document in a frame that the verb acts on.
    pub(super) acting: Option<Inside>,
}

/// What the engine says once the page holds still.
#[derive(Debug, Deserialize)]
pub(super) struct Settled {
    pub(super) observation: Observation,
    /// Still changing or loading when the wait was over.
    pub(super) late: bool,
    pub(super) effects: Option<Effects>,
    /// The browser shows an error page of its own.
    pub(super) broken: Option<Broken>,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("dialogs", &self.dialogs)
            .finish_non_exhaustive()
    }
}

impl Page {
    /// The page behind a wire.
    #[must_use]
    pub fn new(wire: Arc<dyn Wire>, timeouts: Timeouts) -> Self {
        Self {
            engine: Engine::new(wire),
            timeouts,
            dialogs: DialogPolicy::default(),
            desk: Desk::default(),
            turn: tokio::sync::Mutex::new(()),
            seen: Mutex::default(),
            passwords: Mutex::default(),
            vault: Vault::default(),
        }
    }

    /// The same page with another rule for JavaScript dialogs.
    #[must_use]
    pub fn with_dialogs(mut self, dialogs: DialogPolicy) -> Self {
        self.dialogs = dialogs;
        self
    }

    /// The engine, for queries that are no observation.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// How long things may take on this page.
    #[must_use]
    pub fn timeouts(&self) -> &Timeouts {
        &self.timeouts
    }

    /// Looks at the page once it holds still, at most about a second after it loaded.
    ///
    /// # Errors
    ///
    /// What the wire reports; `DRIVER_FAILED` when documents keep replacing each other.
    pub async fn observe(&self) -> Result<Arc<Observation>> {
        let _turn = self.turn.lock().await;
        self.begin_look();
        Ok(self.held_still().await?.0)
    }

    /// As [`Self::observe`]; a page that is too large for a listing is listed all the
    /// same, up to 250,000 nodes. For who looks things up, not for who reads it.
    ///
    /// # Errors
    ///
    /// As [`Self::observe`].
    pub(crate) async fn observe_whole(&self) -> Result<Arc<Observation>> {
        let _turn = self.turn.lock().await;
        self.begin_look();
        let (screen, _) = self.held_still().await?;
        match screen.truncated {
            true => self.raw_up_to(WHOLE).await,
            false => Ok(screen),
        }
    }

    /// Looks at the page as it is this moment.
    ///
    /// # Errors
    ///
    /// As [`Self::observe`].
    pub async fn look(&self) -> Result<Arc<Observation>> {
        let _turn = self.turn.lock().await;
        self.raw().await
    }

    /// The newest look, if there was one.
    #[must_use]
    pub fn newest(&self) -> Option<Arc<Observation>> {
        self.seen().ring.back().cloned()
    }

    /// Takes what happened outside any verb, in words: a dialog that opened while
    /// the page loaded.
    pub fn take_notes(&self) -> Vec<String> {
        let mut notes = self.take_undone();
        notes.append(&mut self.seen().notes);
        notes
    }

    pub(super) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From here on dialogs belong to the verb that begins.
    pub(super) fn begin(&self, terms: &Terms) {
        let mut seen = self.seen();
        (seen.dialogs, seen.strays, seen.refused, seen.acting) = (0, 0, false, None);
        self.engine.wire().send_inside(None);
        self.desk.begin();
        seen.ends = terms
            .limit
            .and_then(|limit| Instant::now().checked_add(limit));
    }

    /// A look of its own has its own time.
    fn begin_look(&self) {
        self.seen().ends = None;
    }

    /// So much of `most` as is left of the verb's time.
    pub(super) fn within(&self, most: Duration) -> Duration {
        let ends = self.seen().ends;
        ends.map_or(most, |ends| {
            most.min(ends.saturating_duration_since(Instant::now()))
        })
    }

    pub(super) fn note(&self, note: String) {
        self.seen().notes.push(note);
    }

    /// Keeps a look as the newest one.
    pub(super) fn remember(&self, observation: Observation) -> Arc<Observation> {
        self.note_news(&observation);
        let observation = Arc::new(observation);
        let mut seen = self.seen();
        if seen.ring.len() == RING {
            seen.ring.pop_front();
        }
        seen.ring.push_back(observation.clone());
        observation
    }

    pub(super) async fn raw(&self) -> Result<Arc<Observation>> {
        self.raw_up_to(0).await
    }

    /// One look of at most so many nodes; zero leaves it to the engine.
    async fn raw_up_to(&self, nodes: u32) -> Result<Arc<Observation>> {
        let args = json!({ "limit": nodes });
        let end = Instant::now() + ARRIVAL;
        let mut dialogs = Vec::new();
        while Instant::now() < end {
            match self.engine.get::<Observation>("look", args.clone()).await? {
                Answer::Value(observation) if is_error_page(&observation.url) => {
                    return Err(self.unreachable(Broken::default()).await);
                }
                Answer::Value(look) => {
                    let look = self.with_roots(&Inside::default(), look, nodes).await;
                    let whole = self.with_frames(look, false).await?;
                    return Ok(self.remember(whole));
                }
                Answer::Navigated => {}
                Answer::Dialog(text) => {
                    endure(&mut dialogs, &text)?;
                    if let Some(blocked) = self.answer(&text).await? {
                        return Ok(blocked);
                    }
                }
            }
        }
        Err(restless())
    }

    /// A look that holds still, in whatever document is reached by then, and whether
    /// the page was still at work when the wait ended.
    pub(super) async fn held_still(&self) -> Result<(Arc<Observation>, bool)> {
        let end = Instant::now() + ARRIVAL;
        let mut dialogs = Vec::new();
        let args = json!({
            "quiet": QUIET.as_millis(), "bound": self.within(BOUND).as_millis(),
            "ready": self.within(PARSED).as_millis(),
        });
        let limit = BOUND + PARSED + Duration::from_secs(15);
        while Instant::now() < end {
            match self
                .engine
                .wait::<Settled>("settle", args.clone(), limit)
                .await?
            {
                Answer::Value(settled) => {
                    if let Some(broken) = settled.broken {
                        return Err(self.unreachable(broken).await);
                    }
                    let whole = self.with_frames(settled.observation, true).await?;
                    return Ok((self.remember(whole), settled.late));
                }
                Answer::Navigated => {}
                Answer::Dialog(text) => {
                    endure(&mut dialogs, &text)?;
                    if let Some(blocked) = self.answer(&text).await? {
                        return Ok((blocked, false));
                    }
                }
            }
        }
        Err(restless())
    }

    /// Waits in the armed document for what an action brings; `None` when the document
    /// is a new one.
    pub(super) async fn aftermath(&self, window: Duration) -> Result<Answer<Settled>> {
        let (args, limit) = self.settling(window);
        self.engine.wait_here("settle", args, limit).await
    }

    /// What to ask for in order to wait for an effect, and how long the answer may take.
    pub(super) fn settling(&self, window: Duration) -> (serde_json::Value, Duration) {
        // A download is no new document, and nothing else has to come of its press.
        let (leave, window) = match self.desk.fetches() {
            true => (QUIET, window.min(QUIET)),
            false => (self.timeouts.navigation.min(PATIENCE), window),
        };
        let leave = self.within(leave);
        let patience = self.within(PATIENCE);
        // Zero is for what has no effect to wait for.
        let window = match window.is_zero() {
            true => window,
            false => self.within(window).max(Duration::from_millis(1)),
        };
        let args = json!({
            "window": window.as_millis(), "quiet": QUIET.as_millis(), "patience": patience.as_millis(),
            "bound": self.within(BOUND).as_millis(), "leave": leave.as_millis(),
        });
        let limit = PATIENCE + BOUND + PATIENCE + Duration::from_secs(15);
        (args, limit)
    }

    /// The newest look that lists an element, and its place there.
    pub(super) fn known(&self, id: &NodeId) -> Option<(Arc<Observation>, usize)> {
        let seen = self.seen();
        seen.ring
            .iter()
            .rev()
            .find_map(|look| Some((look.clone(), look.nodes.iter().position(|n| n.id == *id)?)))
    }

    /// Where an element went whose id the document does not know: the same thing under
    /// a new id, or an error that says what became of it.
    pub(super) async fn relocate(&self, id: &NodeId) -> Result<NodeId> {
        let Some((old, index)) = self.known(id) else {
            return Err(Error::new(
                Code::LocatorNotFound,
                format!("no element on the page has the id {id}"),
            )
            .note("the id is on none of the last screens either")
            .help("look at the page again and use an id it lists"));
        };
        let target = old.nodes[index].describe();
        let now = self.raw().await?;
        let gone = |what: String| {
            Error::new(
                Code::LocatorNotFound,
                format!("{target} (#{id}) is not on the page any more"),
            )
            .note(what)
            .help("look at the page again and use an id it lists")
        };
        if now.document != old.document {
            return Err(gone(format!(
                "it belonged to a page that has been left, {}",
                old.url
            )));
        }
        let found = identity::relocate(&old, index, &now);
        if let Ok(found) = found
            && mark_of(&now.nodes[found].id.0) != mark_of(&id.0)
        {
            return Err(gone(
                "it belonged to a page in a frame, and the frame shows another one".to_owned(),
            ));
        }
        found
            .map(|found| now.nodes[found].id.clone())
            .map_err(|lost| {
                gone(match lost {
                    Lost::Gone => "nothing like it is left".to_owned(),
                    Lost::Elsewhere => "what looks like it stands in another place".to_owned(),
                    Lost::Ambiguous(count) => {
                        format!(
                            "{count} elements look like it, and which one it was cannot be told"
                        )
                    }
                })
            })
    }
}
