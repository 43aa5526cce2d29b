//! What a pass may rest on, and what proves nothing.

use super::*;

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
