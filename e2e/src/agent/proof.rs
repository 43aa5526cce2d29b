//! What a pass of the built-in agent rests on, looked up on the newest screen.

use super::citation::{held, look_up};
use super::foreign::{self, words};
use super::hands::Hands;
use super::moves::{Move, out_of_sight};
use super::seen::as_told;
use super::typed::Typed;
use crate::chassis::{Checked, Evidence, StepContext};
use crate::error::Result;
use crate::page::node::{NodeId, Observation};
use crate::report::record::{ActionRecord, EventKind};
use crate::text::{clip, collapse};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How much of what is really there is told back.
const TOLD: usize = 200;

/// How long a citation may take to become true before it counts as wrong.
const PATIENCE: Duration = Duration::from_secs(1);

/// Checks citations of nodes, the address, and things that left the screen.
pub(super) struct ScreenProof {
    hands: Arc<Hands>,
}

impl ScreenProof {
    pub(super) fn new(hands: Arc<Hands>) -> Self {
        Self { hands }
    }
}

#[async_trait]
impl Evidence for ScreenProof {
    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "node": {"type": "string", "minLength": 1, "maxLength": 32, "description": "id on the newest screen"},
                "quote": {"type": "string", "minLength": 1, "maxLength": 512, "description": "what that node reads now, verbatim"},
                "url": {"type": "string", "minLength": 1, "maxLength": 2048, "description": "the address the page is at, or its path"},
                "gone": {"type": "string", "minLength": 1, "maxLength": 512, "description": "a name or text that was on the screen earlier in this step and is not any more"},
                "already": {"type": "boolean", "description": "true only when you changed nothing in this step because it was so from its start"}
            }
        })
    }

    fn describe(&self) -> String {
        "one or more of: {node, quote}, a node of the newest screen with what it reads now, word \
         for word, a short text whole; {url}, the address the page is at; {gone}, a name or text \
         that left the screen in this step while the page stayed, not filtered, scrolled or \
         collapsed out of view. One of them has to show what this step changed; what you typed \
         yourself, or the page only repeats of it, shows nothing"
            .to_owned()
    }

    async fn check(&self, cited: &[Value], step: &StepContext) -> Result<Checked> {
        let (typed, mask) = (Typed::of(step), step.mask_for_model());
        let own = |at: &Observation| as_told(typed.without(at), &mask);
        let earlier: Vec<_> = self.hands.shown.told().iter().map(|at| own(at)).collect();
        let before = self.hands.before().map(|before| own(&before));
        let started = tokio::time::Instant::now();
        loop {
            step.checkpoint()?;
            let whole = match cited.iter().any(|one| one.get("gone").is_some()) {
                true => self.hands.page.observe_whole().await?,
                false => self.hands.page.observe().await?,
            };
            let screen = own(&whole);
            let whole = as_told(Observation::clone(&whole), &mask);
            let told = match settle(cited, &screen, &whole, &earlier).and_then(|proven| {
                self.is_the_products(cited, &screen, &earlier, &typed, step)
                    .map(|()| proven)
            }) {
                Err(wrong) => wrong,
                Ok(proven) => match self
                    .is_new(cited, &screen, before.as_ref(), step)
                    .and_then(|()| self.is_its_own(cited, &screen, before.as_ref(), &earlier))
                {
                    Ok(()) => return Ok(Checked::Proven(proven)),
                    Err(wrong) => wrong,
                },
            };
            // The page may still be answering what was done last.
            if started.elapsed() >= PATIENCE {
                return Ok(Checked::Wrong(told));
            }
        }
    }
}

impl ScreenProof {
    /// Whether the citations speak of the product: not of pages elsewhere, not of what is
    /// only out of sight, and not all of what the step typed itself.
    fn is_the_products(
        &self,
        cited: &[Value],
        screen: &Observation,
        earlier: &[Observation],
        typed: &Typed,
        step: &StepContext,
    ) -> Result<(), String> {
        let params = Value::Object(step.params().clone());
        let sentence = format!("{} {params}", step.instruction());
        let actions = step.actions();
        let opened: Vec<_> = actions
            .iter()
            .filter(|action| action.ok && action.verb == "navigate")
            .map(|action| action.input.clone())
            .collect();
        let (home, before) = (self.hands.base_url.as_deref(), self.hands.before());
        let refused = step
            .events()
            .iter()
            .any(|event| event.kind == EventKind::Policy && event.text.starts_with("type_secret"));
        let before_it = before.as_deref();
        let strayed = foreign::page_of(screen, home, before_it, &sentence, &opened, refused);
        if let Some(told) = strayed {
            return Err(told);
        }
        let moves = self.hands.moves();
        let inside = moves.iter().any(Move::was_inside);
        for one in cited {
            let told = match (one["node"].as_str(), one["gone"].as_str()) {
                (Some(id), _) if !inside => {
                    foreign::frame_of(&NodeId::parse(id), screen, &sentence)
                }
                (_, Some(_)) if screen.truncated => Some(
                    "the page holds more than was read, so nothing is known to be gone".to_owned(),
                ),
                (_, Some(gone)) => {
                    out_of_sight(&collapse(gone), &moves, earlier, screen, &sentence, typed)
                }
                _ => None,
            };
            if let Some(told) = told {
                return Err(told);
            }
        }
        let own = |one: &Value| one["quote"].as_str().is_some_and(|quote| typed.owns(quote));
        let held = |one: &Value| {
            before
                .as_ref()
                .is_some_and(|before| held(one, screen, before))
        };
        match cited.iter().any(own) && cited.iter().all(|one| own(one) || held(one)) {
            true => Err(
                "this repeats what you typed yourself, which shows nothing; cite something else \
                 that the product made of it"
                    .to_owned(),
            ),
            false => Ok(()),
        }
    }

    /// Whether something that is new came of more than an action that failed.
    fn is_its_own(
        &self,
        cited: &[Value],
        screen: &Observation,
        before: Option<&Observation>,
        earlier: &[Observation],
    ) -> Result<(), String> {
        let old = |one: &Value| before.is_some_and(|before| held(one, screen, before));
        let new: Vec<_> = cited.iter().filter(|one| !old(one)).collect();
        match self.hands.deeds.spoil(&new, earlier) {
            Some(told) => Err(told),
            None => Ok(()),
        }
    }

    /// A pass rests on something the step changed, or on the claim, which is kept,
    /// that there was nothing to change.
    fn is_new(
        &self,
        cited: &[Value],
        screen: &Observation,
        before: Option<&Observation>,
        step: &StepContext,
    ) -> Result<(), String> {
        self.hands.claim_already(false);
        let Some(before) = before else { return Ok(()) };
        if !cited.iter().all(|one| held(one, screen, before)) {
            return Ok(());
        }
        let all: Vec<_> = cited.iter().map(Value::to_string).collect();
        let there = format!(
            "this was already there before you did anything: {}",
            clip(&all.join(", "), TOLD)
        );
        let claimed = cited.iter().any(|one| one["already"] == true);
        match (
            claimed,
            step.actions().iter().find(|action| changes(action)),
        ) {
            // Where the page is says nothing of a step that asks for more than being there.
            (true, None)
                if only_places(cited, screen, step.instruction())
                    && !asks_for_a_place(step.instruction()) =>
            {
                Err(format!(
                    "{there}; where the page is does not show that there was \
                     nothing to do: cite a node that reads so"
                ))
            }
            (true, None) => {
                self.hands.claim_already(true);
                Ok(())
            }
            (false, None) => Err(format!(
                "{there}; do the step and cite what changed, or, if nothing had to be done, cite \
                 it with `already` true"
            )),
            (_, Some(action)) => Err(format!(
                "{there}; you did {} {}, so cite what that changed",
                action.verb, action.target
            )),
        }
    }
}

/// Whether all that is cited says where the page is: its address, or headings that have
/// no word of the sentence.
fn only_places(cited: &[Value], screen: &Observation, sentence: &str) -> bool {
    cited.iter().all(|one| {
        let Some(id) = one["node"].as_str() else {
            return true;
        };
        let is_heading = screen
            .node(&NodeId::parse(id))
            .is_some_and(|node| node.role == "heading");
        let quote: Vec<_> = words(one["quote"].as_str().unwrap_or_default()).collect();
        is_heading && !words(sentence).any(|word| word.len() > 2 && quote.contains(&word))
    })
}

/// Whether a step is about an address, so that being there may be all of it.
fn asks_for_a_place(instruction: &str) -> bool {
    const PLACES: &[&str] = &[
        "go", "open", "navigate", "visit", "page", "url", "address", "browse", "return", "stay",
    ];
    instruction
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| PLACES.contains(&word))
        || instruction.contains('/')
}

/// Whether an action can have changed the product.
fn changes(action: &ActionRecord) -> bool {
    let looks = [
        "scroll",
        "scroll_to",
        "hover",
        "hover_at",
        "switch_tab",
        "answer_dialog",
    ]
    .contains(&action.verb.as_str());
    action.ok && !looks && !action.effect.starts_with("already so")
}

/// Looks every citation up. The error tells of each that does not hold.
fn settle(
    cited: &[Value],
    screen: &Observation,
    whole: &Observation,
    earlier: &[Observation],
) -> Result<Vec<String>, String> {
    let (proven, wrong): (Vec<_>, Vec<_>) = cited
        .iter()
        .map(|one| {
            look_up(one, screen, earlier).map_err(|told| match look_up(one, whole, earlier) {
                Ok(_) => format!("{one} is what you typed yourself; cite what came of it"),
                Err(_) => told,
            })
        })
        .partition(Result::is_ok);
    match wrong.is_empty() {
        true => Ok(proven.into_iter().flatten().collect()),
        false => {
            let told: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
            Err(told.join("\n"))
        }
    }
}
