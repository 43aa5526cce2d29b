//! Tools of the project beside those of the page.

use super::*;
use axum::extract::Query;
use axum::response::Html;
use axum::routing::get;
use e2e::chassis::{Look, StepContext, StepExecutor, Tool, ToolOutput, Verdict};
use e2e::model::ToolSpec;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::watch;

/// Months that were billed so far; the page hears of each, and shows it in the same row a
/// moment later.
static BILLED: LazyLock<watch::Sender<usize>> = LazyLock::new(|| watch::Sender::new(0));

const BILLS: &str = r#"<!doctype html><title>Bills</title><h1>Bills</h1>
<ul><li><span id=m></span> <button id=b></button></ul><p role=status id=s></p>
<script>
const months = ["March", "April", "May", "June"];
let n = +"BILLED";
function show() {
  m.textContent = "Bill of " + months[n % 4];
  b.textContent = "Delete " + months[n % 4];
}
b.onclick = () => { s.textContent = "Deleted: " + months[n % 4]; };
(async () => {
  for (show(); ; ) {
    n = +await (await fetch("/bills/next?after=" + n)).text();
    await new Promise((shown) => setTimeout(shown, 200));
    show();
  }
})();
</script>"#;

pub(crate) fn router() -> axum::Router {
    let page = || async {
        let billed = BILLED.borrow().to_string();
        Html(BILLS.replace("BILLED", &billed))
    };
    let next = |Query(asked): Query<HashMap<String, usize>>| async move {
        let mut heard = BILLED.subscribe();
        let newer = heard.wait_for(|billed| Some(billed) > asked.get("after"));
        let billed = *newer.await.expect("it is never dropped");
        billed.to_string()
    };
    let bill = || async { BILLED.send_modify(|billed| *billed += 1) };
    axum::Router::new()
        .route("/bills", get(page).post(bill))
        .route("/bills/next", get(next))
}

/// Bills the next month, by a way of its own.
struct Billing(String);

#[e2e::chassis::async_trait]
impl Tool for Billing {
    fn spec(&self) -> ToolSpec {
        let form = json!({"type": "object", "properties": {}, "additionalProperties": false});
        ToolSpec::new("bill", "Bills the next month.", form)
    }

    fn mutates(&self) -> bool {
        true
    }

    async fn call(&self, _: Value, _: &StepContext) -> e2e::Result<ToolOutput> {
        let billed = reqwest::Client::new().post(&self.0).send().await;
        assert!(billed.is_ok_and(|answer| answer.status().is_success()));
        Ok(ToolOutput::new("billed"))
    }
}

/// Bills a month and deletes what it read before, then what it read behind it.
struct Clerk(String);

#[e2e::chassis::async_trait]
impl StepExecutor for Clerk {
    fn name(&self) -> &str {
        "clerk"
    }

    async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
        let button = async || -> e2e::Result<_> {
            let seen = step.observe(Look::TREE).await?;
            let item = seen.items.into_iter().find(|item| item.role == "button");
            Ok(item.expect("a button"))
        };
        let before = button().await?;
        let told = step
            .run_tool(Arc::new(Billing(self.0.clone())), json!({}))
            .await?;
        assert!(told.text.contains("changed #"), "{}", told.text);
        let target = json!({"target": before.id});
        let refused = step.act("tap", target.clone()).await.unwrap_err();
        assert_eq!(refused.code(), Code::LocatorNotFound, "{refused:?}");
        let after = button().await?;
        assert_eq!(after.id, before.id);
        assert_ne!(after.name, before.name);
        step.act("tap", target).await?;
        Ok(Verdict::failed("Both bills were read."))
    }
}

#[e2e::test]
async fn no_id_from_before_a_tool_that_changes_something_is_acted_on_blindly(
    app: App,
    agent: Agent,
    info: TestInfo,
) -> e2e::Result {
    app.open("/bills").await?;
    let bills = format!("{}/bills", app.url().trim_end_matches('/'));
    // In one reply: the id was read before the tool put another bill in the row.
    let model = ScriptedModel::new()
        .answer(|request| {
            let target = id_of(request, "button \"Delete");
            Ok(Reply::of_calls(vec![
                ToolCall::new("1", "bill", json!({})),
                ToolCall::new("2", "tap", json!({"target": target})),
            ]))
        })
        .answer(|request| {
            let mut parts = request.messages.iter().flat_map(|message| &message.parts);
            let tapped = parts.find_map(|part| match part {
                model::Part::ToolCall(call) if call.name == "tap" => Some(&call.arguments),
                _ => None,
            });
            call("tap", tapped.expect("it was tapped").clone())
        })
        .call(
            "complete_step",
            json!({"status": "failed", "summary": "Enough."}),
        );
    let model = Arc::new(model);
    let billed = agent
        .with_model(model.clone())
        .with_tool(Billing(bills.clone()));
    let error = billed.act("put the paperwork in order").await.unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
    let requests = model.requests();
    let told = said(&requests[1]);
    // The result waited for what the page shows a moment later.
    let (_, result) = told.split_once("billed\n\n").expect("a result");
    let changed = result.lines().filter(|line| line.starts_with("changed #"));
    assert_eq!(changed.count(), 2, "{told}");
    for part in [
        "LOCATOR_NOT_FOUND",
        "become something else",
        "bill ran after",
    ] {
        assert!(result.contains(part), "no {part:?} in {told}");
    }
    assert!(!told.contains("Deleted: "), "{told}");
    assert!(
        said(&requests[2]).contains("Deleted: "),
        "it read the id anew"
    );
    // Without the loop the same.
    let clerk = Arc::new(Clerk(bills));
    let error = agent
        .act("put the paperwork in order")
        .with(clerk)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
    for record in info.steps().iter().rev().take(2) {
        let did = record.actions.iter();
        let did: Vec<_> = did.map(|did| (did.verb.as_str(), did.ok)).collect();
        assert_eq!(did, [("bill", true), ("tap", false), ("tap", true)]);
    }
    Ok(())
}

/// A tool that counts its calls.
#[derive(Clone)]
struct Mailbox {
    name: &'static str,
    mutates: bool,
    calls: Arc<AtomicU32>,
}

#[e2e::chassis::async_trait]
impl Tool for Mailbox {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new(
            self.name,
            "Looks into the mailbox.",
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
        )
    }

    fn mutates(&self) -> bool {
        self.mutates
    }

    async fn call(&self, _: Value, _: &StepContext) -> e2e::Result<ToolOutput> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Ok(ToolOutput::new("line\n".repeat(500)))
    }
}

fn mailbox(name: &'static str, mutates: bool) -> Mailbox {
    let calls = Arc::default();
    Mailbox {
        name,
        mutates,
        calls,
    }
}

#[e2e::test]
async fn a_tool_of_the_project_counts_when_it_changes_something(
    app: App,
    agent: Agent,
) -> e2e::Result {
    app.open("/todo").await?;
    let script = || {
        ScriptedModel::new()
            .call("mail", json!({}))
            .call("mail", json!({}))
            .call(
                "complete_step",
                json!({"status": "failed", "summary": "No mail."}),
            )
    };
    for (mutates, calls, actions, code) in [
        (false, 2, 0, Code::ActionFailed),
        (true, 1, 1, Code::StepBudgetExhausted),
    ] {
        let (model, mail) = (Arc::new(script()), mailbox("mail", mutates));
        let agent = agent.with_model(model.clone()).with_tool(mail.clone());
        let error = agent
            .act("see what the mail says")
            .max_actions(1)
            .await
            .unwrap_err();
        assert_eq!(error.code(), code, "{error:?}");
        assert_eq!(mail.calls.load(Ordering::Relaxed), calls);
        let counted = format!("{error:?}")
            .matches("       mail {}: line line")
            .count();
        assert_eq!(counted, actions, "{error:?}");
        let told = said(&model.requests()[1]);
        assert!(
            told.contains("[cut here: 100 of 500 lines are not shown]"),
            "{told}"
        );
        // What changes the product is told with what the page shows of it.
        assert_eq!(told.contains("not shown]\n\n"), mutates, "{told}");
    }
    Ok(())
}

#[e2e::test]
async fn names_of_the_grammar_are_taken(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    for name in ["tap", "screenshot", "type_secret", "complete_step"] {
        let agent = agent
            .with_model(Arc::new(ScriptedModel::new()))
            .with_tool(mailbox(name, false));
        let error = agent.act("have a look around").await.unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument, "{error:?}");
        let told = format!("the tool `{name}` of the project has a name");
        assert!(error.message().starts_with(&told), "{error:?}");
    }
    Ok(())
}
