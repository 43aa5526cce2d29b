//! A model provider that misbehaves on request.
//!
//! One HTTP server on 127.0.0.1 speaks five protocols and works through a script:
//! each request takes the next line, which is an answer in neutral form or a fault.
//! Every request is recorded as it came.

mod anthropic;
mod asked;
mod completions;
mod connection;
mod fault;
mod gemini;
mod ollama;
mod responses;
mod script;

pub use asked::Asked;
pub use fault::Fault;
pub use script::{Call, Line, Say, Tokens};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use connection::{Cut, Cuttable};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A protocol the server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// OpenAI chat completions.
    Completions,
    /// OpenAI responses.
    Responses,
    /// Anthropic messages.
    Anthropic,
    /// Gemini `generateContent`.
    Gemini,
    /// Ollama's own.
    Ollama,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 5] = [
        Dialect::Completions,
        Dialect::Responses,
        Dialect::Anthropic,
        Dialect::Gemini,
        Dialect::Ollama,
    ];

    /// A model of this protocol, as configuration names it.
    #[must_use]
    pub fn model(self) -> &'static str {
        match self {
            Dialect::Completions => "openai::test-model",
            Dialect::Responses => "openai_resp::gpt-5-test",
            Dialect::Anthropic => "anthropic::claude-test",
            Dialect::Gemini => "gemini::gemini-3-test",
            Dialect::Ollama => "ollama::test-model",
        }
    }

    fn of(path: &str) -> Option<Self> {
        Some(match path {
            _ if path.ends_with("/chat/completions") => Dialect::Completions,
            _ if path.ends_with("/responses") => Dialect::Responses,
            _ if path.ends_with("/messages") => Dialect::Anthropic,
            _ if path.contains(":generateContent") => Dialect::Gemini,
            _ if path.ends_with("/api/chat") => Dialect::Ollama,
            _ => return None,
        })
    }

    /// A reply of this protocol.
    #[must_use]
    pub fn render(self, say: &Say) -> Value {
        match self {
            Dialect::Completions => completions::render(say),
            Dialect::Responses => responses::render(say),
            Dialect::Anthropic => anthropic::render(say),
            Dialect::Gemini => gemini::render(say),
            Dialect::Ollama => ollama::render(say),
        }
    }

    /// How this provider says that a request does not fit.
    #[must_use]
    pub fn overflow(self) -> (u16, Value) {
        match self {
            Dialect::Completions => completions::overflow(),
            Dialect::Responses => responses::overflow(),
            Dialect::Anthropic => anthropic::overflow(),
            Dialect::Gemini => gemini::overflow(),
            Dialect::Ollama => ollama::overflow(),
        }
    }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The path.
    pub path: String,
    /// Headers, names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body; null when it was no JSON.
    pub body: Value,
}

/// The running server. Dropping it stops it.
#[derive(Debug)]
pub struct Provider {
    address: String,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Shared {
    script: Mutex<VecDeque<Line>>,
    requests: Mutex<Vec<Recorded>>,
    /// Requests whose answer is not through.
    open: watch::Sender<usize>,
}

/// One request that is open; dropped with its answer.
#[derive(Debug)]
struct Open(Arc<Shared>);

impl Open {
    fn new(shared: &Arc<Shared>) -> Self {
        shared.open.send_modify(|open| *open += 1);
        Self(Arc::clone(shared))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.send_modify(|open| *open -= 1);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Provider {
    /// Starts a server with a script.
    ///
    /// # Panics
    ///
    /// When no port of 127.0.0.1 can be bound.
    pub async fn start(script: impl IntoIterator<Item = Line>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound address").to_string();
        let shared = Arc::new(Shared {
            script: Mutex::new(script.into_iter().collect()),
            ..Shared::default()
        });
        let app = Router::new()
            .fallback(serve)
            .with_state(Arc::clone(&shared));
        let task = tokio::spawn(async move {
            // Ends when the task is aborted.
            let app = app.into_make_service_with_connect_info::<Cut>();
            let _ = axum::serve(Cuttable(listener), app).await;
        });
        Self {
            address,
            shared,
            task,
        }
    }

    /// The base address for a protocol.
    #[must_use]
    pub fn url(&self, dialect: Dialect) -> String {
        let path = match dialect {
            Dialect::Completions | Dialect::Responses | Dialect::Anthropic => "/v1",
            Dialect::Gemini => "/v1beta",
            Dialect::Ollama => "",
        };
        format!("http://{}{path}", self.address)
    }

    /// Every request so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        lock(&self.shared.requests).clone()
    }

    /// Starts over with another script, and forgets the requests so far.
    pub fn play(&self, script: impl IntoIterator<Item = Line>) {
        *lock(&self.shared.script) = script.into_iter().collect();
        lock(&self.shared.requests).clear();
    }

    /// Whether a request is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self.shared.open.borrow() > 0
    }

    /// Waits until no request is open: each was answered to its end, or given up.
    pub async fn idle(&self) {
        let mut open = self.shared.open.subscribe();
        // The sender lives as long as the server.
        let _ = open.wait_for(|open| *open == 0).await;
    }

    /// How many lines of the script are left.
    #[must_use]
    pub fn left(&self) -> usize {
        lock(&self.shared.script).len()
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let open = Open::new(&shared);
    let path = uri.path().to_owned();
    let recorded = Recorded {
        path: path.clone(),
        headers: headers
            .iter()
            .map(|(name, value)| {
                (
                    name.to_string(),
                    value.to_str().unwrap_or_default().to_owned(),
                )
            })
            .collect(),
        body: serde_json::from_slice(&body).unwrap_or_default(),
    };
    lock(&shared.requests).push(recorded);
    let Some(dialect) = Dialect::of(&path) else {
        return fault::status(404, &[], format!("no such path: {path}"));
    };
    let line = lock(&shared.script).pop_front();
    match line {
        Some(Line::Say(say)) => fault::json(200, &dialect.render(&say)),
        Some(Line::Ask(answer)) => {
            let asked = String::from_utf8_lossy(&body);
            fault::json(200, &dialect.render(&answer(&asked)))
        }
        Some(Line::Fault(Fault::Cut)) => {
            cut.now();
            fault::json(200, &Value::Null)
        }
        Some(Line::Fault(fault)) => fault.respond(dialect, open),
        None => fault::status(400, &[], "the script is at its end".to_owned()),
    }
}
