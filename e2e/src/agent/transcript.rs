//! The whole conversation of a step, kept for a person who debugs (`E2E_DEBUG=1`).

use super::Inner;
use crate::chassis::StepContext;

/// Writes the step's transcript beside the attempt's other files, if there is one.
/// That it cannot be written fails no test.
pub(super) fn keep(agent: &Inner, index: u32, step: &StepContext) {
    let text = step.transcript();
    if text.is_empty() {
        return;
    }
    let number = index + 1;
    let label = format!("every turn of step {number}");
    let file = format!("step-{number}-transcript.txt");
    if let Err(error) = agent
        .journal
        .attach("transcript", &label, &file, text.as_bytes())
    {
        tracing::warn!(%error, "cannot write {file}");
    }
}
