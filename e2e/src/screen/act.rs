//! Verbs on a locator. They end in [`Page::perform`], like every sentence and tool.

use super::call::{Call, NO_EFFECT, Run, Told};
use super::found::Found;
use super::query::Query;
use super::{Locator, Screen};
use crate::browser::chord::Chord;
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result, SourceLocation};
use crate::page::node::NodeId;
use crate::page::text::TextOptions;
use crate::page::verb::{Effect, Verb};
use crate::page::{Diff, Page};
use crate::report::record::{ActionRecord, StepKind};
use serde_json::json;
use std::panic::Location;
use std::time::{Duration, Instant};

impl Locator {
    #[track_caller]
    pub(super) fn verb(
        &self,
        call: impl Into<String>,
        input: String,
        make: impl Fn(NodeId) -> Verb + Send + Sync + 'static,
    ) -> Call<()> {
        let query = self.query().clone();
        let run = move |screen: Screen, timeout| {
            Box::pin(async move { act(&screen, &query, timeout, input, make).await }) as _
        };
        self.call(call, self.screen().timeouts().action, Box::new(run))
    }

    #[track_caller]
    pub(super) fn call<T>(
        &self,
        call: impl Into<String>,
        timeout: Duration,
        run: Run<T>,
    ) -> Call<T> {
        let text = format!("{}.{}", self.query(), call.into());
        let location = SourceLocation::from(Location::caller());
        Call::new(
            self.screen(),
            StepKind::Locator,
            text,
            location,
            timeout,
            run,
        )
    }

    /// Clicks it.
    ///
    /// That nothing comes of it is no failure, as it is of a sentence: whoever calls by a
    /// locator says what has to come with `expect`. The report says `no visible effect`, and
    /// so does the failure of the next call that does not find what it expects. The same
    /// goes for every other verb of a locator that presses something.
    ///
    /// # Errors
    ///
    /// As for every verb: `LOCATOR_NOT_FOUND` with the nearest names,
    /// `LOCATOR_AMBIGUOUS` with everything that fits, `NOT_ACTIONABLE` with the check
    /// that failed; nothing was sent then. `ACTION_FAILED` when the input landed
    /// elsewhere.
    #[track_caller]
    pub fn click(&self) -> Call<()> {
        self.verb("click()", String::new(), |target| Verb::Tap { target })
    }

    /// Clicks it twice in quick succession.
    #[track_caller]
    pub fn dblclick(&self) -> Call<()> {
        self.verb("dblclick()", String::new(), |target| Verb::DoubleTap {
            target,
        })
    }

    /// Opens its context menu.
    #[track_caller]
    pub fn right_click(&self) -> Call<()> {
        self.verb("right_click()", String::new(), |target| Verb::RightClick {
            target,
        })
    }

    /// Moves the pointer over it.
    #[track_caller]
    pub fn hover(&self) -> Call<()> {
        self.verb("hover()", String::new(), |target| Verb::Hover { target })
    }

    /// Replaces what is in a field, and verifies that the field took it.
    #[track_caller]
    pub fn fill(&self, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        self.verb(format!("fill({text:?})"), text.clone(), move |target| {
            Verb::Type {
                target: Some(target),
                text: text.clone(),
                replace: true,
            }
        })
    }

    /// Empties a field.
    #[track_caller]
    pub fn clear(&self) -> Call<()> {
        self.verb("clear()", String::new(), |target| Verb::Type {
            target: Some(target),
            text: String::new(),
            replace: true,
        })
    }

    /// Types behind what is in a field.
    #[track_caller]
    pub fn press_sequentially(&self, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        let call = format!("press_sequentially({text:?})");
        self.verb(call, text.clone(), move |target| Verb::Type {
            target: Some(target),
            text: text.clone(),
            replace: false,
        })
    }

    /// Presses keys on it: `Enter`, `Control+a`, `Shift+ArrowDown`.
    ///
    /// # Errors
    ///
    /// Also `INVALID_ARGUMENT` for keys that cannot be pressed.
    #[track_caller]
    pub fn press(&self, keys: &str) -> Call<()> {
        let call = format!("press({keys:?})");
        match Chord::parse(keys) {
            Ok(chord) => self.verb(call, keys.to_owned(), move |target| Verb::Press {
                target: Some(target),
                chord: chord.clone(),
            }),
            Err(error) => self.call(
                call,
                Duration::ZERO,
                Box::new(move |_, _| Box::pin(async move { Err(error) })),
            ),
        }
    }

    /// Switches a checkbox, radio button or switch on; one that is on stays so.
    #[track_caller]
    pub fn check(&self) -> Call<()> {
        self.verb("check()", String::new(), |target| Verb::Check {
            target,
            checked: true,
        })
    }

    /// Switches a checkbox or switch off; one that is off stays so.
    #[track_caller]
    pub fn uncheck(&self) -> Call<()> {
        self.verb("uncheck()", String::new(), |target| Verb::Check {
            target,
            checked: false,
        })
    }

    /// Chooses an option by its visible label.
    #[track_caller]
    pub fn select_option(&self, label: impl Into<String>) -> Call<()> {
        let label = label.into();
        let call = format!("select_option({label:?})");
        self.verb(call, label.clone(), move |target| Verb::Select {
            target,
            option: label.clone(),
        })
    }

    /// Scrolls until it is in view.
    #[track_caller]
    pub fn scroll_into_view(&self) -> Call<()> {
        self.verb("scroll_into_view()", String::new(), |target| {
            Verb::ScrollTo { target }
        })
    }

    /// Gives it the keyboard focus.
    #[track_caller]
    pub fn focus(&self) -> Call<()> {
        let query = self.query().clone();
        let run = move |screen: Screen, timeout| {
            Box::pin(async move {
                let found = locate(screen.page(), &query, timeout).await?;
                let one = found
                    .one(&query)
                    .map_err(|error| error.note(found.tried()))?;
                let args = json!({ "id": one.id });
                let focused = screen.page().engine().get::<bool>("focus", args).await?;
                match focused {
                    Answer::Value(true) => Ok(Told::new((), format!("focused {}", one.in_words()))),
                    _ => Err(Error::new(
                        Code::NotActionable,
                        format!("{} does not take the focus", one.in_words()),
                    )),
                }
            }) as _
        };
        self.call("focus()", self.screen().timeouts().action, Box::new(run))
    }
}

/// Waits in the page until a query fits exactly one element, at most `timeout`; again
/// in the next document where the page is left meanwhile.
pub(super) async fn locate(page: &Page, query: &Query, timeout: Duration) -> Result<Found> {
    let began = Instant::now();
    let deadline = began + timeout;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let args = json!({ "query": query, "timeout": crate::text::whole_millis(left) });
        let bound = left + Duration::from_secs(15);
        match page
            .engine()
            .wait::<Found>("locate_one", args, bound)
            .await?
        {
            Answer::Value(found) if found.frames > 0 && found.invalid.is_none() => {
                if let Some(found) = in_frames(page, query, began, deadline).await? {
                    return Ok(found);
                }
            }
            Answer::Value(mut found) => {
                found.waited = began.elapsed().as_secs_f64() * 1e3;
                return Ok(found);
            }
            Answer::Navigated => {}
            // A look answers the dialog by the page's rule for them.
            Answer::Dialog(text) => {
                if page.look().await?.dialog.is_some() {
                    return Err(Error::new(
                        Code::NotActionable,
                        format!("{query} cannot be looked for while a dialog is open"),
                    )
                    .note(text));
                }
            }
        }
    }
}

/// The same where frames of other origins have to be asked; nothing when a dialog opened
/// or the page was left.
async fn in_frames(
    page: &Page,
    query: &Query,
    began: Instant,
    deadline: Instant,
) -> Result<Option<Found>> {
    let mut several: Option<Instant> = None;
    loop {
        let over = Instant::now() >= deadline;
        let Some(mut found) = super::across::locate(page, query).await? else {
            return Ok(None);
        };
        // A moment later several may be one.
        let since = *several.get_or_insert_with(Instant::now);
        let stays = found.count > 1 && since.elapsed() > SEVERAL;
        if found.count < 2 {
            several = None;
        }
        if over || stays || found.count == 1 || found.invalid.is_some() {
            found.waited = began.elapsed().as_secs_f64() * 1e3;
            return Ok(Some(found));
        }
        tokio::time::sleep(super::across::PAUSE).await;
    }
}

/// How long several elements have to fit before that is the answer.
const SEVERAL: Duration = Duration::from_millis(100);

pub(super) async fn act(
    screen: &Screen,
    query: &Query,
    timeout: Duration,
    input: String,
    make: impl Fn(NodeId) -> Verb + Send + Sync,
) -> Result<Told<()>> {
    let page = screen.page();
    let began = Instant::now();
    let deadline = began + timeout;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let found = locate(page, query, left).await?;
        let one = found
            .one(query)
            .map_err(|error| error.note(found.tried()))?;
        let verb = make(one.id.clone());
        let name = verb.name();
        let terms = one.terms(deadline.saturating_duration_since(Instant::now()));
        match page.perform_with(verb, &terms).await {
            Ok(effect) => return Ok(told(name, input, &effect, began)),
            // It went away before anything was sent: what fits now is looked up anew.
            Err(error)
                if error.code() == Code::LocatorNotFound
                    && name != "select"
                    && Instant::now() < deadline => {}
            Err(error) => return Err(error),
        }
    }
}

pub(super) fn told(verb: &str, input: String, effect: &Effect, began: Instant) -> Told<()> {
    let mut what = if effect.already {
        "it was so already".to_owned()
    } else if effect.visible {
        Diff::between(&effect.before, &effect.after, &TextOptions::default()).summary()
    } else {
        NO_EFFECT.to_owned()
    };
    for note in &effect.notes {
        what.push_str("; ");
        what.push_str(note);
    }
    Told {
        ended: !effect.visible && !effect.already,
        left: effect.left(),
        actions: vec![ActionRecord {
            verb: verb.to_owned(),
            target: effect.target.clone(),
            input,
            started_ms: 0,
            duration_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            effect: what.clone(),
            ok: true,
        }],
        ..Told::new((), what)
    }
}
