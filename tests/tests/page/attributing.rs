//! Whose doing a change was: a dead button on a page that is busy by itself stays dead,
//! and a live one beside the same bustle stays alive.

use e2e::page::Terms;
use e2e::page::verb::Verb;
use e2e_tests::pages::{Shown, text};
use std::time::Duration;

/// What a page does by itself, in groups that share a page, with words that the account
/// of a dead button on it has to hold.
const BUSY: &[(&str, &[&str], &[&str])] = &[
    (
        "sends requests",
        &[
            "setInterval(() => fetch('/echo?poll=' + Date.now()), 60)",
            "setInterval(() => { const x = new XMLHttpRequest(); x.open('GET', '/echo?x=' + Date.now()); \
             x.onload = () => { c.textContent = 'heard ' + x.status + Math.random().toString(36) }; x.send() }, 70)",
            "(async () => { for (;;) await fetch('/echo?ms=1500') })()",
            "setInterval(async () => { const r = await fetch('/echo?at=' + Date.now()); await r.text(); \
             add('li', 'line ' + Math.random().toString(36)) }, 80)",
        ],
        &["which the page sent by itself", "paragraph \"heard 200"],
    ),
    (
        "reports every press",
        &[
            "addEventListener('pointerdown', () => navigator.sendBeacon('/echo', 'x'), true)",
            "document.addEventListener('click', () => fetch('/echo?k', { method: 'POST', keepalive: true }))",
            "document.addEventListener('click', e => fetch('/telemetry', { method: 'POST', body: e.target.id }))",
            "const report = () => fetch('/echo?q=' + Date.now()); for (let k = 1; k < 4; k++) setTimeout(report, 30 * k); \
             document.addEventListener('click', report)",
            "const beat = () => fetch('/echo?beat', { method: 'POST' }); setInterval(beat, 60); \
             document.addEventListener('click', beat)",
        ],
        &[
            "a beacon, which shows nothing",
            "as reports are",
            "only reports the press",
            "also sends by itself",
        ],
    ),
    (
        "moves all the time",
        &[
            "let i = 0; setInterval(() => c.textContent = ++i % 2 ? 'on ' + i : 'off ' + i, 70)",
            "m.innerHTML = '<b>A</b><b hidden>B</b>'; setInterval(() => { i++; \
             for (const [k, b] of [...m.children].entries()) b.hidden = k !== i % 2 }, 90)",
            "document.head.insertAdjacentHTML('beforeend', '<style>@keyframes k { 50% { visibility: hidden } } \
             #f { animation: k 300ms steps(1) infinite }</style>')",
            "setInterval(() => document.title = ++i, 50)",
        ],
        &["which keeps changing by itself"],
    ),
    (
        "begins something soon after the press",
        &[
            "whenPressed(120, () => { let i = 0; setInterval(() => c.textContent = 'tick ' + ++i, 60) })",
            "whenPressed(200, () => add('p', 'New mail'))",
            "const mc = new MessageChannel(); mc.port1.onmessage = () => {}; setInterval(() => mc.port2.postMessage(1), 50)",
            "whenPressed(150, () => f.remove())",
            "whenPressed(100, () => history.replaceState({}, '', '?at=' + Date.now()))",
            "whenPressed(180, () => m.scrollTop = 40)",
        ],
        &["\"tick", "New mail", "which went away by itself"],
    ),
    (
        "opens a dialog by itself",
        &["whenPressed(120, () => alert('Time is up'))"],
        &["Time is up", "opened the dialog by itself"],
    ),
    (
        "does something of its own long after every press",
        &[
            "document.addEventListener('click', () => setTimeout(() => add('p', 'Too late'), 4000))",
            "document.addEventListener('click', () => fetch('/echo?ms=60000', { method: 'POST', keepalive: true }))",
        ],
        &["sent to outlive the page"],
    ),
    (
        "has listeners of its own",
        &[
            "m.innerHTML = '<input id=q aria-label=Q>'; const p = document.createElement('p'); m.append(p); const go = document.querySelector('button')",
            "const write = e => { if (!e.isTrusted) p.textContent = 'synthetic ' + Math.random() }; document.body.addEventListener('click', write); \
             setInterval(() => document.body.dispatchEvent(new MouseEvent('click')), 60)",
            "q.onfocus = () => p.title = 'focused ' + Math.random(); setInterval(() => { q.focus(); q.blur() }, 70)",
            "addEventListener('message', () => p.lang = 'x' + Math.random()); setInterval(() => postMessage(1, '*'), 60)",
            "window.open = () => null; whenPressed(150, () => open('/blank.html'))",
            "go.onclick = () => setTimeout(say, 60000); whenPressed(4000, () => add('p', 'Much later'))",
        ],
        &["only this changed"],
    ),
    (
        "stops the events of its buttons",
        &[
            "setInterval(() => c.textContent = 'tick ' + Math.random(), 60)",
            "setInterval(() => m.innerHTML = '<section><p>' + Math.random() + '</p></section>', 70)",
            "const mc = new MessageChannel(); mc.port1.onmessage = () => c.textContent = 'queued ' + Math.random()",
            "for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) { \
             addEventListener(kind, () => mc.port2.postMessage(1), true); \
             document.querySelector('button').addEventListener(kind, e => { e.stopPropagation(); mc.port2.postMessage(1) }) }",
        ],
        &["which keeps changing by itself"],
    ),
    (
        "marks that a mouse is used, complains, and puts a list in another order",
        &[
            "setInterval(() => console.error('no cause of mine'), 50)",
            "setInterval(() => { throw new Error('not thrown at it') }, 50)",
            "m.innerHTML = '<ol><li>One</li><li>Two</li><li>Three</li></ol>'; const l = m.firstElementChild; \
             setInterval(() => l.append(l.firstElementChild), 90)",
            "addEventListener('pointerdown', () => document.documentElement.classList.add('using-mouse'))",
            "addEventListener('mousedown', () => document.body.dataset.whatinput = 'mouse')",
        ],
        &["nothing on the page changed", "no request was sent"],
    ),
];

/// How a live button shows that it is one.
const LIVE: &[(&str, &str)] = &[
    ("at once", "say()"),
    ("in a while", "setTimeout(say, 300)"),
    (
        "in a frame of a frame",
        "requestAnimationFrame(() => requestAnimationFrame(say))",
    ),
    (
        "by awaiting",
        "(async () => { const r = await fetch('/echo?save', { method: 'POST', body: 'b' }); await r.text(); say() })()",
    ),
    (
        "by the old way",
        "const x = new XMLHttpRequest(); x.open('POST', '/echo?ms=100'); x.onload = say; x.send()",
    ),
    (
        "through a channel",
        "const m = new MessageChannel(); m.port1.onmessage = say; m.port2.postMessage(1)",
    ),
    (
        "through a worker",
        "const w = new Worker('data:text/javascript,onmessage=()=>setTimeout(()=>postMessage(1),300)'); \
         w.onmessage = say; w.postMessage(1)",
    ),
    (
        "by a message to itself",
        "window.addEventListener('message', say, { once: true }); window.postMessage(1, '*')",
    ),
    ("by a dialog", "alert('Saved')"),
    (
        "by a request alone",
        "fetch('/echo?new', { method: 'PUT' })",
    ),
    (
        "by asking what the page asks too",
        "fetch('/echo?poll=' + Date.now())",
    ),
    (
        "by a state of its own",
        "this.setAttribute('aria-pressed', 'true')",
    ),
    (
        "by a look",
        "document.documentElement.classList.add('dark')",
    ),
    ("by what is only styled", "r.click()"),
    (
        "on what changes by itself too",
        "f.textContent = 'Chosen ' + ++said",
    ),
    ("by an address", "history.pushState({}, '', '/elsewhere')"),
    ("by another page", "location = '/blank.html'"),
];

const GROUND: &str = "<style>#m { height: 50px; overflow: auto } .dark { color: #777 }</style><output id=o></output><p id=c>c</p><p id=f>f</p>\
    <main id=m></main><script>\
    const add = (tag, text) => { const e = document.createElement(tag); e.textContent = text; m.append(e) };\
    let said = 0; const say = () => o.textContent = 'said ' + ++said;\
    let pressed = 0; const whenPressed = (ms, then) => { \
    addEventListener('pointerdown', () => pressed = performance.now(), true); \
    const t = setInterval(() => { if (pressed && performance.now() - pressed > ms) { clearInterval(t); then() } }, 10) };</script>";

fn script(does: &str) -> String {
    format!("<script>{does}</script>")
}

#[tokio::test]
async fn a_dead_button_on_a_busy_page_is_dead() {
    let shown = Shown::start().await;
    for (what, bustle, words) in BUSY {
        let bustle: String = bustle.iter().map(|does| script(does)).collect();
        shown
            .write(&format!("<button>Go</button>{GROUND}{bustle}"))
            .await;
        let effect = shown
            .tap("button", "Go")
            .await
            .unwrap_or_else(|error| panic!("a page that {what}: {error:?}"));
        let said = effect.notes.join("\n");
        assert!(!effect.visible, "a page that {what}: {effect:?}");
        for word in *words {
            assert!(said.contains(word), "a page that {what}: {said}");
        }
        for word in ["failed at it", "Much later"] {
            assert!(!said.contains(word), "a page that {what}: {said}");
        }
    }
    shown.close().await;
}

#[tokio::test]
async fn a_live_button_on_a_busy_page_is_alive() {
    let shown = Shown::start().await;
    let bustle = script(
        "setInterval(() => fetch('/echo?poll=' + Date.now()), 60); let i = 0; \
         setInterval(() => c.textContent = 'tick ' + ++i, 50); \
         setInterval(() => f.title = 'F ' + ++i, 50); \
         document.addEventListener('click', () => fetch('/telemetry', { method: 'POST', keepalive: true }))",
    );
    let styled = "<style>#d { display: none } #r:checked ~ #d { display: block }</style><input type=checkbox id=r><p id=d>Details</p>";
    let buttons: String = LIVE
        .iter()
        .map(|(what, does)| format!("<button onclick=\"{does}\">{what}</button>"))
        .collect();
    // What the browser itself does at a click is a part of it.
    let form =
        "<form onsubmit='event.preventDefault(); say()'><button>by sending a form</button></form>";
    shown
        .write(&format!("{form}{buttons}{styled}{GROUND}{bustle}"))
        .await;
    for (what, _) in [("by sending a form", "")].iter().chain(LIVE) {
        let effect = shown
            .tap("button", what)
            .await
            .unwrap_or_else(|error| panic!("alive {what}: {error:?}"));
        assert!(effect.visible, "alive {what}: {:?}", effect.notes);
    }
    shown.close().await;
}

#[tokio::test]
async fn what_every_press_sends_is_no_effect_of_one() {
    let shown = Shown::start().await;
    let sends = script(
        "document.addEventListener('click', e => fetch('/echo?pressed', { method: 'POST', body: e.target.id }))",
    );
    shown
        .write(&format!(
            "<button id=one>One</button><button id=two>Two</button>{sends}"
        ))
        .await;
    // With one press alone it cannot be told from saving something.
    assert!(shown.tap("button", "One").await.unwrap().visible);
    let effect = shown.tap("button", "Two").await.unwrap();
    assert!(!effect.visible, "{effect:?}");
    let said = effect.notes.join("\n");
    assert!(
        said.contains("presses elsewhere on the page send too"),
        "{said}"
    );
    shown.close().await;
}

/// How a button answers long after it was pressed: all of it is waited for.
const LATE: &[(&str, &str)] = &[
    (
        "an open request",
        "fetch('/echo?ms=3300', { method: 'POST' }).then(say)",
    ),
    (
        "an open request of the old kind",
        "const x = new XMLHttpRequest(); x.open('POST', '/echo?ms=3300'); x.onload = say; x.send()",
    ),
    ("a timer", "setTimeout(say, 2600)"),
];

#[tokio::test]
async fn what_a_press_began_is_waited_for() {
    let shown = Shown::start().await;
    for (what, does) in LATE {
        shown
            .write(&format!("<button onclick=\"{does}\">Go</button>{GROUND}"))
            .await;
        let effect = shown.tap("button", "Go").await.unwrap();
        assert!(effect.visible, "{what}: {:?}", effect.notes);
        let screen = text(&effect.after);
        assert!(screen.contains("said 1"), "{what}: {screen}");
    }
    // No longer than the caller has time for.
    shown
        .write(&format!(
            "<button onclick='setTimeout(say, 2600)'>Go</button>{GROUND}"
        ))
        .await;
    let target = shown.id("button", "Go");
    let mut terms = Terms::default();
    terms.limit = Some(Duration::from_millis(400));
    let effect = shown
        .page
        .perform_with(Verb::Tap { target }, &terms)
        .await
        .unwrap();
    assert!(!effect.visible, "{:?}", effect.notes);
    assert!(!text(&effect.after).contains("said 1"));
    shown.close().await;
}

/// How a handler fails, and what is quoted of it.
const FAILING: &[(&str, &str)] = &[
    ("throw new Error('broken 17')", "Error: broken 17"),
    ("setTimeout(() => missing17())", "missing17 is not defined"),
    ("console.error('broken 18')", "the console says: broken 18"),
    (
        "(async () => { await 0; throw new Error('broken 19') })()",
        "a promise was rejected: broken 19",
    ),
];

#[tokio::test]
async fn what_a_dead_button_threw_is_quoted() {
    let shown = Shown::start().await;
    let buttons: String = FAILING
        .iter()
        .map(|(does, _)| format!("<button onclick=\"{does}\">{}</button>", does.len()))
        .collect();
    shown.write(&format!("{buttons}{GROUND}")).await;
    for (does, words) in FAILING {
        let target = shown.id("button", &does.len().to_string());
        let mut terms = Terms::default();
        terms.limit = Some(Duration::from_millis(1_200));
        let tap = Verb::Tap { target };
        let effect = shown.page.perform_with(tap, &terms).await.unwrap();
        let said = effect.notes.join("\n");
        assert!(!effect.visible, "{does}: {said}");
        assert!(
            said.contains("the page failed at it: ") && said.contains(words),
            "{does}: {said}"
        );
    }
    shown.close().await;
}
