//! Every method of the wire, and what a real driver makes of the odd cases.

use super::{LIMIT, on_both_wires, site};
use e2e::Code;
use e2e::browser::Session;
use e2e::browser::chord::Chord;
use e2e::browser::wire::{Evaluated, Gesture, History, Wire};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

on_both_wires![
    scripts_return_values_and_say_what_they_threw,
    a_document_that_goes_away_ends_a_script_at_once,
    dialogs_stop_scripts_and_are_answered,
    addresses_open_or_say_why_not,
    a_server_that_never_answers_is_unreachable,
    history_moves_and_a_missing_step_changes_nothing,
    the_pointer_reaches_what_lies_at_the_place,
    keys_type_what_a_keyboard_would,
    a_dialog_that_input_opens_leaves_no_key_held,
];

async fn eval(wire: &dyn Wire, body: &str) -> Evaluated {
    wire.eval(body, Value::Null, LIMIT).await.unwrap()
}

async fn eval_async(wire: &dyn Wire, body: &str) -> Evaluated {
    wire.eval_async(body, Value::Null, LIMIT).await.unwrap()
}

fn value(value: impl Into<Value>) -> Evaluated {
    Evaluated::Value(value.into())
}

async fn scripts_return_values_and_say_what_they_threw(session: Session) {
    let wire = &*session.wire();
    for (body, expected) in [
        ("return 1", json!(1)),
        ("return null", json!(null)),
        ("return [1]", json!([1])),
        ("1", json!(null)),
        (
            "return { error: 'mine', message: 'x' } // end",
            json!({ "error": "mine", "message": "x" }),
        ),
    ] {
        assert_eq!(eval(wire, body).await, value(expected.clone()), "{body}");
        assert_eq!(
            eval_async(wire, body).await,
            value(expected),
            "async {body}"
        );
    }
    let sum = wire.eval(
        "return arguments[0].a + arguments[0].b",
        json!({ "a": 1, "b": 2 }),
        LIMIT,
    );
    assert_eq!(sum.await.unwrap(), value(3));
    let later = "const n = arguments[0]; return new Promise(r => setTimeout(() => r(n + 1), 5))";
    assert_eq!(
        wire.eval_async(later, json!(1), LIMIT).await.unwrap(),
        value(2)
    );
    for (body, expected) in [
        ("throw new TypeError('boom')", "boom"),
        ("return nope", "nope is not defined"),
        ("this is no script", "Unexpected identifier"),
        ("return Promise.reject(new Error('later'))", "later"),
    ] {
        let error = wire.eval_async(body, Value::Null, LIMIT).await.unwrap_err();
        assert_eq!(error.code(), Code::ActionFailed, "{body}");
        assert!(format!("{error:?}").contains(expected), "{body}: {error:?}");
    }
    session.close().await.unwrap();
}

async fn a_document_that_goes_away_ends_a_script_at_once(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    for body in [
        "setTimeout(() => location.reload(), 20); return new Promise(() => 0)",
        "setTimeout(() => { location.href = '/two' }, 20); return new Promise(() => 0)",
    ] {
        wire.navigate(&site, LIMIT).await.unwrap();
        let started = Instant::now();
        assert_eq!(eval_async(wire, body).await, Evaluated::Navigated, "{body}");
        assert!(started.elapsed() < LIMIT, "{body}");
    }
    session.close().await.unwrap();
}

async fn dialogs_stop_scripts_and_are_answered(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    wire.navigate(&site, LIMIT).await.unwrap();
    let home = wire.location().await.unwrap();
    assert_eq!(wire.dialog().await.unwrap(), None);
    // Inside the script, and in another task while it runs.
    for body in [
        "alert('now'); return 5",
        "setTimeout(() => alert('now'), 20); return new Promise(() => 0)",
    ] {
        assert_eq!(
            eval_async(wire, body).await,
            Evaluated::Dialog("now".into()),
            "{body}"
        );
        assert_eq!(
            eval(wire, "return 1").await,
            Evaluated::Dialog("now".into())
        );
        assert_eq!(wire.dialog().await.unwrap().as_deref(), Some("now"));
        assert_eq!(wire.location().await.unwrap(), home, "as last read");
        let error = wire.screenshot().await.unwrap_err();
        assert!(
            format!("{error:?}").contains("the dialog says: \"now\""),
            "{error:?}"
        );
        let error = wire.navigate(&site, LIMIT).await.unwrap_err();
        assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
        wire.answer_dialog(true, None).await.unwrap();
        assert_eq!(eval(wire, "return 1").await, value(1));
    }
    // One that opens while a frame is at work, and what has to be arranged before a script
    // that may take longer than any before it.
    wire.navigate(&format!("{site}/frame"), LIMIT)
        .await
        .unwrap();
    let find = ["return document.querySelector('iframe')".to_owned()];
    let asks = "setTimeout(() => top.alert('in'), 20); return new Promise(() => 0)";
    let inside = wire.eval_inside(&find, asks, Value::Null, true, LIMIT);
    assert_eq!(inside.await.unwrap(), Evaluated::Dialog("in".into()));
    let long = wire.eval("return 1", Value::Null, LIMIT * 9).await;
    assert_eq!(long.unwrap(), Evaluated::Dialog("in".into()));
    let again = wire.eval_inside(&find, "return 1", Value::Null, false, LIMIT);
    assert_eq!(again.await.unwrap(), Evaluated::Dialog("in".into()));
    wire.answer_dialog(true, None).await.unwrap();
    assert_eq!(eval(wire, "return document.title").await, value("outer"));
    for (accept, text, expected) in [
        (true, Some("Zoë"), json!("Zoë")),
        (true, None, json!("preset")),
        (false, None, json!(null)),
    ] {
        eval(
            wire,
            "setTimeout(() => { window.said = prompt('name?', 'preset') })",
        )
        .await;
        while wire.dialog().await.unwrap().is_none() {}
        wire.answer_dialog(accept, text).await.unwrap();
        assert_eq!(eval(wire, "return window.said").await, value(expected));
    }
    let error = wire.answer_dialog(true, None).await.unwrap_err();
    assert!(
        format!("{error:?}").contains("no dialog is open"),
        "{error:?}"
    );
    session.close().await.unwrap();
}

async fn addresses_open_or_say_why_not(session: Session) {
    let site = site::start().await;
    let closed = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .unwrap();
    let wire = &*session.wire();
    let state = "return document.readyState";
    wire.navigate(&format!("{site}/two"), LIMIT).await.unwrap();
    assert_eq!(
        wire.location().await.unwrap(),
        (format!("{site}/two"), "two".to_owned())
    );
    // The same document at another place, and the same address anew.
    eval(wire, "window.kept = 1").await;
    wire.navigate(&format!("{site}/two#part"), LIMIT)
        .await
        .unwrap();
    assert_eq!(eval(wire, "return window.kept").await, value(1));
    wire.navigate(&format!("{site}/"), LIMIT).await.unwrap();
    eval(wire, "window.kept = 1").await;
    wire.navigate(&format!("{site}/"), LIMIT).await.unwrap();
    assert_eq!(eval(wire, "return window.kept").await, value(Value::Null));
    // A page that never finishes is there; one that never answers is not.
    let short = Duration::from_millis(700);
    wire.navigate(&format!("{site}/endless"), short)
        .await
        .unwrap();
    assert_eq!(eval(wire, state).await, value("loading"));
    assert_eq!(wire.location().await.unwrap().1, "slow");
    wire.navigate(&format!("{site}/alert"), LIMIT)
        .await
        .unwrap();
    while wire.dialog().await.unwrap().is_none() {}
    wire.answer_dialog(true, None).await.unwrap();
    for (url, limit, code, expected) in [
        (
            format!("http://{closed}/x"),
            LIMIT,
            Code::AppUnreachable,
            "onnection refused",
        ),
        (
            "http://no-such-host.invalid/".to_owned(),
            LIMIT,
            Code::AppUnreachable,
            "no-such-host",
        ),
        (
            format!("{site}/nothing"),
            short,
            Code::AppUnreachable,
            "did not answer with a page",
        ),
        (
            "no address".to_owned(),
            LIMIT,
            Code::InvalidArgument,
            "absolute address",
        ),
    ] {
        let error = wire.navigate(&url, limit).await.unwrap_err();
        assert_eq!(error.code(), code, "{url}: {error:?}");
        let shown = format!("{error:?}");
        assert!(
            shown.contains(expected) && shown.contains(&url),
            "{url}: {shown}"
        );
    }
    // The next page opens all the same.
    wire.navigate(&site, LIMIT).await.unwrap();
    assert_eq!(wire.location().await.unwrap().1, "home");
    session.close().await.unwrap();
}

async fn a_server_that_never_answers_is_unreachable(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    wire.navigate(&site, LIMIT).await.unwrap();
    let limit = Duration::from_millis(500);
    let started = Instant::now();
    let error = wire
        .navigate(&format!("{site}/silent"), limit)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::AppUnreachable, "{error:?}");
    assert!(started.elapsed() < LIMIT);
    session.close().await.unwrap();
}

async fn history_moves_and_a_missing_step_changes_nothing(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    wire.navigate(&site, LIMIT).await.unwrap();
    wire.navigate(&format!("{site}/two"), LIMIT).await.unwrap();
    eval(
        wire,
        "history.pushState({}, '', '/pushed'); window.kept = 1",
    )
    .await;
    for (step, path) in [
        (History::Back, "/two"),
        (History::Back, "/"),
        (History::Forward, "/two"),
        (History::Reload, "/two"),
        (History::Forward, "/pushed"),
        (History::Forward, "/pushed"),
    ] {
        wire.history(step, LIMIT).await.unwrap();
        assert_eq!(
            wire.location().await.unwrap().0,
            format!("{site}{path}"),
            "{step:?}"
        );
    }
    session.close().await.unwrap();
}

async fn the_pointer_reaches_what_lies_at_the_place(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    wire.navigate(&format!("{site}/form"), LIMIT).await.unwrap();
    for (gesture, x, y, expected) in [
        (Gesture::Tap, 350.5, 25.25, json!(["click", "b", 350, 25])),
        (
            Gesture::DoubleTap,
            10.0,
            10.0,
            json!(["dblclick", "i", 10, 10]),
        ),
        (
            Gesture::RightClick,
            20.0,
            60.0,
            json!(["contextmenu", "t", 20, 60]),
        ),
        (
            Gesture::Hover,
            310.0,
            20.0,
            json!(["mousemove", "b", 310, 20]),
        ),
    ] {
        eval(wire, "seen.length = 0").await;
        wire.pointer(gesture, x, y).await.unwrap();
        assert_eq!(
            eval(wire, "return seen.at(-1)").await,
            value(expected),
            "{gesture:?}"
        );
    }
    let error = wire.pointer(Gesture::Tap, 9000.0, 10.0).await.unwrap_err();
    assert_eq!(error.code(), Code::NotActionable, "{error:?}");
    session.close().await.unwrap();
}

async fn keys_type_what_a_keyboard_would(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    wire.navigate(&format!("{site}/form"), LIMIT).await.unwrap();
    let press = |chord: &'static str| async move {
        wire.press(&Chord::parse(chord).unwrap()).await.unwrap();
    };
    let read = "return [i.value, t.value, document.activeElement.id]";
    wire.pointer(Gesture::Tap, 10.0, 10.0).await.unwrap();
    wire.type_text("Aé €ß😀日").await.unwrap();
    assert_eq!(eval(wire, read).await, value(json!(["Aé €ß😀日", "", "i"])));
    press("ControlOrMeta+a").await;
    wire.type_text(&"0123456789".repeat(15)).await.unwrap();
    assert_eq!(
        eval(wire, read).await,
        value(json!(["0123456789".repeat(15), "", "i"]))
    );
    press("Control+a").await;
    press("Delete").await;
    press("Shift+a").await;
    press("Tab").await;
    wire.type_text("one\r\ntwo\nthree").await.unwrap();
    press("Backspace").await;
    assert_eq!(
        eval(wire, read).await,
        value(json!(["A", "one\ntwo\nthre", "t"]))
    );
    press("Shift+Tab").await;
    wire.type_text("b\tc").await.unwrap();
    assert_eq!(
        eval(wire, "return document.activeElement.id").await,
        value("t"),
        "a tab moves the focus as it does for a person"
    );
    let error = wire.type_text("\u{8}").await.unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument, "{error:?}");
    session.close().await.unwrap();
}

async fn a_dialog_that_input_opens_leaves_no_key_held(session: Session) {
    let site = site::start().await;
    let wire = &*session.wire();
    wire.navigate(&format!("{site}/form"), LIMIT).await.unwrap();
    eval(
        wire,
        "b.onclick = () => alert('clicked'); i.onkeydown = e => { if (e.key == 'x') alert('key') }",
    )
    .await;
    wire.pointer(Gesture::Tap, 350.0, 25.0).await.unwrap();
    assert_eq!(wire.dialog().await.unwrap().as_deref(), Some("clicked"));
    let error = wire.pointer(Gesture::Tap, 350.0, 25.0).await.unwrap_err();
    assert!(
        format!("{error:?}").contains("the dialog says: \"clicked\""),
        "{error:?}"
    );
    wire.answer_dialog(false, None).await.unwrap();
    wire.pointer(Gesture::Tap, 10.0, 10.0).await.unwrap();
    // The dialog comes while Control is down.
    let _ = wire.press(&Chord::parse("Control+x").unwrap()).await;
    while wire.dialog().await.unwrap().is_none() {}
    wire.answer_dialog(true, None).await.unwrap();
    eval(wire, "i.onkeydown = e => { window.held = e.ctrlKey }").await;
    wire.type_text("y").await.unwrap();
    assert_eq!(eval(wire, "return window.held").await, value(false));
    session.close().await.unwrap();
}
