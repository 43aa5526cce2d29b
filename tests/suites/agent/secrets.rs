//! A canary goes through everything and comes out nowhere.
//!
//! The page echoes what is typed in its text, title, address, console and storage. Two
//! tests send canaries through it in processes of their own; then every file they left,
//! everything they printed and every request the provider saw is searched.

use super::*;
use axum::response::Html;
use axum::routing::get;
use std::path::{Path, PathBuf};

const PASSWORD: &str = "c4n\"ary päss & Co";
const CODE: &str = "Canary-C0de-42";
const TYPED: &str = "typed-Canary-77";
const KEY: &str = "sk-canary-key-0815";

const ECHO: &str = r#"<!doctype html><title>Sign in</title><h1>Sign in</h1>
<form id=f><label>Password <input type=password name=password></label>
<label>Code <input name=code></label><button>Sign in</button></form>
<p role=status id=s></p><div id=more></div>
<script>
// No element has all of it: boxes, list items, letters apart, a name that is cut in it.
function pieces(code) {
  const add = (tag, text) => { more.appendChild(document.createElement(tag)).textContent = text; };
  [...code].forEach((letter, at) => {
    const label = more.appendChild(document.createElement("label"));
    label.textContent = "Box " + at;
    label.appendChild(document.createElement("input")).value = letter;
  });
  (code.match(/.{1,5}/g) || []).forEach((piece) => add("h3", piece));
  add("p", [...code].join(" "));
  add("h2", "x".repeat(246) + code);
}
f.onsubmit = (event) => {
  event.preventDefault();
  const typed = f.password.value + " " + f.code.value;
  s.textContent = "Welcome, " + typed;
  more.innerHTML = "";
  for (const text of [encodeURIComponent(typed), JSON.stringify(typed), typed.toUpperCase(), btoa(unescape(encodeURIComponent(typed)))]) {
    const line = more.appendChild(document.createElement("p"));
    line.textContent = text;
  }
  pieces(f.code.value);
  document.title = typed;
  history.pushState({}, "", "/echo?q=" + encodeURIComponent(typed));
  console.error("typed", typed);
  localStorage.typed = typed;
};
</script>"#;

pub(crate) fn router() -> axum::Router {
    axum::Router::new().route("/echo", get(|| async { Html(ECHO) }))
}

/// The newest id in front of `what` in a request's body.
fn id(asked: &str, what: &str) -> String {
    let what = what.replace('"', "\\\\\\\"");
    let at = asked
        .rfind(&what)
        .or_else(|| asked.rfind(&what.replace("\\\\", "")));
    let at = at.unwrap_or_else(|| panic!("no {what} in {asked}"));
    let start = asked[..at].rfind("#n").expect("an id");
    let digits = asked[start + 2..].chars().take_while(char::is_ascii_digit);
    format!("n{}", digits.collect::<String>())
}

fn script() -> Vec<Line> {
    vec![
        Line::Ask(|asked| {
            let target = id(asked, "textbox \"Password\"");
            Say::call(
                "type_secret",
                json!({"target": target, "secret": "password"}),
            )
        }),
        Line::Ask(|asked| {
            let target = id(asked, "button \"Sign in\"");
            Say::call("tap", json!({"target": target}))
                .and_call("screenshot", json!({}))
                .and_call("tap_at", json!({"x": 9, "y": 9}))
                .and_call("hover_at", json!({"x": 9, "y": 9}))
                .and_call("type_at", json!({"x": 9, "y": 9, "value": "x"}))
                .and_call("press_at", json!({"x": 9, "y": 9, "key": "Enter"}))
                .and_call("select_at", json!({"x": 9, "y": 9, "value": "x"}))
        }),
        Line::Ask(|asked| {
            let quote = "Welcome, [secret password]";
            Say::call(
                "complete_step",
                json!({"status": "passed", "summary": "It welcomes.", "evidence": [{"node": id(asked, "status"), "quote": quote}]}),
            )
        }),
        Say::text(
            &json!({
                "protocol": "agent-judgment-3",
                "explanation": "Welcome, it says.",
                "evidence": [{"at": "url", "quote": "/echo"}],
                "verdict": "holds"
            })
            .to_string(),
        )
        .into(),
        Line::Ask(|asked| {
            let target = id(asked, "textbox \"Code\"");
            Say::call(
                "type_secret",
                json!({"target": target, "secret": "password"}),
            )
            .and_call("type_secret", json!({"target": target, "secret": "code"}))
        }),
        Say::call(
            "complete_step",
            json!({"status": "failed", "summary": "Nothing came."}),
        )
        .into(),
    ]
}

async fn send_canaries(app: &App, agent: &Agent, screen: &Screen) -> e2e::Result {
    app.open("/echo").await?;
    let password = || Secret::env("CANARY_PASSWORD");
    let report = agent
        .act("get past the door")
        .secret("password", password())
        .await?;
    assert_eq!((report.tier, report.model_calls), (Tier::Model, 3));
    println!("what the test itself prints: {report:?} {PASSWORD}");
    // The same without a model.
    let report = agent
        .act("type {password} into Password, type {code} into Code and click \"Sign in\"")
        .secret("password", password())
        .secret(
            "code",
            Secret::from_fn(|| Ok(CODE.to_owned())).for_any_field(),
        )
        .await?;
    assert_eq!(report.tier, Tier::Plain);
    // A password that stands in the test itself.
    let typed = agent.act(format!("type {TYPED:?} into Password")).await?;
    assert!(!format!("{typed:?}").contains(TYPED), "{typed:?}");
    screen.get_by_label("Password").fill(TYPED).await?;
    agent.act("click \"Sign in\"").await?;
    agent.assert("the page shows \"Welcome\"").await?;
    // Who judges is shown the page that echoes them.
    agent.assert("it all looks rather inviting").await
}

#[e2e::test]
#[ignore = "it needs a provider; `a_canary_comes_out_nowhere` starts it with one"]
async fn canaries_in_a_test_that_passes(app: App, agent: Agent, screen: Screen) -> e2e::Result {
    send_canaries(&app, &agent, &screen).await
}

#[e2e::test]
#[ignore = "it has to fail; `a_canary_comes_out_nowhere` looks"]
async fn canaries_in_a_test_that_fails(app: App, agent: Agent, screen: Screen) -> e2e::Result {
    send_canaries(&app, &agent, &screen).await?;
    let denied = agent
        .act("type {password} into Code")
        .secret("password", Secret::env("CANARY_PASSWORD"))
        .await
        .unwrap_err();
    assert_eq!(denied.code(), Code::PolicyDenied, "{denied:?}");
    let failed = agent
        .act("try the other door")
        .secret("password", Secret::env("CANARY_PASSWORD"))
        .secret("code", Secret::new(CODE).for_any_field())
        .await
        .unwrap_err();
    assert!(!format!("{failed:?}").contains(CODE), "{failed:?}");
    let check = expect(screen.get_by_role(Role::Status)).timeout(Duration::from_millis(200));
    check.to_have_text("Goodbye").await
}

/// Every file below a folder.
fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[e2e::test]
async fn a_canary_comes_out_nowhere() {
    for (name, code) in [
        ("canaries_in_a_test_that_passes", 0),
        ("canaries_in_a_test_that_fails", 101),
    ] {
        let provider = Provider::start(script()).await;
        let run = format!("canary-{}-{code}", std::process::id());
        let output = tokio::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &format!("secrets::{name}"), "--ignored"])
            .env_remove("NEXTEST")
            .env("E2E_RUN_ID", &run)
            .env("E2E_DEBUG", "1")
            .env("E2E_MODEL", "openai::any")
            .env("E2E_MODEL_URL", provider.url(Dialect::Completions))
            .env("OPENAI_API_KEY", KEY)
            .env("CANARY_PASSWORD", PASSWORD)
            .output()
            .await
            .unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}");
        let config = e2e::config::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let folder = config.run.dir().parent().unwrap().join(&run);
        let mut said = vec![("the terminal".to_owned(), text)];
        for file in files(&folder) {
            let bytes = std::fs::read(&file).unwrap();
            said.push((
                file.display().to_string(),
                String::from_utf8_lossy(&bytes).into_owned(),
            ));
        }
        assert!(
            said.iter()
                .any(|(from, _)| from.ends_with("transcript.txt")),
            "no transcript"
        );
        assert!(
            said.iter().any(|(from, _)| from.ends_with("report.html")),
            "no report"
        );
        assert!(
            !said.iter().any(|(from, _)| from.ends_with(".png")),
            "a picture was kept"
        );
        assert!(provider.requests().len() >= 3);
        let told = provider.requests()[2].body.to_string();
        assert!(told.contains("a picture cannot be masked"), "{told}");
        for tool in ["tap_at", "hover_at", "type_at", "press_at", "select_at"] {
            let refused = format!("{tool} failed: POLICY_DENIED: PIXEL_TAINTED");
            assert!(told.contains(&refused), "{refused}: {told}");
        }
        for request in provider.requests() {
            let (from, said_there) = (
                format!("request {}", request.path),
                request.body.to_string(),
            );
            said.push((from, said_there));
        }
        let masked = |canary: &str| {
            said.iter()
                .any(|(_, text)| text.contains(&format!("[secret {canary}]")))
        };
        for canary in ["password", "code", "typed password"] {
            assert!(
                masked(canary),
                "{canary} was never masked, so nothing was tried"
            );
        }
        let all = |text: &str| said.iter().any(|(_, said)| plain(said).contains(text));
        for pieces in [
            "\"box 0\" value=\"[secret code]\"",
            "heading \"[secret code]\"",
            "xxx[secret code]",
        ] {
            assert!(
                code == 0 || all(pieces),
                "{pieces} was never told, so nothing was tried"
            );
        }
        for (from, text) in &said {
            let flat = plain(text);
            for piece in PIECES {
                assert!(!flat.contains(piece), "{piece:?} in {from}: {text}");
            }
            for canary in forms() {
                assert!(
                    !text.to_lowercase().contains(&canary),
                    "{canary:?} in {from}: {text}"
                );
            }
        }
        // What the test is run with stays out of the folder that is searched next time.
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

/// What the page writes of the code in pieces.
const PIECES: &[&str] = &[
    "value=\"c\"",
    "value=\"4\"",
    "heading \"canar\"",
    "heading \"y-c0d\"",
    "c a n a r y",
    "xxxcanary-c0d",
];

/// A text without what formats add to quotation marks, in small letters.
fn plain(text: &str) -> String {
    let text = text.replace('\\', "").replace("&quot;", "\"");
    text.to_lowercase()
}

/// Canaries as they may be written, in small letters.
fn forms() -> Vec<String> {
    let json = serde_json::to_string(PASSWORD).unwrap();
    let json = json.trim_matches('"').to_owned();
    let html = PASSWORD.replace('&', "&amp;").replace('"', "&quot;");
    let all = [
        PASSWORD,
        &json,
        &html,
        CODE,
        TYPED,
        KEY,
        "c4n%22ary",
        "YzRuImFyeSBww6Rzc",
    ];
    all.iter().map(|text| text.to_lowercase()).collect()
}
