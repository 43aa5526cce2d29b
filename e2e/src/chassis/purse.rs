//! What may be spent: tokens and money, by a step, a test or a run.
//!
//! A purse may lie within a larger one; what is spent is taken from all of them. The
//! call that crosses the line is still answered, because its cost is only known
//! afterwards; the next one is not made.

use crate::code::Code;
use crate::error::{Error, Result};
use crate::report::record::Usage;
use crate::report::till::{Spent, Till};
use std::sync::{Arc, Mutex, PoisonError};

/// Tokens and money that may be spent.
///
/// ```
/// use e2e::chassis::Purse;
/// use e2e::report::record::Usage;
/// use std::sync::Arc;
///
/// let run = Arc::new(Purse::new("run").with_max_cost_usd(Some(2.0)));
/// let test = Purse::new("test").with_max_tokens(Some(1_000)).within(Arc::clone(&run));
/// test.charge(Some(&Usage { input_tokens: 900, output_tokens: 200, cost_usd: Some(0.01), ..Usage::default() }));
/// assert!(test.afford().is_err());
/// assert!(run.afford().is_ok());
/// ```
#[derive(Debug)]
pub struct Purse {
    owner: String,
    max_tokens: Option<u64>,
    max_cost_usd: Option<f64>,
    spent: Mutex<Spent>,
    /// Where other processes pay in, too.
    till: Option<Till>,
    /// Why they could not be told.
    broken: Mutex<Option<String>>,
    outer: Option<Arc<Purse>>,
}

impl Purse {
    /// A purse without a bottom. `owner` is whose it is, in words: `step`, `run`.
    pub fn new(owner: impl Into<String>) -> Self {
        Self {
            owner: owner.into(),
            max_tokens: None,
            max_cost_usd: None,
            spent: Mutex::default(),
            till: None,
            broken: Mutex::default(),
            outer: None,
        }
    }

    /// Bounds input and output tokens together.
    #[must_use]
    pub fn with_max_tokens(mut self, most: Option<u64>) -> Self {
        self.max_tokens = most;
        self
    }

    /// Bounds the cost, US dollars.
    #[must_use]
    pub fn with_max_cost_usd(mut self, most: Option<f64>) -> Self {
        self.max_cost_usd = most;
        self
    }

    /// Shares it with every process that has this till.
    #[must_use]
    pub(crate) fn with_till(mut self, till: Till) -> Self {
        self.till = Some(till);
        self
    }

    /// Puts it into a larger one.
    #[must_use]
    pub fn within(mut self, outer: Arc<Purse>) -> Self {
        self.outer = Some(outer);
        self
    }

    /// What was spent from it.
    #[must_use]
    pub fn spent(&self) -> Usage {
        self.read().usage
    }

    fn is_bounded(&self) -> bool {
        self.max_tokens.is_some() || self.max_cost_usd.is_some()
    }

    /// What everyone spent who shares it.
    fn all_spent(&self) -> Result<Spent> {
        let Some(till) = self.till.as_ref().filter(|_| self.is_bounded()) else {
            return Ok(self.read());
        };
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*broken, till.spent()) {
            (None, Ok(spent)) => Ok(spent),
            (Some(why), _) => Err(self.unshared(why)),
            (None, Err(error)) => Err(self.unshared(&error.to_string())),
        }
    }

    fn unshared(&self, why: &str) -> Error {
        Error::new(
            Code::StepBudgetExhausted,
            format!(
                "the {}'s budget cannot be kept: its processes cannot tell each other what they \
                 spend",
                self.owner
            ),
        )
        .note(why)
        .help("make the run's folder writable, or bound the steps instead")
    }

    fn read(&self) -> Spent {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what one call used; `None` when its provider did not say.
    pub fn charge(&self, usage: Option<&Usage>) {
        self.spent
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .add(usage);
        if let Some(till) = self.till.as_ref().filter(|_| self.is_bounded())
            && let Err(error) = till.charge(usage)
        {
            let mut broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
            broken.get_or_insert(error.to_string());
        }
        if let Some(outer) = &self.outer {
            outer.charge(usage);
        }
    }

    /// Whether another call may be made.
    ///
    /// # Errors
    ///
    /// [`Code::StepBudgetExhausted`] when this purse or a larger one is empty, or when
    /// a bound cannot be kept because a provider does not say what its calls use.
    pub fn afford(&self) -> Result<()> {
        let spent = self.all_spent()?;
        let tokens = spent.usage.input_tokens + spent.usage.output_tokens;
        let cost = spent.usage.cost_usd.unwrap_or(0.0);
        if let Some(most) = self.max_tokens {
            if tokens >= most {
                return Err(self.empty(&format!("{most} tokens it may use ({tokens} were used)")));
            }
            if spent.tokens_unknown {
                return Err(self.unknown("tokens", "max_model_calls"));
            }
        }
        if let Some(most) = self.max_cost_usd {
            if cost >= most {
                return Err(self.empty(&format!("${most} it may cost (it cost ${cost:.4})")));
            }
            if spent.cost_unknown {
                return Err(self.unknown("money", "max_tokens, or give the model's prices"));
            }
        }
        self.outer.as_ref().map_or(Ok(()), |outer| outer.afford())
    }

    fn empty(&self, what: &str) -> Error {
        Error::new(
            Code::StepBudgetExhausted,
            format!("the {} used up the {what}", self.owner),
        )
        .help("raise the budget in e2e.toml, or make the sentence smaller")
    }

    fn unknown(&self, what: &str, instead: &str) -> Error {
        Error::new(
            Code::StepBudgetExhausted,
            format!(
                "the {}'s budget of {what} cannot be kept: the model's provider does not say how \
                 much a call uses",
                self.owner
            ),
        )
        .help(format!("bound the calls by {instead} instead"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(tokens: u64, cost_usd: Option<f64>) -> Usage {
        Usage {
            input_tokens: tokens,
            cost_usd,
            ..Usage::default()
        }
    }

    #[test]
    fn an_empty_purse_pays_no_further_call() {
        for (max_tokens, max_cost, calls, expected) in [
            (None, None, vec![Some(usage(1_000_000, None)), None], ""),
            (Some(100), None, vec![Some(usage(99, None))], ""),
            (
                Some(100),
                None,
                vec![Some(usage(60, None)), Some(usage(60, None))],
                "100 tokens it may use (120 were used)",
            ),
            (
                Some(100),
                None,
                vec![None],
                "budget of tokens cannot be kept",
            ),
            (None, Some(0.5), vec![Some(usage(1, Some(0.4)))], ""),
            (
                None,
                Some(0.5),
                vec![Some(usage(1, Some(0.5)))],
                "$0.5 it may cost (it cost $0.5000)",
            ),
            (
                None,
                Some(0.5),
                vec![Some(usage(1, None))],
                "budget of money cannot be kept",
            ),
        ] {
            let purse = Purse::new("step")
                .with_max_tokens(max_tokens)
                .with_max_cost_usd(max_cost);
            assert!(purse.afford().is_ok(), "a full purse");
            calls.iter().for_each(|usage| purse.charge(usage.as_ref()));
            let seen = purse.afford().err().map(|error| error.message().to_owned());
            let seen = seen.unwrap_or_default();
            assert_eq!(seen.is_empty(), expected.is_empty(), "{seen}");
            assert!(seen.contains(expected), "{seen}");
        }
    }

    #[test]
    fn what_is_spent_is_taken_from_every_larger_purse() {
        let run = Arc::new(Purse::new("run").with_max_tokens(Some(100)));
        let step = || {
            Purse::new("step")
                .with_max_tokens(Some(80))
                .within(Arc::clone(&run))
        };
        let first = step();
        first.charge(Some(&usage(70, None)));
        assert!(first.afford().is_ok());
        let second = step();
        second.charge(Some(&usage(40, None)));
        assert!(
            second
                .afford()
                .unwrap_err()
                .message()
                .starts_with("the run used up")
        );
        assert_eq!(run.spent().input_tokens, 110);
    }

    #[test]
    fn what_another_process_spent_of_the_run_is_spent() {
        let dir = tempfile::tempdir().unwrap();
        let run = || {
            Purse::new("run")
                .with_max_tokens(Some(100))
                .with_till(Till::of(dir.path()))
        };
        let (one, other) = (run(), run());
        one.charge(Some(&usage(70, None)));
        assert!(other.afford().is_ok());
        one.charge(Some(&usage(40, None)));
        let told = other.afford().unwrap_err().message().to_owned();
        assert!(told.contains("(110 were used)"), "{told}");
        assert_eq!(other.spent().input_tokens, 0, "nothing of its own");
    }
}
