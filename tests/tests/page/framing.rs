//! What only a frame of the page brings is waited for, also where most of the time no
//! frame has to be.

use e2e::page::verb::Verb;
use e2e_tests::pages::{Shown, text};

/// What only a frame brings: a script of the page, and what comes of a press or of a text.
/// Each on a page of its own, where nothing else asks for frames.
const FRAMED: &[(&str, &str, &str)] = &[
    ("a frame asked for", "", "requestAnimationFrame(end)"),
    (
        "a frame asked for by a name kept from before",
        "const kept = requestAnimationFrame",
        "kept(end)",
    ),
    (
        "a page that looks in every frame",
        "let want = 0; const each = () => { if (want) end(); want = 0; requestAnimationFrame(each) }; each()",
        "want = 1",
    ),
    (
        "another size",
        "new ResizeObserver(() => box.offsetWidth > 60 && end()).observe(box)",
        "box.style.width = '70px'",
    ),
    (
        "another size by the style of what is chosen",
        "new ResizeObserver(() => box.offsetWidth > 60 && end()).observe(box)",
        "box.className = 'wide'",
    ),
    (
        "coming into view",
        "new IntersectionObserver(e => e[0].isIntersecting && end()).observe(away)",
        "away.style.display = 'block'",
    ),
    (
        "a transition that begins",
        "box.ontransitionstart = end",
        "box.classList.add('red')",
    ),
    (
        "a transition that begins, heard further out",
        "document.addEventListener('transitionrun', end)",
        "box.classList.add('red')",
    ),
    (
        "a transition to its end",
        "box.ontransitionend = end",
        "box.classList.add('faint')",
    ),
    (
        "an animation that begins",
        "box.onanimationstart = end",
        "box.classList.add('moved')",
    ),
    (
        "scrolling, told later",
        "list.onscroll = end",
        "list.scrollTop = 90",
    ),
    (
        "scrolling, told to what is written there",
        "list.setAttribute('onscroll', 'end()')",
        "list.scrollTop = 90",
    ),
    (
        "the focus that goes with what goes away",
        "document.querySelector('button').onblur = end",
        "this.style.display = 'none'",
    ),
    (
        "microtasks",
        "",
        "(async () => { for (let k = 0; k < 500; k++) await 0; end() })()",
    ),
    ("the next task", "", "setTimeout(end, 0)"),
    (
        "a timer by a name kept from before",
        "const kept = setTimeout",
        "kept(() => requestAnimationFrame(end), 0)",
    ),
    (
        "a scheduler over a channel",
        "const c = new MessageChannel(); let left = 5; c.port1.onmessage = () => left-- ? c.port2.postMessage(0) : end()",
        "c.port2.postMessage(0)",
    ),
];

const BARE: &str = "<style>#box { width: 50px; height: 20px; transition: opacity 50ms, background 50ms } .faint { opacity: .5 } .red { background: red }\
    #box.wide { width: 90px } @keyframes k { from { translate: 0 } to { translate: 9px } } .moved { animation: k 50ms } #list { height: 40px; overflow: auto }</style>\
    <output id=o></output><div id=box>box</div><p id=away style='display: none'>away</p><div id=list><pre>1\n2\n3\n4\n5\n6\n7\n8\n9</pre></div>\
    <script>const begin = () => o.textContent = 'busy', end = () => o.textContent = 'done';</script>";

#[tokio::test]
async fn what_a_frame_brings_is_waited_for() {
    let shown = Shown::start().await;
    let mut missed = Vec::new();
    for (what, script, does) in FRAMED {
        let markup = format!(
            "<button onclick=\"begin(); {does}\">Go</button>{BARE}<script>{script}</script>"
        );
        let mut screen = String::new();
        // A machine that is busy may draw a frame later than the time of quiet takes: what
        // is not waited for is missed every time.
        for _ in 0..3 {
            shown.write(&markup).await;
            let effect = shown.tap("button", "Go").await;
            let effect = effect.unwrap_or_else(|error| panic!("{what}: {error:?}"));
            screen = text(&effect.after);
            if screen.contains("done") {
                break;
            }
        }
        if !screen.contains("done") {
            missed.push(format!("{what}: {screen}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    shown.close().await;
}

/// The same of a text that arrives as a whole, where nobody listens to it: what the page
/// has of its own, and its styles.
const UNHEARD: &[(&str, &str)] = &[
    (
        "a size that goes by the focus",
        "<style>input:focus { width: 300px }</style><script>new ResizeObserver(() => field.offsetWidth > 299 && end()).observe(field)</script>",
    ),
    (
        "a page that looks in every frame",
        "<script>const each = () => { if (field.value) end(); requestAnimationFrame(each) }; each()</script>",
    ),
    (
        "what comes into view",
        "<style>input:placeholder-shown ~ p { display: none }</style><p id=away>away</p><script>\
         new IntersectionObserver(e => e[0].isIntersecting && end()).observe(away)</script>",
    ),
    (
        "a transition that begins",
        "<style>input { color: red; transition: color 50ms } input:focus { color: blue }</style><script>field.ontransitionrun = end</script>",
    ),
    (
        "a frame that the focus asks for",
        "<script>field.onfocus = () => requestAnimationFrame(end)</script>",
    ),
];

#[tokio::test]
async fn what_a_frame_brings_after_a_text_is_waited_for() {
    let shown = Shown::start().await;
    let mut missed = Vec::new();
    for (what, more) in UNHEARD {
        shown
            .write(&format!(
                "<output id=o></output><script>const end = () => o.textContent = 'done'</script>\
                 <input id=field aria-label=Name placeholder=x>{more}"
            ))
            .await;
        let verb = Verb::Type {
            target: Some(shown.id("textbox", "Name")),
            text: "Ada".into(),
            replace: true,
        };
        let effect = shown.perform(verb).await;
        let effect = effect.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let screen = text(&effect.after);
        if !screen.contains("done") {
            missed.push(format!("{what}: {screen}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    shown.close().await;
}
