//! What the loop does when there is no reply.
//!
//! Some failures say what would help: less text, or no forced tool choice. Each is
//! tried once. The rest ends the step with a code that says who has to act.

use super::forcing::Mode;
use super::run::Run;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::{ModelError, ModelErrorKind};

impl Run<'_> {
    /// `Ok` when the next turn should be tried.
    pub(super) fn recover(&mut self, failure: ModelError) -> Result<()> {
        self.trail.unanswered(&failure.message);
        // What stopped the step meanwhile is why it ends, not what became of a request.
        if self.is_ending() {
            return Ok(());
        }
        match failure.kind {
            ModelErrorKind::ContextOverflow if self.overflow.is_none() => {
                if self.shrink() {
                    Ok(())
                } else {
                    Err(self.give_up(failure))
                }
            }
            ModelErrorKind::ToolChoiceRejected if self.mode == Mode::Required => {
                self.relax("the provider rejected the forced tool choice");
                Ok(())
            }
            // The step's own clock was the bound; it is recorded as the hard stop.
            ModelErrorKind::TimedOut if self.step.is_late() => Ok(()),
            _ => Err(self.give_up(failure)),
        }
    }

    /// Makes the conversation smaller, once a step. Says whether it got smaller.
    fn shrink(&mut self) -> bool {
        let before = self.history.text_chars();
        self.history.shrink();
        let after = self.history.text_chars();
        let smaller = after < before;
        let note = if smaller {
            format!(
                "the conversation did not fit the model's context window; it was cut from {before} \
                 to {after} characters and sent again"
            )
        } else {
            format!(
                "the conversation did not fit the model's context window, and of its {before} \
                 characters nothing was left to cut"
            )
        };
        self.trail.note(&note);
        self.overflow = Some(note);
        smaller
    }

    fn give_up(&self, failure: ModelError) -> Error {
        let code = match failure.kind {
            ModelErrorKind::ContextOverflow => Code::ContextOverflow,
            ModelErrorKind::Credential => Code::ModelUnavailable,
            _ => Code::ModelProviderFailed,
        };
        let mut error = Error::new(code, failure.message.clone());
        if code == Code::ContextOverflow {
            if let Some(note) = &self.overflow {
                error = error.note(note.clone());
            }
            error = error.help(
                "split the step into smaller ones, or use a model with a larger context window",
            );
        }
        if let Some(hint) = &failure.hint {
            error = error.help(hint.clone());
        }
        self.trail
            .note(&format!("the step ends: {}", failure.message));
        error.caused_by(failure).blocked()
    }
}
