//! Serves the fixture pages of `tests/pages`, and a browser that shows them.

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{any, get};
use e2e::browser::Session;
use e2e::browser::wire::WireKind;
use e2e::config::{Config, Timeouts};
use e2e::page::node::{Node, NodeId, Observation};
use e2e::page::verb::{Effect, Verb};
use e2e::page::{DialogPolicy, Page};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Pages a test writes itself, by name.
type Written = Arc<Mutex<HashMap<String, String>>>;

/// The fixture pages over http on a free port, until dropped.
#[derive(Debug)]
pub struct Pages {
    address: SocketAddr,
    written: Written,
    server: tokio::task::JoinHandle<()>,
}

impl Pages {
    /// Starts the server.
    ///
    /// # Panics
    ///
    /// When no port of 127.0.0.1 can be bound.
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port of 127.0.0.1 is free");
        let address = listener
            .local_addr()
            .expect("a bound socket has an address");
        let written = Written::default();
        let routes = Router::new()
            .route("/written/{name}", get(write_out))
            .route("/slow/{page}", get(slow))
            .route("/echo", any(echo))
            .route("/{page}", get(file))
            .with_state(written.clone());
        let server = tokio::spawn(async move {
            let _ = axum::serve(listener, routes).await;
        });
        Self {
            address,
            written,
            server,
        }
    }

    /// Serves a page given by its markup; its address comes back.
    pub fn write(&self, markup: &str) -> String {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let name = format!("{}", written.len());
        let text = format!("<!doctype html><meta charset=utf-8>{markup}");
        written.insert(name.clone(), text);
        self.url(&format!("written/{name}"))
    }

    /// The address of a page, by its file name.
    #[must_use]
    pub fn url(&self, page: &str) -> String {
        format!("http://{}/{page}", self.address)
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn write_out(State(written): State<Written>, Path(name): Path<String>) -> Response {
    let written = written.lock().unwrap_or_else(PoisonError::into_inner);
    match written.get(&name) {
        Some(text) => Html(text.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A page; under the policy of `?policy=`, and with `?kept` as a file to download.
async fn file(Path(page): Path<String>, query: Query<HashMap<String, String>>) -> Response {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("pages")
        .join(&page);
    match tokio::fs::read_to_string(path).await {
        Ok(text) => {
            let mut page = Html(text).into_response();
            let policy = query.get("policy").and_then(|policy| policy.parse().ok());
            let kept = query
                .contains_key("kept")
                .then(|| HeaderValue::from_static("attachment"));
            let more = [
                (header::CONTENT_SECURITY_POLICY, policy),
                (header::CONTENT_DISPOSITION, kept),
            ];
            let more = more
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?)));
            page.headers_mut().extend(more);
            page
        }
        Err(_) => (StatusCode::NOT_FOUND, format!("no page {page}")).into_response(),
    }
}

/// A page after `?ms=` milliseconds.
async fn slow(path: Path<String>, query: Query<HashMap<String, String>>) -> Response {
    let ms = query.get("ms").and_then(|ms| ms.parse().ok()).unwrap_or(0);
    tokio::time::sleep(Duration::from_millis(ms)).await;
    file(path, query).await
}

/// What was sent, as a page of its own, after `?ms=` milliseconds and under `?code=`.
async fn echo(Query(query): Query<HashMap<String, String>>, body: String) -> Response {
    let code = query.get("code").and_then(|code| code.parse().ok());
    let ms = query.get("ms").and_then(|ms| ms.parse().ok()).unwrap_or(0);
    tokio::time::sleep(Duration::from_millis(ms)).await;
    let text = body.replace('<', "&lt;");
    (
        code.unwrap_or(StatusCode::OK),
        [(header::CONTENT_TYPE, "text/html")],
        format!("<title>Sent</title><h1>Sent</h1><output>{text}</output>"),
    )
        .into_response()
}

/// A browser of its own that shows fixture pages.
#[derive(Debug)]
pub struct Shown {
    session: Session,
    pages: Pages,
    /// The page under test.
    pub page: Arc<Page>,
}

impl Shown {
    /// Opens a browser.
    ///
    /// # Panics
    ///
    /// When no browser can be started.
    pub async fn start() -> Self {
        Self::with(DialogPolicy::default()).await
    }

    /// The same, with actions and expectations bounded to about a second.
    ///
    /// # Panics
    ///
    /// When no browser can be started.
    pub async fn quick() -> Self {
        let mut timeouts = Timeouts::default();
        timeouts.action = Duration::from_millis(1_500);
        timeouts.expect = Duration::from_millis(1_000);
        Self::timed(DialogPolicy::default(), timeouts).await
    }

    /// The same, where a statement is looked at once and hardly waited for.
    ///
    /// # Panics
    ///
    /// When no browser can be started.
    pub async fn impatient() -> Self {
        let mut timeouts = Timeouts::default();
        timeouts.expect = Duration::from_millis(20);
        Self::timed(DialogPolicy::default(), timeouts).await
    }

    /// The same, with two and a half seconds for a page to open.
    ///
    /// # Panics
    ///
    /// When no browser can be started.
    pub async fn opening() -> Self {
        let mut timeouts = Timeouts::default();
        timeouts.navigation = Duration::from_millis(2_500);
        Self::timed(DialogPolicy::default(), timeouts).await
    }

    /// The same, with another rule for dialogs.
    ///
    /// # Panics
    ///
    /// When no browser can be started.
    pub async fn with(dialogs: DialogPolicy) -> Self {
        Self::timed(dialogs, Timeouts::default()).await
    }

    /// The same over the driver, whatever wire the run names, with two and a half
    /// seconds for a page to open.
    ///
    /// # Panics
    ///
    /// When no browser can be started.
    pub async fn over_the_driver() -> Self {
        let mut timeouts = Timeouts::default();
        timeouts.navigation = Duration::from_millis(2_500);
        let mut config = config();
        config.browser.wire = e2e::config::WireChoice::WebDriver;
        Self::of(&config, DialogPolicy::default(), timeouts).await
    }

    /// Another page on the same tab, with folders of its own.
    #[must_use]
    pub fn page_with(&self, folders: e2e::page::Folders) -> Page {
        Page::new(self.session.wire(), Timeouts::default()).with_folders(folders)
    }

    /// Whether looks and input go through the driver.
    #[must_use]
    pub fn is_over_the_driver(&self) -> bool {
        self.session.about().wire == WireKind::WebDriver
    }

    /// Whether the browser is Firefox, which has ways of its own.
    #[must_use]
    pub fn is_firefox(&self) -> bool {
        self.session.about().kind == e2e::config::BrowserKind::Firefox
    }

    /// The same, with times and answers to dialogs as given.
    ///
    /// # Panics
    ///
    /// When no browser can be started.
    pub async fn timed(dialogs: DialogPolicy, timeouts: Timeouts) -> Self {
        Self::of(&config(), dialogs, timeouts).await
    }

    async fn of(config: &Config, dialogs: DialogPolicy, timeouts: Timeouts) -> Self {
        let session = Session::start(config).await.expect("a browser starts");
        let page = Arc::new(Page::new(session.wire(), timeouts).with_dialogs(dialogs));
        Self {
            session,
            pages: Pages::start().await,
            page,
        }
    }

    /// From now on an element has only a second and a half to get ready, for tests in
    /// which it never does.
    pub fn hurry(&mut self) {
        let mut timeouts = Timeouts::default();
        timeouts.action = Duration::from_millis(1_500);
        self.page = Arc::new(Page::new(self.session.wire(), timeouts));
    }

    /// Opens a fixture page and looks at it.
    ///
    /// # Panics
    ///
    /// When the page cannot be opened.
    pub async fn open(&self, page: &str) -> Arc<Observation> {
        self.go(&self.pages.url(page)).await
    }

    /// Opens an address and looks at it.
    ///
    /// # Panics
    ///
    /// When the page cannot be opened.
    pub async fn go(&self, url: &str) -> Arc<Observation> {
        let url = url.to_owned();
        self.page
            .perform(Verb::Navigate { url })
            .await
            .expect("the page opens")
            .after
    }

    /// Shows a page given by its markup, and looks at it.
    ///
    /// # Panics
    ///
    /// When the page cannot be opened.
    pub async fn write(&self, markup: &str) -> Arc<Observation> {
        self.go(&self.pages.write(markup)).await
    }

    /// Runs a script in the page.
    ///
    /// # Panics
    ///
    /// When the script throws.
    pub async fn run(&self, script: &str) -> serde_json::Value {
        let limit = Duration::from_secs(10);
        let wire = self.session.wire();
        match wire.eval(script, serde_json::Value::Null, limit).await {
            Ok(e2e::browser::wire::Evaluated::Value(value)) => value,
            other => panic!("{script}: {other:?}"),
        }
    }

    /// Carries a verb out.
    ///
    /// # Errors
    ///
    /// As [`Page::perform`].
    pub async fn perform(&self, verb: Verb) -> e2e::Result<Effect> {
        self.page.perform(verb).await
    }

    /// Taps the element of this role and name on the newest screen.
    ///
    /// # Errors
    ///
    /// As [`Page::perform`].
    pub async fn tap(&self, role: &str, name: &str) -> e2e::Result<Effect> {
        let target = self.id(role, name);
        self.perform(Verb::Tap { target }).await
    }

    /// The id of the element of this role and name on the newest screen.
    ///
    /// # Panics
    ///
    /// When there is none or more than one.
    #[must_use]
    pub fn id(&self, role: &str, name: &str) -> NodeId {
        let screen = self.page.newest().expect("the page was looked at");
        find(&screen, role, name).id.clone()
    }

    /// The address of a page of this server.
    #[must_use]
    pub fn url(&self, page: &str) -> String {
        self.pages.url(page)
    }

    /// Closes the browser.
    pub async fn close(self) {
        self.session.close().await.expect("the browser ends");
    }
}

/// The one node of this role and label.
///
/// # Panics
///
/// When there is none or more than one.
#[expect(
    clippy::must_use_candidate,
    reason = "finding it is a check of its own"
)]
pub fn find<'a>(screen: &'a Observation, role: &str, label: &str) -> &'a Node {
    let found: Vec<&Node> = screen
        .nodes
        .iter()
        .filter(|node| node.role == role && node.label() == label)
        .collect();
    match found.as_slice() {
        [one] => one,
        _ => panic!(
            "{} of {role} \"{label}\" on:\n{}",
            found.len(),
            text(screen)
        ),
    }
}

/// The whole screen as text, for messages and comparisons.
#[must_use]
pub fn text(screen: &Observation) -> String {
    let options = e2e::page::text::TextOptions {
        budget_bytes: usize::MAX,
        origin: None,
    };
    e2e::page::text::render(screen, &options)
}

fn config() -> Config {
    e2e::config::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")))
        .expect("the tests' configuration is sound")
}
