//! Gestures of the mouse as input events.

use super::{COMMAND, WireCdp};
use crate::browser::input;
use crate::browser::trouble::Trouble;
use crate::browser::wire::{Evaluated, Gesture};
use serde_json::{Value, json};
use std::time::Duration;

impl WireCdp {
    /// Whether a place lies outside what is seen, or cannot be asked about.
    pub(super) async fn outside(&self, x: f64, y: f64) -> Option<Trouble> {
        let read = "return [innerWidth, innerHeight]";
        match self.run(read, &Value::Null, false, COMMAND).await {
            Ok(Evaluated::Value(size)) => {
                let within = |at: f64, size: &Value| {
                    (0.0..=size.as_f64().unwrap_or(f64::INFINITY)).contains(&at)
                };
                (!within(x, &size[0]) || !within(y, &size[1])).then_some(Trouble::Outside)
            }
            Ok(Evaluated::Dialog(text)) => Some(Trouble::Dialog(text)),
            // The next document is as large.
            Ok(Evaluated::Navigated) | Err(Trouble::Script(_)) => None,
            Err(trouble) => Some(trouble),
        }
    }
}

/// A gesture in words, for messages.
pub(super) fn words(gesture: Gesture, x: f64, y: f64) -> String {
    format!("{} at {x:.0},{y:.0}", gesture.words())
}

/// The events of a gesture at a place of the viewport.
pub(in crate::browser) fn events(gesture: Gesture, x: f64, y: f64) -> Vec<Value> {
    let event = |kind: &str, button: &str, held: u8, count: u8| {
        json!({
            "type": kind, "x": x, "y": y, "button": button, "buttons": held,
            "clickCount": count, "pointerType": "mouse",
        })
    };
    let click = |button: &str, bit: u8, count: u8| {
        [
            event("mousePressed", button, bit, count),
            event("mouseReleased", button, 0, count),
        ]
    };
    let mut events = vec![event("mouseMoved", "none", 0, 0)];
    match gesture {
        Gesture::Tap => events.extend(click("left", 1, 1)),
        Gesture::DoubleTap => {
            events.extend(click("left", 1, 1));
            events.extend(click("left", 1, 2));
        }
        Gesture::RightClick => events.extend(click("right", 2, 1)),
        Gesture::Hover => {}
    }
    events
}

/// The events of a press that is held, and carried along some places, each with how long to
/// wait after it.
pub(in crate::browser) fn carried(path: &[(f64, f64)], held: Duration) -> Vec<(Value, Duration)> {
    let Some((first, last)) = path.first().zip(path.last()) else {
        return Vec::new();
    };
    let event = |kind: &str, (x, y): (f64, f64), button: &str, held: u8, count: u8| {
        json!({
            "type": kind, "x": x, "y": y, "button": button, "buttons": held,
            "clickCount": count, "pointerType": "mouse",
        })
    };
    let none = Duration::ZERO;
    let mut out = vec![
        (event("mouseMoved", *first, "none", 0, 0), none),
        (event("mousePressed", *first, "left", 1, 1), held),
    ];
    for leg in path.windows(2) {
        let ((x, y), (to_x, to_y)) = (leg[0], leg[1]);
        for part in input::PARTS {
            let place = (x + (to_x - x) * part, y + (to_y - y) * part);
            out.push((event("mouseMoved", place, "left", 1, 0), input::STEP));
        }
    }
    out.push((event("mouseReleased", *last, "left", 0, 1), none));
    out
}
