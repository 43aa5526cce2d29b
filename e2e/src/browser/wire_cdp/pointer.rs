//! Gestures of the mouse as input events.

use crate::browser::wire::Gesture;
use serde_json::{Value, json};

/// A gesture in words, for messages.
pub(super) fn words(gesture: Gesture, x: f64, y: f64) -> String {
    format!("{} at {x:.0},{y:.0}", gesture.words())
}

/// The events of a gesture at a place of the viewport.
pub(super) fn events(gesture: Gesture, x: f64, y: f64) -> Vec<Value> {
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
