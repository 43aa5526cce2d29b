//! How much of a screen fits into a request.

use crate::code::Code;
use crate::config::AgentConfig;
use crate::error::{Error, Result};
use crate::page::text::TextOptions;

/// Bytes that a token is taken for: fewer than nearly every text has, so that what fits
/// here fits at the provider.
const TOKEN: usize = 2;

/// What a request holds besides its texts: tools, the form of an answer, a picture.
const REST: usize = 16 * 1024;

/// Below this a screen tells nothing.
const LEAST: usize = 1_024;

/// The listing's options, cut to what is left beside `sent` bytes of other text.
///
/// # Errors
///
/// `STEP_BUDGET_EXHAUSTED` when the texts alone are too long; nothing was sent.
pub(super) fn listing(
    agent: &AgentConfig,
    options: TextOptions,
    sent: usize,
) -> Result<TextOptions> {
    let tokens = usize::try_from(agent.max_input_tokens).unwrap_or(usize::MAX);
    let left = tokens.saturating_mul(TOKEN).saturating_sub(sent + REST);
    // A small limit leaves less for tools; they are there all the same.
    let left = left.max(match tokens.saturating_mul(TOKEN) / 4 > sent {
        true => LEAST,
        false => 0,
    });
    if left < LEAST {
        return Err(Error::new(
            Code::StepBudgetExhausted,
            format!("the step and what it is told with leave no room for a screen: {sent} bytes"),
        )
        .note(format!(
            "`agent.max_input_tokens` is {tokens}; nothing was sent"
        ))
        .help("shorten `agent.context`, or raise `agent.max_input_tokens`")
        .blocked());
    }
    Ok(TextOptions {
        budget_bytes: options.budget_bytes.min(left),
        ..options
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_screen_gets_what_the_rest_leaves() {
        let mut agent = crate::config::load(Path::new(".")).unwrap().agent;
        let budget = |agent: &AgentConfig, sent| {
            listing(agent, TextOptions::wide(), sent).map(|options| options.budget_bytes)
        };
        assert_eq!(budget(&agent, 10_000).unwrap(), 128_000 - 10_000 - REST);
        agent.max_input_tokens = 1_000_000;
        let wide = TextOptions::wide().budget_bytes;
        assert_eq!(budget(&agent, 10_000).unwrap(), wide);
        agent.max_input_tokens = 4_000;
        assert_eq!(budget(&agent, 1_500).unwrap(), LEAST);
        let error = budget(&agent, 9_000).unwrap_err();
        assert_eq!(error.code(), Code::StepBudgetExhausted);
        assert!(
            format!("{error:?}").contains("max_input_tokens"),
            "{error:?}"
        );
    }
}
