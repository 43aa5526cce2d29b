//! Whose purse a step spends from: its test's, which lies in the process's.

use crate::chassis::Purse;
use crate::config::BudgetConfig;
use std::sync::{Arc, OnceLock};

/// The purse of one test.
pub(super) fn purse(budget: &BudgetConfig) -> Arc<Purse> {
    static RUN: OnceLock<Arc<Purse>> = OnceLock::new();
    let run = RUN.get_or_init(|| {
        Arc::new(
            Purse::new("run")
                .with_max_tokens(budget.run_tokens)
                .with_max_cost_usd(budget.run_cost_usd),
        )
    });
    Arc::new(
        Purse::new("test")
            .with_max_tokens(budget.test_tokens)
            .with_max_cost_usd(budget.test_cost_usd)
            .within(Arc::clone(run)),
    )
}
