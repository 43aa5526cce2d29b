//! Controls with a value on a scale that take no text: sliders and spin buttons. They are
//! set by keys where keys move them, else dragged along their rail, and what they say
//! afterwards decides.

use super::act::judge;
use super::feed::Page;
use super::node::NodeId;
use super::ready::{Aim, Ready};
use super::verb::{Effect, Verb};
use crate::browser::chord::Chord;
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// Most keys pressed for one value, and most drags.
const KEYS: u32 = 200;
const DRAGS: u32 = 4;
/// How long a control may take to follow a key or a drag.
const FOLLOWS: Duration = Duration::from_millis(400);
/// How long the effect may take to show.
const WINDOW: Duration = Duration::from_secs(2);

/// What the control says of itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Gauge {
    failed: Option<String>,
    now: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    /// Its middle: where its thumb is held, unless it is the rail itself.
    x: f64,
    y: f64,
    /// Left, top, width and height of what it moves along.
    rail: [f64; 4],
    vertical: bool,
    /// It is moved along by a pointer.
    slides: bool,
    /// It is its own rail.
    whole: bool,
}

impl Gauge {
    fn is_at(&self, wanted: f64) -> bool {
        self.now
            .is_some_and(|now| (now - wanted).abs() <= 1e-9 * wanted.abs().max(1.0))
    }

    /// How far a value is from the one it has, as a part of the scale.
    fn share(&self, wanted: f64) -> f64 {
        let (min, max) = (self.min.unwrap_or(0.0), self.max.unwrap_or(100.0));
        (wanted - min) / (max - min)
    }

    /// The place of a value on the rail, one pixel inside of its ends.
    fn place(&self, wanted: f64) -> (f64, f64) {
        let [x, y, width, height] = self.rail;
        let share = self.share(wanted);
        match self.vertical {
            true => {
                let along = (height * (1.0 - share)).clamp(1.0, (height - 1.0).max(1.0));
                (x + width / 2.0, y + along)
            }
            false => {
                let along = (width * share).clamp(1.0, (width - 1.0).max(1.0));
                (x + along, y + height / 2.0)
            }
        }
    }
}

impl Page {
    /// Brings a control of this kind to a value. `ready` is what getting it ready said.
    pub(super) async fn adjust(
        &self,
        verb: &Verb,
        target: &NodeId,
        aim: &Aim,
        mut ready: Ready,
    ) -> Result<Effect> {
        let Verb::Type { text, .. } = verb else {
            return self.carry_out(verb, ready).await;
        };
        if ready.segmented {
            return self.fill_segments(verb, target, aim, ready).await;
        }
        let gauge = self.gauge(target, None).await?;
        let wanted = wanted(text, &gauge, &ready)?;
        if gauge.is_at(wanted) {
            ready.already = true;
            return self.carry_out(verb, ready).await;
        }
        let mut done = None;
        if ready.focused {
            done = self.by_keys(target, aim, gauge.clone(), wanted).await?;
        }
        let now = self.gauge(target, None).await?;
        // Its rail in a frame of another origin is no place of the page.
        let framed = self.engine.way_to_id(&target.0).is_some();
        if !now.is_at(wanted) && now.slides && !framed {
            let before = done.map(|effect| effect.before);
            let mut effect = self.by_drag(target, aim, now, wanted).await?;
            effect.before = before.unwrap_or(effect.before);
            done = Some(effect);
        }
        let last = self.gauge(target, None).await?;
        match done {
            Some(mut effect) if last.is_at(wanted) => {
                effect.visible = true;
                Ok(effect)
            }
            _ => Err(missed(&ready, &gauge, &last, wanted)),
        }
    }

    /// Keys, one at a time, for as long as each brings it nearer; nothing where none does.
    async fn by_keys(
        &self,
        target: &NodeId,
        aim: &Aim,
        mut gauge: Gauge,
        wanted: f64,
    ) -> Result<Option<Effect>> {
        let mut keys = vec![
            towards(&gauge, wanted, false),
            towards(&gauge, wanted, true),
        ];
        for (edge, name) in [(gauge.min, "Home"), (gauge.max, "End")] {
            if edge == Some(wanted) {
                keys.insert(0, name);
            }
        }
        let press = Verb::Press {
            target: Some(target.clone()),
            chord: chord(keys[0]),
        };
        let mut ready = self.prepare(&press, target, aim).await?;
        if !ready.focused {
            return Ok(None);
        }
        let before = self.before(&mut ready).await?;
        let wire = self.engine.wire();
        let (mut at, mut moved) = (0, false);
        for _ in 0..KEYS {
            let Some(key) = keys.get(at) else { break };
            self.sent(&press, &ready, wire.press(&chord(key)).await)
                .await?;
            let now = self.gauge(target, gauge.now).await?;
            if now.is_at(wanted) {
                moved = true;
                break;
            }
            let gap = |gauge: &Gauge| gauge.now.map_or(f64::MAX, |now| (now - wanted).abs());
            if gap(&now) >= gap(&gauge) {
                at += 1;
            }
            moved |= now.now != gauge.now;
            gauge = now;
        }
        let outcome = self.outcome(match moved {
            true => WINDOW,
            false => Duration::ZERO,
        });
        let effect = judge(&press, &ready, before, outcome.await?)?;
        Ok(moved.then_some(effect))
    }

    /// Drags along the rail, the next time corrected by what the last one missed.
    async fn by_drag(
        &self,
        target: &NodeId,
        aim: &Aim,
        mut gauge: Gauge,
        wanted: f64,
    ) -> Result<Effect> {
        let drag = Verb::Drag {
            target: target.clone(),
            to: target.clone(),
        };
        let mut ready = self.prepare(&drag, target, aim).await?;
        let before = self.before(&mut ready).await?;
        // Getting ready may have scrolled.
        gauge = self.gauge(target, None).await.unwrap_or(gauge);
        let wire = self.engine.wire();
        let (mut end, mut aimed) = (gauge.place(wanted), wanted);
        for _ in 0..DRAGS {
            let from = match gauge.whole {
                true => gauge.place(gauge.now.unwrap_or(wanted)),
                false => (gauge.x, gauge.y),
            };
            let sent = wire.drag(&[from, end], Duration::ZERO).await;
            self.sent(&drag, &ready, sent).await?;
            gauge = self.gauge(target, gauge.now).await?;
            let Some(now) = gauge.now.filter(|_| !gauge.is_at(wanted)) else {
                break;
            };
            aimed += wanted - now;
            end = gauge.place(aimed);
        }
        let outcome = self.outcome(WINDOW).await?;
        judge(&drag, &ready, before, outcome)
    }

    /// What it says; with `from`, once that is another value than this one.
    async fn gauge(&self, target: &NodeId, from: Option<f64>) -> Result<Gauge> {
        let mut id = target.clone();
        for _ in 0..2 {
            let args = json!({
                "id": id.0, "from": from, "timeout": FOLLOWS.as_millis(),
            });
            let limit = FOLLOWS + Duration::from_secs(5);
            match self.engine.wait::<Gauge>("gauge", args, limit).await? {
                Answer::Value(gauge) if gauge.failed.is_none() => return Ok(gauge),
                Answer::Value(_) => id = self.relocate(&id).await?,
                Answer::Navigated | Answer::Dialog(_) => break,
            }
        }
        Err(Error::new(
            Code::ActionMayHaveCommitted,
            "the control went away while its value was set",
        )
        .help("look at the page before anything is repeated"))
    }
}

/// The number that was asked for, when the control can have it. Nothing was sent.
fn wanted(text: &str, gauge: &Gauge, ready: &Ready) -> Result<f64> {
    let target = &ready.target;
    let refused = |why: String| {
        Error::new(Code::InvalidArgument, format!("{target} {why}")).note("nothing was sent")
    };
    let wanted: f64 = text
        .trim()
        .trim_end_matches('%')
        .trim_end()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .ok_or_else(|| refused(format!("takes a number, not \"{text}\"")))?;
    let (low, high) = (gauge.min, gauge.max);
    if low.is_some_and(|low| wanted < low) || high.is_some_and(|high| wanted > high) {
        let end = |end: Option<f64>| end.map_or_else(|| "…".to_owned(), |end| end.to_string());
        return Err(refused(format!(
            "goes from {} to {}, which {wanted} is outside of",
            end(low),
            end(high)
        )));
    }
    match gauge.now {
        Some(_) => Ok(wanted),
        None => Err(Error::new(
            Code::NotActionable,
            format!("{target} does not tell its value, so that none can be set"),
        )
        .note("nothing was sent")),
    }
}

/// The arrow that leads there; `other` is the second of the two pairs.
fn towards(gauge: &Gauge, wanted: f64, other: bool) -> &'static str {
    let more = gauge.now.is_some_and(|now| wanted > now);
    match (more, (gauge.slides && !gauge.vertical) ^ other) {
        (true, true) => "ArrowRight",
        (true, false) => "ArrowUp",
        (false, true) => "ArrowLeft",
        (false, false) => "ArrowDown",
    }
}

fn chord(key: &str) -> Chord {
    Chord {
        modifiers: Vec::new(),
        key: key.to_owned(),
    }
}

/// The error for a control that did not come to its value.
fn missed(ready: &Ready, began: &Gauge, last: &Gauge, wanted: f64) -> Error {
    let says = |gauge: &Gauge| gauge.now.map_or_else(String::new, |now| now.to_string());
    let error = Error::new(
        Code::ActionFailed,
        format!("{} is at {}, not at {wanted}", ready.target, says(last)),
    );
    let error = match began.now == last.now {
        true => error.note("neither keys nor a drag moved it"),
        false => error.note(format!("it was at {} before", says(began))),
    };
    error.help("its steps may not lead to this value; set one that it can have, or use its buttons")
}
