//! Choosing from a list: a native one in the page, one made of ordinary elements the
//! way a person does it, opened and its option tapped.

use super::feed::Page;
use super::node::NodeId;
use super::ready::Aim;
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

/// How long a list may take to show the choice once the page is quiet.
const SHOWN: Duration = Duration::from_millis(500);

/// What a list says of a choice.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Taken {
    taken: bool,
    shown: String,
}

impl Page {
    pub(super) async fn select(
        &self,
        verb: &Verb,
        target: &NodeId,
        option: &str,
        aim: &Aim,
    ) -> Result<Effect> {
        let ready = self.prepare(verb, target, aim).await?;
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
            let ready = self.prepare(&open, target, aim).await?;
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
        let ready = self.prepare(&tap, &id, &aim.at_anything()).await?;
        let mut effect = self.carry_out(&tap, ready).await?;
        if let Some(before) = before {
            effect.before = before;
        }
        self.taken(target, &id, option, &control).await?;
        effect.target = control;
        Ok(effect)
    }

    /// Refuses a choice that the list does not show once it was made.
    async fn taken(
        &self,
        list: &NodeId,
        chosen: &NodeId,
        option: &str,
        control: &str,
    ) -> Result<()> {
        let args = json!({
            "id": list.0, "chosen": chosen.0, "option": option, "timeout": SHOWN.as_millis(),
        });
        let limit = SHOWN + Duration::from_secs(5);
        let Answer::Value(Taken { taken, shown }) =
            self.engine.wait::<Taken>("chosen", args, limit).await?
        else {
            return Ok(());
        };
        if taken {
            return Ok(());
        }
        let error = Error::new(
            Code::ActionFailed,
            format!("{control} does not show \"{option}\" after it was chosen"),
        )
        .help("look at the page: the app may have refused the choice");
        Err(match shown.as_str() {
            "" => error,
            shown => error.note(format!("it shows \"{shown}\"")),
        })
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
