//! Choosing from a list: a native one in the page, one made of ordinary elements the
//! way a person does it, opened and its option tapped.

use super::feed::Page;
use super::node::NodeId;
use super::verb::{Effect, Verb};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// What the engine says about options of an ARIA list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Found {
    id: Option<NodeId>,
    many: u32,
    choices: Vec<String>,
}

impl Page {
    pub(super) async fn select(
        &self,
        verb: &Verb,
        target: &NodeId,
        option: &str,
    ) -> Result<Effect> {
        let ready = self.prepare(verb, target).await?;
        if !ready.aria {
            return self.carry_out(verb, ready).await;
        }
        // A list made of ordinary elements: opened if need be, then its option is tapped.
        let (control, role) = (ready.target.clone(), ready.role.clone());
        let mut found = self.option_of(target, option, Duration::ZERO).await?;
        let mut before = None;
        if found.id.is_none() && role != "listbox" {
            let open = Verb::Tap {
                target: target.clone(),
            };
            let ready = self.prepare(&open, target).await?;
            before = Some(self.carry_out(&open, ready).await?.before);
        }
        if found.id.is_none() {
            found = self.option_of(target, option, self.timeouts.expect).await?;
        }
        let Some(id) = found.id else {
            let shown = match found.choices.as_slice() {
                [] => "no option is shown".to_owned(),
                choices => format!("options shown: {}", choices.join(", ")),
            };
            let (code, message) = if found.many > 0 {
                (
                    Code::LocatorAmbiguous,
                    format!("{} options of {control} read \"{option}\"", found.many),
                )
            } else {
                (
                    Code::LocatorNotFound,
                    format!("{control} has no option \"{option}\""),
                )
            };
            return Err(Error::new(code, message)
                .note(shown)
                .help("name an option as the list shows it"));
        };
        let tap = Verb::Tap { target: id.clone() };
        let ready = self.prepare(&tap, &id).await?;
        let mut effect = self.carry_out(&tap, ready).await?;
        if let Some(before) = before {
            effect.before = before;
        }
        effect.target = control;
        Ok(effect)
    }

    async fn option_of(&self, id: &NodeId, option: &str, wait: Duration) -> Result<Found> {
        let args = json!({ "id": id.0, "option": option, "timeout": wait.as_millis() });
        let limit = wait + Duration::from_secs(5);
        match self.engine.wait("option", args, limit).await? {
            Answer::Value(found) => Ok(found),
            Answer::Navigated | Answer::Dialog(_) => Ok(Found::default()),
        }
    }
}
