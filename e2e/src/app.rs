//! The app under test: how `#[e2e::app]` registers what starts it.

use crate::error::Result;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// A started app.
pub trait AppHandle {}

/// What an `#[e2e::app]` function may return.
pub trait IntoApp {
    /// Starts it.
    fn into_app(self) -> Result<Box<dyn AppHandle>>;
}

/// The future that starts an app.
pub type AppFuture = Pin<Box<dyn Future<Output = Result<Box<dyn AppHandle>>>>>;

/// One `#[e2e::app]` function as the macro registers it.
pub struct AppDef {
    /// `module_path!()` at the function.
    pub module: &'static str,
    /// The function's name.
    pub name: &'static str,
    /// `file!()` at the function.
    pub file: &'static str,
    /// Line of the function's name.
    pub line: u32,
    /// Starts the app.
    pub start: fn() -> AppFuture,
}

inventory::collect!(AppDef);

impl fmt::Debug for AppDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AppDef({}::{})", self.module, self.name)
    }
}
