//! Pages that list nothing a person could use: what there is is drawn.

use super::*;
use e2e::model::Part;

fn pictures(request: &Request) -> usize {
    let parts = request.messages.iter().flat_map(|message| &message.parts);
    parts.filter(|part| matches!(part, Part::Image(_))).count()
}

fn given_up() -> Value {
    json!({"status": "failed", "summary": "Nothing here can be used.", "evidence": []})
}

const DRAWN: &str = "document.body.innerHTML = '<canvas width=80 height=80></canvas>'";

#[e2e::test]
async fn a_picture_opens_a_step_where_nothing_is_listed(
    app: App,
    browser: Browser,
    agent: Agent,
) -> e2e::Result {
    app.open("/catalogue").await?;
    for (script, expected) in [("", 0), (DRAWN, 1)] {
        browser.execute(script, Vec::new()).await.unwrap();
        let model = Arc::new(ScriptedModel::new().answer(|_| call("complete_step", given_up())));
        let agent = agent.with_model(model.clone());
        agent.act("paint the house red").await.unwrap_err();
        assert_eq!(pictures(&model.requests()[0]), expected, "{script}");
    }
    // Once a secret was typed a picture may show it.
    app.open("/signin").await?;
    let word = Secret::new("a word for the door");
    agent
        .act("type {word} into Password")
        .secret("word", word)
        .await?;
    browser.execute(DRAWN, Vec::new()).await.unwrap();
    let model = Arc::new(ScriptedModel::new().answer(|_| call("complete_step", given_up())));
    let agent = agent.with_model(model.clone());
    agent.act("paint the house red").await.unwrap_err();
    assert_eq!(pictures(&model.requests()[0]), 0);
    Ok(())
}

#[e2e::test]
async fn a_gesture_at_a_place_brings_a_picture_of_what_came_of_it(
    app: App,
    browser: Browser,
    agent: Agent,
) -> e2e::Result {
    app.open("/catalogue").await?;
    browser.execute(DRAWN, Vec::new()).await.unwrap();
    let model = Arc::new(
        ScriptedModel::new()
            .call("tap_at", json!({"x": 20, "y": 20}))
            .call("scroll", json!({"direction": "down"}))
            .answer(|_| call("complete_step", given_up())),
    );
    let agent = agent.with_model(model.clone());
    agent.act("paint the house red").await.unwrap_err();
    let brought: Vec<bool> = model.requests()[2]
        .messages
        .iter()
        .flat_map(|message| &message.parts)
        .filter_map(|part| match part {
            Part::ToolResult(result) => Some(result.image.is_some()),
            _ => None,
        })
        .collect();
    // What is done to what is listed is told in words.
    assert_eq!(brought, [true, false]);
    Ok(())
}
