//! Tools beyond one click on one control: other gestures, files, tabs, dialogs, places.

use super::hands::Hands;
use crate::browser::chord::Chord;
use crate::browser::wire::History;
use crate::chassis::{StepContext, Tool, ToolOutput};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::{Image, ToolSpec};
use crate::page::node::NodeId;
use crate::page::verb::{Deed, Verb};
use async_trait::async_trait;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Every input any of these tools takes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Input {
    target: String,
    to: String,
    files: Vec<String>,
    tab: Option<String>,
    accept: bool,
    text: Option<String>,
    x: f64,
    y: f64,
    value: String,
    #[serde(deserialize_with = "chord")]
    key: Option<Chord>,
    replace: bool,
}

fn chord<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<Chord>, D::Error> {
    let written = String::deserialize(from)?;
    let chord = Chord::parse(&written).map_err(|error| D::Error::custom(error.message()))?;
    Ok(Some(chord))
}

impl Input {
    fn target(&self) -> NodeId {
        NodeId::parse(&self.target)
    }
}

/// One tool: what it is called, what it says of itself, what it needs and may be given,
/// and the verb it comes to.
struct Made {
    name: &'static str,
    description: &'static str,
    needs: &'static [&'static str],
    takes: &'static [&'static str],
    verb: fn(Input) -> Verb,
}

const ALL: &[Made] = &[
    Made {
        name: "double_tap",
        description: "Click one thing twice in quick succession.",
        needs: &["target"],
        takes: &[],
        verb: |input| Verb::DoubleTap {
            target: input.target(),
        },
    },
    Made {
        name: "long_press",
        description: "Press one thing and hold for most of a second.",
        needs: &["target"],
        takes: &[],
        verb: |input| Verb::LongPress {
            target: input.target(),
        },
    },
    Made {
        name: "right_click",
        description: "Open the context menu of one thing.",
        needs: &["target"],
        takes: &[],
        verb: |input| Verb::RightClick {
            target: input.target(),
        },
    },
    Made {
        name: "drag",
        description: "Drag one thing onto another.",
        needs: &["target", "to"],
        takes: &[],
        verb: |input| Verb::Drag {
            target: input.target(),
            to: NodeId::parse(&input.to),
        },
    },
    Made {
        name: "upload",
        description: "Choose files of the project for a file field, the button in front of it, or a drop zone.",
        needs: &["target", "files"],
        takes: &[],
        verb: |input| Verb::Upload {
            target: input.target(),
            files: input.files,
        },
    },
    Made {
        name: "download",
        description: "Click what begins a download and wait until the file is complete.",
        needs: &["target"],
        takes: &[],
        verb: |input| Verb::Download {
            target: input.target(),
        },
    },
    Made {
        name: "forward",
        description: "Go one step forward in the browser's history.",
        needs: &[],
        takes: &[],
        verb: |_| Verb::History(History::Forward),
    },
    Made {
        name: "reload",
        description: "Load the page anew.",
        needs: &[],
        takes: &[],
        verb: |_| Verb::History(History::Reload),
    },
    Made {
        name: "switch_tab",
        description: "Look at another tab: its title, part of its address, its number, or `new`.",
        needs: &["tab"],
        takes: &[],
        verb: |input| Verb::SwitchTab {
            tab: input.tab.unwrap_or_default(),
        },
    },
    Made {
        name: "close_tab",
        description: "Close a tab; without one, the current one.",
        needs: &[],
        takes: &["tab"],
        verb: |input| Verb::CloseTab { tab: input.tab },
    },
    Made {
        name: "answer_dialog",
        description: "Answer the JavaScript dialog that is open or, before the click that opens it, the next one. Dialogs are dismissed otherwise.",
        needs: &["accept"],
        takes: &["text"],
        verb: |input| Verb::AnswerDialog {
            accept: input.accept,
            text: input.text.filter(|_| input.accept),
        },
    },
    Made {
        name: "tap_at",
        description: "Click at a pixel of the newest screenshot, for what the screen does not list.",
        needs: &["x", "y"],
        takes: &[],
        verb: |input| place(&input, Deed::Tap),
    },
    Made {
        name: "hover_at",
        description: "Move the pointer to a pixel of the newest screenshot.",
        needs: &["x", "y"],
        takes: &[],
        verb: |input| place(&input, Deed::Hover),
    },
    Made {
        name: "type_at",
        description: "Click at a pixel of the newest screenshot, then type.",
        needs: &["x", "y", "value"],
        takes: &["replace"],
        verb: |input| {
            let deed = Deed::Type {
                text: input.value.clone(),
                replace: input.replace,
            };
            place(&input, deed)
        },
    },
    Made {
        name: "press_at",
        description: "Press a key or chord on what is at a pixel of the newest screenshot.",
        needs: &["x", "y", "key"],
        takes: &[],
        verb: |input| {
            let pressed = |chord| Deed::Press { chord };
            place(&input, input.key.clone().map_or(Deed::Hover, pressed))
        },
    },
    Made {
        name: "select_at",
        description: "Choose an option, by its visible label, of the list at a pixel of the newest screenshot.",
        needs: &["x", "y", "value"],
        takes: &[],
        verb: |input| {
            let option = input.value.clone();
            place(&input, Deed::Select { option })
        },
    },
];

fn place(input: &Input, deed: Deed) -> Verb {
    Verb::Point {
        x: input.x,
        y: input.y,
        deed,
    }
}

fn property(name: &str) -> Value {
    match name {
        "target" | "to" => {
            json!({"type": "string", "minLength": 1, "maxLength": 32, "description": "id from the newest screen, like n12"})
        }
        "files" => {
            json!({"type": "array", "minItems": 1, "maxItems": 16, "items": {"type": "string", "minLength": 1, "maxLength": 512}, "description": "paths inside the project"})
        }
        "accept" => json!({"type": "boolean", "description": "OK, or Cancel"}),
        "replace" => json!({"type": "boolean", "description": "clear what is there first"}),
        "x" | "y" => json!({"type": "number", "minimum": 0, "maximum": 20000}),
        "text" => json!({"type": "string", "maxLength": 1024, "description": "for a prompt"}),
        "key" => json!({"type": "string", "minLength": 1, "maxLength": 64}),
        "tab" => json!({"type": "string", "minLength": 1, "maxLength": 256}),
        _ => json!({"type": "string", "maxLength": 4096}),
    }
}

fn schema(needs: &[&str], takes: &[&str]) -> Value {
    let all = needs.iter().chain(takes);
    let properties: Map<String, Value> = all
        .map(|name| ((*name).to_owned(), property(name)))
        .collect();
    json!({
        "type": "object", "additionalProperties": false,
        "properties": properties, "required": needs,
    })
}

/// One of [`ALL`], bound to the step's hands.
struct MadeTool {
    made: &'static Made,
    hands: Arc<Hands>,
}

/// Every tool of this kind.
pub(super) fn tools(hands: &Arc<Hands>) -> Vec<Arc<dyn Tool>> {
    let mut out: Vec<Arc<dyn Tool>> = ALL
        .iter()
        .map(|made| {
            Arc::new(MadeTool {
                made,
                hands: Arc::clone(hands),
            }) as Arc<dyn Tool>
        })
        .collect();
    out.push(Arc::new(Screenshot {
        hands: Arc::clone(hands),
    }));
    out
}

#[async_trait]
impl Tool for MadeTool {
    fn spec(&self) -> ToolSpec {
        let made = self.made;
        ToolSpec::new(made.name, made.description, schema(made.needs, made.takes))
    }

    async fn call(&self, input: Value, step: &StepContext) -> Result<ToolOutput> {
        let missing = self
            .made
            .needs
            .iter()
            .find(|name| input.get(name).is_none());
        if let Some(missing) = missing {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("{missing} is missing"),
            ));
        }
        let input: Input = serde_json::from_value(input).map_err(|error| {
            Error::new(
                Code::InvalidArgument,
                format!("the input cannot be used: {error}"),
            )
        })?;
        let aim = match input.target.as_str() {
            "" => self.made.name.to_owned(),
            target => format!("{} {target}", self.made.name),
        };
        let mut verb = (self.made.verb)(input);
        if let Verb::Point { x, y, .. } = &mut verb {
            if step.is_tainted() {
                return Err(tainted(step, self.made.name));
            }
            (*x, *y) = self.hands.page.place_of(*x, *y);
        }
        let quiet = verb.may_change_nothing() || verb == Verb::History(History::Reload);
        let placed = matches!(verb, Verb::Point { .. });
        let out = self.hands.perform(step, &aim, verb, quiet).await?;
        // Who goes by pixels sees what came of it in pixels, without a turn for that.
        if placed
            && !step.is_tainted()
            && let Ok(picture) = self.hands.picture(step).await
        {
            return Ok(out.with_image(Image::png(picture.png)));
        }
        Ok(out)
    }
}

/// A picture of the page, for what its listing does not tell.
struct Screenshot {
    hands: Arc<Hands>,
}

#[async_trait]
impl Tool for Screenshot {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new(
            "screenshot",
            "See a picture of the page, when the listing does not show what matters.",
            schema(&[], &[]),
        )
    }

    async fn call(&self, _input: Value, step: &StepContext) -> Result<ToolOutput> {
        let picture = self.hands.picture(step).await?;
        let text = format!(
            "The page as it looks now: {}. Prefer listed ids to places of it.",
            picture.space()
        );
        Ok(ToolOutput::new(text).with_image(Image::png(picture.png)))
    }
}

/// Only what nobody may read is covered in a picture, and the page may echo a secret
/// anywhere: after one was typed there are no pictures, and no places of them.
fn tainted(step: &StepContext, tool: &str) -> Error {
    let denied = Error::new(
        Code::PolicyDenied,
        "PIXEL_TAINTED: a secret was typed in this test, and a picture cannot be masked",
    )
    .help("go by what the screen lists");
    step.record_refusal(tool, &denied);
    denied
}
