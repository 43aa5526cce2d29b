//! Input, and a script that follows it without waiting for the page to have taken it.

use super::tab::{Input, Tab};
use super::{COMMAND, GRACE, WireCdp, pointer, question};
use crate::browser::input;
use crate::browser::loading::Carrier as _;
use crate::browser::trouble::Trouble;
use crate::browser::wire::{self, Behind, Evaluated};
use crate::code::Code;
use crate::error::{Error, Result};
use futures::FutureExt as _;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a script may go on by itself once the input was taken, before it is told.
const TOLD: Duration = Duration::from_millis(20);
/// How scripts run.
const EVALUATE: &str = "Runtime.evaluate";

impl WireCdp {
    /// Sends input events at once, in order. What was sent cannot be called back, so an
    /// answer that leaves open whether it arrived says exactly that.
    pub(super) async fn act(&self, method: &str, events: Vec<Value>, what: &str) -> Result<()> {
        let tab = match self.tab().await {
            Ok(tab) => tab,
            Err(trouble) => return Err(self.error(what, trouble).await),
        };
        let sent = tab.input(&self.socket, method, events, COMMAND).await;
        self.acted(sent, what).await
    }

    pub(super) async fn acted(&self, sent: Input, what: &str) -> Result<()> {
        let unknown = match sent {
            Input::Sent => return Ok(()),
            Input::NotSent(trouble)
            | Input::Unknown(trouble @ (Trouble::Gone(_) | Trouble::Crashed(_))) => {
                return Err(self.error(what, trouble).await);
            }
            Input::Unknown(Trouble::Navigated) => "the page went away meanwhile".to_owned(),
            Input::Unknown(Trouble::Late(_)) => "the page did not answer in time".to_owned(),
            Input::Unknown(Trouble::Other(refusal)) => {
                format!("the browser answered `{}`", refusal.message)
            }
            Input::Unknown(other) => format!("{other:?}"),
        };
        Err(Error::new(
            Code::ActionMayHaveCommitted,
            format!("{what} was sent, and it is not known whether it arrived: {unknown}"),
        ))
    }

    /// Both in one round trip. The script may be there first, and waits for the input: its
    /// last event tells it, or, where that does not come, a word once all was taken.
    pub(super) async fn together(
        &self,
        input: wire::Input<'_>,
        behind: Behind<'_>,
    ) -> (Result<()>, Option<Result<Evaluated>>) {
        let (method, events, what) = match input {
            wire::Input::Pointer(gesture, x, y) => (
                "Input.dispatchMouseEvent",
                pointer::events(gesture, x, y),
                pointer::words(gesture, x, y),
            ),
            wire::Input::Text(text) => match input::characters(text) {
                // Refuses what no keyboard types.
                Err(error) => return (Err(error), None),
                Ok(_) => (
                    "Input.insertText",
                    vec![json!({ "text": text })],
                    "typing".to_owned(),
                ),
            },
        };
        let tab = match self.tab().await {
            Ok(tab) => tab,
            Err(trouble) => return (Err(self.error(&what, trouble).await), None),
        };
        let handed = match tab.hand_over(&self.socket, method, events) {
            Ok(handed) => handed,
            Err(trouble) => return (Err(self.error(&what, trouble).await), None),
        };
        let session = tab.session();
        let ask = question(behind.body, &behind.args, true);
        let asked = self.socket.send(Some(session), EVALUATE, ask);
        let answer = self
            .socket
            .answer(session, asked, behind.limit + GRACE)
            .fuse();
        tokio::pin!(answer);
        let mut early = None;
        let taken = tab.taken(&self.socket, handed, COMMAND);
        tokio::pin!(taken);
        let sent = loop {
            tokio::select! {
                sent = &mut taken => break sent,
                answer = &mut answer, if early.is_none() => early = Some(answer),
            }
        };
        let tell = || {
            let told = question(behind.body, &behind.taken, false);
            drop(self.socket.send(Some(session), EVALUATE, told));
        };
        if !matches!(sent, Input::Sent) {
            tell();
            return (self.acted(sent, &what).await, None);
        }
        let answer = match early {
            Some(answer) => answer,
            None => match tokio::time::timeout(TOLD, &mut answer).await {
                Ok(answer) => answer,
                Err(_) => {
                    tell();
                    answer.await
                }
            },
        };
        (Ok(()), Some(self.answered(&tab, answer).await))
    }

    async fn answered(&self, tab: &Tab, answer: Result<Value, Trouble>) -> Result<Evaluated> {
        let answer = self.heard(tab, answer).await;
        match self.evaluated(answer).await {
            Ok(evaluated) => Ok(evaluated),
            Err(trouble) => Err(self.error("running a script in the page", trouble).await),
        }
    }
}
