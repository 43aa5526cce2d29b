//! Transcripts of steps that end in every way but their own.

use super::*;
use e2e::chassis::{StepContext, StepExecutor, Tool, ToolLoop, ToolOutput, Verdict};
use e2e::model::ToolSpec;
use std::path::{Path, PathBuf};

/// Says a secret aloud in its first turn; then its sentence decides.
struct Talker;

#[e2e::chassis::async_trait]
impl StepExecutor for Talker {
    fn name(&self) -> &str {
        "talker"
    }

    async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
        let code = step.reveal("code", true)?;
        let model = ScriptedModel::new().text(format!("I type {code} now."));
        let model = match step.instruction() {
            "panic" => model.call("boom", json!({})),
            _ => model.hang(),
        };
        ToolLoop::new(Arc::new(model))
            .with_tool(Boom)
            .run(step)
            .await
    }
}

struct Boom;

#[e2e::chassis::async_trait]
impl Tool for Boom {
    fn spec(&self) -> ToolSpec {
        let nothing = json!({"type": "object", "properties": {}, "additionalProperties": false});
        ToolSpec::new("boom", "Panics.", nothing)
    }

    async fn call(&self, _: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
        panic!("boom at {}", step.reveal("code", true)?);
    }
}

#[e2e::test]
#[ignore = "it has to be stopped; `a_transcript_is_kept_however_a_step_ends` looks"]
async fn is_stopped_in_every_way(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    let act = |sentence: &str| {
        let code = Secret::new("Transcript-Canary-1").for_any_field();
        agent
            .act(sentence)
            .with(Arc::new(Talker))
            .secret("code", code)
    };
    drop(act("panic").await);
    drop(act("hang").timeout(Duration::from_millis(300)).await);
    act("hang until the test ends").await.map(drop)
}

#[e2e::test]
async fn a_transcript_is_kept_however_a_step_ends() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = e2e::config::load(package).unwrap();
    let (mut text, mut folder) = (String::new(), PathBuf::new());
    let mut attempt = PathBuf::new();
    // A browser that takes its time to start gets more of it, in a run of its own: what a
    // run has kept is not written over.
    for timeout in ["3s", "40s"] {
        let run = format!("transcript-{}-{timeout}", std::process::id());
        folder = config.run.dir().parent().unwrap().join(&run);
        attempt = folder.join("agent/transcripts.is_stopped_in_every_way/1");
        let output = tokio::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "transcripts::is_stopped_in_every_way",
                "--ignored",
            ])
            .env_remove("NEXTEST")
            .env("CARGO_MANIFEST_DIR", package)
            .env("E2E_RUN_ID", &run)
            .env("E2E_TIMEOUT", timeout)
            .env("E2E_DEBUG", "1")
            .output()
            .await
            .unwrap();
        text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(101), "{text}");
        if attempt.join("step-4-transcript.txt").exists() {
            break;
        }
        if timeout == "3s" {
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }
    for (step, ended) in [
        (
            2,
            "ended: STEP_NO_CONCLUSION: the executor `talker` panicked before it concluded: boom at [secret code]",
        ),
        (
            3,
            "ended: STEP_TIMEOUT: the step took longer than its 300ms",
        ),
        (4, "ended: stopped midway"),
    ] {
        let file = attempt.join(format!("step-{step}-transcript.txt"));
        let kept = std::fs::read_to_string(&file)
            .unwrap_or_else(|_| panic!("{} in {text}", file.display()));
        for part in [
            "turn 1 (",
            "I type [secret code] now.",
            "policy the secret `code` may be typed",
            ended,
        ] {
            assert!(kept.contains(part), "no {part:?} in {kept}");
        }
        assert!(!kept.contains("Canary"), "{kept}");
    }
    assert!(!text.contains("Canary"), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}
