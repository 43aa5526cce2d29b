//! Where reports, browsers and the app take part in a run of the harness, which
//! itself knows none of them.

use crate::config::{Config, is_report_told};
use crate::fixtures;
use crate::harness::Hooks;
use crate::report::record::CaseRecord;
use crate::report::store::{self, Ledger, Presence};
use crate::{app, browser, fixture};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Everyone who takes part.
pub(crate) const HOOKS: Hooks = Hooks {
    on_start,
    on_worker: app::belong_to_parent,
    on_begin,
    on_record,
    on_abandon: fixtures::abandon,
    on_shutdown,
    on_finish,
};

/// What this process knows of its run's report.
static STATE: Mutex<State> = Mutex::new(State {
    config: None,
    presence: None,
    ledger: None,
    failed: false,
    saved: false,
    problem: None,
});

struct State {
    config: Option<Arc<Config>>,
    presence: Option<Presence>,
    ledger: Option<Ledger>,
    failed: bool,
    saved: bool,
    problem: Option<String>,
}

impl State {
    fn ledger(&mut self, config: &Config) -> &mut Ledger {
        self.ledger
            .get_or_insert_with(|| Ledger::new(config.run.dir()))
    }
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn on_start(config: &Arc<Config>) {
    state().config = Some(Arc::clone(config));
    // Under nextest many processes make one report; whoever leaves last renders it.
    if config.run.nextest {
        let presence = store::enter(&config.run.dir());
        let mut state = state();
        match presence {
            Ok(presence) => state.presence = Some(presence),
            Err(error) => state.problem = Some(error.to_string()),
        }
    }
}

fn on_begin(config: &Config, begun: CaseRecord) {
    // Where this cannot be written the record cannot either, and that is told.
    let _ = state().ledger(config).begin(begun);
}

fn on_record(config: &Config, record: &CaseRecord) {
    let mut state = state();
    let saved = state.ledger(config).save(record);
    state.failed |= record.outcome.is_failed();
    state.saved |= saved.is_ok();
    if let Err(error) = saved {
        state.problem.get_or_insert(error.to_string());
    }
}

fn on_shutdown() -> Vec<String> {
    // What tests share may use the app, and goes first.
    let problems = fixture::tear_down_shared();
    app::stop();
    browser::reap_all();
    let config = state().config.take();
    if let Some(config) = config {
        app::dismiss_all(&config);
    }
    problems
}

/// Renders the report and says, for standard error, where it is when something
/// failed, and what became of it when it could not be written.
fn on_finish(config: &Config) -> String {
    let mut state = state();
    // Nothing more comes from this process.
    let own = state.ledger.take().map(Ledger::close);
    let presence = state.presence.take();
    let mut say = String::new();
    if state.saved {
        let report = match presence {
            Some(presence) => presence.finish(),
            None => store::finish_with(&config.run.dir(), own),
        };
        match report {
            // What follows a failure on nextest's standard error becomes its message.
            Ok(report)
                if state.failed && !config.run.nextest && !is_report_told(&config.run.id) =>
            {
                say = format!("report: {}\n", report.display());
            }
            Ok(_) => {}
            Err(error) => {
                state.problem.get_or_insert(error.to_string());
            }
        }
    }
    if let Some(problem) = &state.problem {
        say.push_str(&format!(
            "warning: the results stand, but their report is incomplete: {problem}\n"
        ));
    }
    say
}
