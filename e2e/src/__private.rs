//! What the macros' expansions call. Not public API: it changes without notice, in
//! lockstep with `e2e-macros`.

pub use crate::__register as register;
pub use crate::app::{AppDef, Starting, into_app};
pub use crate::body::{BodyFailure, BodyResult, IntoOutcome};
pub use crate::case::{BodyFuture, ShouldPanic, TestDef, TestOptions};
pub use crate::config::BrowserKind;
pub use crate::deadline::within;
pub use crate::harness::Target;
pub use inventory;

use crate::app;
use crate::fixture::{Context, Fixture};
use crate::harness;
use crate::hooks::HOOKS;
use std::future::Future;
use std::pin::Pin;
use std::process::ExitCode;

/// A future behind a pointer.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Sets up one argument of a test.
///
/// The future is boxed so that a type which is no fixture is one error: an opaque
/// one would repeat the bound wherever the expansion mentions it.
pub fn set_up<T: Fixture>(cx: &Context) -> Boxed<'_, Result<T, BodyFailure>> {
    Box::pin(crate::fixture::set_up(cx))
}

/// Turns what a body returned into the one form the harness knows.
///
/// # Errors
///
/// What the body returned.
pub fn conclude<T: IntoOutcome>(outcome: T) -> BodyResult {
    outcome.into_outcome()
}

/// The result of a body that returns nothing.
///
/// # Errors
///
/// Never.
pub fn passed() -> BodyResult {
    Ok(())
}

/// Ends the test as skipped.
pub fn skip(reason: String) -> ! {
    crate::body::skip(reason)
}

/// Runs one test under the standard harness.
pub fn run_under_libtest(module: &str, name: &str) {
    harness::run_under_libtest(module, name, &HOOKS);
}

/// Runs the test binary.
#[must_use]
pub fn main(target: &Target) -> ExitCode {
    if app::is_keeper() {
        return app::keep();
    }
    app::allow_keeper();
    harness::main(target, &HOOKS)
}

/// Adds a constant to what this process knows before `main`. The one place that says how
/// that is done, besides the two that read it.
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($($definition:tt)*) => {
        $crate::__private::inventory::submit! { $($definition)* }
    };
}

/// The `main` function of a test target with `harness = false`.
///
/// ```no_run
/// #[e2e::test]
/// async fn opens() {}
///
/// e2e::main!();
/// ```
///
/// `setup` names a function that is called once in each process that runs tests, before
/// the first of them, and never for `--list`: the place for what a process has one of,
/// such as a logger. It is no `async fn`, and returns nothing or a `Result<(), E>` with
/// `E: Debug`; when it fails, no test is run and the run fails. What one test or some
/// tests need is a [fixture](crate::Fixture).
///
/// ```no_run
/// #[e2e::test]
/// async fn opens() {}
///
/// fn prepare() -> Result<(), std::io::Error> {
///     std::fs::create_dir_all("target/downloads")
/// }
///
/// e2e::main!(setup = prepare);
/// ```
#[macro_export]
macro_rules! main {
    () => {
        $crate::main!(@ ::core::option::Option::None);
    };
    (setup = $set_up:path $(,)?) => {
        $crate::main!(@ ::core::option::Option::Some(|| $crate::__private::conclude($set_up())));
    };
    (@ $set_up:expr) => {
        fn main() -> ::std::process::ExitCode {
            $crate::__private::main(&$crate::__private::Target {
                module: ::core::module_path!(),
                manifest_dir: ::core::env!("CARGO_MANIFEST_DIR"),
                setup: $set_up,
            })
        }
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "`e2e::main!()` takes nothing, or `setup = path::of::a_function`"
        );

        fn main() {}
    };
}
