//! What comes in between is ended by a declared rule, so often and no oftener.

use super::{Case, refused};
use e2e::Code;
use e2e::screen::{Role, exact};
use std::time::Duration;

const BANNER: &str = r#"<title>Till</title><button onclick="paid++">Pay</button><p id=out></p>
<script>
let paid = 0, ended = 0;
const tell = () => { out.textContent = paid + " paid, " + ended + " ended"; };
function banner() {
  const box = document.createElement("div");
  box.style.cssText = "position:fixed;inset:0;background:#fff";
  box.innerHTML = "<p>We value your privacy</p><button>Reject</button><button>Accept</button>";
  box.children[1].onclick = () => { ended++; box.remove(); tell(); };
  box.children[2].onclick = () => { out.textContent = "accepted"; box.remove(); };
  document.body.append(box);
}
document.querySelector("button").addEventListener("click", () => { tell(); banner(); });
banner();
</script>"#;

#[tokio::test]
async fn a_rule_ends_what_it_names_as_often_as_it_says_and_is_no_step_of_its_own() {
    let case = Case::open(BANNER).await;
    let pay = || {
        case.screen
            .get_by_role((Role::Button, exact("Pay")))
            .click()
    };
    // Nothing is recognised without a rule.
    let covered = &["Pay", "covers it"];
    refused(pay().await, Code::NotActionable, covered);
    assert_eq!(case.out().await, "");
    // One that names a control the page has not ends nothing.
    case.screen.interruption("value your privacy", "Close", 5);
    refused(pay().await, Code::NotActionable, covered);
    case.screen.interruption("VALUE your  privacy", "reject", 2);
    for times in 1..=2 {
        pay().await.unwrap();
        assert_eq!(case.out().await, format!("{times} paid, {times} ended"));
        let step = case.journal.steps().pop().unwrap();
        let verbs: Vec<_> = step.actions.iter().map(|a| &*a.verb).collect();
        assert_eq!(verbs, ["tap"], "the rule is no action of the step");
        let said = &step.actions[0].effect;
        assert!(
            said.contains("ended an interruption: tapped button \"Reject\""),
            "{said}"
        );
    }
    // It is used up, and what it named is in the way again.
    refused(pay().await, Code::NotActionable, covered);
    assert_eq!(case.out().await, "2 paid, 2 ended");
    case.shown.close().await;
}

/// A failure quotes what stands around what it is about, wherever on the page that is.
#[tokio::test]
async fn a_failure_quotes_what_is_around_its_target() {
    let rows: String = (1..60).map(|at| format!("<p>Row {at}</p>")).collect();
    let case = Case::open(&format!(
        "<h1>Orders</h1>{rows}<p>Right above</p><button disabled>Pay</button><p>Right below</p>{rows}"
    ))
    .await;
    let pay = case.screen.get_by_role((Role::Button, "Pay")).click();
    let parts = &[
        "what was on the screen:",
        "heading \"Orders\"",
        "Right above",
        "Right below",
    ];
    refused(pay.await, Code::NotActionable, parts);
    case.shown.close().await;
}

/// So long a command may take where nothing is around it.
const COMMAND: Duration = Duration::from_secs(15);

#[tokio::test]
async fn a_script_that_never_ends_does_not_outlast_the_call() {
    let case = Case::open("<button onclick='for (;;);'>Hang</button>").await;
    let began = std::time::Instant::now();
    let hang = case.screen.get_by_role((Role::Button, "Hang"));
    refused(
        hang.click().await,
        Code::ActionMayHaveCommitted,
        &["button \"Hang\"", "the page answers nothing"],
    );
    assert!(began.elapsed() < COMMAND, "{:?}", began.elapsed());
    case.shown.close().await;
}
