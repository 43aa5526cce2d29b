//! Whose doing a change was: a dead button on a page that is busy by itself stays dead,
//! and a live one beside the same bustle stays alive.

use e2e_tests::pages::Shown;

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
        "marks that a mouse is used",
        &[
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
    ("by a dialog", "alert('Saved')"),
    (
        "by a request alone",
        "fetch('/echo?new', { method: 'PUT' })",
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
    ("by an address", "history.pushState({}, '', '/elsewhere')"),
    ("by another page", "location = '/blank.html'"),
];

const GROUND: &str = "<style>#m { height: 50px; overflow: auto }</style><output id=o></output><p id=c>c</p><p id=f>f</p>\
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
    }
    shown.close().await;
}

#[tokio::test]
async fn a_live_button_on_a_busy_page_is_alive() {
    let shown = Shown::start().await;
    let bustle = script(
        "setInterval(() => fetch('/echo?poll=' + Date.now()), 60); let i = 0; \
         setInterval(() => c.textContent = 'tick ' + ++i, 50); \
         document.addEventListener('click', () => fetch('/telemetry', { method: 'POST', keepalive: true }))",
    );
    let styled = "<style>#d { display: none } #r:checked ~ #d { display: block }</style><input type=checkbox id=r><p id=d>Details</p>";
    let buttons: String = LIVE
        .iter()
        .map(|(what, does)| format!("<button onclick=\"{does}\">{what}</button>"))
        .collect();
    shown
        .write(&format!("{buttons}{styled}{GROUND}{bustle}"))
        .await;
    for (what, _) in LIVE {
        let effect = shown
            .tap("button", what)
            .await
            .unwrap_or_else(|error| panic!("alive {what}: {error:?}"));
        assert!(effect.visible, "alive {what}: {:?}", effect.notes);
    }
    shown.close().await;
}
