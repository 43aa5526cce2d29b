//! Whose purse a step spends from: its test's, which lies in the run's.

use crate::chassis::Purse;
use crate::config::Config;
use crate::report::till::Till;
use std::sync::Arc;

/// The purse of one test. The run's is shared with every process of the run.
pub(super) fn purse(config: &Config) -> Arc<Purse> {
    let budget = &config.agent.budget;
    let run = Purse::new("run")
        .with_max_tokens(budget.run_tokens)
        .with_max_cost_usd(budget.run_cost_usd)
        .with_till(Till::of(&config.run.dir()));
    Arc::new(
        Purse::new("test")
            .with_max_tokens(budget.test_tokens)
            .with_max_cost_usd(budget.test_cost_usd)
            .within(Arc::new(run)),
    )
}
