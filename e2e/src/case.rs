//! What a test is made of: the static data `#[e2e::test]` registers, and the cases
//! that come out of it.

use crate::body::BodyResult;
use crate::config::{BrowserKind, Viewport};
use crate::error::SourceLocation;
use crate::fixture::Context;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// The future of one body. It may hold what cannot move between threads: a test
/// stays on its own thread.
pub type BodyFuture = Pin<Box<dyn Future<Output = BodyResult>>>;

/// One `#[e2e::test]` function as the macro registers it.
pub struct TestDef {
    /// `module_path!()` at the function, with the crate.
    pub module: &'static str,
    /// The function's name.
    pub name: &'static str,
    /// `file!()` at the function, relative to the workspace.
    pub file: &'static str,
    /// Line of the function's name, from 1.
    pub line: u32,
    /// Column of the function's name, from 1.
    pub column: u32,
    /// The package the function was compiled in.
    pub crate_name: &'static str,
    /// That package's folder at the time.
    pub manifest_dir: &'static str,
    /// `#[ignore]`, with its reason or an empty text.
    pub ignore: Option<&'static str>,
    /// `#[should_panic]`.
    pub should_panic: ShouldPanic,
    /// What stands in the attribute's parentheses.
    pub options: TestOptions,
    /// Sets up the arguments and runs the body.
    pub run: fn(Context) -> BodyFuture,
}

inventory::collect!(TestDef);

impl fmt::Debug for TestDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "TestDef({}::{} at {}:{})",
            self.module, self.name, self.file, self.line
        )
    }
}

impl TestDef {
    /// Where the function's name stands.
    pub(crate) fn location(&self) -> SourceLocation {
        SourceLocation {
            file: self.file.to_owned(),
            line: self.line,
            column: self.column,
        }
    }

    /// The name without the crate when that is `target`, the running one: then it
    /// equals what the standard harness and editors call the test. Tests of other
    /// crates keep theirs, or two could have one name.
    pub(crate) fn full_name(&self, target: &str) -> String {
        let (krate, rest) = self.module.split_once("::").unwrap_or((self.module, ""));
        let module = if krate == target { rest } else { self.module };
        if module.is_empty() {
            self.name.to_owned()
        } else {
            format!("{module}::{}", self.name)
        }
    }

    /// The test once per browser it names, or once.
    pub(crate) fn cases(&'static self, target: &str) -> Vec<Case> {
        let function = self.full_name(target);
        if self.options.browsers.is_empty() {
            return vec![Case {
                def: self,
                name: function.clone(),
                function,
                browser: None,
            }];
        }
        self.options
            .browsers
            .iter()
            .map(|browser| Case {
                def: self,
                name: format!("{function}::{browser}"),
                function: function.clone(),
                browser: Some(*browser),
            })
            .collect()
    }
}

/// Whether a panic is what the test wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShouldPanic {
    /// A panic fails the test.
    No,
    /// Only a panic passes the test.
    Yes,
    /// Only a panic whose message holds this text passes the test.
    With(&'static str),
}

/// What stands in the parentheses of `#[e2e::test(…)]`.
#[derive(Clone, Copy, Debug)]
pub struct TestOptions {
    /// How long one attempt may take, milliseconds.
    pub timeout_ms: Option<u64>,
    /// How often a failed attempt is tried again.
    pub retries: Option<u32>,
    /// Names to select by.
    pub tags: &'static [&'static str],
    /// Browsers to run in, once each.
    pub browsers: &'static [BrowserKind],
    /// Size of the page area, CSS pixels.
    pub viewport: Option<(u32, u32)>,
    /// Which configured agent the test uses.
    pub agent: Option<&'static str>,
    /// Never at the same time as another test of this group.
    pub serial: Option<&'static str>,
}

impl TestOptions {
    /// Nothing written.
    pub const NONE: Self = Self {
        timeout_ms: None,
        retries: None,
        tags: &[],
        browsers: &[],
        viewport: None,
        agent: None,
        serial: None,
    };
}

/// One test with its parameters: what is listed, run and reported under one name.
#[derive(Clone, Debug)]
pub struct Case {
    def: &'static TestDef,
    name: String,
    function: String,
    browser: Option<BrowserKind>,
}

impl Case {
    /// The full name, `module::function` or `module::function::label`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The function's full name, which several cases may share.
    #[must_use]
    pub fn function(&self) -> &str {
        &self.function
    }

    /// The browser this case is for, when the test names browsers.
    #[must_use]
    pub fn browser(&self) -> Option<BrowserKind> {
        self.browser
    }

    /// Names to select by.
    #[must_use]
    pub fn tags(&self) -> &'static [&'static str] {
        self.def.options.tags
    }

    /// Size of the page area, when the test chooses one.
    #[must_use]
    pub fn viewport(&self) -> Option<Viewport> {
        self.def
            .options
            .viewport
            .map(|(width, height)| Viewport { width, height })
    }

    /// Which configured agent the test uses.
    #[must_use]
    pub fn agent(&self) -> Option<&'static str> {
        self.def.options.agent
    }

    /// The group whose tests never run at the same time.
    #[must_use]
    pub fn serial(&self) -> Option<&'static str> {
        self.def.options.serial
    }

    /// How long one attempt may take, when the test says so.
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        self.def.options.timeout_ms.map(Duration::from_millis)
    }

    pub(crate) fn def(&self) -> &'static TestDef {
        self.def
    }
}

/// Every registered test, in no particular order.
pub(crate) fn registered() -> impl Iterator<Item = &'static TestDef> {
    inventory::iter::<TestDef>.into_iter()
}

#[cfg(test)]
pub(crate) fn sample(module: &'static str, name: &'static str) -> &'static TestDef {
    Box::leak(Box::new(TestDef {
        module,
        name,
        file: "tests/sample.rs",
        line: 7,
        column: 10,
        crate_name: "sample",
        manifest_dir: ".",
        ignore: None,
        should_panic: ShouldPanic::No,
        options: TestOptions::NONE,
        run: |_| Box::pin(async { Ok(()) }),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_drop_the_running_crate_and_keep_others() {
        for (module, expected) in [
            ("ui", "login"),
            ("ui::billing", "billing::login"),
            ("ui::r#async::deep", "r#async::deep::login"),
            ("ui_more::billing", "ui_more::billing::login"),
            ("shared", "shared::login"),
        ] {
            assert_eq!(sample(module, "login").full_name("ui"), expected);
        }
    }

    #[test]
    fn each_browser_is_a_case_of_its_own() {
        let def: &'static TestDef = Box::leak(Box::new(TestDef {
            options: TestOptions {
                browsers: &[BrowserKind::Chromium, BrowserKind::HeadlessShell],
                ..TestOptions::NONE
            },
            ..TestDef {
                run: |_| Box::pin(async { Ok(()) }),
                ..*sample("ui::a", "b")
            }
        }));
        let cases = def.cases("ui");
        let names: Vec<_> = cases.iter().map(Case::name).collect();
        assert_eq!(names, ["a::b::chromium", "a::b::headless-shell"]);
        assert!(cases.iter().all(|case| case.function() == "a::b"));
    }
}
