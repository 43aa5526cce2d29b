use async_trait::async_trait;
use e2e::browser::chord::Chord;
use e2e::browser::wire::{Evaluated, Gesture, History, Wire};
use e2e::config::Timeouts;
use e2e::page::Page;
use e2e::page::node::NodeId;
use e2e::page::verb::Verb;
use e2e::{Code, Error, Result};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A page that answers as it is told: one button, ready at once.
#[derive(Default)]
struct Told {
    /// What input comes to.
    input: Option<Code>,
    /// What the engine says of the effects.
    effects: Value,
    sent: AtomicUsize,
}

impl Told {
    fn answer(&self, args: &Value) -> Evaluated {
        let screen =
            json!({ "document": "d", "nodes": [{ "id": "n1", "role": "button", "name": "Go" }] });
        let ok = match args["f"].as_str().unwrap_or_default() {
            "prepare" => {
                json!({ "role": "button", "name": "Go", "target": "button \"Go\"", "x": 1, "y": 1, "before": screen })
            }
            "settle" => json!({ "observation": screen, "late": false, "effects": self.effects }),
            _ => screen,
        };
        Evaluated::Value(json!({ "ok": ok, "last": 1 }).to_string().into())
    }
}

#[async_trait]
impl Wire for Told {
    async fn navigate(&self, _: &str, _: Duration) -> Result<()> {
        Ok(())
    }
    async fn history(&self, _: History, _: Duration) -> Result<()> {
        Ok(())
    }
    async fn eval(&self, _: &str, args: Value, _: Duration) -> Result<Evaluated> {
        Ok(self.answer(&args))
    }
    async fn eval_async(&self, _: &str, args: Value, _: Duration) -> Result<Evaluated> {
        Ok(self.answer(&args))
    }
    async fn pointer(&self, _: Gesture, _: f64, _: f64) -> Result<()> {
        self.sent.fetch_add(1, Ordering::SeqCst);
        match self.input {
            Some(code) => Err(Error::new(code, "the driver said no")),
            None => Ok(()),
        }
    }
    async fn press(&self, _: &Chord) -> Result<()> {
        Ok(())
    }
    async fn type_text(&self, _: &str) -> Result<()> {
        Ok(())
    }
    async fn screenshot(&self) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }
    async fn location(&self) -> Result<(String, String)> {
        Ok((String::new(), String::new()))
    }
    async fn dialog(&self) -> Result<Option<String>> {
        Ok(None)
    }
    async fn answer_dialog(&self, _: bool, _: Option<&str>) -> Result<()> {
        Ok(())
    }
}

/// What input comes to, what the engine saw, and how the verb ends.
#[tokio::test]
async fn how_a_tap_ends_follows_from_what_was_seen() {
    let seen = |more: Value| {
        let mut effects = json!({ "attached": true, "events": 1 });
        for (key, value) in more.as_object().unwrap() {
            effects[key] = value.clone();
        }
        effects
    };
    let cases = [
        (
            "arrived",
            None,
            seen(json!({ "reached": true, "changed": true })),
            Ok((true, Some(true))),
        ),
        (
            "arrived, nothing came of it",
            None,
            seen(json!({ "reached": true })),
            Ok((false, Some(true))),
        ),
        (
            "elsewhere",
            None,
            seen(json!({ "other": "link \"Ad\"" })),
            Err(Code::ActionFailed),
        ),
        (
            "nowhere",
            None,
            seen(json!({ "events": 0 })),
            Err(Code::ActionMayHaveCommitted),
        ),
        (
            "nowhere, yet the page changed",
            None,
            seen(json!({ "events": 0, "changed": true })),
            Ok((true, None)),
        ),
        (
            "refused by the driver",
            Some(Code::ActionFailed),
            seen(json!({})),
            Err(Code::ActionMayHaveCommitted),
        ),
        (
            "out of bounds",
            Some(Code::NotActionable),
            seen(json!({})),
            Err(Code::NotActionable),
        ),
        (
            "a dead driver",
            Some(Code::DriverFailed),
            seen(json!({})),
            Err(Code::DriverFailed),
        ),
        (
            "a dead browser",
            Some(Code::BrowserCrashed),
            seen(json!({})),
            Err(Code::BrowserCrashed),
        ),
    ];
    for (what, input, effects, expected) in cases {
        let wire = Arc::new(Told {
            input,
            effects,
            ..Told::default()
        });
        let page = Page::new(wire.clone(), Timeouts::default());
        let target = NodeId("n1".into());
        let ended = page
            .perform(Verb::Tap { target })
            .await
            .map(|effect| (effect.visible, effect.reached))
            .map_err(|error| error.code());
        assert_eq!(ended, expected, "{what}");
        assert_eq!(
            wire.sent.load(Ordering::SeqCst),
            1,
            "{what}: never repeated"
        );
    }
}

#[tokio::test]
async fn only_addresses_of_the_web_are_opened() {
    let page = Page::new(Arc::new(Told::default()), Timeouts::default());
    for url in ["javascript:alert(1)", "file:///etc/passwd", "/relative", ""] {
        let error = page
            .perform(Verb::Navigate { url: url.into() })
            .await
            .unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument, "{url}");
    }
}
