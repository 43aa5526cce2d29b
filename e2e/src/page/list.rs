//! Choosing from a list: a native one in the page, one made of ordinary elements the
//! way a person does it, opened and its option tapped.

use super::feed::Page;
use super::node::{NodeId, Observation};
use super::ready::Aim;
use super::verb::{Effect, Verb};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// What the engine says about options of an ARIA list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Found {
    id: Option<NodeId>,
    many: u32,
    choices: Vec<String>,
    /// The control says that its list is open.
    expanded: bool,
    /// The control is a field that text can be typed into, and what it held.
    editable: bool,
    held: Option<String>,
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
        let mut found = self.option_of(target, option, None).await?;
        let mut before = None;
        if found.id.is_none() && found.many == 0 && role != "listbox" && !found.expanded {
            let open = Verb::Tap {
                target: target.clone(),
            };
            let ready = self.prepare(&open, target, aim).await?;
            before = Some(self.carry_out(&open, ready).await?.before);
        }
        let wait = Some(self.timeouts.expect);
        if found.id.is_none() {
            found = self.option_of(target, option, wait).await?;
        }
        // A list that shows what fits the text beside it.
        let mut typed = None;
        if found.id.is_none() && found.many == 0 && found.editable {
            typed = Some(found.held.clone().unwrap_or_default());
            self.filter(target, option, aim).await?;
            found = self.option_of(target, option, wait).await?;
            // What looks names up knows nothing of the address that is shown behind them.
            let name = option.split(" <").next().unwrap_or(option).trim();
            if found.id.is_none() && found.many == 0 && !name.is_empty() && name != option {
                self.filter(target, name, aim).await?;
                found = self.option_of(target, option, wait).await?;
            }
        }
        let Some(id) = found.id.clone() else {
            if let Some(held) = typed {
                // A choice that is not there leaves nothing behind.
                self.filter(target, &held, aim).await.ok();
            }
            return Err(found.refusal(&control, option));
        };
        let tap = Verb::Tap { target: id.clone() };
        let ready = self.prepare(&tap, &id, &aim.at_anything()).await?;
        let shown = ready.before.clone();
        let mut effect = match self.carry_out(&tap, ready).await {
            Ok(effect) => effect,
            // Lists that close at the press take the rest of it away with them.
            Err(error) if error.code() == Code::ActionFailed => {
                let Some(effect) = self.closed(target, &id, option, shown).await? else {
                    return Err(error);
                };
                effect
            }
            Err(error) => return Err(error),
        };
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

    /// Replaces the text of a combobox, so that its list shows what fits it.
    async fn filter(&self, target: &NodeId, text: &str, aim: &Aim) -> Result<()> {
        let verb = Verb::Type {
            target: Some(target.clone()),
            text: text.to_owned(),
            replace: true,
        };
        let ready = self.prepare(&verb, target, aim).await?;
        self.carry_out(&verb, ready).await.map(drop)
    }

    /// The effect of a press that closed its list: the option is gone, the list says it
    /// is closed, and the control shows the choice.
    async fn closed(
        &self,
        target: &NodeId,
        chosen: &NodeId,
        option: &str,
        before: Option<Observation>,
    ) -> Result<Option<Effect>> {
        let found = self.option_of(target, option, None).await?;
        let after = self.raw().await?;
        let gone = after.node(chosen).is_none() && !found.expanded && found.id.is_none();
        if !gone || self.taken(target, chosen, option, "").await.is_err() {
            return Ok(None);
        }
        let before = before.map_or_else(|| after.clone(), Arc::new);
        Ok(Some(Effect {
            before,
            after,
            target: String::new(),
            visible: true,
            reached: Some(true),
            already: false,
            notes: Vec::new(),
        }))
    }

    /// The option that reads so: at once, or waited for, with the list scrolled through.
    async fn option_of(&self, id: &NodeId, option: &str, wait: Option<Duration>) -> Result<Found> {
        let timeout = wait.unwrap_or_default();
        let args = json!({
            "id": id.0, "option": option, "timeout": timeout.as_millis(), "deep": wait.is_some(),
        });
        // Long lists take a while to scroll through.
        let limit = timeout + Duration::from_secs(45);
        match self.engine.wait("option", args, limit).await? {
            Answer::Value(found) => Ok(found),
            Answer::Navigated | Answer::Dialog(_) => Ok(Found::default()),
        }
    }
}

impl Found {
    fn refusal(&self, control: &str, option: &str) -> Error {
        let shown = match self.choices.as_slice() {
            [] => "no option is shown".to_owned(),
            choices => format!("options shown: {}", choices.join(", ")),
        };
        let (code, message) = if self.many > 0 {
            (
                Code::LocatorAmbiguous,
                format!("{} options of {control} read \"{option}\"", self.many),
            )
        } else {
            (
                Code::LocatorNotFound,
                format!("{control} has no option \"{option}\""),
            )
        };
        let error = Error::new(code, message).note(shown);
        let wanted = option.to_lowercase();
        let mut longer = self.choices.iter().filter(|choice| {
            let behind = choice.to_lowercase();
            let behind = behind.strip_prefix(&wanted).map(str::to_owned);
            behind.is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
        });
        match (longer.next(), longer.next()) {
            (Some(one), None) => error.help(format!(
                "was it that one? Write its whole name: `select \"{one}\" from …`"
            )),
            _ => error.help("name an option as the list shows it"),
        }
    }
}
