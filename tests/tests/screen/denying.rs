//! Denials: what is seen, or might be, is not denied.

use super::{Case, refused};
use e2e::Code;
use e2e::screen::{Locator, Role, expect};
use std::time::Duration;

const BRIEF: Duration = Duration::from_millis(150);

async fn undeniable(locator: Locator, why: &str) {
    let hidden = expect(locator.clone()).not().to_be_visible();
    refused(
        hidden.timeout(BRIEF).await,
        Code::AssertionInconclusive,
        &[why],
    );
    let none = expect(locator).to_have_count(0);
    refused(
        none.timeout(BRIEF).await,
        Code::AssertionInconclusive,
        &[why],
    );
}

async fn invisible(locator: Locator) {
    let seen = expect(locator.clone()).to_be_visible().timeout(BRIEF).await;
    assert!(seen.is_err(), "{locator:?} counts as visible");
    expect(locator).not().to_be_visible().await.unwrap();
}

#[tokio::test]
async fn what_nobody_sees_is_not_visible() {
    let case = Case::open(
        r#"<div style="height:0;overflow:hidden"><p>word a</p></div><div style="opacity:0"><p>word b</p></div>
        <p style="font-size:0">word c</p><p style="clip-path:inset(100%)">word d</p><canvas>word e</canvas>
        <p style="text-indent:-9999px;overflow:hidden;white-space:nowrap">word f</p>
        <div style="position:absolute;left:-9999px"><p>word g</p></div>
        <iframe style="visibility:hidden" srcdoc="<p>word h"></iframe><iframe width=0 height=0 style="border:0" srcdoc="<p>word i"></iframe>
        <svg width=50 height=20><defs><text y=10>word j</text></defs></svg>"#,
    )
    .await;
    for letter in 'a'..='j' {
        invisible(case.screen.get_by_text(format!("word {letter}"))).await;
    }
    case.shown.close().await;
}

#[tokio::test]
async fn a_field_is_seen_with_its_styled_label() {
    let case = Case::open(
        "<style>input { position: absolute; opacity: 0 }</style><label><input type=checkbox> Agree</label>",
    )
    .await;
    expect(case.screen.get_by_label("Agree"))
        .to_be_visible()
        .await
        .unwrap();
    case.shown.close().await;
}

#[tokio::test]
async fn text_in_an_editor_is_neither_shown_nor_absent() {
    let case = Case::open("<div contenteditable><p>Draft one</p></div>").await;
    let draft = case.screen.get_by_text("Draft one");
    refused(
        expect(&draft).to_be_visible().timeout(BRIEF).await,
        Code::AssertionFailed,
        &["typed into a field"],
    );
    let hidden = expect(&draft).not().to_be_visible().timeout(BRIEF).await;
    assert!(hidden.is_err(), "a person sees it");
    case.shown.close().await;
}

#[tokio::test]
async fn what_flows_out_of_its_box_is_seen() {
    let case = Case::open(
        "<div style='height:0'>Overflown</div><div id=float><span style='float:left'>Floated</span></div>
         <div role=button style='width:0;height:0'>Bury</div>",
    )
    .await;
    for locator in [
        case.screen.get_by_text("Overflown"),
        case.screen.locator("#float"),
        case.screen.get_by_role((Role::Button, "Bury")),
    ] {
        expect(locator).to_be_visible().await.unwrap();
    }
    case.shown.close().await;
}

#[tokio::test]
async fn parts_that_are_not_read_may_show_anything() {
    const CLOSED: &str = "<x-a><template shadowrootmode=closed><p>Fine</p></template></x-a> ";
    // So many that no one look asks for all of them.
    let closed = CLOSED.repeat(600)
        + "<script>customElements.define('x-a', class extends HTMLElement {})</script>";
    for (markup, why) in [
        (closed.as_str(), "<x-a> shows what only it can read"),
        (
            "<iframe title=Pay src='http://127.0.0.1:1/'></iframe>",
            "<iframe> \"Pay\" is of another origin or did not load",
        ),
    ] {
        let case = Case::open(&format!("<main>Start</main><div id=out>Fine</div>{markup}")).await;
        undeniable(case.screen.get_by_text("Failed"), why).await;
        undeniable(case.screen.locator("#failed"), why).await;
        // What is known to be elsewhere can be denied.
        let inside = case.screen.locator("#out").get_by_text("Failed");
        expect(inside).not().to_be_visible().await.unwrap();
        case.shown.close().await;
    }
}

#[tokio::test]
async fn controls_that_are_seen_are_not_denied() {
    let case = Case::open(
        "<div aria-hidden=true><button>Ship</button></div><div inert><button>Bill</button></div>
         <button>Pay</button><div style='display:none'><button>Gone</button></div>
         <dialog id=d>Cookies? <button>OK</button></dialog><script>d.showModal()</script>",
    )
    .await;
    for name in ["Ship", "Bill", "Pay"] {
        let button = case.screen.get_by_role((Role::Button, name));
        undeniable(button, "only hidden from assistive technology").await;
    }
    let gone = case.screen.get_by_role((Role::Button, "Gone"));
    expect(&gone).not().to_be_visible().await.unwrap();
    expect(gone).to_have_count(0).await.unwrap();
    case.shown.close().await;
}

#[tokio::test]
async fn text_in_another_form_is_not_denied() {
    let case = Case::open(
        "<meta charset=utf-8><style>.err::after { content: 'pseudo failed' } .l { display: inline-block }</style>
         <div id=all><p class=err></p><p><span class=l>l</span><span class=l>e</span><span class=l>t</span> failed</p>
         <p>isolate \u{2066}failed\u{2069} now</p><p>cafe\u{301} failed</p><p>\u{fb01}le failed</p></div>",
    )
    .await;
    for text in [
        "pseudo failed",
        "let failed",
        "isolate failed now",
        "caf\u{e9} failed",
        "file failed",
    ] {
        undeniable(case.screen.get_by_text(text), "in another form").await;
        let all = expect(case.screen.locator("#all")).not();
        refused(
            all.to_contain_text(text).timeout(BRIEF).await,
            Code::AssertionInconclusive,
            &["in another form"],
        );
    }
    for text in ["succeeded", "nowcaf\u{e9}"] {
        let absent = case.screen.get_by_text(text);
        expect(absent).not().to_be_visible().await.unwrap();
    }
    case.shown.close().await;
}

#[tokio::test]
async fn waits_end_on_pages_whose_clock_stands_still() {
    let case = Case::open(
        "<script>performance.now = () => 0; Date.now = () => 0;
         Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 0 })</script><p>Here</p>",
    )
    .await;
    refused(
        expect(case.screen.get_by_text("There"))
            .to_be_visible()
            .timeout(BRIEF)
            .await,
        Code::AssertionFailed,
        &["not on the page"],
    );
    case.shown.close().await;
}

#[tokio::test]
async fn a_document_without_a_root_is_empty() {
    let case = Case::open("<p>Here</p>").await;
    for script in ["document.documentElement.remove()", "document.open()"] {
        case.shown.run(script).await;
        let here = case.screen.get_by_text("Here");
        expect(here).not().to_be_visible().await.unwrap();
        let screen = case.shown.page.look().await.unwrap();
        assert_eq!(screen.nodes.len(), 1, "{screen:?}");
    }
    case.shown.close().await;
}

/// What a page may be at when it is asked, each of which ends with `done`.
const AT_WORK: &[(&str, &str)] = &[
    ("a request", "fetch('/echo?ms=250').then(done)"),
    (
        "a chain of requests",
        "fetch('/echo?ms=100').then(() => fetch('/echo?ms=100')).then(done)",
    ),
    (
        "a request of the old kind",
        "x = new XMLHttpRequest(); x.open('GET', '/echo?ms=250'); x.onload = done; x.send()",
    ),
    (
        "the reading of an answer",
        "fetch('/echo?ms=100').then(r => r.text()).then(done)",
    ),
];

#[tokio::test]
async fn a_page_at_work_is_not_denied_anything() {
    const HEAD: &str = "<title>At work</title><p id=said></p><button id=b>Save</button><script>
        const done = () => { document.title = 'Done' };";
    let case = Case::open("").await;
    let alert = || case.screen.get_by_role(Role::Alert);
    let failed = || case.screen.get_by_text("Failed");
    for (at, (what, script)) in AT_WORK.iter().enumerate() {
        for at_load in [true, false] {
            let script = match at_load {
                true => (*script).to_owned(),
                false => format!("b.onclick = () => {{ said.textContent = 'Working'; {script} }}"),
            };
            case.shown.write(&format!("{HEAD}{script}</script>")).await;
            if !at_load {
                let save = case.screen.get_by_role((Role::Button, "Save"));
                save.click().await.unwrap();
            }
            let denial = match at % 3 {
                0 => expect(alert()).to_have_count(0),
                1 => expect(failed()).to_be_hidden(),
                _ => expect(alert()).not().to_be_visible(),
            };
            denial.timeout(Duration::from_secs(20)).await.unwrap();
            let title = case.shown.run("return document.title").await;
            assert_eq!(title, "Done", "{what}, at load: {at_load}");
        }
    }
    // What never ends is waited for as long as the statement may take.
    case.shown
        .write("<script>fetch('/echo?ms=20000')</script>")
        .await;
    let held = expect(alert()).to_have_count(0).timeout(BRIEF);
    held.await.unwrap();
    case.shown.close().await;
}

#[tokio::test]
async fn nothing_is_said_of_an_app_that_is_not_there() {
    let case = Case::open("<a href='http://127.0.0.1:1/'>Leave</a>").await;
    let leave = case.screen.get_by_role((Role::Link, "Leave"));
    let _ = leave.click().await;
    let failed = || expect(case.screen.get_by_text("Failed"));
    for denial in [
        failed().to_be_hidden(),
        failed().not().to_be_visible(),
        failed().to_have_count(0),
    ] {
        refused(denial.await, Code::AppUnreachable, &["its error page"]);
    }
    case.shown.close().await;
}

/// Boxes of which only a part may be drawn, and whether what is nowhere in them is surely
/// not on the page. `*` is thirty items that fill their box.
const DRAWN: &[(&str, &str, bool)] = &[
    (
        "a box that is scrolled",
        "<div style='height:200px;overflow:auto'><div style='height:4000px;position:relative'><p style='position:absolute;top:0'>Item 1</p></div></div>",
        false,
    ),
    (
        "all of it drawn",
        "<div style='height:200px;overflow:auto'><div style='height:600px'>*</div></div>",
        true,
    ),
    (
        "a short stretch between two",
        "<div style='height:200px;overflow:auto'><div style='height:250px'><p style='margin:0;height:100px'>Item 1</p><p style='margin:50px 0 0;height:100px'>Item 2</p></div></div>",
        true,
    ),
    (
        "a page of items in their places",
        "<div style='height:3000px;position:relative'><p style='position:absolute;top:0'>Item 1</p></div>",
        false,
    ),
    (
        "a page with room that it leaves empty",
        "<div style='height:3000px'><p>Words</p></div>",
        true,
    ),
    (
        "room above and below",
        "<ul style='padding-top:2000px;padding-bottom:2000px'><li>Item</ul>",
        false,
    ),
    (
        "a spacer before others",
        "<div><div style='height:2000px'></div><p>Item 1</p><p>Item 2</p></div>",
        false,
    ),
    (
        "a spacer beside one thing",
        "<div><div style='height:2000px'></div><p>Item 1</p></div>",
        true,
    ),
];

#[tokio::test]
async fn nothing_is_denied_of_what_only_draws_what_is_in_view() {
    let case = Case::open("").await;
    let mut wrong = Vec::new();
    let items = "<p style='margin:0;height:20px'>Item</p>".repeat(30);
    for (name, markup, certain) in DRAWN {
        let markup = format!("<h1>Items</h1>{}", markup.replace('*', &items));
        case.shown.write(&markup).await;
        let said = expect(case.screen.get_by_text("Nowhere")).not();
        let found = said.to_be_visible().timeout(Duration::from_millis(1)).await;
        let wanted = (!certain).then_some(Code::AssertionInconclusive);
        if found.as_ref().err().map(e2e::Error::code) != wanted {
            wrong.push(format!("{name}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    case.shown.close().await;
}
