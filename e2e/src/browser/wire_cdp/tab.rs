//! One page the wire is attached to.

use super::events::{Dialog, TabState};
use super::socket::{Sent, Socket};
use crate::browser::trouble::Trouble;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// An attachment to one page.
#[derive(Debug)]
pub(super) struct Tab {
    session: String,
}

/// What became of input.
pub(super) enum Input {
    /// All of it was handed over, and the page took it.
    Sent,
    /// None of it was sent.
    NotSent(Trouble),
    /// It was sent, and what became of it is not known.
    Unknown(Trouble),
}

impl Tab {
    /// Attaches to a page and asks to be told of its dialogs, and of what goes wrong.
    pub(super) async fn attach(
        socket: &Socket,
        target: &str,
        limit: Duration,
    ) -> Result<Self, Trouble> {
        let ask = json!({ "targetId": target, "flatten": true });
        let answer = socket
            .call(None, "Target.attachToTarget", ask, limit)
            .await?;
        let session = answer["sessionId"].as_str().unwrap_or_default().to_owned();
        let tab = Self { session };
        // Not waited for: a page that shows a dialog already does not answer.
        for method in [
            "Inspector.enable",
            "Page.enable",
            "Runtime.enable",
            "Log.enable",
        ] {
            drop(socket.send(Some(&tab.session), method, json!({})));
        }
        Ok(tab)
    }

    pub(super) fn state(&self, socket: &Socket) -> TabState {
        socket.state(&self.session)
    }

    /// One command, unless the page cannot answer any.
    pub(super) async fn call(
        &self,
        socket: &Socket,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, Trouble> {
        if let Some(trouble) = self.state(socket).trouble() {
            return Err(trouble);
        }
        let sent = socket.send(Some(&self.session), method, params);
        socket.answer(&self.session, sent, limit).await
    }

    /// What its attachment is called.
    pub(super) fn session(&self) -> &str {
        &self.session
    }

    /// One command to a part of the page that has a session of its own; without one, to
    /// the page.
    pub(super) async fn call_inside(
        &self,
        socket: &Socket,
        session: Option<&str>,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, Trouble> {
        let session = session.unwrap_or(&self.session);
        let trouble = self.state(socket).trouble();
        if let Some(trouble) = trouble.or_else(|| socket.state(session).trouble()) {
            return Err(trouble);
        }
        let sent = socket.send(Some(session), method, params);
        socket
            .answer_inside(&self.session, session, sent, limit)
            .await
    }

    /// Sends input events at once, as a hand would, and waits until the page took them.
    pub(super) async fn input(
        &self,
        socket: &Socket,
        method: &str,
        events: Vec<Value>,
        limit: Duration,
    ) -> Input {
        match self.hand_over(socket, method, events) {
            Ok(handed) => self.taken(socket, handed, limit).await,
            Err(trouble) => Input::NotSent(trouble),
        }
    }

    /// Sends input events at once.
    ///
    /// # Errors
    ///
    /// Nothing was sent: nobody is there who could take it.
    pub(super) fn hand_over(
        &self,
        socket: &Socket,
        method: &str,
        events: Vec<Value>,
    ) -> Result<Vec<Sent>, Trouble> {
        if let Some(why) = socket.closed() {
            return Err(Trouble::Gone(why));
        }
        if let Some(trouble) = self.state(socket).trouble() {
            return Err(trouble);
        }
        let send = |event| socket.send(Some(&self.session), method, event);
        Ok(events.into_iter().map(send).collect())
    }

    /// Waits until the page took all of it.
    pub(super) async fn taken(&self, socket: &Socket, handed: Vec<Sent>, limit: Duration) -> Input {
        let end = Instant::now() + limit;
        for sent in handed {
            let left = end.saturating_duration_since(Instant::now());
            match socket.answer(&self.session, sent, left).await {
                Ok(_) => {}
                // It opened a dialog, or it closed the page: that is what came of it.
                Err(Trouble::Dialog(_) | Trouble::Window) => return Input::Sent,
                Err(Trouble::Late(_)) => return Input::Unknown(Trouble::Late(limit)),
                Err(trouble) => return Input::Unknown(trouble),
            }
        }
        Input::Sent
    }

    /// Answers the dialog that is open.
    pub(super) async fn answer_dialog(
        &self,
        socket: &Socket,
        accept: bool,
        text: Option<&str>,
        dialog: &Dialog,
    ) -> Result<(), Trouble> {
        let before = self.state(socket).dialogs;
        let mut ask = json!({ "accept": accept });
        if let Some(text) = text.or(dialog.preset.as_deref()) {
            ask["promptText"] = text.into();
        }
        let method = "Page.handleJavaScriptDialog";
        let session = Some(self.session.as_str());
        socket.call(session, method, ask, super::COMMAND).await?;
        socket.known(|known| match known.tab_mut(&self.session) {
            // Unless the next one is open already.
            Some(tab) if tab.dialogs == before => tab.dialog = None,
            _ => {}
        });
        Ok(())
    }

    /// A dialog is open that the browser did not tell of.
    pub(super) fn opened(&self, socket: &Socket, text: &str) {
        socket.known(|known| {
            if let Some(tab) = known.tab_mut(&self.session) {
                tab.dialog.get_or_insert_with(|| Dialog {
                    text: text.to_owned(),
                    ..Dialog::default()
                });
            }
        });
    }

    /// The dialog that the browser did not tell of is gone.
    pub(super) fn closed(&self, socket: &Socket) {
        socket.known(|known| {
            if let Some(tab) = known.tab_mut(&self.session) {
                tab.dialog = None;
            }
        });
    }

    /// A page whose renderer crashed gets another one with the next document.
    pub(super) fn revive(&self, socket: &Socket) {
        socket.known(|known| {
            if let Some(tab) = known.tab_mut(&self.session) {
                tab.crashed = false;
            }
        });
    }
}
