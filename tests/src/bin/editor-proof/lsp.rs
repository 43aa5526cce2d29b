//! Just enough of a language client to ask rust-analyzer what an editor asks it.

use serde_json::{Value, json};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// How long the server may be silent: it builds and runs tests meanwhile.
const PATIENCE: Duration = Duration::from_secs(600);

/// A running server.
pub(crate) struct Server {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    next: u64,
    /// Notifications that came while an answer was waited for.
    kept: Vec<Value>,
}

impl Server {
    /// Starts `program` on the workspace and waits until it has read all of it.
    pub(crate) fn start(program: &str, workspace: &Path) -> io::Result<Self> {
        let mut child = Command::new(program)
            .current_dir(workspace)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdin = child.stdin.take().expect("piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || {
            while let Ok(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut server = Self {
            child,
            stdin,
            messages,
            next: 1,
            kept: Vec::new(),
        };
        let root = format!("file://{}", workspace.display());
        server.ask(
            "initialize",
            &json!({
                "processId": std::process::id(),
                "rootUri": root,
                "workspaceFolders": [{ "uri": root, "name": "sample" }],
                "capabilities": {
                    "window": { "workDoneProgress": true },
                    "workspace": { "configuration": false },
                    "experimental": { "testExplorer": true, "serverStatusNotification": true },
                },
                "initializationOptions": { "checkOnSave": false, "testExplorer": true },
            }),
        )?;
        server.tell("initialized", &json!({}))?;
        server.wait_for(|message| {
            message["method"] == "experimental/serverStatus"
                && message["params"]["quiescent"] == true
        })?;
        Ok(server)
    }

    /// Opens a file, as an editor does when it is shown.
    pub(crate) fn open(&mut self, file: &Path) -> io::Result<String> {
        let uri = format!("file://{}", file.display());
        let text = std::fs::read_to_string(file)?;
        self.tell(
            "textDocument/didOpen",
            &json!({ "textDocument": {
                "uri": uri, "languageId": "rust", "version": 1, "text": text,
            }}),
        )?;
        Ok(uri)
    }

    /// Changes the whole text of an open file without saving it.
    pub(crate) fn change(&mut self, uri: &str, text: &str) -> io::Result<()> {
        self.tell(
            "textDocument/didChange",
            &json!({
                "textDocument": { "uri": uri, "version": 2 },
                "contentChanges": [{ "text": text }],
            }),
        )
    }

    /// Sends a request and returns its result. A server that was interrupted by its
    /// own changes says so and is asked again.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> io::Result<Value> {
        const CONTENT_MODIFIED: i64 = -32801;
        loop {
            let id = self.next;
            self.next += 1;
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
            let answer = self.wait_for(|message| message["id"] == id)?;
            if answer["error"]["code"] == CONTENT_MODIFIED {
                continue;
            }
            if !answer["error"].is_null() {
                return Err(io::Error::other(format!("{method}: {}", answer["error"])));
            }
            return Ok(answer["result"].clone());
        }
    }

    /// Everything the server tells, up to and including the first `method`.
    pub(crate) fn listen_until(&mut self, method: &str) -> io::Result<Vec<Value>> {
        let mut heard = std::mem::take(&mut self.kept);
        while !heard.iter().any(|message| message["method"] == method) {
            heard.push(self.next_message()?);
        }
        Ok(heard)
    }

    fn tell(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let body = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        self.stdin.flush()
    }

    fn wait_for(&mut self, is: impl Fn(&Value) -> bool) -> io::Result<Value> {
        loop {
            let message = self.next_message()?;
            if is(&message) {
                return Ok(message);
            }
            self.kept.push(message);
        }
    }

    /// The next message that is no request; those are answered with nothing.
    fn next_message(&mut self) -> io::Result<Value> {
        loop {
            let message = self
                .messages
                .recv_timeout(PATIENCE)
                .map_err(|_| io::Error::other("the server says nothing any more"))?;
            if message["method"].is_null() || message["id"].is_null() {
                return Ok(message);
            }
            let id = message["id"].clone();
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null }))?;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(source: &mut BufReader<impl io::Read>) -> io::Result<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if source.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; length];
    source.read_exact(&mut body)?;
    serde_json::from_slice(&body).map_err(io::Error::other)
}
