//! What a press began and has not ended, though the page shows something already: the
//! wait ends with the last of it, whatever way it takes, and at once where there is none.

use e2e_tests::pages::{Shown, text};
use std::time::{Duration, Instant};

/// Ways that can be followed to their end, on one page.
const FOLLOWED: &[(&str, &str)] = &[
    ("nothing more", "end()"),
    ("a timer", "setTimeout(end, 60)"),
    (
        "timers of timers",
        "setTimeout(() => setTimeout(() => setTimeout(end, 40), 30), 40)",
    ),
    ("frames of frames", "chain(4, requestAnimationFrame)"),
    (
        "microtasks",
        "(async () => { for (let k = 0; k < 500; k++) await 0; end() })()",
    ),
    (
        "a timer behind many microtasks",
        "(async () => { for (let k = 0; k < 500; k++) await 0; setTimeout(end, 40) })()",
    ),
    (
        "an async generator",
        "(async () => { for await (const k of (async function* () { for (let k = 0; k < 4; k++) { \
         await new Promise(done => setTimeout(done, 20)); yield k } })()) if (k === 3) end() })()",
    ),
    (
        "a request, then a timer",
        "fetch('/echo?ms=40').then(r => r.text()).then(() => setTimeout(end, 40))",
    ),
    (
        "an old request, then a frame",
        "const x = new XMLHttpRequest(); x.open('GET', '/echo?ms=40'); x.onload = () => requestAnimationFrame(end); x.send()",
    ),
    ("a scheduler over a channel", "work(3)"),
    ("a scheduler over messages to itself", "mail(3)"),
    (
        "another size",
        "box.style.width = ++size + 'px'; sized = end",
    ),
    ("coming into view", "sight.observe(box); seen = end"),
    (
        "coming into view, and then another size",
        "new IntersectionObserver(() => { box.style.width = ++size + 'px'; sized = end }).observe(box)",
    ),
];

const GROUND: &str = "<style>#box { width: 50px; height: 20px } .faint { opacity: .5 } #box { transition: opacity 50ms }\
    @keyframes k { from { translate: 0 } to { translate: 9px } } .moved { animation: k 50ms }</style>\
    <output id=o></output><div id=box>box</div><script>\
    var n = 0; let size = 60, sized = null, seen = null; const begin = () => o.textContent = 'busy ' + ++n, end = () => o.textContent = 'done ' + n;\
    const chain = (k, by) => by(() => k ? chain(k - 1, by) : end());\
    let left = 0; const mc = new MessageChannel(); mc.port1.onmessage = () => left-- ? mc.port2.postMessage(null) : end();\
    const work = (k) => { left = k; mc.port2.postMessage(null) };\
    let letters = 0; addEventListener('message', () => letters-- ? postMessage(0, '*') : end());\
    const mail = (k) => { letters = k; postMessage(0, '*') };\
    new ResizeObserver(() => { if (sized) sized(); sized = null }).observe(box);\
    const sight = new IntersectionObserver(() => { if (seen) seen(); seen = null });</script>";

/// Ways that take their own time or lead out of sight, each on a page of its own: a script
/// of the page, and what its button does.
const UNTRACED: &[(&str, &str, &str)] = &[
    ("an idle moment", "", "requestIdleCallback(end)"),
    (
        "a transition",
        "",
        "box.ontransitionend = end; box.classList.toggle('faint')",
    ),
    (
        "an animation",
        "",
        "box.onanimationend = end; box.classList.add('moved')",
    ),
    (
        "a worker",
        "const w = new Worker('data:text/javascript,onmessage=()=>setTimeout(()=>postMessage(1),40)'); w.onmessage = end",
        "w.postMessage(1)",
    ),
    (
        "a worker behind a port",
        "const w = new Worker('data:text/javascript,onmessage=e=>e.ports[0].onmessage=m=>setTimeout(()=>m.target.postMessage(1),40)'); \
         const c = new MessageChannel(); c.port1.onmessage = end; w.postMessage(1, [c.port2])",
        "c.port1.postMessage(1)",
    ),
    (
        "a broadcast",
        "const a = new BroadcastChannel('x'), b = new BroadcastChannel('x'); b.onmessage = end",
        "a.postMessage(1)",
    ),
    (
        "a socket",
        "",
        "new WebSocket('ws://127.0.0.1:1/').onerror = end",
    ),
    (
        "a stream of events",
        "",
        "new EventSource('/echo?ms=30').onerror = end",
    ),
    (
        "a frame",
        "",
        "const f = document.createElement('iframe'); f.srcdoc = '<p>framed</p>'; f.onload = end; document.body.append(f)",
    ),
    (
        "a script",
        "",
        "const s = document.createElement('script'); s.src = 'data:text/javascript,end()'; document.body.append(s)",
    ),
    (
        "a body read in pieces",
        "",
        "fetch('/echo?ms=10').then(async r => { const p = r.body.getReader(); while (!(await p.read()).done); end() })",
    ),
    (
        "an element that says that it opened",
        "const d = document.createElement('details'); d.innerHTML = '<summary>S</summary>'; document.body.append(d); \
         d.ontoggle = () => setTimeout(end, 40)",
        "d.open = true",
    ),
    (
        "an address within the page",
        "onhashchange = () => setTimeout(end, 40)",
        "location.hash = '#there'",
    ),
];

#[tokio::test]
async fn what_is_outstanding_is_waited_for() {
    let shown = Shown::start().await;
    let buttons: String = FOLLOWED
        .iter()
        .map(|(what, does)| format!("<button onclick=\"begin(); {does}\">{what}</button>"))
        .collect();
    shown.write(&format!("{GROUND}{buttons}")).await;
    for (at, (what, _)) in FOLLOWED.iter().enumerate() {
        let effect = shown
            .tap("button", what)
            .await
            .unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let screen = text(&effect.after);
        assert!(
            screen.contains(&format!("done {}", at + 1)),
            "{what}: {screen}"
        );
    }
    let module = "<script type=module>window.load = () => import('data:text/javascript,export default 1').then(end)</script>";
    let out_of_sight = UNTRACED.iter().map(|(what, script, does)| {
        (
            *what,
            format!(
                "<button onclick=\"begin(); {does}\">Go</button>{GROUND}<script>{script}</script>"
            ),
        )
    });
    let loaded = format!("<button onclick='begin(); load()'>Go</button>{GROUND}{module}");
    for (what, markup) in out_of_sight.chain([("a module", loaded)]) {
        shown.write(&markup).await;
        let began = Instant::now();
        let effect = shown
            .tap("button", "Go")
            .await
            .unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let screen = text(&effect.after);
        // Out of sight it may take longer than the time of quiet, but never ends it early.
        let kept = began.elapsed() >= Duration::from_millis(75);
        assert!(screen.contains("done 1") || kept, "{what}: {screen}");
    }
    shown.close().await;
}

#[tokio::test]
async fn where_nothing_is_outstanding_there_is_no_time_of_quiet() {
    let shown = Shown::start().await;
    let mut least = Vec::new();
    let plain = "<output id=o></output><script>var n = 0; const end = () => o.textContent = 'done ' + n</script>";
    // Without a frame, with one, and with the time of quiet: a document that may hear from
    // another one has to prove its rest.
    let framed = format!("{GROUND}<iframe srcdoc='<p>another'></iframe>");
    for ground in [plain, GROUND, &framed] {
        shown
            .write(&format!("<button onclick='end()'>Go</button>{ground}"))
            .await;
        let mut times = Vec::new();
        for _ in 0..5 {
            shown.run("window.n++").await;
            let began = Instant::now();
            assert!(shown.tap("button", "Go").await.unwrap().visible);
            times.push(began.elapsed());
        }
        least.push(times.into_iter().min().unwrap_or(Duration::MAX));
    }
    assert!(least[0] < least[2] && least[1] < least[2], "{least:?}");
    shown.close().await;
}
