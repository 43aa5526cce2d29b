//! What the model is told: instructions in the system text, the step in the opening.

use super::conclude;
use super::forcing::Mode;
use super::history::{Picture, Said, Screen};
use super::step::StepContext;
use crate::model::Image;
use crate::report::record::StepKind;
use serde_json::Value;

/// What the model sees first, besides the step itself.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Opening {
    /// What already happened in this step, when it does not start at its beginning.
    pub handoff: Option<String>,
    /// The whole state of what the tools act on, in text form.
    pub screen: Option<String>,
    /// A picture of it.
    pub image: Option<Image>,
}

impl Opening {
    /// Opens with the whole state.
    pub fn of_screen(screen: impl Into<String>) -> Self {
        Self {
            screen: Some(screen.into()),
            ..Self::default()
        }
    }

    /// Adds a picture.
    #[must_use]
    pub fn with_image(mut self, image: Image) -> Self {
        self.image = Some(image);
        self
    }

    /// Says what already happened in this step.
    #[must_use]
    pub fn with_handoff(mut self, handoff: impl Into<String>) -> Self {
        self.handoff = Some(handoff.into());
        self
    }
}

/// The first message: the step, its parameters, what already ran of it, what earlier
/// steps did, and what is there now.
pub(super) fn opening(step: &StepContext, opening: &Opening) -> Said {
    let mut sections = vec![task(step.kind(), step.instruction())];
    if !step.params().is_empty() {
        let params = Value::Object(step.params().clone());
        sections.push(format!("Parameters of the step, as JSON:\n{params}"));
    }
    let secrets = step.told_secrets();
    if !secrets.is_empty() {
        sections.push(format!(
            "Secrets of the step, which you use by name and never see:{secrets}"
        ));
    }
    if let Some(handoff) = &opening.handoff {
        sections.push(handoff.clone());
    }
    if !step.ledger().is_empty() {
        sections.push(format!("Earlier steps of this test:\n{}", step.ledger()));
    }
    Said {
        text: sections.join("\n\n"),
        screen: opening.screen.clone().map_or(Screen::None, Screen::Shown),
        image: opening.image.clone().map_or(Picture::None, Picture::Shown),
    }
}

fn task(kind: StepKind, instruction: &str) -> String {
    let lead = match kind {
        StepKind::Assert | StepKind::WaitFor => {
            "Judge whether this holds, and change nothing while you find out:"
        }
        _ => "Carry this step out:",
    };
    format!("{lead}\n{instruction}")
}

/// The system text: the executor's rules, the project's facts, the rules of the
/// verdict.
pub(super) fn system(rules: &str, context: &str, proves: bool, mode: Mode) -> String {
    let mut sections = Vec::new();
    if !rules.trim().is_empty() {
        sections.push(rules.trim().to_owned());
    }
    if !context.trim().is_empty() {
        sections.push(format!("About the product:\n{}", context.trim()));
    }
    sections.push(verdict_rules(proves));
    if mode == Mode::Auto {
        sections.push(TOOLS_ONLY.to_owned());
    }
    sections.join("\n\n")
}

const TOOLS_ONLY: &str = "Answer with tool calls only. Prose without a call does nothing and \
    spends a turn.";

fn verdict_rules(proves: bool) -> String {
    let mut rules = format!(
        "Call {} exactly once, when the step is done or you are certain it cannot be done; \
         alone, in an answer without other calls.\n\
         - Judge from the newest result. Look again only if it shows work still in progress.\n\
         - passed: the newest result shows the outcome. That nothing changed is no outcome.\n\
         - failed: the product did not do what the step asks, or answered wrongly.\n\
         - blocked: something outside the product stopped you; name it with errorCode.",
        conclude::NAME
    );
    if proves {
        rules.push_str(
            "\n- A passed verdict cites evidence of the outcome. It is checked: quote what is there, \
             not what should be there.",
        );
    }
    rules
}
