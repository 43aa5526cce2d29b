//! What a person sees, and what is only there.

use super::Case;
use e2e::Code;
use e2e::plain::{Attempt, PlainExecutor};
use e2e::report::record::StepKind;
use e2e_tests::pages::Shown;
use e2e_tests::sights::{
    COVERED, ELSEWHERE, HEADER, PAINTED, PAINTED_NEAR, PAINTED_OVER, Rows, SEEN, UNSEEN, page,
    words,
};

async fn open(markup: &str) -> Case {
    let shown = Shown::impatient().await;
    shown.write(markup).await;
    let executor = PlainExecutor::new(shown.page.clone(), Some(shown.url("")));
    Case { shown, executor }
}

async fn outcome(case: &Case, sentence: &str) -> Result<String, e2e::Error> {
    match case.attempt(StepKind::Assert, sentence).await.0 {
        Attempt::Passed(verdict) => Ok(verdict.summary),
        Attempt::Unread(error)
        | Attempt::Unresolved { error, .. }
        | Attempt::Failed { error, .. } => Err(error),
    }
}

async fn check(case: &Case, wrong: &mut Vec<String>, sentence: &str, wanted: Option<Code>) {
    let found = outcome(case, sentence).await;
    if found.as_ref().err().map(e2e::Error::code) != wanted {
        wrong.push(format!("{sentence}: {found:?}"));
    }
}

#[tokio::test]
async fn the_page_shows_what_a_person_reads_and_nothing_else() {
    const FAILED: Option<Code> = Some(Code::AssertionFailed);
    const UNSURE: Option<Code> = Some(Code::AssertionInconclusive);
    let case = open("").await;
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
            let before = wrong.len();
            let said = words(at);
            check(
                &case,
                &mut wrong,
                &format!("the page shows \"{said}\""),
                positive,
            )
            .await;
            check(
                &case,
                &mut wrong,
                &format!("the page does not show \"{said}\""),
                denial,
            )
            .await;
            for line in &mut wrong[before..] {
                line.insert_str(0, &format!("{name}: "));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    case.shown.close().await;
}

#[tokio::test]
async fn controls_are_seen_and_judged_as_they_are() {
    const FAILED: Option<Code> = Some(Code::AssertionFailed);
    let case = open(
        "<button style='opacity:0'>Ghost</button>
         <button aria-label=Icon><svg width=16 height=16><rect width=16 height=16 /></svg></button>
         <div style='position:relative'><button>Under</button><div style='position:absolute;inset:0;background:#eee'></div></div>
         <label>Email <input type=email value=foo></label><label>Name <input disabled></label>
         <label>City <input value='  '></label><label>Street <input value=x required></label>
         <label>Note <input></label><label>Late <input required></label>
         <label>Own <input required aria-invalid=false></label>
         <p style='color:transparent'>Twice</p><p>Twice</p>",
    )
    .await;
    let mut wrong = Vec::new();
    for (sentence, wanted) in [
        ("the Ghost button is visible", FAILED),
        ("the Ghost button is not visible", None),
        ("the Icon button is visible", None),
        ("the page shows \"Icon\"", FAILED),
        ("the Under button is visible", FAILED),
        (
            "the Under button is not visible",
            Some(Code::AssertionInconclusive),
        ),
        ("Email is valid", FAILED),
        ("Street is valid", None),
        ("Late is valid", FAILED),
        ("Late is invalid", None),
        ("Own is valid", None),
        ("Name is read-only", FAILED),
        ("the Icon button is editable", FAILED),
        ("the page shows \"Twice\"", None),
        ("Name is editable", FAILED),
        ("Street is editable", None),
        ("the City field is empty", FAILED),
        ("the Note field is empty", None),
    ] {
        check(&case, &mut wrong, sentence, wanted).await;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    case.shown.close().await;
}

#[tokio::test]
async fn documents_in_objects_and_pieces_in_another_order_are_read_as_they_are_seen() {
    const FAILED: Option<Code> = Some(Code::AssertionFailed);
    const UNSURE: Option<Code> = Some(Code::AssertionInconclusive);
    let case = open(
        "<object data='data:text/html,<p>Object text' width=200 height=60></object>
         <embed src='data:text/html,<p>Embed text' type=text/html width=200 height=60>
         <object type=image/gif data='data:image/gif;base64,R0lGODlhAQABAAAAACw='></object>
         <div style='display:flex;flex-direction:row-reverse;justify-content:flex-end;gap:4px'><b>world</b><b>Hello</b></div>
         <p><b>Good</b> <b>morning</b></p><div><span style='float:right'>$5</span><span>Total</span></div>",
    )
    .await;
    let mut wrong = Vec::new();
    for (sentence, wanted) in [
        ("the page shows \"Object text\"", None),
        ("the page shows \"Embed text\"", None),
        ("the page does not show \"Object text\"", FAILED),
        ("the page does not show \"Embed text\"", FAILED),
        ("the page does not show \"Other text\"", None),
        ("the page shows \"world Hello\"", FAILED),
        ("the page does not show \"Hello world\"", UNSURE),
        ("the page does not show \"world Hello\"", UNSURE),
        ("the page shows \"Good morning\"", None),
        ("the page does not show \"morning Good\"", None),
        ("the page shows \"Total\"", None),
    ] {
        check(&case, &mut wrong, sentence, wanted).await;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    case.shown.close().await;
}

/// Where a style sheet puts things under other headings than the page lists them under.
#[tokio::test]
async fn a_place_under_a_heading_is_the_one_that_is_seen() {
    const FAILED: Option<Code> = Some(Code::AssertionFailed);
    const UNSURE: Option<Code> = Some(Code::SentenceAmbiguous);
    let case = open("").await;
    let mut wrong = Vec::new();
    let buttons =
        "<h2>Billing</h2><button>Save</button><h2>Profile</h2><button disabled>Save</button>";
    for (style, billing, profile) in [
        ("", None, FAILED),
        ("main{display:flex;flex-direction:column}", None, FAILED),
        (
            "main{display:flex;flex-direction:column-reverse}",
            FAILED,
            UNSURE,
        ),
        (
            "main{display:flex;flex-direction:column}h2:first-child{order:2}button{order:1}h2{order:0}button:last-child{order:3}",
            UNSURE,
            UNSURE,
        ),
        (
            "main{display:grid}h2:first-child{grid-row:3}button{grid-row:2}h2{grid-row:1}button:last-child{grid-row:4}",
            UNSURE,
            UNSURE,
        ),
    ] {
        let page = format!("<style>{style}</style><main>{buttons}</main>");
        case.shown.write(&page).await;
        for (name, wanted) in [("Billing", billing), ("Profile", profile)] {
            let sentence = format!("the Save button under {name} is enabled");
            let before = wrong.len();
            check(&case, &mut wrong, &sentence, wanted).await;
            for line in &mut wrong[before..] {
                line.insert_str(0, &format!("{style}: "));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    case.shown.close().await;
}

/// Words that are in the page and that it does not show: it is told where they are.
#[tokio::test]
async fn words_that_are_there_and_not_shown_are_told_with_their_place() {
    let case = open(
        "<h1>Orders</h1><p></p><details><summary>More</summary><p>Payment complete</p></details>
         <button role=tab id=t>Receipt</button><div role=tabpanel aria-labelledby=t style='display:none'><p>Thank you</p></div>
         <p style='display:none'>Gone <b>away</b></p><dialog><h2>Really?</h2>Yes indeed</dialog>
         <template>A template</template><script>/* A script */</script><p style='color:transparent'>Without ink</p>",
    )
    .await;
    for (text, place) in [
        ("Payment complete", "inside a closed details \"More\""),
        ("thank you", "inside a hidden tab panel \"Receipt\""),
        ("Gone away", "in paragraph, which is not displayed"),
        ("Yes indeed", "inside a closed dialog \"Really?\""),
        ("A template", ""),
        ("A script", ""),
        ("Without ink", ""),
    ] {
        let found = outcome(&case, &format!("the page shows \"{text}\"")).await;
        let error = found.unwrap_err();
        assert_eq!(error.code(), Code::AssertionFailed, "{error:?}");
        let said = format!("{error:?}");
        let told = "the words are in the page, but not shown: ";
        match place {
            "" => assert!(!said.contains(told), "{text}: {said}"),
            place => assert!(said.contains(&format!("{told}{place}")), "{text}: {said}"),
        }
        // What says nothing is no text.
        assert!(!said.contains("without a name"), "{said}");
    }
    let found = outcome(&case, "Payment complete is visible").await;
    let said = format!("{:?}", found.unwrap_err());
    assert!(said.contains("inside a closed details"), "{said}");
    case.shown.close().await;
}
