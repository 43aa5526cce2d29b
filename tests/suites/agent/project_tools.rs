//! Tools of the project beside those of the page.

use super::*;
use e2e::chassis::{StepContext, Tool, ToolOutput};
use e2e::model::ToolSpec;
use std::sync::atomic::{AtomicU32, Ordering};

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
