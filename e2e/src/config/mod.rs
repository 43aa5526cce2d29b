//! What a run is configured with: `e2e.toml` beside the package's `Cargo.toml`,
//! then `E2E_*` variables over it.
//!
//! Two stages: [`file`] and [`env`] hold exactly what was written; [`Config`] is
//! what the rest of the crate needs, without an `Option` that only means "default".
//! `launch` holds what other tools tell a test binary. No other module reads the
//! environment.

mod agent;
mod env;
mod file;
mod launch;
mod load;
pub(crate) mod origin;
mod placeholder;

pub use agent::{AgentConfig, BudgetConfig, Effort, ModelOptions, Prices};
pub(crate) use env::variable;
#[cfg(unix)]
pub(crate) use launch::is_hang_up_ignored;
pub(crate) use launch::{Launch, REPORTED, is_report_told, launch, wants_full_backtraces};
pub use load::load;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Everything a run is configured with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The folder of the package under test: where `e2e.toml` is looked for.
    pub root: PathBuf,
    /// Which browser and how it is started.
    pub browser: BrowserConfig,
    /// The agent a test uses that names none.
    pub agent: AgentConfig,
    /// The agents of `[agents.NAME]`; see [`Config::agent_named`].
    pub agents: BTreeMap<String, AgentConfig>,
    /// The app under test, when `e2e.toml` names one.
    pub app: AppConfig,
    /// How long things may take.
    pub timeouts: Timeouts,
    /// What may come in between, and what is done about it.
    pub interruptions: Vec<Interruption>,
    /// How the run is set up by whoever started it.
    pub run: RunConfig,
}

/// Something that may come in between, such as a cookie banner: `[[interruptions]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interruption {
    /// A text that shows that it is there.
    pub when: String,
    /// The name of the one control that ends it.
    pub tap: String,
    /// How often it is ended in one test.
    pub times: u32,
}

/// Which browser and how it is started.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BrowserConfig {
    /// The browser by name; `None` takes the first one found.
    pub kind: Option<BrowserKind>,
    /// The browser's program, when it is named explicitly.
    pub binary: Option<PathBuf>,
    /// The driver's program, when it is named explicitly.
    pub driver: Option<PathBuf>,
    /// A WebDriver server that already runs (Grid, Safari, Appium).
    pub webdriver_url: Option<String>,
    /// More command-line arguments for the browser.
    pub args: Vec<String>,
    /// Shows the browser window.
    pub headed: bool,
    /// Leaves browser and driver running after a failed test.
    pub keep_open: bool,
    /// Size of the page area, CSS pixels.
    pub viewport: Viewport,
    /// What carries looks and input to the page.
    pub wire: WireChoice,
    /// What tests share of a browser.
    pub isolation: Isolation,
}

/// What tests share of a browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Isolation {
    /// Nothing: each test has a browser process and a profile of its own.
    #[default]
    Process,
    /// The process: each test has a browser context of its own in it. Where the browser
    /// has none, as [`Isolation::Process`].
    Context,
}

impl Isolation {
    /// Every choice there is.
    pub const ALL: &'static [Isolation] = &[Isolation::Process, Isolation::Context];

    /// The name in `e2e.toml` and `E2E_ISOLATION`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Isolation::Process => "process",
            Isolation::Context => "context",
        }
    }
}

/// Which wire to the page is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireChoice {
    /// DevTools where the browser has it on this machine, else WebDriver.
    #[default]
    Auto,
    /// WebDriver, which every browser has.
    WebDriver,
    /// DevTools and nothing else.
    DevTools,
}

impl WireChoice {
    /// Every choice there is.
    pub const ALL: &'static [WireChoice] = &[
        WireChoice::Auto,
        WireChoice::WebDriver,
        WireChoice::DevTools,
    ];

    /// The name in `e2e.toml` and `E2E_WIRE`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            WireChoice::Auto => "auto",
            WireChoice::WebDriver => "webdriver",
            WireChoice::DevTools => "devtools",
        }
    }
}

/// A browser by the name configuration uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BrowserKind {
    /// Google Chrome.
    Chrome,
    /// Chromium.
    Chromium,
    /// `chromium-headless-shell` or `chrome-headless-shell`.
    HeadlessShell,
    /// Microsoft Edge.
    Edge,
    /// Firefox.
    Firefox,
    /// Safari.
    Safari,
}

impl BrowserKind {
    /// Every browser that can be named.
    pub const ALL: &'static [BrowserKind] = &[
        BrowserKind::Chrome,
        BrowserKind::Chromium,
        BrowserKind::HeadlessShell,
        BrowserKind::Edge,
        BrowserKind::Firefox,
        BrowserKind::Safari,
    ];

    /// The name in `e2e.toml`, `E2E_BROWSER` and case labels.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            BrowserKind::Chrome => "chrome",
            BrowserKind::Chromium => "chromium",
            BrowserKind::HeadlessShell => "headless-shell",
            BrowserKind::Edge => "edge",
            BrowserKind::Firefox => "firefox",
            BrowserKind::Safari => "safari",
        }
    }

    /// Whether chromedriver (or its Edge twin) drives it.
    #[must_use]
    pub fn is_chromium(self) -> bool {
        !matches!(self, BrowserKind::Firefox | BrowserKind::Safari)
    }
}

impl fmt::Display for BrowserKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Size of the page area, CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// Width, CSS pixels.
    pub width: u32,
    /// Height, CSS pixels.
    pub height: u32,
}

/// Which tiers may decide a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiers {
    /// Recorded traces.
    pub replay: bool,
    /// Sentences resolved on the screen, without a model.
    pub plain: bool,
    /// The language model.
    pub model: bool,
}

/// The app under test, when `e2e.toml` names one.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AppConfig {
    /// Base address; `{port}` stands for a free port picked at start.
    pub url: Option<String>,
    /// Program that serves the app.
    pub command: Option<String>,
    /// Its arguments; `{port}` is replaced.
    pub args: Vec<String>,
    /// Its environment; `{port}` is replaced.
    pub env: BTreeMap<String, String>,
    /// Path that answers below 500 once the app is ready.
    pub ready: Option<String>,
    /// Whether an app that already answers at `url` is used as it is. Never in CI.
    pub reuse_existing: bool,
    /// How long it may take to get ready.
    pub startup_timeout: Option<Duration>,
}

/// How long things may take.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Timeouts {
    /// One attempt of a test, set-up and body.
    pub test: Duration,
    /// One `agent.act`.
    pub act: Duration,
    /// One `agent.assert` or `agent.extract`.
    pub judgment: Duration,
    /// Getting one element ready for one action.
    pub action: Duration,
    /// One `expect` and one locator that waits.
    pub expect: Duration,
    /// Loading a page.
    pub navigation: Duration,
    /// Starting browser and driver.
    pub startup: Duration,
    /// Tear-down of one test, all fixtures together.
    pub teardown: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            test: Duration::from_secs(300),
            act: Duration::from_secs(120),
            judgment: Duration::from_secs(30),
            action: Duration::from_secs(15),
            expect: Duration::from_secs(5),
            navigation: Duration::from_secs(30),
            startup: Duration::from_secs(30),
            teardown: Duration::from_secs(10),
        }
    }
}

/// How the run is set up by whoever started it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunConfig {
    /// Names the run's folder; shared by all processes of one nextest run.
    pub id: String,
    /// `target/e2e` of the workspace.
    pub output: PathBuf,
    /// Whether nextest runs this process, one test a process.
    pub nextest: bool,
    /// Which try this is, counted from 1, when nextest says so.
    pub attempt: u32,
    /// A number no other test that runs now has, when nextest gives one.
    pub slot: Option<u32>,
    /// How often a failed attempt is tried again, when whoever runs says so.
    pub retries: Option<u32>,
    /// Whether a continuous-integration service runs this (`CI` is set).
    pub ci: bool,
    /// Writes full transcripts of agent steps (`E2E_DEBUG=1`).
    pub debug: bool,
}

impl RunConfig {
    /// The folder everything of this run goes to.
    #[must_use]
    pub fn dir(&self) -> PathBuf {
        self.output.join(&self.id)
    }
}

/// `E2E_*` variables that are set and mean nothing, each with the nearest name that
/// does. `cargo e2e doctor` shows them.
#[must_use]
pub fn unknown_variables() -> Vec<(String, Option<&'static str>)> {
    env::unknown()
}

/// The cargo that started this process, or the one on `PATH`.
#[cfg(feature = "cli")]
pub(crate) fn cargo_program() -> std::ffi::OsString {
    env::cargo()
}

/// Whether a variable, say a provider's key, is set to something.
#[cfg(feature = "cli")]
pub(crate) fn is_variable_set(name: &str) -> bool {
    env::is_set(name)
}

/// The file `e2e.toml` of the package in `root`.
#[must_use]
pub fn path(root: &Path) -> PathBuf {
    root.join("e2e.toml")
}
