//! Getting an element ready for a verb, and saying why it is not.

use super::feed::Page;
use super::footing::Footing;
use super::identity;
use super::marks::Meant;
use super::node::{NodeId, Observation};
use super::terms::Terms;
use super::verb::Verb;
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::text::show_duration;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How often an element is looked for again under a new id.
const RELOCATIONS: u32 = 2;

/// The engine's answer: where to press, or which check does not hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Ready {
    pub(super) role: String,
    pub(super) name: String,
    /// In words: `button "Save"`.
    pub(super) target: String,
    pub(super) x: Option<f64>,
    pub(super) y: Option<f64>,
    /// At a place of a picture: what takes the gesture as a whole.
    pub(super) id: Option<NodeId>,
    /// The wanted state is there, nothing has to be sent.
    pub(super) already: bool,
    /// The page has set the value itself; no input is needed.
    pub(super) set: bool,
    /// The field takes a value as a whole, not keys.
    pub(super) settable: bool,
    /// A control on a scale that takes no text: it has to be moved.
    pub(super) gauge: bool,
    /// A field in segments: each takes its part.
    pub(super) segmented: bool,
    /// An ARIA list: it has to be opened and its option tapped.
    pub(super) aria: bool,
    /// The keyboard focus is on it.
    pub(super) focused: bool,
    /// An ordinary text field on a page that listens to neither keys nor input.
    pub(super) plain: bool,
    /// It holds no text.
    pub(super) empty: bool,
    /// The caret, or the selection of everything, could be placed.
    pub(super) keys: bool,
    /// The kind of field that refused a value.
    refused: Option<String>,
    /// The screen before the action, unless it is the newest look.
    pub(super) before: Option<Observation>,
    failed: Option<String>,
    detail: String,
    /// What is in the way.
    by: Option<Meant>,
    choices: Vec<String>,
    waited: u64,
}

/// What the caller asks of getting ready beside the verb itself.
#[derive(Clone, Debug)]
pub(super) struct Aim {
    /// What the target was when it was found: see `isMeant` of the engine.
    meant: Value,
    /// The places it was named with: see `misplaced` of the engine.
    footing: Value,
    /// How long getting ready may take.
    limit: Duration,
}

impl Aim {
    /// How long getting ready may take.
    pub(super) fn limit(&self) -> Duration {
        self.limit
    }

    /// The same patience for something else.
    pub(super) fn at_anything(&self) -> Self {
        Self {
            meant: Value::Null,
            footing: Value::Null,
            limit: self.limit,
        }
    }
}

impl Page {
    /// What the caller means by a verb's target: what it was on the newest look that
    /// lists it, or what the caller read when it located it.
    pub(super) fn aim(&self, verb: &Verb, terms: &Terms) -> Aim {
        let meant = match (&terms.meant, verb.target()) {
            (Some(what), _) => json!({ "what": what }),
            (None, Some(id)) => read_on(terms, id).or_else(|| self.known(id)).map_or(
                Value::Null,
                |(look, index)| {
                    let node = &look.nodes[index];
                    json!({
                        "role": node.role, "name": node.name, "text": node.text,
                        "around": identity::told_apart_by(&look, index),
                    })
                },
            ),
            (None, None) => Value::Null,
        };
        let limit = terms.limit.unwrap_or(self.timeouts.action);
        Aim {
            meant,
            footing: terms.footing.iter().map(Footing::ask).collect(),
            limit: limit.min(self.timeouts.action),
        }
    }

    /// Waits until the target can be used and arms the watch. Follows an element that
    /// was made anew, at most twice.
    pub(super) async fn prepare(&self, verb: &Verb, target: &NodeId, aim: &Aim) -> Result<Ready> {
        let mut id = target.clone();
        let mut dialogs = 0;
        for tries in 0..=RELOCATIONS {
            let mut args = json!({
                "id": id.0, "verb": verb.name(), "timeout": aim.limit.as_millis(),
                "meant": aim.meant, "footing": aim.footing,
            });
            add_details(&mut args, verb);
            let limit = aim.limit + Duration::from_secs(5);
            let ready = loop {
                match self
                    .engine
                    .wait::<Ready>("prepare", args.clone(), limit)
                    .await?
                {
                    Answer::Value(ready) => break ready,
                    Answer::Navigated => break Ready::gone(),
                    Answer::Dialog(text) if dialogs < 3 => {
                        dialogs += 1;
                        if self.answer(&text).await?.is_some() {
                            return Err(Error::new(
                                Code::NotActionable,
                                format!("{} is not possible while a dialog is open", verb.name()),
                            )
                            .note(format!("the dialog says \"{text}\""))
                            .help("answer the dialog first"));
                        }
                    }
                    Answer::Dialog(text) => {
                        return Err(Error::new(
                            Code::NotActionable,
                            format!("{} is not possible: dialogs keep opening", verb.name()),
                        )
                        .note(format!("the last one says \"{text}\"")));
                    }
                }
            };
            self.mean(&id, &ready.target);
            if let Some(by) = &ready.by {
                self.mean_too(by.clone());
            }
            match ready.failed.clone().as_deref() {
                None => {
                    let ready = self.fill(verb, &id, ready).await?;
                    return self.through(verb, &id, ready, aim).await;
                }
                Some("attached") if tries < RELOCATIONS => id = self.relocate(&id).await?,
                Some(check) => return Err(ready.refusal(verb, check)),
            }
        }
        Err(Error::new(
            Code::LocatorNotFound,
            format!("the element {target} was replaced again and again"),
        )
        .note("nothing was sent"))
    }
}

/// The look the caller says its id is from, and the place there.
fn read_on(terms: &Terms, id: &NodeId) -> Option<(Arc<Observation>, usize)> {
    let look = terms.read_on.as_ref()?;
    let index = look.nodes.iter().position(|node| node.id == *id)?;
    Some((Arc::clone(look), index))
}

impl Page {
    /// Gives a date field and its like their value; keys mean something else in every
    /// locale there.
    async fn fill(&self, verb: &Verb, id: &NodeId, mut ready: Ready) -> Result<Ready> {
        let (true, Verb::Type { text, .. }) = (ready.settable, verb) else {
            return Ok(ready);
        };
        self.vouch_at(text, Some(id)).await?;
        let args = json!({ "id": id.0, "text": text });
        if let Answer::Value(filled) = self.engine.get::<Ready>("set", args).await? {
            ready.refused = filled.refused;
        }
        ready.set = true;
        ready.checked(verb)
    }
}

fn add_details(args: &mut Value, verb: &Verb) {
    match verb {
        Verb::Type { replace, .. } => args["replace"] = json!(replace),
        Verb::Select { option, .. } => args["option"] = json!(option),
        Verb::Check { checked, .. } => args["checked"] = json!(checked),
        _ => {}
    }
}

impl Ready {
    /// A target that needs no getting ready.
    pub(super) fn of(target: String, before: Option<Observation>) -> Self {
        Self {
            target,
            before,
            ..Self::default()
        }
    }

    /// The refusal, where a check does not hold.
    pub(super) fn refused(&self, verb: &Verb) -> Option<Error> {
        let check = self.failed.clone()?;
        Some(self.clone().refusal(verb, &check))
    }

    fn gone() -> Self {
        Self {
            failed: Some("attached".into()),
            ..Self::default()
        }
    }

    /// Refuses what was only found out while getting ready.
    fn checked(self, verb: &Verb) -> Result<Self> {
        let (Some(kind), Verb::Type { text, .. }) = (&self.refused, verb) else {
            return Ok(self);
        };
        let form = match kind.as_str() {
            "date" => "2025-12-31",
            "time" => "23:59",
            "month" => "2025-12",
            "week" => "2025-W52",
            "datetime-local" => "2025-12-31T23:59",
            "color" => "#336699",
            _ => "a number within its range",
        };
        Err(Error::new(
            Code::InvalidArgument,
            format!("{} does not take \"{text}\"", self.target),
        )
        .note(format!("it is a {kind} field"))
        .help(format!("write it like {form}")))
    }

    /// The error for what keeps input from the frame it stands in. Nothing was sent.
    pub(super) fn kept_out(&self, verb: &Verb, check: &str, detail: String, waited: u64) -> Error {
        let refused = Self {
            detail,
            waited,
            ..self.clone()
        };
        refused.refusal(verb, check)
    }

    /// The error for a check that did not hold in time. Nothing was sent.
    fn refusal(self, verb: &Verb, check: &str) -> Error {
        let Self {
            target,
            detail,
            choices,
            waited,
            ..
        } = self;
        let code = match check {
            "attached" | "same" | "option" => Code::LocatorNotFound,
            "one option" => Code::LocatorAmbiguous,
            _ => Code::NotActionable,
        };
        let doing = match verb {
            Verb::Tap { .. } => "tapped",
            Verb::DoubleTap { .. } => "double-tapped",
            Verb::RightClick { .. } => "right-clicked",
            Verb::Hover { .. } => "hovered over",
            Verb::Focus { .. } => "focused",
            Verb::Type { .. } => "typed into",
            Verb::Select { .. } => "chosen from",
            Verb::Check { .. } => "checked or unchecked",
            Verb::ScrollTo { .. } => "scrolled to",
            Verb::LongPress { .. } => "pressed for long",
            Verb::Drag { .. } => "dragged",
            _ => "used",
        };
        let message = match check {
            "attached" => "the element is not on the page any more".to_owned(),
            "same" => format!("what was to be {doing} has become something else: {detail}"),
            _ => format!("{target} cannot be {doing}: {detail}"),
        };
        let mut error = Error::new(code, message);
        if !choices.is_empty() {
            error = error.note(format!("its options: {}", choices.join(", ")));
        }
        let waited = show_duration(Duration::from_millis(waited));
        error = error.note(match check {
            "visible" => format!("waited {waited} for it to be visible; nothing was sent"),
            "stable" => format!("waited {waited} for it to stop moving; nothing was sent"),
            "enabled" => format!("waited {waited} for it to be enabled; nothing was sent"),
            "covered" => format!("waited {waited} for it to be free; nothing was sent"),
            "in view" => format!("waited {waited} for it to be in view; nothing was sent"),
            "option" => format!("waited {waited} for the option; nothing was sent"),
            _ => "nothing was sent".to_owned(),
        });
        match check {
            "same" => error.help("look at the page again and use what it shows now"),
            "covered" => error.help("close or move what covers it first"),
            "option" | "one option" => error.help("name an option as the list shows it"),
            _ => error,
        }
    }
}
