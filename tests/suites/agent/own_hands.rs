//! An executor of one's own on the page, without the tool loop: it observes, acts by
//! verbs and proves, under every rule the built-in agent is under.

use super::*;
use e2e::chassis::{
    Checked, Look, Recording, Seen, StepContext, StepExecutor, Tool, ToolOutput, Verdict,
};
use e2e::model::ToolSpec;

/// An executor that is what it does.
struct Own(&'static str);

fn id(seen: &Seen, role: &str, name: &str) -> Value {
    match seen.find(role, name) {
        Some(item) => json!(item.id),
        None => panic!("no {role} {name:?} in:\n{}", seen.text),
    }
}

/// Logs in and leaves the step on the page behind it.
async fn log_in(step: &StepContext) -> e2e::Result {
    let seen = step.observe(Look::TREE).await?;
    let email = id(&seen, "textbox", "Email address");
    step.act("type", json!({"target": email, "value": "ada@example.com"}))
        .await?;
    let password = id(&seen, "textbox", "Password");
    step.act(
        "type_secret",
        json!({"target": password, "secret": "password"}),
    )
    .await?;
    let told = step
        .act("tap", json!({"target": id(&seen, "button", "Sign in")}))
        .await?;
    assert!(told.text.starts_with("tap "), "{}", told.text);
    Ok(())
}

/// Searches the catalogue, which then lists one product.
async fn search(step: &StepContext) -> e2e::Result {
    let seen = step.observe(Look::TREE).await?;
    let target = id(&seen, "searchbox", "Search products");
    let input = json!({"target": target, "value": "teapot", "replace": true});
    step.act("type", input).await.map(drop)
}

/// What the catalogue reads once it was searched.
async fn one_product(step: &StepContext) -> e2e::Result<Value> {
    let seen = step.observe(Look::TREE).await?;
    let status = seen.items.iter().find(|item| item.role == "status");
    let status = status.expect("a status");
    Ok(json!({"node": status.id, "quote": "1 product"}))
}

fn passed() -> e2e::Result<Verdict> {
    Ok(Verdict::passed("It is done."))
}

/// A mailbox that looks back at the page, which only one that changes nothing may do.
struct Mailbox(bool);

#[e2e::chassis::async_trait]
impl Tool for Mailbox {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new(
            "mailbox",
            "Looks into the mailbox.",
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
        )
    }

    fn mutates(&self) -> bool {
        self.0
    }

    async fn call(&self, _: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
        let seen = step.observe(Look::TREE).await?;
        Ok(ToolOutput::new(format!("at {}: no mail", seen.place)))
    }
}

#[e2e::chassis::async_trait]
impl StepExecutor for Own {
    fn name(&self) -> &str {
        self.0
    }

    fn recording(&self) -> Recording {
        Recording::Off
    }

    async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
        match self.0 {
            "logs-in" => {
                assert_eq!(step.target()?.platform(), "web");
                assert!(!step.pixels_tainted());
                let seen = step.observe(Look::BOTH).await?;
                let picture = seen.picture.expect("a picture was asked for");
                let kept = step.attach_screenshot(&picture.data, "before")?;
                assert!(kept.ends_with(".png"), "{kept}");
                log_in(step).await?;
                // From here on a picture may show the secret.
                assert!(step.pixels_tainted());
                for refused in [
                    step.observe(Look::PIXELS).await.map(drop),
                    step.attach_screenshot(&picture.data, "after").map(drop),
                ] {
                    assert_eq!(refused.unwrap_err().code(), Code::PolicyDenied);
                }
                let seen = step.observe(Look::TREE).await?;
                assert!(!seen.text.contains("correct horse"), "{}", seen.text);
                let proven = step.prove(&[json!({"url": "/account"})]).await?;
                assert!(matches!(proven, Checked::Proven(_)), "{proven:?}");
                passed()
            }
            "searches" => {
                search(step).await?;
                step.prove(&[one_product(step).await?]).await?;
                passed()
            }
            "proves-nothing" => {
                step.act("reload", json!({})).await?;
                passed()
            }
            "proves-wrongly" => {
                search(step).await?;
                let seen = step.observe(Look::TREE).await?;
                let heading = id(&seen, "heading", "Catalogue");
                let before = json!({"node": heading, "quote": "Catalogue"});
                let Checked::Wrong(why) = step.prove(&[before]).await? else {
                    panic!("that was so before");
                };
                assert!(why.contains("was already there before"), "{why}");
                let second = step.prove(&[json!({"url": "/elsewhere"})]).await;
                assert_eq!(second.unwrap_err().code(), Code::VerdictUnproven);
                // After the second one not even what is right counts.
                let late = step.prove(&[one_product(step).await?]).await;
                assert_eq!(late.unwrap_err().code(), Code::VerdictUnproven);
                passed()
            }
            "acts-after-its-proof" => {
                search(step).await?;
                step.prove(&[one_product(step).await?]).await?;
                step.act("reload", json!({})).await?;
                passed()
            }
            "spends-too-much" => {
                for direction in ["down", "up", "down"] {
                    step.act("scroll", json!({"direction": direction})).await?;
                }
                passed()
            }
            "goes-on-after-its-budget" => {
                for direction in ["down", "up", "down"] {
                    drop(step.act("scroll", json!({"direction": direction})).await);
                }
                let looked = step.observe(Look::TREE).await;
                assert_eq!(looked.unwrap_err().code(), Code::StepBudgetExhausted);
                passed()
            }
            "dreams-of-a-verb" => {
                let refused = step.act("tapp", json!({"target": "n1"})).await;
                assert_eq!(step.actions_used(), 0);
                refused?;
                passed()
            }
            "fills-in-the-wrong-form" => {
                let refused = step
                    .act("tap", json!({"target": "n1", "twice": true}))
                    .await;
                assert_eq!(step.actions_used(), 0);
                refused?;
                passed()
            }
            "aims-at-what-is-gone" => {
                step.act("tap", json!({"target": "n99999"})).await?;
                passed()
            }
            "brings-tools" => {
                let read = Arc::new(Mailbox(false));
                let told = step.run_tool(read, json!({})).await?;
                assert!(told.text.contains("no mail"), "{}", told.text);
                assert_eq!(step.actions_used(), 0);
                step.run_tool(Arc::new(Mailbox(true)), json!({})).await?;
                passed()
            }
            other => unreachable!("{other}"),
        }
    }
}

const ROWS: &[(&str, Option<Code>, &str)] = &[
    ("logs-in", None, "It is done."),
    ("searches", None, "It is done."),
    (
        "proves-nothing",
        Some(Code::VerdictUnproven),
        "passed without evidence",
    ),
    (
        "proves-wrongly",
        Some(Code::VerdictUnproven),
        "passed without evidence",
    ),
    (
        "acts-after-its-proof",
        Some(Code::VerdictUnproven),
        "did reload",
    ),
    (
        "spends-too-much",
        Some(Code::StepBudgetExhausted),
        "all 2 actions",
    ),
    (
        "goes-on-after-its-budget",
        Some(Code::StepBudgetExhausted),
        "all 2 actions",
    ),
    (
        "dreams-of-a-verb",
        Some(Code::AutomationUnsupported),
        "declares no verb `tapp`",
    ),
    (
        "fills-in-the-wrong-form",
        Some(Code::InvalidArgument),
        "`twice`",
    ),
    (
        "aims-at-what-is-gone",
        Some(Code::LocatorNotFound),
        "n99999",
    ),
    ("brings-tools", Some(Code::InvalidArgument), "cannot look"),
];

#[e2e::test]
async fn an_executor_without_the_loop_is_under_every_rule_of_it(
    app: App,
    agent: Agent,
    info: TestInfo,
) -> e2e::Result {
    // Each row goes on where the last one left the page, unless it needs another. The one
    // that logs in comes last: a secret is on the screen from then on.
    app.open("/catalogue").await?;
    for (name, code, told) in ROWS.iter().rev() {
        match *name {
            "searches" => app.open("/catalogue").await?,
            "logs-in" => app.open("/signin").await?,
            _ => {}
        }
        let act = agent
            .act("do it, whatever it is")
            .with(Arc::new(Own(name)))
            .secret("password", Secret::new("correct horse"))
            .max_actions(if *name == "logs-in" { 3 } else { 2 });
        let (seen, said) = match act.await {
            Ok(report) => (None, report.summary),
            Err(error) => (Some(error.code()), format!("{error:?}")),
        };
        assert_eq!(seen, *code, "{name}: {said}");
        assert!(said.contains(told), "{name}: no {told:?} in {said}");
        let record = info.steps().pop().expect("a record");
        let kinds: Vec<_> = record.events.iter().map(|event| event.kind).collect();
        let last = record.events.last().map(|event| event.text.as_str());
        assert_eq!(last, Some(format!("{name}, never recorded").as_str()));
        match *name {
            "logs-in" => {
                let did = record.actions.iter().map(|action| action.verb.as_str());
                assert_eq!(did.collect::<Vec<_>>(), ["type", "type", "tap"]);
                assert!(record.actions.iter().all(|action| action.ok));
                assert_eq!(record.evidence.len(), 1, "{record:?}");
                // The secret that was typed, and two pictures that were refused.
                let policy = kinds.iter().filter(|kind| **kind == EventKind::Policy);
                assert_eq!(policy.count(), 3, "{:?}", record.events);
            }
            "dreams-of-a-verb" | "fills-in-the-wrong-form" => {
                assert!(kinds.contains(&EventKind::Schema), "{:?}", record.events);
                assert!(record.actions.is_empty());
            }
            "aims-at-what-is-gone" => assert!(!record.actions[0].ok),
            _ => {}
        }
    }
    Ok(())
}
