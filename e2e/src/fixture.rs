//! Fixtures: what a test asks for by argument type.

mod context;
mod graph;
mod home;
mod shared;
mod teardown;

pub use context::Context;
pub(crate) use home::tear_down as tear_down_shared;
pub use shared::{Shared, SharedContext, SharedFixture};
pub(crate) use teardown::Failure as TeardownFailure;

use crate::body::BodyFailure;
use crate::error::Result;
use std::future::Future;

/// Something a test needs, made before its body and cleaned up after it.
///
/// There is one instance per type and test. A fixture may depend on others through
/// [`Context::get`]; they are set up first and torn down last. Tear-down runs
/// whatever happened: after a failure, a panic, a timeout, and when a later fixture
/// could not be set up. Clones share what they stand for. What is too dear to make for
/// every test is a [`SharedFixture`].
///
/// ```no_run
/// use e2e::{Context, Fixture, TestInfo};
/// use std::rc::Rc;
///
/// #[derive(Clone)]
/// struct Workspace {
///     name: Rc<str>,
/// }
///
/// impl Fixture for Workspace {
///     async fn setup(cx: &Context) -> e2e::Result<Self> {
///         let info: TestInfo = cx.get().await?;
///         Ok(Self { name: format!("ws-{}", info.attempt()).into() })
///     }
///
///     async fn teardown(self, cx: &Context) -> e2e::Result {
///         if cx.failed() {
///             cx.info().attach("workspace.txt", self.name.as_bytes())?;
///         }
///         Ok(())
///     }
/// }
///
/// #[e2e::test]
/// async fn uses_it(workspace: Workspace) {
///     assert_eq!(&*workspace.name, "ws-1");
/// }
/// # fn main() {}
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an e2e fixture",
    label = "not a fixture",
    note = "the arguments of an `#[e2e::test]` are fixtures; implement `e2e::Fixture` for `{Self}`, or take a fixture that provides it",
    note = "one that is `e2e::SharedFixture` is taken as `Shared<{Self}>`"
)]
pub trait Fixture: Clone + 'static {
    /// Makes it.
    ///
    /// # Errors
    ///
    /// Whatever keeps the test from starting; the test then fails with it.
    fn setup(cx: &Context) -> impl Future<Output = Result<Self>>;

    /// Cleans up. The default does nothing.
    ///
    /// # Errors
    ///
    /// Fails a test that otherwise passed, and is added to the account of one that
    /// failed. Other fixtures are torn down all the same.
    fn teardown(self, cx: &Context) -> impl Future<Output = Result<()>> {
        let _ = cx;
        drop(self);
        async { Ok(()) }
    }
}

/// Sets up one argument of a test.
pub(crate) async fn set_up<T: Fixture>(cx: &Context) -> Result<T, BodyFailure> {
    cx.get::<T>().await.map_err(|error| BodyFailure {
        fixture: Some(short_name::<T>()),
        text: format!("{error:?}"),
        error: Some(error),
    })
}

/// The type's name as a test writes it, without its path.
fn short_name<T>() -> &'static str {
    let full = std::any::type_name::<T>();
    // Inside generic arguments a path may follow, so only what stands before counts.
    let head = full.split('<').next().unwrap_or(full);
    let start = head.rfind("::").map_or(0, |colon| colon + 2);
    &full[start..]
}

#[cfg(test)]
mod tests;
