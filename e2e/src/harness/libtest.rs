//! A test under the standard harness: unit tests, and targets without
//! `harness = false`. The stub calls in here on the harness's own thread.

use super::engine::{Engine as _, Listener};
use super::in_process::InProcess;
use super::{Hooks, exit_guard, running};
use crate::case::{self, Case, ShouldPanic};
use crate::config::{self, Config};
use crate::report::record::Outcome;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Runs the test `name` of `module`, and panics when it fails.
pub(crate) fn run_under_libtest(module: &str, name: &str, hooks: &Hooks) {
    let def = case::registered().find(|def| def.module == module && def.name == name);
    let Some(def) = def else {
        fail(&format!(
            "`{module}::{name}` is not registered: two versions of `e2e` in one build hide tests from each other"
        ));
    };
    let config = match config_of(def.manifest_dir) {
        Ok(config) => config,
        Err(text) => fail(&text),
    };
    let target = module.split("::").next().unwrap_or(module);
    for case in def.cases(target) {
        run(&Arc::new(case), &config, hooks);
    }
    if running::is_idle() {
        let problems = (hooks.on_shutdown)();
        if !problems.is_empty() {
            fail(&problems.join("\n"));
        }
    }
}

fn config_of(manifest_dir: &str) -> Result<Arc<Config>, String> {
    static CONFIG: OnceLock<Result<Arc<Config>, String>> = OnceLock::new();
    let load = || {
        config::load(&config::launch().root(manifest_dir))
            .map(Arc::new)
            .map_err(|error| format!("the configuration cannot be used\n{error:?}"))
    };
    CONFIG.get_or_init(load).clone()
}

/// The standard harness around us has its own face.
struct Nobody;

impl Listener for Nobody {
    fn started(&self) {}
}

/// A number that no other test of this process has meanwhile. The standard harness,
/// which starts them, tells none.
struct Place(u32);

static TAKEN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

impl Place {
    fn take() -> Self {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let free = (0..)
            .find(|number| !taken.contains(number))
            .unwrap_or(u32::MAX);
        taken.insert(free);
        Self(free)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        taken.remove(&self.0);
    }
}

fn run(case: &Arc<Case>, config: &Arc<Config>, hooks: &Hooks) {
    let place = Place::take();
    let mut engine = InProcess {
        config: Arc::clone(config),
        hooks,
        capture: false,
        tell: None,
        slot: place.0,
        home: None,
    };
    let tries = super::runner::tries(case, config);
    let _guard = exit_guard::hold();
    for made in 0..tries {
        let number = config.run.attempt + made;
        let ran = engine.attempt(case, number, &Nobody);
        (hooks.on_record)(config, &ran.record);
        say(&ran.output);
        match (&ran.record.outcome, case.def().should_panic) {
            // The harness around us judges this one: it needs the panic itself.
            (_, ShouldPanic::Yes | ShouldPanic::With(_)) => {
                if let Some(message) = ran.panicked {
                    std::panic::resume_unwind(Box::new(message));
                }
                if let Outcome::Failed(failure) = &ran.record.outcome {
                    say(&failure.diagnostic);
                }
                return;
            }
            (Outcome::Failed(failure), _) => {
                say(&failure.diagnostic);
                if made + 1 == tries {
                    std::panic::resume_unwind(Box::new(failure.message.clone()));
                }
            }
            (Outcome::Skipped { reason }, _) => {
                say(&format!("skipped: {reason}\n"));
                return;
            }
            (Outcome::Passed, _) => return,
        }
    }
}

fn fail(text: &str) -> ! {
    say(&format!("error: {text}\n"));
    std::panic::resume_unwind(Box::new(text.to_owned()))
}

/// The standard harness captures only what goes through the print macros.
#[expect(
    clippy::print_stderr,
    reason = "this is how a stub's output is captured"
)]
fn say(text: &str) {
    eprint!("{text}");
}
