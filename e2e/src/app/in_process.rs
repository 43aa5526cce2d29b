//! An app in the test's own process.

use crate::code::Code;
use crate::error::{Error, Result};
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::mpsc;
use std::time::Duration;

/// A running app: something with a base address.
///
/// What it holds stays alive until the test process ends, so a server that stops on
/// drop can be the handle itself.
///
/// ```
/// struct Shop { address: std::net::SocketAddr }
///
/// impl e2e::AppHandle for Shop {
///     fn base_url(&self) -> String {
///         format!("http://{}", self.address)
///     }
/// }
/// ```
pub trait AppHandle: 'static {
    /// The address paths are resolved against, with scheme: `http://127.0.0.1:8080`.
    fn base_url(&self) -> String;
}

/// What an `#[e2e::app]` function may return.
///
/// An [`AppHandle`], a base address as text or [`SocketAddr`], a `Result` of any of
/// them, and with feature `axum` an `axum::Router`, which is then served on a free
/// port of 127.0.0.1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an app",
    label = "an `#[e2e::app]` function returns a base address, an `axum::Router` or an `AppHandle`",
    note = "for an `axum::Router`, enable feature `axum` of `e2e`"
)]
pub trait IntoApp {
    /// Makes it reachable and says where.
    ///
    /// # Errors
    ///
    /// [`Code::TestSetupFailed`] when it cannot be started.
    fn into_app(self) -> impl Future<Output = Result<Box<dyn AppHandle>>>;
}

impl<T: AppHandle> IntoApp for T {
    async fn into_app(self) -> Result<Box<dyn AppHandle>> {
        Ok(Box::new(self))
    }
}

impl AppHandle for String {
    fn base_url(&self) -> String {
        self.clone()
    }
}

impl AppHandle for &'static str {
    fn base_url(&self) -> String {
        (*self).to_owned()
    }
}

impl AppHandle for SocketAddr {
    fn base_url(&self) -> String {
        format!("http://{self}")
    }
}

impl<T: IntoApp, E: std::fmt::Debug> IntoApp for Result<T, E> {
    async fn into_app(self) -> Result<Box<dyn AppHandle>> {
        match self {
            Ok(app) => app.into_app().await,
            Err(error) => Err(Error::new(
                Code::TestSetupFailed,
                "the `#[e2e::app]` function returned an error",
            )
            .note(format!("{error:?}"))),
        }
    }
}

#[cfg(feature = "axum")]
impl IntoApp for axum::Router {
    async fn into_app(self) -> Result<Box<dyn AppHandle>> {
        let failed = |error: std::io::Error| {
            Error::new(
                Code::TestSetupFailed,
                "cannot listen on a free port of 127.0.0.1",
            )
            .caused_by(error)
        };
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
            .await
            .map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        // Ends with the runtime it runs on, which is the process's end.
        tokio::spawn(std::future::IntoFuture::into_future(axum::serve(
            listener, self,
        )));
        Ok(Box::new(address))
    }
}

/// Makes whatever an `#[e2e::app]` function returned reachable.
///
/// Boxed so that a type which is no app is one error: an opaque future would repeat
/// the bound wherever the expansion mentions it.
#[doc(hidden)]
#[must_use]
pub fn into_app<T: IntoApp + 'static>(app: T) -> Starting {
    Box::pin(app.into_app())
}

/// The future an `#[e2e::app]` function becomes.
pub type Starting = Pin<Box<dyn Future<Output = Result<Box<dyn AppHandle>>>>>;

/// An `#[e2e::app]` function, as data.
#[doc(hidden)]
#[derive(Debug)]
pub struct AppDef {
    /// The function's name.
    pub name: &'static str,
    /// Where it stands.
    pub file: &'static str,
    /// Its line, from 1.
    pub line: u32,
    /// Starts the app.
    pub start: fn() -> Starting,
}

inventory::collect!(AppDef);

impl AppDef {
    fn describe(&self) -> String {
        format!("`{}` at {}:{}", self.name, self.file, self.line)
    }
}

/// The one registered app function, if any.
pub(super) fn registered() -> Result<Option<&'static AppDef>> {
    let mut all = inventory::iter::<AppDef>.into_iter();
    match (all.next(), all.next()) {
        (first, None) => Ok(first),
        (Some(first), Some(second)) => Err(Error::new(
            Code::TestSetupFailed,
            "this test binary has more than one `#[e2e::app]`, and a test cannot tell which to use",
        )
        .note(format!("{} and {}", first.describe(), second.describe()))
        .help("keep one, and serve the others under a path or from their own test binary")),
        (None, Some(_)) => Ok(None),
    }
}

/// Whether this test binary has an `#[e2e::app]`.
pub(crate) fn is_registered() -> bool {
    inventory::iter::<AppDef>.into_iter().next().is_some()
}

/// Starts the app on a thread with a runtime that lasts as long as the process.
pub(super) fn start(def: &'static AppDef, limit: Duration) -> Result<String> {
    let (report, started) = mpsc::channel();
    let thread = std::thread::Builder::new()
        .name("e2e-app".into())
        .spawn(move || {
            let runtime = match tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .thread_name("e2e-app-worker")
                .enable_all()
                .build()
            {
                Ok(runtime) => runtime,
                Err(error) => {
                    let _ = report.send(Err(Error::new(
                        Code::TestSetupFailed,
                        "cannot start a runtime for the app",
                    )
                    .caused_by(error)));
                    return;
                }
            };
            runtime.block_on(async move {
                match (def.start)().await {
                    Ok(app) => {
                        let _ = report.send(Ok(app.base_url()));
                        // Holds the handle, and with it the app, until the process ends.
                        std::future::pending::<()>().await;
                        drop(app);
                    }
                    Err(error) => {
                        let _ = report.send(Err(error));
                    }
                }
            });
        });
    let at = def.describe();
    thread.map_err(|error| {
        Error::new(Code::TestSetupFailed, "cannot start a thread for the app").caused_by(error)
    })?;
    match started.recv_timeout(limit) {
        Ok(Ok(url)) => Ok(url),
        Ok(Err(error)) => Err(error.note(format!("while starting the app, {at}"))),
        Err(mpsc::RecvTimeoutError::Timeout) => Err(Error::new(
            Code::TestSetupFailed,
            format!(
                "the app was not up after {}: {at}",
                crate::text::show_duration(limit)
            ),
        )
        .help("return from the function as soon as the app listens; raise `[app] startup_timeout` in e2e.toml if it needs longer")),
        Err(mpsc::RecvTimeoutError::Disconnected) => Err(Error::new(
            Code::TestSetupFailed,
            format!("the app's start panicked: {at}"),
        )
        .note("the panic's own message stands above, on standard error")),
    }
}
