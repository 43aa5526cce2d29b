//! The websocket to the browser: commands out, answers and events in.
//!
//! One task owns the connection and belongs to the runtime the session was opened in.
//! It reads events in the order they come and keeps what they say in one table, so
//! whoever gets an answer also sees everything that happened before it.

use super::PULSE;
use super::events::{Known, TabState};
use crate::browser::http::Refusal;
use crate::browser::trouble::Trouble;
use crate::deadline;
use futures::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The largest answer taken, bytes: a page's text is far smaller, and an endless one
/// must not eat the memory of the test.
const LARGEST: usize = 512 << 20;

/// A connection to the browser itself, not to one page.
pub(in crate::browser) struct Socket {
    shared: Arc<Shared>,
    task: tokio::task::AbortHandle,
}

#[derive(Debug)]
struct Shared {
    next: AtomicU64,
    out: mpsc::UnboundedSender<Message>,
    inside: Mutex<Inside>,
    /// Counts changes of what is known.
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Inside {
    pending: HashMap<u64, oneshot::Sender<Answer>>,
    known: Known,
    closed: Option<String>,
}

type Answer = Result<Value, Refusal>;

/// One message of the browser.
#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    #[serde(default)]
    result: Value,
    error: Option<Complaint>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(rename = "sessionId")]
    session: Option<String>,
}

#[derive(Deserialize)]
struct Complaint {
    #[serde(default)]
    message: String,
}

/// A command that was sent. Dropping it gives the answer up, not the command.
pub(super) struct Sent {
    id: u64,
    answer: oneshot::Receiver<Answer>,
    shared: Arc<Shared>,
}

impl Drop for Sent {
    fn drop(&mut self) {
        self.shared.inside().pending.remove(&self.id);
    }
}

impl fmt::Debug for Socket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Socket").finish_non_exhaustive()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Shared {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, text: &str) {
        let Ok(incoming) = serde_json::from_str::<Incoming>(text) else {
            tracing::debug!(text = %crate::text::clip(text, 200), "no DevTools message");
            return;
        };
        let mut inside = self.inside();
        if let Some(id) = incoming.id {
            if let Some(waiting) = inside.pending.remove(&id) {
                let _ = waiting.send(match incoming.error {
                    None => Ok(incoming.result),
                    Some(complaint) => Err(Refusal {
                        error: "devtools".to_owned(),
                        message: complaint.message,
                        dialog: None,
                    }),
                });
            }
            return;
        }
        let Some(method) = incoming.method else {
            return;
        };
        // Who was told to leave a page leaves it, as over WebDriver.
        if method == "Page.javascriptDialogOpening" && incoming.params["type"] == "beforeunload" {
            let leave = json!({
                "id": self.next.fetch_add(1, Ordering::Relaxed),
                "sessionId": incoming.session,
                "method": "Page.handleJavaScriptDialog",
                "params": { "accept": true },
            });
            let _ = self.out.send(Message::Text(leave.to_string().into()));
        }
        if inside
            .known
            .learn(incoming.session.as_deref(), &method, &incoming.params)
        {
            drop(inside);
            self.changed.send_modify(|count| *count += 1);
        }
    }

    /// Whoever waits learns that nothing comes any more.
    fn close(&self, reason: String) {
        let mut inside = self.inside();
        inside.closed.get_or_insert(reason);
        inside.pending.clear();
        drop(inside);
        self.changed.send_modify(|count| *count += 1);
    }
}

/// Reads and writes until either side ends.
async fn run(
    shared: Arc<Shared>,
    stream: WebSocketStream<TcpStream>,
    mut out: mpsc::UnboundedReceiver<Message>,
) {
    let (mut write, mut read) = stream.split();
    let reason = loop {
        tokio::select! {
            message = out.recv() => {
                let Some(message) = message else { return };
                if let Err(error) = write.send(message).await {
                    break error.to_string();
                }
            }
            message = read.next() => match message {
                Some(Ok(Message::Text(text))) => shared.take(&text),
                Some(Ok(Message::Close(_))) | None => {
                    break "the browser closed the connection".to_owned();
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => break error.to_string(),
            },
        }
    };
    shared.close(reason);
}

impl Socket {
    /// Connects to the browser behind a DevTools server, such as `localhost:9222`.
    pub(in crate::browser) async fn of(
        client: &reqwest::Client,
        debugger: &str,
    ) -> Result<Self, String> {
        let asked = client
            .get(format!("http://{debugger}/json/version"))
            .timeout(PULSE)
            .send();
        let version: Value = match asked.await {
            Ok(answer) => answer.json().await.map_err(|e| e.to_string())?,
            Err(error) => return Err(format!("nothing answers at {debugger}: {error}")),
        };
        let address = version["webSocketDebuggerUrl"]
            .as_str()
            .ok_or_else(|| format!("what answers at {debugger} is no DevTools server"))?;
        tokio::time::timeout(PULSE, Self::connect(address))
            .await
            .map_err(|_| format!("nothing answers at {address}"))?
    }

    /// Connects to an address such as `ws://localhost:9222/devtools/browser/…`.
    async fn connect(address: &str) -> Result<Self, String> {
        let place = address
            .strip_prefix("ws://")
            .and_then(|rest| rest.split('/').next())
            .ok_or_else(|| format!("{address} is no ws:// address"))?;
        let stream = TcpStream::connect(place).await.map_err(|e| e.to_string())?;
        // Commands are small and each one is waited for.
        stream.set_nodelay(true).map_err(|e| e.to_string())?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(LARGEST))
            .max_frame_size(Some(LARGEST));
        let (stream, _) = client_async_with_config(address, stream, Some(config))
            .await
            .map_err(|e| e.to_string())?;
        let (out, receiver) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            next: AtomicU64::new(1),
            out,
            inside: Mutex::default(),
            changed: watch::channel(0).0,
        });
        let task = tokio::spawn(run(shared.clone(), stream, receiver)).abort_handle();
        Ok(Self { shared, task })
    }

    /// Sends one command, to the browser or to one of its pages.
    pub(super) fn send(&self, session: Option<&str>, method: &str, params: Value) -> Sent {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        let mut command = json!({ "id": id, "method": method });
        command["params"] = params;
        if let Some(session) = session {
            command["sessionId"] = session.into();
        }
        {
            let mut inside = self.shared.inside();
            // Without its sender the command is answered at once: nobody is there.
            if inside.closed.is_none() {
                inside.pending.insert(id, sender);
            }
        }
        let _ = self
            .shared
            .out
            .send(Message::Text(command.to_string().into()));
        Sent {
            id,
            answer,
            shared: self.shared.clone(),
        }
    }

    /// A command that is answered whatever the page does, and its answer.
    pub(in crate::browser) async fn call(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, Trouble> {
        let limit = deadline::limit(limit);
        let mut sent = self.send(session, method, params);
        match tokio::time::timeout(limit, &mut sent.answer).await {
            Ok(answer) => self.read(answer),
            Err(_) => Err(Trouble::Late(limit)),
        }
    }

    /// The answer of a page. A dialog, a crash or the end of the page is one too:
    /// after any of them the page itself answers no more.
    pub(super) async fn answer(
        &self,
        session: &str,
        sent: Sent,
        limit: Duration,
    ) -> Result<Value, Trouble> {
        self.answer_inside(session, session, sent, limit).await
    }

    /// The answer of a part of a page that has a session of its own: what ends the page
    /// ends that, too.
    pub(super) async fn answer_inside(
        &self,
        page: &str,
        session: &str,
        mut sent: Sent,
        limit: Duration,
    ) -> Result<Value, Trouble> {
        let mut changed = self.shared.changed.subscribe();
        let limit = deadline::limit(limit);
        let end = tokio::time::sleep(limit);
        tokio::pin!(end);
        loop {
            let trouble = self.state(page).trouble();
            let trouble = trouble.or_else(|| self.state(session).trouble());
            tokio::select! {
                // An answer that is there counts, whatever has happened since.
                biased;
                answer = &mut sent.answer => return self.read(answer),
                trouble = std::future::ready(trouble), if trouble.is_some() => {
                    return Err(trouble.unwrap_or(Trouble::Window));
                }
                _ = changed.changed() => {}
                () = &mut end => return Err(Trouble::Late(limit)),
            }
        }
    }

    fn read(&self, answer: Result<Answer, oneshot::error::RecvError>) -> Result<Value, Trouble> {
        match answer {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(refusal)) => Err(sort(refusal)),
            Err(_) => Err(Trouble::Gone(self.closed().unwrap_or_default())),
        }
    }

    /// Why the connection is closed, when it is.
    pub(super) fn closed(&self) -> Option<String> {
        self.shared.inside().closed.clone()
    }

    /// What is known of one attached page.
    pub(super) fn state(&self, session: &str) -> TabState {
        self.shared.inside().known.tab(session)
    }

    /// Looks at or changes everything that is known.
    pub(super) fn known<T>(&self, look: impl FnOnce(&mut Known) -> T) -> T {
        look(&mut self.shared.inside().known)
    }
}

/// Fragments of messages for a document that went away.
const WENT_AWAY: &[&str] = &[
    "navigated or closed",
    "context was destroyed",
    "Cannot find context",
    "Cannot find default execution context",
    "Promise was collected",
    "uniqueContextId not found",
    "Not attached to an active page",
];

/// Fragments of messages for a page that is closed.
const CLOSED: &[&str] = &[
    "Session with given id not found",
    "No target with given id found",
    "Target closed",
    "No session with given id",
];

/// What the browser's complaint means.
fn sort(refusal: Refusal) -> Trouble {
    let says = |fragments: &[&str]| fragments.iter().any(|part| refusal.message.contains(part));
    if says(&["Target crashed"]) {
        Trouble::Crashed(refusal.message)
    } else if says(CLOSED) {
        Trouble::Window
    } else if says(WENT_AWAY) {
        Trouble::Navigated
    } else {
        Trouble::Other(refusal)
    }
}
