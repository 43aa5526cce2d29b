//! The attribute macros of the `e2e` crate.
//!
//! A macro is parse, check, expand: `item` reads the function without looking into
//! its body, `options` and `marks` read what is written about it, [`test`] and
//! [`app`] write the expansion. Logic lives in `e2e` behind `::e2e::__private`.

mod app;
mod errors;
mod item;
mod marks;
mod options;
mod test;
mod value;

use proc_macro::TokenStream;

/// Registers an `async fn` as an end-to-end test.
///
/// Its arguments are fixtures, set up in order and torn down in reverse order
/// whatever happens. It returns `()` or `Result<(), E>` with `E: Debug`.
///
/// ```ignore
/// use e2e::prelude::*;
///
/// #[e2e::test(timeout = "60s", tags("smoke"))]
/// async fn member_upgrades(app: App, agent: Agent) -> e2e::Result {
///     app.open("/settings/billing").await?;
///     agent.act("upgrade the workspace to the Pro plan").await?;
///     Ok(())
/// }
///
/// e2e::main!();
/// ```
///
/// | option | meaning |
/// |---|---|
/// | `timeout = "30s"` | how long one attempt may take; a whole number and ms, s, m or h |
/// | `retries = 2` | how often a failed attempt is tried again, 0 to 10 |
/// | `tags("smoke", "slow")` | names to select by with `E2E_TAGS` |
/// | `browsers("chromium", "firefox")` | runs once per browser, as `name::chromium` and `name::firefox` |
/// | `viewport = "1280x720"` | size of the page area, CSS pixels |
/// | `agent = "name"` | which configured agent the test uses |
/// | `serial = "group"` | never runs at the same time as another test of the group |
/// | `crate = "path"` | where the `e2e` crate is, when it is renamed |
///
/// `#[ignore]`, `#[ignore = "reason"]`, `#[should_panic]` and
/// `#[should_panic(expected = "text")]` mean what they mean for `#[test]`.
///
/// A test written inside the body of a function is registered too; its name is that of
/// the module, without the function's.
#[proc_macro_attribute]
pub fn test(options: TokenStream, item: TokenStream) -> TokenStream {
    test::expand(options.into(), &item.into()).into()
}

/// Registers an `async fn` without arguments that starts the app under test.
///
/// It runs once per process, before the first test that needs the app. It returns
/// the app itself or a `Result` of it.
///
/// ```ignore
/// #[e2e::app]
/// async fn shop() -> axum::Router {
///     shop::router()
/// }
/// ```
#[proc_macro_attribute]
pub fn app(options: TokenStream, item: TokenStream) -> TokenStream {
    app::expand(options.into(), &item.into()).into()
}
