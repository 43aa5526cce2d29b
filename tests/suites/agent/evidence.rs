//! What a pass may rest on, and what proves nothing.

use super::*;
use axum::response::Html;
use axum::routing::get;

const ORDERS: &str = r#"<!doctype html><title>Orders</title><h1>Orders</h1>
<label>Note <input id=n></label><p id=echo></p><label>Filter <input id=f></label>
<details open><summary>More</summary><p>Order 2</p></details>
<ul><li id=l>Order 1</ul><button id=b>Delete</button>
<script>
n.oninput = () => echo.textContent = "Saved: " + n.value.toUpperCase() + "!";
f.oninput = () => l.hidden = !l.textContent.includes(f.value);
b.onclick = () => l.remove();
</script>"#;

pub(crate) fn router() -> axum::Router {
    axum::Router::new().route("/orders-to-delete", get(|| async { Html(ORDERS) }))
}

/// The verdict of a model that passes with this evidence.
fn passing(evidence: &Value) -> Value {
    json!({"status": "passed", "summary": "It is done.", "evidence": evidence})
}

#[e2e::test]
async fn what_was_there_before_proves_nothing(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let lie = |request: &Request| {
        let heading = id_of(request, "heading \"Catalogue\"");
        let cited = json!([{"node": heading, "quote": "Catalogue"}, {"url": "/catalogue"}]);
        call("complete_step", passing(&cited))
    };
    let model = Arc::new(ScriptedModel::new().answer(lie).answer(lie));
    let error = agent
        .with_model(model.clone())
        .act("buy something nice")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::VerdictUnproven);
    let told = said(&model.requests()[1]);
    assert!(
        told.contains("already there before you did anything"),
        "{told}"
    );
    Ok(())
}

#[e2e::test]
async fn what_a_model_typed_itself_proves_nothing(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let lie = |request: &Request| {
        let field = id_of(request, "searchbox \"Search products\"");
        let cited = json!([{"node": field, "quote": "Thank you for your order", "already": true}]);
        call("complete_step", passing(&cited))
    };
    let model = Arc::new(
        ScriptedModel::new()
            .answer(|request| {
                let target = id_of(request, "searchbox \"Search products\"");
                let value = "Thank you for your order";
                call(
                    "type",
                    json!({"target": target, "value": value, "replace": true}),
                )
            })
            .answer(lie)
            .answer(lie),
    );
    let error = agent
        .with_model(model.clone())
        .act("buy something nice")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::VerdictUnproven);
    let told = said(&model.requests()[2]);
    assert!(told.contains("what you typed yourself"), "{told}");
    Ok(())
}

#[e2e::test]
async fn an_address_alone_does_not_prove_that_nothing_was_to_do(
    app: App,
    agent: Agent,
) -> e2e::Result {
    app.open("/catalogue").await?;
    let lie = |_: &Request| {
        let cited = json!([{"url": "/catalogue", "already": true}]);
        call("complete_step", passing(&cited))
    };
    let model = Arc::new(ScriptedModel::new().answer(lie).answer(lie).answer(lie));
    let agent = agent.with_model(model.clone());
    let error = agent
        .act("throw all finished things away")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::VerdictUnproven);
    let told = said(&model.requests()[1]);
    assert!(told.contains("cite a node that reads so"), "{told}");
    // Of a step that asks to be there it is all there is to say.
    agent.act("be on the page of all products").await?;
    Ok(())
}

#[e2e::test]
async fn what_is_only_echoed_filtered_collapsed_or_left_proves_nothing(
    app: App,
    agent: Agent,
) -> e2e::Result {
    type Row = (&'static str, &'static str, Value, Value, &'static str);
    let typing = |value: &str| json!({"value": value, "replace": true});
    let rows: [Row; 5] = [
        (
            "type",
            "textbox \"Note\"",
            typing("all orders were deleted"),
            json!({"node": "paragraph", "quote": "Saved: ALL ORDERS WERE DELETED!"}),
            "repeats what you typed yourself",
        ),
        (
            "type",
            "textbox \"Filter\"",
            typing("zzz"),
            json!({"gone": "Order 1"}),
            "filtered from view",
        ),
        (
            "tap",
            "button \"More\"",
            json!({}),
            json!({"gone": "Order 2"}),
            "was collapsed",
        ),
        (
            "navigate",
            "",
            json!({"url": "/catalogue"}),
            json!({"gone": "Order 1"}),
            "this is another one",
        ),
        (
            "tap",
            "button \"Delete\"",
            json!({}),
            json!({"gone": "Order 1"}),
            "",
        ),
    ];
    for (verb, target, input, cited, told) in rows {
        app.open("/orders-to-delete").await?;
        let lie = move |request: &Request| {
            let mut cited = cited.clone();
            if let Some(what) = cited["node"].as_str() {
                cited["node"] = id_of(request, what).into();
            }
            call("complete_step", passing(&json!([cited])))
        };
        let model = Arc::new(
            ScriptedModel::new()
                .answer(move |request| {
                    let mut input = input.clone();
                    if !target.is_empty() {
                        input["target"] = id_of(request, target).into();
                    }
                    call(verb, input)
                })
                .answer(lie)
                .call(
                    "complete_step",
                    json!({"status": "failed", "summary": "I lied."}),
                ),
        );
        let outcome = agent
            .with_model(model.clone())
            .act("get rid of all that was ever bought")
            .await;
        let requests = model.requests();
        match told {
            "" => drop(outcome?),
            told => {
                assert!(outcome.is_err(), "{verb} {target}: passed");
                let said = said(requests.last().expect("a request"));
                assert!(
                    said.contains(told),
                    "{verb} {target}: no {told:?} in {said}"
                );
            }
        }
    }
    // A heading says where the page is, not that there was nothing to do.
    let lie = |request: &Request| {
        let heading = id_of(request, "heading \"Orders\"");
        let cited = json!([{"node": heading, "quote": "Orders", "already": true}]);
        call("complete_step", passing(&cited))
    };
    app.open("/orders-to-delete").await?;
    let model = Arc::new(ScriptedModel::new().answer(lie).answer(lie));
    let act = agent
        .with_model(model)
        .act("throw all finished things away");
    assert_eq!(act.await.unwrap_err().code(), Code::VerdictUnproven);
    Ok(())
}
