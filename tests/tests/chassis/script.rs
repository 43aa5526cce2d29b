//! Scripts in one line: turns between `|`, calls of a turn between `;`.
//!
//! ```text
//! note a; note b | "prose" | pass
//! ```

use e2e::model::{Model as _, ModelError, ModelErrorKind, Reply, ScriptedModel, Stop, ToolCall};
use e2e::report::record::Usage;
use serde_json::{Value, json};

/// The model that speaks the script, by a name of its own: what a loop learns about a
/// model is remembered by name.
pub(crate) fn model(name: &str, script: &str) -> ScriptedModel {
    let mut model = ScriptedModel::new().named(name);
    for turn in script
        .split('|')
        .map(str::trim)
        .filter(|turn| !turn.is_empty())
    {
        let (times, turn) = match turn.split_once('*') {
            Some((times, turn)) => (
                times.trim().parse().expect("a number before *"),
                turn.trim(),
            ),
            None => (1, turn),
        };
        for _ in 0..times {
            model = line(model, turn);
        }
    }
    assert_eq!(model.id().model, name);
    model
}

fn line(model: ScriptedModel, turn: &str) -> ScriptedModel {
    let failure = |kind, message: &str| ModelError::new(kind, message);
    match turn {
        "!overflow" => model.fail(failure(
            ModelErrorKind::ContextOverflow,
            "prompt is too long",
        )),
        "!reject" => model.fail(
            failure(
                ModelErrorKind::ToolChoiceRejected,
                "tool_choice is not supported",
            )
            .with_status(400),
        ),
        "!ignored" => {
            let reply = Reply::of_text("just words");
            model.fail(failure(
                ModelErrorKind::ToolChoiceIgnored(Box::new(reply)),
                "no call",
            ))
        }
        "!key" => {
            model.fail(failure(ModelErrorKind::Credential, "status 401").with_hint("check the key"))
        }
        "!500" => model.fail(failure(ModelErrorKind::Provider, "status 500").again(None)),
        "!400" => model.fail(failure(ModelErrorKind::Provider, "status 400").with_status(400)),
        "!late" => model.fail(failure(ModelErrorKind::TimedOut, "it took too long")),
        "!hang" => model.hang(),
        _ => model.reply(reply(turn)),
    }
}

fn reply(turn: &str) -> Reply {
    let mut reply = Reply {
        usage: Some(Usage {
            input_tokens: 10,
            output_tokens: 2,
            ..Usage::default()
        }),
        ..Reply::default()
    };
    for (index, call) in turn.split(';').map(str::trim).enumerate() {
        let (word, rest) = call.split_once(' ').unwrap_or((call, ""));
        match word {
            "refuse" => reply.stop = Stop::Refusal,
            "filter" => reply.stop = Stop::ContentFilter,
            "length" => reply.stop = Stop::Length,
            "downgraded" => reply.choice_downgraded = true,
            "no-usage" => reply.usage = None,
            "prose" => {
                let length = rest.parse().expect("a number after prose");
                let text = "p".repeat(length);
                reply.parts.push(e2e::model::Part::Text(text));
            }
            _ if call.starts_with('"') => {
                reply
                    .parts
                    .push(e2e::model::Part::Text(call.trim_matches('"').to_owned()));
            }
            _ => {
                let (name, arguments) = arguments(word, rest);
                let id = format!("c{index}");
                reply.parts.push(e2e::model::Part::ToolCall(ToolCall::new(
                    id, name, arguments,
                )));
            }
        }
    }
    reply
}

fn arguments(word: &str, rest: &str) -> (String, Value) {
    let verdict = |status: &str| {
        let (code, cited) = match rest.split_once("cite ") {
            Some((code, cited)) => (code.trim(), Some(cited)),
            None => (rest, None),
        };
        let mut input = json!({"status": status, "summary": format!("it {status}")});
        if !code.is_empty() {
            input["errorCode"] = json!(code);
        }
        if let Some(cited) = cited {
            input["evidence"] = json!(
                cited
                    .split(' ')
                    .map(|word| json!({"word": word}))
                    .collect::<Vec<_>>()
            );
        }
        ("complete_step".to_owned(), input)
    };
    match word {
        "pass" => verdict("passed"),
        "failed" => verdict("failed"),
        "blocked" => verdict("blocked"),
        "raw" => (
            "complete_step".to_owned(),
            serde_json::from_str(rest).expect("JSON after raw"),
        ),
        "note" | "fail" | "free" => (word.to_owned(), json!({"text": rest})),
        "look" | "shot" | "nap" | "list" => (
            word.to_owned(),
            json!({"size": rest.parse::<u64>().unwrap_or(10)}),
        ),
        "text" => ("note".to_owned(), Value::String(rest.to_owned())),
        "call" => {
            let (name, input) = rest.split_once(' ').expect("a name and JSON after call");
            (
                name.to_owned(),
                serde_json::from_str(input).expect("JSON after the name"),
            )
        }
        _ => (word.to_owned(), json!({})),
    }
}
