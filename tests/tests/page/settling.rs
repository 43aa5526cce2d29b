use e2e::page::verb::Verb;
use e2e::page::{DialogPolicy, Diff, text::TextOptions};
use e2e_tests::pages::{Shown, find, text};
use std::time::{Duration, Instant};

/// A button Go whose handler is `does`, and a status that shows its words.
fn page(does: &str) -> String {
    format!(
        "<button id=b>Go</button><output id=o></output><script>const say = (t) => o.textContent = t; b.onclick = () => {{ {does} }}</script>"
    )
}

/// What the handler does; what the status reads once the page has settled; whether
/// anything was noticed at all.
const EFFECTS: &[(&str, &str, &str, bool)] = &[
    ("at once", "say('done')", "done", true),
    (
        "after one and a half seconds",
        "setTimeout(() => say('done'), 1500)",
        "done",
        true,
    ),
    (
        "in steps",
        "say('1'); setTimeout(() => say('2'), 50); setTimeout(() => say('done'), 100)",
        "done",
        true,
    ),
    (
        "over a request",
        "say('busy'); fetch('/echo?ms=500').then(() => say('done'))",
        "done",
        true,
    ),
    (
        "over an old-fashioned request",
        "say('busy'); const x = new XMLHttpRequest(); x.open('GET', '/echo?ms=500'); x.onload = () => say('done'); x.send()",
        "done",
        true,
    ),
    (
        "over requests that fail",
        "say('busy'); fetch('/nowhere?', { mode: 'no-cors', method: 'POST' }).then(() => fetch('http://127.0.0.1:1/')).catch(() => say('done'))",
        "done",
        true,
    ),
    (
        "while it says it is busy",
        "say('busy'); o.ariaBusy = 'true'; setTimeout(() => { say('done'); o.ariaBusy = 'false' }, 400)",
        "done",
        true,
    ),
    ("nothing", "", "", false),
    (
        "only a request",
        "fetch('/echo', { method: 'POST' })",
        "",
        true,
    ),
    ("only a beacon", "navigator.sendBeacon('/echo')", "", false),
    (
        "only something drawn",
        "b.style.background = 'red'",
        "",
        true,
    ),
    (
        "only marks of pointer and focus",
        "b.classList.add('is-hovered', 'focus-visible')",
        "",
        false,
    ),
    (
        "only a ripple that goes away",
        "const r = document.createElement('i'); r.className = 'ripple'; b.append(r); setTimeout(() => r.remove(), 300)",
        "",
        false,
    ),
    ("a window beside this one", "open('/blank.html')", "", true),
    (
        "the focus in a field",
        "const i = document.createElement('input'); b.after(i); i.focus(); i.style.display = 'block'",
        "",
        true,
    ),
    (
        "the address in place",
        "history.pushState({}, '', '/elsewhere')",
        "",
        true,
    ),
    (
        "the fragment that leads where it is already",
        "location.hash = 'top'",
        "",
        false,
    ),
    (
        "scrolling",
        "document.body.style.height = '5000px'; scrollTo(0, 900)",
        "",
        true,
    ),
];

#[tokio::test]
async fn what_an_action_brings_is_waited_for() {
    let shown = Shown::start().await;
    for (what, does, expected, visible) in EFFECTS {
        shown.write(&page(does)).await;
        let effect = shown
            .tap("button", "Go")
            .await
            .unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let status = effect
            .after
            .nodes
            .iter()
            .find(|n| n.role == "status")
            .unwrap();
        assert_eq!(status.text, *expected, "{what}");
        assert_eq!(effect.visible, *visible, "{what}: {:?}", effect.notes);
        assert_eq!(effect.reached, Some(true), "{what}");
    }
    shown.close().await;
}

#[tokio::test]
async fn a_page_that_never_rests_does_not_hold_anybody_up() {
    let shown = Shown::start().await;
    let restless = [
        (
            "a clock",
            "<p id=c></p><script>let s = 0; setInterval(() => c.textContent = `12:00:${10 + s++ % 50}`, 20)</script>",
        ),
        (
            "a counter",
            "<p id=c></p><script>let s = 0; setInterval(() => c.textContent = s++, 20)</script>",
        ),
        (
            "a spinner",
            "<p id=c style=\"display:inline-block\">x</p><script>let s = 0; setInterval(() => c.style.transform = `rotate(${s++}deg)`, 20)</script>",
        ),
    ];
    for (what, markup) in restless {
        shown
            .write(&format!("{}{markup}", page("say('done')")))
            .await;
        let start = Instant::now();
        let effect = shown.tap("button", "Go").await.unwrap();
        assert!(start.elapsed() < Duration::from_secs(8), "{what}");
        find(&effect.after, "status", "done");
        let late = effect
            .notes
            .iter()
            .any(|note| note.contains("still changing"));
        assert_eq!(late, what == "a counter", "{what}: {:?}", effect.notes);
    }
    shown.close().await;
}

#[tokio::test]
async fn a_spinner_is_no_effect_and_a_second_toggle_is_one() {
    let shown = Shown::start().await;
    let spinner = "<p id=c style=\"display:inline-block\">x</p><script>let s = 0; setInterval(() => c.style.transform = `rotate(${s++}deg)`, 20)</script>";
    shown.write(&format!("{}{spinner}", page(""))).await;
    assert!(!shown.tap("button", "Go").await.unwrap().visible);
    let theme = page("document.documentElement.classList.toggle('dark')");
    let dark = "<style>.dark { color: #777 }</style>";
    shown.write(&format!("{dark}{theme}{spinner}")).await;
    for time in 1..=3 {
        assert!(shown.tap("button", "Go").await.unwrap().visible, "{time}");
    }
    shown.close().await;
}

#[tokio::test]
async fn a_picture_that_never_arrives_holds_up_only_the_first_looks() {
    let shown = Shown::start().await;
    shown
        .write(&format!(
            "{}<img alt=P src='/slow/blank.html?ms=60000'>",
            page("say('done')")
        ))
        .await;
    let args = || serde_json::json!({ "quiet": 75, "bound": 1000 });
    let mut waited = Vec::new();
    for _ in 0..4 {
        let answer = shown
            .page
            .engine()
            .call_async("settle", args(), Duration::from_secs(5))
            .await
            .unwrap();
        let e2e::browser::wire::Evaluated::Value(answer) = answer else {
            panic!("the page is there");
        };
        waited.push(answer["waited"].as_f64().unwrap());
    }
    assert!(waited[3] < 500.0, "{waited:?}");
    shown.close().await;
}

#[tokio::test]
async fn a_clock_is_no_effect() {
    let shown = Shown::start().await;
    let clock = "<p id=c></p><script>let s = 0; setInterval(() => c.textContent = `12:00:${10 + s++ % 50}`, 20)</script>";
    shown.write(&format!("{}{clock}", page(""))).await;
    assert!(!shown.tap("button", "Go").await.unwrap().visible);
    shown.close().await;
}

#[tokio::test]
async fn navigation_is_followed_to_the_new_page() {
    let shown = Shown::start().await;
    let ways = [
        ("a link", "<a href='/roles.html'>Go</a>", "link", "Roles"),
        (
            "a slow link",
            "<a href='/slow/roles.html?ms=3600'>Go</a>",
            "link",
            "Roles",
        ),
        (
            "a form",
            "<form method=post action='/echo'><input name=a value=b><button>Go</button></form>",
            "button",
            "Sent",
        ),
        (
            "a script",
            "<button onclick=\"location = '/roles.html'\">Go</button>",
            "button",
            "Roles",
        ),
        (
            "a late script",
            "<button onclick=\"setTimeout(() => location = '/roles.html', 900)\">Go</button>",
            "button",
            "Roles",
        ),
        (
            "a page that asks before it is left",
            "<input><button onclick=\"location = '/roles.html'\">Go</button><script>onbeforeunload = () => 'sure?'</script>",
            "button",
            "Roles",
        ),
        (
            "a redirect in the page",
            "<button onclick=\"location = '/hop.html'\">Go</button>",
            "button",
            "Roles",
        ),
    ];
    for (what, markup, role, title) in ways {
        shown.write(markup).await;
        let effect = shown
            .tap(role, "Go")
            .await
            .unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_eq!(effect.after.title, title, "{what}\n{}", text(&effect.after));
        assert!(effect.visible, "{what}");
        assert_ne!(effect.before.document, effect.after.document, "{what}");
        let diff = Diff::between(&effect.before, &effect.after, &TextOptions::default());
        assert!(diff.is_whole(), "{what}");
    }
    shown.close().await;
}

#[tokio::test]
async fn dialogs_are_answered_by_the_policy_and_reported() {
    let shown = Shown::start().await;
    let asks = [
        ("alert('Saved')", "done", "Saved"),
        ("answer = confirm('Really?')", "false", "Really?"),
        ("answer = prompt('Name?')", "null", "Name?"),
        ("alert('One'); alert('Two')", "done", "Two"),
        (
            "setTimeout(() => { alert('Later'); say('after') }, 300); return",
            "after",
            "Later",
        ),
    ];
    for (does, expected, said) in asks {
        shown
            .write(&page(&format!(
                "let answer = 'done'; {does}; say(String(answer))"
            )))
            .await;
        let effect = shown
            .tap("button", "Go")
            .await
            .unwrap_or_else(|error| panic!("{does}: {error:?}"));
        find(&effect.after, "status", expected);
        assert!(effect.notes.join("\n").contains(said), "{:?}", effect.notes);
        assert!(effect.visible);
    }
    // While a page loads, too.
    let url = shown.url("alert.html");
    let effect = shown.perform(Verb::Navigate { url }).await.unwrap();
    assert!(
        effect.notes.join("\n").contains("Welcome"),
        "{:?}",
        effect.notes
    );
    find(&effect.after, "heading", "Behind the dialog");
    shown.close().await;
}

#[tokio::test]
async fn a_dialog_can_be_accepted_or_left_open() {
    let shown = Shown::with(DialogPolicy::Accept).await;
    shown.write(&page("say(String(confirm('Really?')))")).await;
    find(
        &shown.tap("button", "Go").await.unwrap().after,
        "status",
        "true",
    );
    shown.close().await;
    let shown = Shown::with(DialogPolicy::Keep).await;
    shown.write(&page("say(String(confirm('Really?')))")).await;
    let effect = shown.tap("button", "Go").await.unwrap();
    assert_eq!(effect.after.dialog.as_deref(), Some("Really?"));
    shown.close().await;
}

#[tokio::test]
async fn a_page_that_is_quiet_already_is_not_waited_for() {
    let shown = Shown::start().await;
    shown.write("<button>Go</button>").await;
    shown.page.observe().await.unwrap();
    let waited = shown.page.engine();
    // The engine's own account, not a clock of ours: no wait at all.
    let args = serde_json::json!({ "quiet": 75, "bound": 1000 });
    tokio::time::sleep(Duration::from_millis(100)).await;
    let e2e::browser::wire::Evaluated::Value(answer) = waited
        .call_async("settle", args, Duration::from_secs(5))
        .await
        .unwrap()
    else {
        panic!("the page is there");
    };
    assert!(answer["waited"].as_f64().unwrap() < 60.0, "{answer}");
    shown.close().await;
}
