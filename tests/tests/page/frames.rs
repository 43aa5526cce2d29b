//! Frames of other origins: read and used like the page itself, on its site and off it.

use e2e::Code;
use e2e::page::node::{Observation, Tristate};
use e2e::page::verb::Verb;
use e2e_tests::pages::{Pages, Shown, find, text};

/// A payment form as others serve it.
const CARD: &str = "<title>Card</title><label>Card number <input id=card></label>
    <label><input type=checkbox> Save card</label>
    <label>Country <select><option>Chile<option>Peru</select></label>
    <button onclick=\"out.textContent = 'Paid with ' + card.value\">Pay</button><output id=out></output>
    <p>Keys: <span id=keys></span><script>onkeydown = e => keys.textContent += e.key</script>";

/// Pages of another origin: on the app's site, and with `localhost` off it.
struct Elsewhere(Pages);

impl Elsewhere {
    async fn start() -> Self {
        Self(Pages::start().await)
    }

    fn on_site(&self, markup: &str) -> String {
        self.0.write(markup)
    }

    fn off_site(&self, markup: &str) -> String {
        self.0.write(markup).replace("127.0.0.1", "localhost")
    }
}

/// The listing without its ids.
fn outline(screen: &Observation) -> String {
    let lines = text(screen);
    let bare = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        let rest = line
            .trim_start()
            .split_once(' ')
            .map_or("", |(_, rest)| rest);
        format!("{:indent$}{rest}\n", "")
    };
    lines.lines().map(bare).collect()
}

#[tokio::test]
async fn frames_of_other_origins_are_read() {
    let shown = Shown::start().await;
    let other = Elsewhere::start().await;
    let leaf = other.on_site("<p>Innermost</p><button>Leaf</button>");
    let middle = other.off_site(&format!(
        "<h2>Middle</h2><iframe title=Leaf src='{leaf}'></iframe>"
    ));
    let own = format!("<h2>Own</h2><iframe title=Inner src={leaf}></iframe>");
    let screen = shown
        .write(&format!(
            "<h1>Shop</h1>
             <iframe title=Deep src='{middle}'></iframe><iframe title=Quiet sandbox srcdoc='<p>Still'></iframe>
             <iframe title=Data src='data:text/html,<p>Data'></iframe>
             <iframe title=Tiny width=0 height=0 src='{leaf}'></iframe>
             <iframe title=Own srcdoc='{own}'></iframe><footer>End</footer>",
        ))
        .await;
    assert_eq!(
        outline(&screen),
        "document
 heading \"Shop\" [level=1]
 iframe \"Deep\"
  heading \"Middle\" [level=2]
  iframe \"Leaf\"
   paragraph text=\"Innermost\"
   button \"Leaf\"
 iframe \"Quiet\"
  paragraph text=\"Still\"
 iframe \"Data\"
  paragraph text=\"Data\"
 iframe \"Tiny\"
 iframe \"Own\"
  heading \"Own\" [level=2]
  iframe \"Inner\"
   paragraph text=\"Innermost\"
   button \"Leaf\"
 contentinfo text=\"End\"
"
    );
    assert!(!screen.truncated, "{:?}", screen.unread);
    shown.close().await;
}

#[tokio::test]
async fn forms_in_frames_of_other_origins_are_used() {
    let shown = Shown::start().await;
    let other = Elsewhere::start().await;
    for (what, card) in [
        ("on the site", other.on_site(CARD)),
        ("off the site", other.off_site(CARD)),
        (
            "two frames deep, scrolled, scaled",
            other.off_site(&format!(
                "<p style='height:900px'>Far up</p><iframe title=Inner style='border:7px solid;transform:scale(.8)' src='{}'></iframe>",
                other.on_site(CARD)
            )),
        ),
    ] {
        let near = "<p style='height:800px'>Start</p><label>Mine <input id=mine></label>";
        shown
            .write(&format!("{near}<iframe title=Payment width=500 height=300 src='{card}'></iframe>"))
            .await;
        let target = Some(shown.id("textbox", "Card number"));
        let effect = shown
            .perform(Verb::Type { target, text: "4242".into(), replace: true })
            .await
            .unwrap_or_else(|e| panic!("{what}: {e}"));
        let value = find(&effect.after, "textbox", "Card number").value.clone();
        assert_eq!(value.as_deref(), Some("4242"), "{what}");
        assert!(effect.visible, "{what}");
        let effect = shown.tap("button", "Pay").await.unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(find(&effect.after, "status", "Paid with 4242").text, "Paid with 4242", "{what}");
        assert_eq!((effect.visible, effect.reached), (true, Some(true)), "{what}");
        let target = shown.id("checkbox", "Save card");
        let effect = shown.perform(Verb::Check { target, checked: true }).await.unwrap();
        let state = find(&effect.after, "checkbox", "Save card").states.checked;
        assert_eq!(state, Some(Tristate::True), "{what}");
        let target = shown.id("combobox", "Country");
        let effect = shown.perform(Verb::Select { target, option: "Peru".into() }).await.unwrap();
        let value = find(&effect.after, "combobox", "Country").value.clone();
        assert_eq!(value.as_deref(), Some("Peru"), "{what}");
        let target = Some(shown.id("textbox", "Card number"));
        let chord = "Tab".parse().unwrap();
        let effect = shown.perform(Verb::Press { target, chord }).await.unwrap();
        assert!(text(&effect.after).contains("4242Tab"), "{what}: {}", text(&effect.after));
        // Keys without a target go where the keyboard is.
        shown.tap("textbox", "Card number").await.unwrap();
        let text_in = |text: &str| Verb::Type {
            target: None,
            text: text.into(),
            replace: false,
        };
        let effect = shown.perform(text_in("77")).await.unwrap();
        let value = find(&effect.after, "textbox", "Card number").value.clone();
        assert_eq!(value.as_deref(), Some("424277"), "{what}");
        assert!(effect.visible, "{what}");
        assert_eq!(shown.run("return mine.value").await, "", "{what}");
        let hits = shown.page.search("button", "pay").await.unwrap();
        assert_eq!(hits.count, 1, "{what}");
    }
    shown.close().await;
}

/// Tells the page around it that it is there.
const THERE: &str = "<script>parent.postMessage('there', '*')</script>";

/// Waits until a frame has said that it is there, `times` in all.
async fn arrived(shown: &Shown, times: u64) {
    for _ in 0..200 {
        if shown.run("return window.heard || 0").await == times {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the frame never came");
}

#[tokio::test]
async fn frames_that_change_before_they_are_used() {
    let mut shown = Shown::start().await;
    let other = Elsewhere::start().await;
    let next = other.off_site(&format!("<button>Pay</button>{THERE}"));
    let first = format!(
        "<button>Pay</button><button onclick=\"parent.postMessage('ask', '*')\">Ask</button>{THERE}
         <script>onmessage = () => location = '{next}'</script>"
    );
    let first = other.off_site(&first);
    let page = format!(
        "<h1>Shop</h1><iframe title=Payment src='{first}'></iframe>
         <script>onmessage = e => e.data === 'ask' ? alert('Really?') : window.heard = (window.heard || 0) + 1</script>"
    );
    shown.write(&page).await;
    arrived(&shown, 1).await;
    // A dialog of the page around it, opened by the press.
    let effect = shown.tap("button", "Ask").await.unwrap();
    assert!(
        effect.notes.iter().any(|n| n.contains("Really?")),
        "{:?}",
        effect.notes
    );
    find(&effect.after, "button", "Ask");
    assert_eq!(
        shown
            .run("return document.querySelector('h1').innerText")
            .await,
        "Shop"
    );

    // An id is bound to its document, however much the next one looks like it.
    let target = shown.id("button", "Pay");
    shown.run("frames[0].postMessage('go', '*')").await;
    arrived(&shown, 2).await;
    let error = shown.perform(Verb::Tap { target }).await.unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}");
    assert!(
        error
            .notes()
            .iter()
            .any(|n| n.contains("the frame shows another one")),
        "{error:?}"
    );
    let screen = shown.page.observe().await.unwrap();
    let target = find(&screen, "button", "Pay").id.clone();
    shown.run("document.querySelector('iframe').remove()").await;
    let error = shown.perform(Verb::Tap { target }).await.unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}");
    assert_eq!(
        shown
            .run("return document.querySelector('h1').innerText")
            .await,
        "Shop"
    );

    // A press may take away the very frame it is in.
    let leave = other.off_site("<button onclick=\"parent.postMessage('bye', '*')\">Leave</button>");
    shown
        .write(&format!(
            "<h1>Shop</h1><iframe title=Payment src='{leave}'></iframe>
             <script>onmessage = () => document.querySelector('iframe').remove()</script>"
        ))
        .await;
    let effect = shown.tap("button", "Leave").await.unwrap();
    assert!(effect.visible);
    assert_eq!(
        outline(&effect.after),
        "document\n heading \"Shop\" [level=1]\n"
    );

    // What lies over a frame takes no press that was meant for it, however late it comes.
    shown.hurry();
    for (when, script) in [
        ("before", "cover()"),
        (
            "as the pointer comes",
            "document.querySelector('iframe').onpointerenter = cover",
        ),
    ] {
        shown
            .write(&format!(
                "<iframe title=Payment src='{}'></iframe><div id=over style='position:fixed;inset:0;display:none'
                 onclick='document.title = \"stolen\"'>Wait</div><script>var cover = () => over.style.display = 'block'</script>",
                other.on_site(CARD)
            ))
            .await;
        let target = shown.id("button", "Pay");
        shown.run(script).await;
        let error = shown.perform(Verb::Tap { target }).await.unwrap_err();
        assert_eq!(error.code(), Code::NotActionable, "{when}: {error:?}");
        assert!(error.message().contains("covers it"), "{when}: {error:?}");
        assert_eq!(shown.run("return document.title").await, "", "{when}");
    }

    // Without scripts nothing in it can be waited for.
    shown
        .write("<iframe title=Quiet sandbox srcdoc='<button>Mute</button>'></iframe>")
        .await;
    let error = shown.tap("button", "Mute").await.unwrap_err();
    assert_eq!(error.code(), Code::AutomationUnsupported, "{error:?}");
    assert!(
        error.message().contains("scripts are turned off"),
        "{error:?}"
    );
    shown.close().await;
}

#[tokio::test]
async fn more_frames_than_are_read_are_told() {
    let shown = Shown::start().await;
    let other = Elsewhere::start().await;
    let ad = other.on_site("<p>Ad</p>");
    let frames: String = (0..50)
        .map(|n| format!("<iframe width=40 height=20 title=A{n} src='{ad}'></iframe>"))
        .collect();
    let screen = shown
        .write(&format!("<h1>News</h1>{frames}<button>Next</button>"))
        .await;
    let read = screen
        .frames
        .iter()
        .filter(|frame| !frame.mark.is_empty())
        .count();
    assert!((1..=16).contains(&read), "{read} were read");
    assert!(screen.truncated);
    let listing = text(&screen);
    assert!(listing.contains("(not read: "), "{listing}");
    assert!(listing.matches("(not read: ").count() < 12, "{listing}");
    find(&screen, "button", "Next");
    shown.close().await;
}
