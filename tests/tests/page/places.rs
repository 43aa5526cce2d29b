use e2e::Code;
use e2e::page::node::NodeId;
use e2e::page::verb::Verb;
use e2e_tests::pages::{Pages, Shown, find, text};

/// An open shadow root in a frame in a shadow root, with slots, and both kinds of frame.
const NESTED: &str = r#"
<div id="host"><b slot="title">Slotted title</b> Slotted rest</div>
<iframe srcdoc="<button onclick='this.textContent = &quot;Done 1&quot;'>In srcdoc</button>" style="margin-left:70px"></iframe>
<div style="height:1500px"></div>
<iframe id="f" title="Outer" style="border:7px solid;padding:5px;height:300px"></iframe>
<script>
host.attachShadow({ mode: "open" }).innerHTML = "<h2><slot name=title></slot></h2><button><slot></slot></button>";
f.onload = () => {
  const doc = f.contentDocument;
  doc.body.innerHTML = "<div style='height:400px'></div><div id=inner></div>";
  const root = doc.getElementById("inner").attachShadow({ mode: "open" });
  root.innerHTML = "<iframe title=Inner></iframe>";
  const inner = root.firstChild.contentDocument;
  inner.body.innerHTML = "<input aria-label=Deep><button>Deepest</button>";
  inner.querySelector("button").onclick = (e) => { e.target.textContent = "Done 2" };
};
f.src = "blank.html";
</script>"#;

#[tokio::test]
async fn frames_and_shadow_roots_are_read_and_acted_in() {
    let shown = Shown::start().await;
    let screen = shown
        .write(&NESTED.replace("blank.html", "/blank.html"))
        .await;
    assert!(!screen.truncated);
    find(&screen, "heading", "Slotted title");
    find(&screen, "button", "Slotted rest");
    let effect = shown.tap("button", "In srcdoc").await.unwrap();
    find(&effect.after, "button", "Done 1");
    assert_eq!(effect.reached, Some(true));
    let target = Some(shown.id("textbox", "Deep"));
    let effect = shown
        .perform(Verb::Type {
            target,
            text: "far down".into(),
            replace: true,
        })
        .await
        .unwrap();
    assert_eq!(
        find(&effect.after, "textbox", "Deep").value.as_deref(),
        Some("far down")
    );
    let effect = shown.tap("button", "Deepest").await.unwrap();
    find(&effect.after, "button", "Done 2");
    shown.close().await;
}

#[tokio::test]
async fn frames_that_are_not_read() {
    let shown = Shown::start().await;
    let elsewhere = Pages::start().await;
    let page = elsewhere.url("blank.html");
    let off_site = page.replace("127.0.0.1", "localhost");
    let slow = elsewhere.url("slow/blank.html?ms=9000");
    let cases = [
        (
            "of other origins: read",
            format!(
                "<iframe title=T src='{off_site}'></iframe><iframe src='{page}'></iframe>
                 <iframe sandbox srcdoc='<p>x'></iframe><iframe src='data:text/html,<p>x'></iframe>"
            ),
            false,
        ),
        (
            "still on its way: truncation",
            format!("<iframe title=T src='{slow}'></iframe>"),
            true,
        ),
        (
            "not there: truncation",
            "<iframe title=T src='http://127.0.0.1:1/'></iframe>".to_owned(),
            true,
        ),
        (
            "out of sight: no truncation",
            format!(
                "<iframe title=T></iframe><iframe hidden src='{off_site}'></iframe><iframe width=1 height=1 src='{off_site}'></iframe>"
            ),
            false,
        ),
    ];
    for (what, markup, truncated) in cases {
        let screen = shown.write(&markup).await;
        find(&screen, "iframe", "T");
        // What Firefox shows in place of a document is a document that can be read.
        let replaced = shown.is_firefox() && what.starts_with("not there");
        if replaced {
            find(&screen, "heading", "This address is restricted");
        }
        let truncated = truncated && !replaced;
        assert_eq!(screen.truncated, truncated, "{what}\n{}", text(&screen));
        assert_eq!(screen.unread.is_empty(), !truncated, "{what}");
        assert_eq!(text(&screen).contains("(not read: <"), truncated, "{what}");
    }
    shown.close().await;
}

#[tokio::test]
async fn closed_components_are_read_and_used_like_open_ones() {
    let shown = Shown::start().await;
    let screen = shown.open("closed.html").await;
    assert!(screen.unread.is_empty(), "{}", text(&screen));
    find(&screen, "heading", "Inside");
    // What listens for a press is told, unless it is there for its parts.
    let clickable = |words: &str| find(&screen, "", words).states.clickable;
    assert!(clickable("Pressed words") && !clickable("Not pressed"));
    let effect = shown.tap("button", "Pay").await.unwrap();
    find(&effect.after, "heading", "Paid");
    // The page sees the browser's own methods.
    let seen = shown
        .run(
            r#"const method = Element.prototype.attachShadow;
            const own = Object.getOwnPropertyDescriptor(Element.prototype, "attachShadow");
            return [/\[native code\]/.test(method.toString()), method.name, method.length, own.writable, own.enumerable,
                document.querySelector("x-card").shadowRoot].join()"#,
        )
        .await;
    assert_eq!(seen, "true,attachShadow,1,true,true,");
    shown.close().await;
}

/// Closed roots written in markup: of components that are defined and that are not, of
/// plain elements, in one another, and of what shows something else beside.
const MARKED: &str = r#"
<x-card><template shadowrootmode=closed><h2>Inside</h2>
  <button onclick="this.previousElementSibling.textContent = 'Paid'">Pay</button></template></x-card>
<x-late><template shadowrootmode=closed><p>Not defined</p></template></x-late>
<div id=plain><template shadowrootmode=closed><label>Name <input></label></template></div>
<section><template shadowrootmode=closed><p>Instead of it</p></template><p>Left out</p></section>
<x-slotted><template shadowrootmode=closed><p>Beside the slot</p><slot></slot></template><p>Slotted</p></x-slotted>
<x-outer><template shadowrootmode=closed><div><template shadowrootmode=closed><p>In one another</p></template></div></template></x-outer>
<x-painted style="display:block;width:40px;height:40px;background:red"></x-painted>
<script>for (const name of ["x-card", "x-outer", "x-painted"]) customElements.define(name, class extends HTMLElement {})</script>"#;

#[tokio::test]
async fn roots_that_are_closed_in_the_markup_are_read_and_used() {
    let shown = Shown::start().await;
    let elsewhere = Pages::start().await;
    let framed = "<x-f><template shadowrootmode=closed><button onclick='this.textContent = `Done`'>Framed</button></template></x-f>";
    let off_site = elsewhere.write(framed).replace("127.0.0.1", "localhost");
    let near = framed
        .replace("Framed", "Near")
        .replace("Done", "Done near");
    let near = near.replace('"', "&quot;");
    let page =
        format!("{MARKED}<iframe srcdoc=\"{near}\"></iframe><iframe src='{off_site}'></iframe>");
    let screen = shown.write(&page).await;
    assert!(!screen.truncated, "{}", text(&screen));
    for words in [
        "Not defined",
        "Instead of it",
        "Beside the slot",
        "Slotted",
        "In one another",
    ] {
        find(&screen, "paragraph", words);
    }
    find(&screen, "heading", "Inside");
    assert!(!text(&screen).contains("Left out"), "{}", text(&screen));
    let effect = shown.tap("button", "Pay").await.unwrap();
    assert_eq!(effect.reached, Some(true));
    find(&effect.after, "heading", "Paid");
    let (target, replace) = (Some(shown.id("textbox", "Name")), true);
    let typed = "Ada".to_owned();
    let effect = shown
        .perform(Verb::Type {
            target,
            text: typed,
            replace,
        })
        .await
        .unwrap();
    assert_eq!(
        find(&effect.after, "textbox", "Name").value.as_deref(),
        Some("Ada")
    );
    for (button, done) in [("Near", "Done near"), ("Framed", "Done")] {
        let effect = shown.tap("button", button).await.unwrap();
        assert_eq!(effect.reached, Some(true), "{button}");
        find(&effect.after, "button", done);
    }
    // The page is given none of them all the same, and sees nothing on its elements.
    let seen = shown
        .run(
            r#"return ["x-card", "x-late", "div", "section"].map((one) => {
                const host = document.querySelector(one);
                return host.shadowRoot + " " + Reflect.ownKeys(host).length + " " + host.attributes.length;
            }).join()"#,
        )
        .await;
    assert_eq!(seen, "null 0 0,null 0 0,null 0 1,null 0 0");
    // A root that comes later is found with the look that meets it.
    let add = r#"plain.setHTMLUnsafe("<x-new><template shadowrootmode=closed><p>Come later</p></template></x-new>");
        plain.replaceWith(...plain.childNodes)"#;
    shown.run(add).await;
    find(
        &shown.page.observe().await.unwrap(),
        "paragraph",
        "Come later",
    );
    // What shows its own content in a slot is told apart by nothing: the browser's search
    // finds it, and nothing is sought where nobody can search.
    let searched = !shown.is_over_the_driver() && !shown.is_firefox();
    let open = "document.body.insertAdjacentHTML('beforeend', '<div id=slotting></div><p id=later></p>');
        slotting.setHTMLUnsafe('<div><template shadowrootmode=closed><p>Around it</p><slot></slot></template><p>Own content</p></div>')";
    shown.run(open).await;
    let screen = shown.page.observe().await.unwrap();
    find(&screen, "paragraph", "Own content");
    let found = text(&screen).contains("Around it");
    assert_eq!(found, searched, "{}", text(&screen));
    // One that comes later, in another.
    let more = "later.setHTMLUnsafe('<article><template shadowrootmode=closed><section><template shadowrootmode=closed><p>Innermost</p><slot></slot></template><slot></slot></section></template><b>More of it</b></article>')";
    shown.run(more).await;
    let screen = shown.page.observe().await.unwrap();
    let found = text(&screen).contains("Innermost");
    assert_eq!(found, searched, "{}", text(&screen));
    shown.close().await;
}

/// So many that no one look asks for all of them.
#[tokio::test]
async fn roots_beyond_what_one_look_asks_for_are_told_as_not_read() {
    let shown = Shown::start().await;
    let one = "<x-a><template shadowrootmode=closed><b>Inside</b></template></x-a> ";
    let define = "<script>customElements.define('x-a', class extends HTMLElement {})</script>";
    let screen = shown.write(&(one.repeat(60) + define)).await;
    assert!(
        screen.truncated && text(&screen).contains("(not read: <x-a>"),
        "{}",
        text(&screen)
    );
    let screen = shown.page.look().await.unwrap();
    assert!(!screen.truncated, "{}", text(&screen));
    // Of a kind of which two have none no more are asked.
    let icon = "<span class=icon style='display:inline-block;width:9px;height:9px'></span>";
    shown.write(&icon.repeat(9)).await;
    shown.page.look().await.unwrap();
    let asked = "return document['e2e.engine'].engine.hosts(document).length";
    assert_eq!(shown.run(asked).await, 0);
    shown.close().await;
}

#[tokio::test]
async fn frames_deeper_than_four_are_truncation() {
    let shown = Shown::start().await;
    let screen = shown
        .write(
            r#"<body><script>
            let doc = document;
            for (let i = 1; i <= 5; i++) {
              const frame = doc.createElement("iframe");
              doc.body.append("level " + (i - 1), frame);
              doc = frame.contentDocument;
            }
            doc.body.append("level 5");
            </script>"#,
        )
        .await;
    let text = text(&screen);
    assert!(text.contains("level 4"), "{text}");
    assert!(!text.contains("level 5"), "{text}");
    assert!(screen.truncated);
    shown.close().await;
}

#[tokio::test]
async fn an_id_stays_with_its_element_and_a_new_one_is_found_again_or_refused() {
    let shown = Shown::start().await;
    let markup = r#"<div id="box"><button>Count</button></div><button onclick="render()">Render</button>
        <script>let n = 0; function render() { box.innerHTML = "<button onclick='this.textContent = `Hit ${++n}`'>Count</button>" }</script>"#;
    shown.write(markup).await;
    let old = shown.id("button", "Count");
    let render = shown.id("button", "Render");
    // The element is made anew without anybody looking.
    shown.run("render()").await;
    let effect = shown
        .perform(Verb::Tap {
            target: old.clone(),
        })
        .await
        .unwrap();
    let now = find(&effect.after, "button", "Hit 1");
    assert_ne!(now.id, old, "a new element has a new id");
    assert_eq!(
        shown.id("button", "Render"),
        render,
        "the same element keeps its id"
    );
    // It reads otherwise now, so the old id means nothing any more.
    let error = shown
        .perform(Verb::Tap {
            target: old.clone(),
        })
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound);
    assert!(
        error
            .message()
            .contains(&format!("button \"Count\" (#{old})")),
        "{error:?}"
    );
    shown.close().await;
}

#[tokio::test]
async fn a_lone_survivor_of_twins_is_not_taken_for_either() {
    let shown = Shown::start().await;
    let markup = r#"<ul id="list"><li>March <button onclick="window.hit = 1">Delete</button></li><li>April <button onclick="hit = 2">Delete</button></li></ul>"#;
    let screen = shown.write(markup).await;
    let march = screen
        .nodes
        .iter()
        .find(|n| n.role == "button")
        .unwrap()
        .id
        .clone();
    shown
        .run("window.hit = 0; list.innerHTML = `<li>April <button onclick='hit = 2'>Delete</button></li>`")
        .await;
    let error = shown
        .perform(Verb::Tap { target: march })
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}");
    assert_eq!(shown.run("return window.hit").await, 0);
    shown.close().await;
}

#[tokio::test]
async fn an_id_of_a_page_that_was_left_acts_on_nothing() {
    let shown = Shown::start().await;
    let markup = "<button onclick='hit = 1'>Save</button>";
    shown.write(markup).await;
    let old = shown.id("button", "Save");
    shown.write(markup).await;
    let new = shown.id("button", "Save");
    assert_ne!(old, new, "ids are never given out twice");
    let error = shown
        .perform(Verb::Tap {
            target: old.clone(),
        })
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound);
    assert!(
        format!("{error:?}").contains("a page that has been left"),
        "{error:?}"
    );
    assert_eq!(shown.run("return typeof hit").await, "undefined");
    // Nor when the document comes back from history with an engine of its own.
    shown
        .perform(Verb::History(e2e::browser::wire::History::Back))
        .await
        .unwrap();
    let error = shown.perform(Verb::Tap { target: new }).await.unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}");
    shown.close().await;
}

#[tokio::test]
async fn an_unknown_id_is_refused() {
    let shown = Shown::start().await;
    shown.write("<button>Save</button>").await;
    let error = shown
        .perform(Verb::Tap {
            target: NodeId::parse("#n4711"),
        })
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound);
    assert!(error.message().contains("n4711"));
    shown.close().await;
}
