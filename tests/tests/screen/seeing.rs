//! What a person sees, and what is only there.

use super::Case;
use e2e::Code;
use e2e::screen::{Role, expect};
use e2e_tests::sights::{
    COVERED, ELSEWHERE, HEADER, PAINTED, PAINTED_NEAR, PAINTED_OVER, Rows, SEEN, UNSEEN, page,
    words,
};
use std::time::Duration;

/// Nothing here comes later.
const ONCE: Duration = Duration::from_millis(1);

#[tokio::test]
async fn what_a_person_reads_is_visible_and_nothing_else() {
    const FAILED: Option<Code> = Some(Code::AssertionFailed);
    const UNSURE: Option<Code> = Some(Code::AssertionInconclusive);
    let case = Case::open("").await;
    let mut wrong = Vec::new();
    let tables: [(Rows, &str, Option<Code>, Option<Code>); 6] = [
        (UNSEEN, HEADER, FAILED, None),
        (COVERED, HEADER, FAILED, UNSURE),
        (PAINTED_OVER, PAINTED, FAILED, UNSURE),
        (ELSEWHERE, HEADER, FAILED, UNSURE),
        (SEEN, HEADER, None, FAILED),
        (PAINTED_NEAR, PAINTED, None, FAILED),
    ];
    for (rows, more, positive, denial) in tables {
        case.shown.write(&page(rows, more)).await;
        for (at, (name, _)) in rows.iter().enumerate() {
            let said = || expect(case.screen.get_by_text(words(at))).timeout(ONCE);
            let shown = said().to_be_visible().await.err();
            let hidden = said().not().to_be_visible().await.err();
            // The options of an open list are text of the page there.
            let seen = *name == "listed" && case.shown.is_firefox();
            let (positive, denial) = match seen {
                true => (None, FAILED),
                false => (positive, denial),
            };
            for (what, found, wanted) in [("shown", shown, positive), ("hidden", hidden, denial)] {
                if found.as_ref().map(e2e::Error::code) != wanted {
                    wrong.push(format!("{name} {what}: {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    case.shown.close().await;
}

#[tokio::test]
async fn controls_are_seen_by_their_face() {
    let case = Case::open(
        "<button style='opacity:0'>Ghost</button><div style='overflow:hidden;height:0'><button>Cut</button></div>
         <div style='position:relative'><button>Under</button><div style='position:absolute;inset:0;background:#eee'></div></div>
         <button aria-label=Icon><svg width=16 height=16><rect width=16 height=16 /></svg></button>
         <div style='height:2000px'></div><button>Below</button>
         <button style='position:relative'>Faced<i style='position:absolute;inset:0;background:#eee;pointer-events:none'></i></button>
         <header style='position:fixed;top:0;left:0;right:0;height:20px;background:#333'>Shop</header>",
    )
    .await;
    for (name, visible, hidden) in [
        ("Ghost", Some(Code::AssertionFailed), None),
        ("Cut", Some(Code::AssertionFailed), None),
        (
            "Under",
            Some(Code::AssertionFailed),
            Some(Code::AssertionInconclusive),
        ),
        ("Icon", None, Some(Code::AssertionFailed)),
        ("Faced", None, Some(Code::AssertionFailed)),
        ("Below", None, Some(Code::AssertionFailed)),
    ] {
        let said = || expect(case.screen.get_by_role((Role::Button, name))).timeout(ONCE);
        let seen = said().to_be_visible().await.err();
        assert_eq!(
            seen.as_ref().map(e2e::Error::code),
            visible,
            "{name}: {seen:?}"
        );
        let gone = said().to_be_hidden().await.err();
        assert_eq!(
            gone.as_ref().map(e2e::Error::code),
            hidden,
            "{name}: {gone:?}"
        );
    }
    let scrolled = case.shown.run("return window.scrollY").await;
    assert_eq!(scrolled, 0, "a look leaves the page where it was");
    case.shown.close().await;
}

#[tokio::test]
async fn a_header_that_stays_covers_nothing_for_good() {
    let case = Case::open(&format!(
        "<div style='height:1500px'>Top</div><p>Passed</p><div style='height:2000px'></div>{HEADER}"
    ))
    .await;
    case.shown
        .run("scrollTo(0, document.querySelector('p').offsetTop - 10)")
        .await;
    let passed = expect(case.screen.get_by_text("Passed")).to_be_visible();
    passed.timeout(ONCE).await.unwrap();
    case.shown.close().await;
}

#[tokio::test]
async fn what_is_on_its_way_is_waited_for() {
    let case = Case::open(
        "<style>@keyframes in { from { opacity: 0; transform: translateX(-400px) } }
         p { animation: in .3s }</style><p>Arriving</p>",
    )
    .await;
    let arriving = || expect(case.screen.get_by_text("Arriving"));
    arriving().to_be_visible().await.unwrap();
    case.shown.close().await;
}

/// What an element says that nobody can read is none of its text.
#[tokio::test]
async fn the_text_of_an_element_is_what_is_seen_of_it() {
    const FAILED: Option<Code> = Some(Code::AssertionFailed);
    const UNSURE: Option<Code> = Some(Code::AssertionInconclusive);
    let case = Case::open(
        "<p data-testid=faded style='opacity:0'>Saved</p><p data-testid=away style='position:absolute;left:-9999px'>Saved</p>
         <p data-testid=aloud style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap'>Saved</p>
         <div style='position:relative'><p data-testid=covered>Saved</p><div style='position:absolute;inset:0;background:#eee'></div></div>
         <table><tr data-testid=row><td>March<td style='opacity:0'>Saved</table><ul data-testid=list><li>a <i style='font-size:0'>Saved</i></ul>
         <p data-testid=both>Saved <span style='position:absolute;width:1px;height:1px;overflow:hidden'>for listeners</span></p>
         <p data-testid=seen>Saved</p><div data-testid=boxless style='display:contents;opacity:0'><p>Saved</p></div>
         <select data-testid=choice><option>Saved</select><div style='height:2000px'></div><p data-testid=below>Saved</p>",
    )
    .await;
    let mut wrong = Vec::new();
    for (id, says, lacks) in [
        ("faded", FAILED, None),
        ("away", FAILED, None),
        ("aloud", FAILED, None),
        ("covered", FAILED, UNSURE),
        ("row", FAILED, None),
        ("list", FAILED, None),
        ("both", None, FAILED),
        ("seen", None, FAILED),
        ("boxless", None, FAILED),
        ("choice", None, FAILED),
        ("below", None, FAILED),
    ] {
        let said = || expect(case.screen.get_by_test_id(id)).timeout(ONCE);
        let found = [
            said().to_contain_text("Saved").await.err(),
            said().not().to_contain_text("Saved").await.err(),
        ];
        for (found, wanted) in found.iter().zip([says, lacks]) {
            if found.as_ref().map(e2e::Error::code) != wanted {
                wrong.push(format!("{id}: {found:?}"));
            }
        }
        if says == FAILED {
            let error = said().to_contain_text("Saved").await.unwrap_err();
            let notes = error.notes().join("\n");
            assert!(
                notes.contains("in the page, but not shown: "),
                "{id}: {error:?}"
            );
        }
    }
    let both = expect(case.screen.get_by_test_id("both"));
    both.clone()
        .timeout(ONCE)
        .to_have_text("Saved")
        .await
        .unwrap();
    let aloud = both.timeout(ONCE).to_have_text("Saved for listeners");
    assert!(aloud.await.is_err());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    case.shown.close().await;
}

#[tokio::test]
async fn words_that_are_there_and_not_shown_are_told_with_their_place() {
    let case = Case::open(
        "<details><summary>More</summary><p>Payment <b>complete</b></p></details><p>Shown</p>",
    )
    .await;
    let said = expect(case.screen.get_by_text("Payment complete")).to_be_visible();
    let error = said.timeout(ONCE).await.unwrap_err();
    let told = "the words are in the page, but not shown: inside a closed details \"More\"";
    assert!(format!("{error:?}").contains(told), "{error:?}");
    case.shown.close().await;
}

/// What the page paints over all of the window, whatever is scrolled there: a page, the
/// style of what lies over it, and whether its words are seen.
const OVER_ALL: &[(&str, &str, bool)] = &[
    ("<p>Words</p>", "background:#eee;pointer-events:none", false),
    ("<p>Words</p>", "background:rgba(0,0,0,.1)", true),
    ("<p>Words</p>", "background:#eee;z-index:-1", true),
    (
        "<div style='height:3000px'></div><p>Words</p>",
        "background:#eee;pointer-events:none",
        false,
    ),
    (
        "<dialog id=d><p>Words</p></dialog><script>d.showModal()</script>",
        "background:#eee;pointer-events:none;z-index:9",
        true,
    ),
];

#[tokio::test]
async fn what_a_page_paints_over_all_of_itself_covers_what_is_under_it() {
    let case = Case::open("").await;
    for (markup, style, seen) in OVER_ALL {
        let style = format!(
            "<style>body {{ background: #fff }} body::after {{ content: ''; position: fixed; inset: 0; {style} }}</style>"
        );
        case.shown.write(&(style + *markup)).await;
        let said = expect(case.screen.get_by_text("Words")).to_be_visible();
        let found = said.timeout(ONCE).await;
        assert_eq!(found.is_ok(), *seen, "{markup}: {found:?}");
    }
    case.shown.close().await;
}
