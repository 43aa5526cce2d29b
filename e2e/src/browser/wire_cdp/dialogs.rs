//! Dialogs of the page: those the browser tells of, and those only the driver knows.

use super::events::Dialog;
use super::tab::Tab;
use super::{COMMAND, PING, PULSE, WireCdp};
use crate::browser::http::Refusal;
use crate::browser::trouble::Trouble;
use reqwest::Method;
use serde_json::json;

impl WireCdp {
    /// The dialog of a page, when the browser says that one is open.
    pub(super) async fn open_dialog(&self) -> Result<Option<Dialog>, Trouble> {
        let tab = self.tab().await?;
        if let Some(dialog) = tab.state(&self.socket).dialog {
            return Ok(Some(dialog));
        }
        // Whatever happened before this question is told before its answer.
        self.socket.call(None, PING, json!({}), COMMAND).await?;
        Ok(tab.state(&self.socket).dialog)
    }

    /// A dialog that only the driver knows: it was open before the page was attached to.
    pub(super) async fn unseen_dialog(&self, tab: &Tab) -> Option<String> {
        let asked = self.http.call(Method::GET, "alert/text", None, PULSE).await;
        let text = asked.ok()?.as_str()?.to_owned();
        tab.opened(&self.socket, &text);
        Some(text)
    }

    pub(super) async fn answer(&self, accept: bool, text: Option<&str>) -> Result<(), Trouble> {
        let refused = |error: &str| {
            Err(Trouble::Other(Refusal {
                error: error.to_owned(),
                ..Refusal::default()
            }))
        };
        let Some(dialog) = self.open_dialog().await? else {
            return refused("no such alert");
        };
        if accept && text.is_some() && dialog.preset.is_none() && dialog.seen {
            return refused("element not interactable");
        }
        let tab = self.tab().await?;
        if dialog.seen {
            return tab.answer_dialog(&self.socket, accept, text, &dialog).await;
        }
        if let Some(text) = text.filter(|_| accept) {
            let typed = json!({ "text": text });
            self.driver("alert/text", &typed).await?;
        }
        let path = if accept {
            "alert/accept"
        } else {
            "alert/dismiss"
        };
        self.driver(path, &json!({})).await?;
        tab.closed(&self.socket);
        Ok(())
    }
}
