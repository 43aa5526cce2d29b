//! Windows and tabs that open and close by themselves.

use super::{LIMIT, on_both_wires, site};
use e2e::browser::Session;
use e2e::browser::wire::{Evaluated, Gesture, Wire};
use serde_json::{Value, json};
use std::time::Instant;

on_both_wires![
    a_new_tab_is_followed_and_a_closed_one_left,
    a_script_finds_that_its_window_is_closed,
];

async fn path(wire: &dyn Wire) -> Value {
    match wire
        .eval("return location.pathname", Value::Null, LIMIT)
        .await
        .unwrap()
    {
        Evaluated::Value(value) => value,
        other => panic!("{other:?}"),
    }
}

/// Asks until something is said; a new window takes a moment to be known.
async fn said(wire: &dyn Wire) -> String {
    let end = Instant::now() + LIMIT;
    while Instant::now() < end {
        if let Some(said) = wire.follow_window().await.unwrap() {
            return said;
        }
    }
    panic!("nothing was said about a window");
}

async fn a_new_tab_is_followed_and_a_closed_one_left(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    wire.navigate(&format!("{site}/form"), LIMIT).await.unwrap();
    assert_eq!(wire.follow_window().await.unwrap(), None);
    wire.pointer(Gesture::Tap, 350.0, 125.0).await.unwrap();
    assert_eq!(path(wire).await, json!("/form"), "not before somebody asks");
    assert!(said(wire).await.contains("a new window was opened"));
    while path(wire).await != json!("/two") {}
    assert_eq!(wire.follow_window().await.unwrap(), None);
    // It closes itself: whatever is asked next finds the other one.
    let _ = wire.eval("window.close()", Value::Null, LIMIT).await;
    assert!(said(wire).await.contains("the window was closed"));
    assert_eq!(path(wire).await, json!("/form"));
    session.close().await.unwrap();
}

async fn a_script_finds_that_its_window_is_closed(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    wire.navigate(&format!("{site}/form"), LIMIT).await.unwrap();
    wire.pointer(Gesture::Tap, 350.0, 125.0).await.unwrap();
    said(wire).await;
    let body = "setTimeout(() => window.close(), 20); return new Promise(() => 0)";
    let outcome = wire.eval_async(body, Value::Null, LIMIT).await.unwrap();
    assert_eq!(outcome, Evaluated::Navigated);
    let _ = wire.eval("return 1", Value::Null, LIMIT).await.unwrap();
    assert_eq!(path(wire).await, json!("/form"));
    session.close().await.unwrap();
}
