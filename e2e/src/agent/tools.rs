//! The grammar's tools: what a model may do on a page, one gesture a tool.
//!
//! Variants of a tap are tools of their own on purpose: an optional field for them
//! gets filled in on ordinary buttons.

use super::hands::Hands;
use crate::browser::address;
use crate::browser::chord::Chord;
use crate::browser::wire::History;
use crate::chassis::{StepContext, Tool, ToolOutput};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::ToolSpec;
use crate::page::node::NodeId;
use crate::page::verb::{Direction, MOST_TIMES, Verb};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A tool by its name in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gesture {
    Observe,
    Find,
    Tap,
    Hover,
    Type,
    Press,
    Select,
    Check,
    Scroll,
    ScrollTo,
    Navigate,
    Back,
}

const ALL: &[Gesture] = &[
    Gesture::Observe,
    Gesture::Find,
    Gesture::Tap,
    Gesture::Hover,
    Gesture::Type,
    Gesture::Press,
    Gesture::Select,
    Gesture::Check,
    Gesture::Scroll,
    Gesture::ScrollTo,
    Gesture::Navigate,
    Gesture::Back,
];

/// One tool bound to the step's hands.
struct GrammarTool {
    gesture: Gesture,
    hands: Arc<Hands>,
}

/// Every tool of the grammar.
pub(super) fn grammar(hands: &Arc<Hands>) -> Vec<Arc<dyn Tool>> {
    ALL.iter()
        .map(|gesture| {
            Arc::new(GrammarTool {
                gesture: *gesture,
                hands: Arc::clone(hands),
            }) as Arc<dyn Tool>
        })
        .chain(super::reach::tools(hands))
        .collect()
}

/// Every input any tool takes; each schema says which.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Input {
    target: Option<String>,
    value: String,
    replace: bool,
    key: String,
    checked: Option<bool>,
    direction: String,
    url: String,
    role: String,
    text: String,
    times: Option<u32>,
}

impl Gesture {
    fn name(self) -> &'static str {
        match self {
            Gesture::Observe => "observe",
            Gesture::Find => "find",
            Gesture::Tap => "tap",
            Gesture::Hover => "hover",
            Gesture::Type => "type",
            Gesture::Press => "press",
            Gesture::Select => "select",
            Gesture::Check => "check",
            Gesture::Scroll => "scroll",
            Gesture::ScrollTo => "scroll_to",
            Gesture::Navigate => "navigate",
            Gesture::Back => "back",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Gesture::Observe => {
                "Look at the screen again. Not needed after an action: its result already shows what changed."
            }
            Gesture::Find => {
                "Search the whole page, also what the listing leaves out, by role, by words, or both. At most 20 lines."
            }
            Gesture::Tap => {
                "Click or touch one thing once: buttons, links, tabs, menu items, options, anything clickable."
            }
            Gesture::Hover => "Move the pointer over one thing without pressing.",
            Gesture::Type => "Type text into a field. Without target, into whatever has the focus.",
            Gesture::Press => {
                "Press one key or chord, such as Enter, Escape, ArrowDown or Control+A. With target, that gets the focus first."
            }
            Gesture::Select => {
                "Choose an option of a select, combobox or listbox by the option's visible label."
            }
            Gesture::Check => {
                "Bring a checkbox, radio button or switch into a state. Does nothing when it is in it."
            }
            Gesture::Scroll => "Scroll the page, or the box given as target, by most of its size.",
            Gesture::ScrollTo => {
                "Scroll until one listed thing is in view; or, with text, until that text is, through long lists. With text, target is the list."
            }
            Gesture::Navigate => {
                "Go to an address or a path of the app. Only when the step names it."
            }
            Gesture::Back => "Go one step back in the browser's history.",
        }
    }

    fn schema(self) -> Value {
        let target = json!({"type": "string", "minLength": 1, "maxLength": 32});
        let times = json!({"type": "integer", "minimum": 1, "maximum": MOST_TIMES});
        let (properties, required): (Value, &[&str]) = match self {
            Gesture::Observe | Gesture::Back => (json!({}), &[]),
            Gesture::Find => (
                json!({
                    "role": {"type": "string", "maxLength": 32},
                    "text": {"type": "string", "maxLength": 200}
                }),
                &[],
            ),
            Gesture::Tap | Gesture::Hover => (json!({"target": target}), &["target"]),
            Gesture::ScrollTo => (
                json!({
                    "target": target,
                    "text": {"type": "string", "minLength": 1, "maxLength": 200},
                    "direction": {"type": "string", "enum": ["up", "down"], "description": "with text: from where it is; from the top down when left out"}
                }),
                &[],
            ),
            Gesture::Type => (
                json!({
                    "target": target,
                    "value": {"type": "string", "maxLength": 4096},
                    "replace": {"type": "boolean", "description": "clear the field first"}
                }),
                &["value"],
            ),
            Gesture::Press => (
                json!({"target": target, "key": {"type": "string", "minLength": 1, "maxLength": 64}, "times": times}),
                &["key"],
            ),
            Gesture::Select => (
                json!({"target": target, "value": {"type": "string", "minLength": 1, "maxLength": 256}}),
                &["target", "value"],
            ),
            Gesture::Check => (
                json!({"target": target, "checked": {"type": "boolean", "description": "true when left out"}}),
                &["target"],
            ),
            Gesture::Scroll => (
                json!({
                    "direction": {"type": "string", "enum": ["up", "down", "left", "right"]},
                    "target": target,
                    "times": times
                }),
                &["direction"],
            ),
            Gesture::Navigate => (
                json!({"url": {"type": "string", "minLength": 1, "maxLength": 2048}}),
                &["url"],
            ),
        };
        json!({
            "type": "object",
            "additionalProperties": false,
            "properties": properties,
            "required": required
        })
    }

    /// The verb, or why the input means nothing.
    fn verb(self, input: Input, base_url: Option<&str>, open: &str) -> Result<Option<Verb>> {
        let target = input.target.as_deref().map(NodeId::parse);
        let aimed = |target: Option<NodeId>| {
            target.ok_or_else(|| Error::new(Code::InvalidArgument, "target is missing"))
        };
        Ok(Some(match self {
            Gesture::Observe | Gesture::Find => return Ok(None),
            Gesture::Tap => Verb::Tap {
                target: aimed(target)?,
            },
            Gesture::Hover => Verb::Hover {
                target: aimed(target)?,
            },
            Gesture::ScrollTo if !input.text.is_empty() => Verb::ScrollToText {
                text: input.text,
                target,
                direction: match &*input.direction {
                    "up" => Some(Direction::Up),
                    "down" => Some(Direction::Down),
                    _ => None,
                },
            },
            Gesture::ScrollTo => Verb::ScrollTo {
                target: aimed(target)?,
            },
            Gesture::Type => Verb::Type {
                target,
                text: input.value,
                replace: input.replace,
            },
            Gesture::Press => Verb::Press {
                target,
                chord: Chord::parse(&input.key)?,
            },
            Gesture::Select => Verb::Select {
                target: aimed(target)?,
                option: input.value,
            },
            Gesture::Check => Verb::Check {
                target: aimed(target)?,
                checked: input.checked.unwrap_or(true),
            },
            Gesture::Scroll => Verb::Scroll {
                direction: match &*input.direction {
                    "up" => Direction::Up,
                    "left" => Direction::Left,
                    "right" => Direction::Right,
                    _ => Direction::Down,
                },
                target,
            },
            Gesture::Navigate => Verb::Navigate {
                url: address::resolve(&input.url, base_url, open)?,
            },
            Gesture::Back => Verb::History(History::Back),
        }))
    }
}

#[async_trait]
impl Tool for GrammarTool {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new(
            self.gesture.name(),
            self.gesture.description(),
            self.gesture.schema(),
        )
    }

    async fn call(&self, input: Value, step: &StepContext) -> Result<ToolOutput> {
        let input: Input = serde_json::from_value(input).map_err(|error| {
            Error::new(
                Code::InvalidArgument,
                format!("the input cannot be used: {error}"),
            )
        })?;
        let aim = match &input.target {
            Some(target) => format!("{} {target}", self.gesture.name()),
            None => self.gesture.name().to_owned(),
        };
        if self.gesture == Gesture::Find {
            return self.hands.find(step, &input.role, &input.text).await;
        }
        let times = input.times.unwrap_or(1);
        if !(1..=MOST_TIMES).contains(&times) {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("times is from 1 to {MOST_TIMES}, not {times}"),
            ));
        }
        let open = self
            .hands
            .page
            .newest()
            .map(|screen| screen.url.clone())
            .unwrap_or_default();
        match self
            .gesture
            .verb(input, self.hands.base_url.as_deref(), &open)?
        {
            None => self.hands.observe(step).await,
            Some(verb) => {
                if let Verb::Navigate { url } = &verb {
                    self.hands.may_open(url, step)?;
                }
                // Keys often only move caret or focus, which no listing shows.
                let quiet = verb.may_change_nothing() || self.gesture == Gesture::Press;
                self.hands.repeat(step, &aim, verb, quiet, times).await
            }
        }
    }
}
