//! Tools that do nothing but keep a log of what ran.

use e2e::chassis::{Checked, Evidence, StepContext, Tool, ToolOutput};
use e2e::model::{Image, ToolSpec};
use e2e::{Code, Error};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What ran, in order.
pub(crate) type Log = Arc<Mutex<Vec<String>>>;

/// One tool by name; its behaviour follows from it.
pub(crate) struct Prop {
    name: &'static str,
    log: Log,
}

/// A whole set of them.
pub(crate) fn all(log: &Log) -> Vec<Arc<dyn Tool>> {
    [
        "note", "fail", "look", "shot", "act", "crash", "budget", "cancel", "nap", "free", "late",
        "loose", "list",
    ]
    .map(|name| {
        Arc::new(Prop {
            name,
            log: Arc::clone(log),
        }) as Arc<dyn Tool>
    })
    .into()
}

#[async_trait::async_trait]
impl Tool for Prop {
    fn spec(&self) -> ToolSpec {
        let (properties, required) = match self.name {
            "note" | "fail" | "free" => (
                json!({"text": {"type": "string", "maxLength": 40}}),
                json!(["text"]),
            ),
            "loose" => {
                let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
                return ToolSpec::new("loose", "leaves its schema open", schema);
            }
            "look" | "shot" | "nap" | "list" => (
                json!({"size": {"type": "integer", "minimum": 1}}),
                json!(["size"]),
            ),
            _ => (json!({}), json!([])),
        };
        ToolSpec::new(
            self.name,
            format!("{} something", self.name),
            json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false}),
        )
    }

    fn in_order(&self) -> bool {
        self.name != "free"
    }

    async fn call(&self, input: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
        let text = input["text"].as_str().unwrap_or_default().to_owned();
        let size = usize::try_from(input["size"].as_u64().unwrap_or(0)).unwrap();
        let log = |what: &str| self.log.lock().unwrap().push(what.to_owned());
        if step.hard_stop().is_some() {
            log("RAN AFTER A STOP");
        }
        match self.name {
            "note" => {
                log(&text);
                Ok(ToolOutput::new(format!("noted {text}")))
            }
            "fail" => {
                log("fail");
                Err(Error::new(Code::LocatorNotFound, format!("no {text}")).note("there is only b"))
            }
            "look" => {
                log("look");
                Ok(ToolOutput::new("looked").with_screen("s".repeat(size)))
            }
            "shot" => {
                log("shot");
                Ok(ToolOutput::new("shot").with_image(Image::png(vec![0; size])))
            }
            "act" => {
                step.take_action()?;
                log("act");
                Ok(ToolOutput::new("acted"))
            }
            "crash" => {
                log("crash");
                Ok(ToolOutput::failure("it is gone")
                    .stopping(Error::new(Code::DriverFailed, "the driver died")))
            }
            "budget" => Err(Error::new(Code::StepBudgetExhausted, "no more")),
            "cancel" => {
                step.cancel();
                step.checkpoint()?;
                Ok(ToolOutput::new("never said"))
            }
            "nap" => {
                log("nap");
                tokio::time::sleep(Duration::from_millis(size as u64)).await;
                log("woke");
                Ok(ToolOutput::new("rested"))
            }
            "loose" => {
                log("loose");
                Ok(ToolOutput::new("loose"))
            }
            "list" => Ok(ToolOutput::new("a line of a list\n".repeat(size))),
            // Ends with its clock while it runs.
            "late" => {
                log("late");
                std::future::pending::<()>().await;
                log("never");
                Ok(ToolOutput::new("never said"))
            }
            _ => {
                log(&text);
                Ok(ToolOutput::new("free"))
            }
        }
    }
}

/// Words that are there.
pub(crate) struct Words(pub(crate) &'static [&'static str]);

#[async_trait::async_trait]
impl Evidence for Words {
    fn schema(&self) -> Value {
        json!({"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"], "additionalProperties": false})
    }

    fn describe(&self) -> String {
        "a word that is there".to_owned()
    }

    async fn check(&self, cited: &[Value], _: &StepContext) -> e2e::Result<Checked> {
        let words: Vec<_> = cited
            .iter()
            .map(|one| one["word"].as_str().unwrap_or_default())
            .collect();
        if words.contains(&"broken") {
            return Err(Error::new(Code::BrowserCrashed, "cannot look"));
        }
        Ok(match words.iter().find(|word| !self.0.contains(word)) {
            Some(word) => Checked::Wrong(format!("{word} is not there; there are {:?}", self.0)),
            None => Checked::Proven(words.iter().map(|word| format!("saw {word}")).collect()),
        })
    }
}
