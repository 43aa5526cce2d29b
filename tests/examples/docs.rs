//! The Rust samples of `README.md` and `docs/*.md`, as they stand there, so that they
//! compile; `the_samples_of_the_documents_stand_in_code_that_compiles` compares.

#![expect(dead_code, reason = "samples are compiled, not called")]

mod readme {
    use e2e::prelude::*;

    #[e2e::test]
    async fn member_upgrades_to_pro(app: App, agent: Agent, screen: Screen) -> e2e::Result {
        app.open("/settings/billing").await?;
        agent.act("upgrade the workspace to the Pro plan").await?;
        agent
            .assert("the invoice preview shows a prorated amount")
            .await?;
        expect(screen.get_by_role(Role::Status))
            .to_contain_text("Pro")
            .await
    }

    e2e::main!();
}

mod first_test {
    use e2e::prelude::*;

    #[e2e::app]
    async fn app() -> axum::Router {
        e2e_examples::router()
    }

    #[e2e::test]
    async fn the_catalogue_can_be_searched(app: App, agent: Agent) -> e2e::Result {
        app.open("/catalogue").await?;
        agent.act("type \"teapot\" into Search products").await?;
        agent.assert("the page shows \"1 product\"").await
    }

    async fn exactly(screen: Screen) -> e2e::Result {
        expect(screen.get_by_role(Role::Status))
            .to_contain_text("Pro")
            .await?;
        Ok(())
    }
}

mod executors {
    use e2e::chassis::{Checked, Evidence, Look, Tool, ToolOutput};
    use e2e::chassis::{StepContext, StepExecutor, ToolLoop, Verdict};
    use e2e::model::ToolSpec;
    use e2e::prelude::*;
    use serde_json::{Value, json};
    use std::sync::Arc;

    struct Arm;

    impl Arm {
        fn new() -> Self {
            Self
        }
    }

    #[e2e::chassis::async_trait]
    impl Tool for Arm {
        fn spec(&self) -> ToolSpec {
            ToolSpec::new("reach", "Reaches for a thing.", json!({"type": "object"}))
        }

        async fn call(&self, _: Value, _: &StepContext) -> e2e::Result<ToolOutput> {
            Ok(ToolOutput::new("reached"))
        }
    }

    struct Sensor;

    impl Sensor {
        fn new() -> Self {
            Self
        }
    }

    #[e2e::chassis::async_trait]
    impl Evidence for Sensor {
        fn schema(&self) -> Value {
            json!({"type": "object"})
        }

        fn describe(&self) -> String {
            "what the sensor reads".to_owned()
        }

        async fn check(&self, _: &[Value], _: &StepContext) -> e2e::Result<Checked> {
            Ok(Checked::Wrong("it reads nothing".to_owned()))
        }
    }

    async fn on_the_loop(agent: Agent) -> e2e::Result {
        struct Robot;

        #[e2e::chassis::async_trait]
        impl StepExecutor for Robot {
            fn name(&self) -> &str {
                "robot"
            }

            async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
                ToolLoop::new(step.model()?)
                    .with_context(step.context())
                    .with_tool(Arm::new())
                    .with_evidence(Sensor::new())
                    .run(step)
                    .await
            }
        }

        agent
            .act("put the mug on the shelf")
            .with(Arc::new(Robot))
            .await?;
        agent
            .assert("the mug stands on the shelf")
            .with(Arc::new(Robot))
            .await?;
        Ok(())
    }

    struct SignsIn;

    #[e2e::chassis::async_trait]
    impl StepExecutor for SignsIn {
        fn name(&self) -> &str {
            "signs in"
        }

        async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
            let seen = step.observe(Look::TREE).await?;
            let Some(email) = seen.find("textbox", "Email address") else {
                return Ok(Verdict::failed("There is no field for the address."));
            };
            step.act(
                "type",
                json!({"target": email.id, "value": "ada@example.com"}),
            )
            .await?;
            let password = seen.find("textbox", "Password").map(|item| item.id.clone());
            step.act(
                "type_secret",
                json!({"target": password, "secret": "password"}),
            )
            .await?;
            let button = seen.find("button", "Sign in").map(|item| item.id.clone());
            step.act("tap", json!({"target": button})).await?;
            step.prove(&[json!({"url": "/account"})]).await?;
            Ok(Verdict::passed("Ada is signed in."))
        }
    }
}

mod models {
    use e2e::chassis::{StepContext, Tool, ToolOutput};
    use e2e::model::ToolSpec;
    use serde_json::{Value, json};

    struct Mailbox(reqwest::Client);

    impl Mailbox {
        fn new(client: reqwest::Client) -> Self {
            Self(client)
        }
    }

    #[e2e::chassis::async_trait]
    impl Tool for Mailbox {
        fn spec(&self) -> ToolSpec {
            ToolSpec::new("mail", "Reads the newest mail.", json!({"type": "object"}))
        }

        async fn call(&self, _: Value, _: &StepContext) -> e2e::Result<ToolOutput> {
            Ok(ToolOutput::new("no mail"))
        }
    }

    async fn with_a_tool(agent: e2e::Agent, client: reqwest::Client) -> e2e::Result {
        let agent = agent.with_tool(Mailbox::new(client));
        agent
            .act("confirm the address with the code from the mail")
            .await?;
        Ok(())
    }
}

mod running {
    use e2e::prelude::*;

    async fn start_postgres() -> e2e::Result<String> {
        Ok("postgres://127.0.0.1/shop".to_owned())
    }

    async fn stop_postgres(_: &str) -> e2e::Result {
        Ok(())
    }

    async fn count_orders(_: &str) -> e2e::Result<u32> {
        Ok(1)
    }

    struct Database {
        url: String,
    }

    impl SharedFixture for Database {
        async fn setup(_cx: &SharedContext) -> e2e::Result<Self> {
            let url = start_postgres().await?;
            Ok(Self { url })
        }

        async fn teardown(&self, _cx: &SharedContext) -> e2e::Result {
            stop_postgres(&self.url).await
        }
    }

    #[e2e::test]
    async fn orders_are_kept(database: Shared<Database>, app: App) -> e2e::Result {
        app.open("/orders").await?;
        assert_eq!(count_orders(&database.url).await?, 1);
        Ok(())
    }
}

mod secrets {
    use e2e::prelude::*;

    async fn typed(agent: Agent) -> e2e::Result {
        agent
            .act("sign in as ada@example.com with {password}")
            .secret("password", Secret::env("SHOP_PASSWORD"))
            .await?;
        Ok(())
    }

    async fn elsewhere(agent: Agent) -> e2e::Result {
        agent
            .act("sign in with {password}")
            .secret(
                "password",
                Secret::env("SSO_PASSWORD").allow_origin("https://login.example.com"),
            )
            .await?;
        Ok(())
    }
}

mod a_process {
    fn prepare() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        tracing_subscriber::fmt()
            .with_writer(e2e::stderr)
            .try_init()?;
        Ok(())
    }

    e2e::main!(setup = prepare);
}
