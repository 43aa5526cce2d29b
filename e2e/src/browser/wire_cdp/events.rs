//! What the browser's events say about its pages.

use super::faults::Faults;
use crate::browser::trouble::Trouble;
use serde_json::Value;
use std::collections::HashMap;

/// Everything known from events.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Attached pages by the id of the attachment.
    tabs: HashMap<String, TabState>,
    /// Every page of the browser, in the order they were opened.
    pub(super) pages: Vec<Opened>,
    /// What went wrong in them.
    pub(super) faults: Faults,
}

/// A page of the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    /// Its id, which is also its WebDriver window handle.
    pub(super) id: String,
    /// The browser context it lives in.
    pub(super) context: String,
}

/// What is known of one attached page.
#[derive(Clone, Debug, Default)]
pub(super) struct TabState {
    /// The page's id.
    pub(super) target: String,
    /// The JavaScript dialog that is open.
    pub(super) dialog: Option<Dialog>,
    /// How many dialogs were opened so far.
    pub(super) dialogs: u64,
    /// Its renderer is gone.
    pub(super) crashed: bool,
    /// It was closed.
    closed: bool,
}

/// An open JavaScript dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dialog {
    /// What it says.
    pub(super) text: String,
    /// What a prompt is filled with; nothing for a dialog that takes no text.
    pub(super) preset: Option<String>,
    /// Whether the browser told of it; otherwise the driver did.
    pub(super) seen: bool,
}

impl TabState {
    /// Why the page answers nothing now.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        if self.closed {
            return Some(Trouble::Window);
        }
        if self.crashed {
            return Some(Trouble::Crashed(
                "the renderer of the page ended".to_owned(),
            ));
        }
        self.dialog
            .as_ref()
            .map(|dialog| Trouble::Dialog(dialog.text.clone()))
    }
}

impl Known {
    /// One attached page; one that was never attached is closed.
    pub(super) fn tab(&self, session: &str) -> TabState {
        self.tabs.get(session).cloned().unwrap_or(TabState {
            closed: true,
            ..TabState::default()
        })
    }

    /// One attached page, to be changed.
    pub(super) fn tab_mut(&mut self, session: &str) -> Option<&mut TabState> {
        self.tabs.get_mut(session)
    }

    /// Takes an event in; whether anything is different now.
    pub(super) fn learn(&mut self, session: Option<&str>, method: &str, params: &Value) -> bool {
        // Nobody waits for these.
        if self.faults.learn(session, method, params) {
            return false;
        }
        let text = |key: &str| params[key].as_str().unwrap_or_default().to_owned();
        match method {
            "Target.attachedToTarget" => {
                let target = params["targetInfo"]["targetId"].as_str();
                let state = TabState {
                    target: target.unwrap_or_default().to_owned(),
                    ..TabState::default()
                };
                self.tabs.insert(text("sessionId"), state);
            }
            "Target.detachedFromTarget" => match self.tabs.get_mut(&text("sessionId")) {
                Some(tab) => tab.closed = true,
                None => return false,
            },
            "Target.targetCreated" => {
                let info = &params["targetInfo"];
                let field = |key: &str| info[key].as_str().unwrap_or_default().to_owned();
                if field("type") != "page" || self.pages.iter().any(|p| p.id == field("targetId")) {
                    return false;
                }
                self.pages.push(Opened {
                    id: field("targetId"),
                    context: field("browserContextId"),
                });
            }
            "Target.targetDestroyed" => {
                let gone = text("targetId");
                self.pages.retain(|page| page.id != gone);
                for tab in self.tabs.values_mut().filter(|tab| tab.target == gone) {
                    tab.closed = true;
                }
            }
            "Target.targetCrashed" => {
                let gone = text("targetId");
                for tab in self.tabs.values_mut().filter(|tab| tab.target == gone) {
                    tab.crashed = true;
                }
            }
            _ => {
                return session
                    .and_then(|session| self.tabs.get_mut(session))
                    .is_some_and(|tab| tab.learn(method, params));
            }
        }
        true
    }
}

impl TabState {
    fn learn(&mut self, method: &str, params: &Value) -> bool {
        match method {
            // Answered where it is read, and in nobody's way.
            "Page.javascriptDialogOpening" if params["type"] == "beforeunload" => return false,
            "Page.javascriptDialogOpening" => {
                let text = |key: &str| params[key].as_str().unwrap_or_default().to_owned();
                self.dialogs += 1;
                self.dialog = Some(Dialog {
                    text: text("message"),
                    preset: (params["type"] == "prompt").then(|| text("defaultPrompt")),
                    seen: true,
                });
            }
            "Page.javascriptDialogClosed" => self.dialog = None,
            "Inspector.targetCrashed" => self.crashed = true,
            "Inspector.targetReloadedAfterCrash" => self.crashed = false,
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn events_tell_what_a_page_can_answer() {
        let mut known = Known::default();
        let trouble = |known: &Known| format!("{:?}", known.tab("s").trouble());
        assert_eq!(trouble(&known), "Some(Window)", "never attached");
        for (session, method, params, expected) in [
            (
                None,
                "Target.attachedToTarget",
                json!({ "sessionId": "s", "targetInfo": { "targetId": "t" } }),
                "None",
            ),
            (
                Some("s"),
                "Page.javascriptDialogOpening",
                json!({ "message": "sure?", "type": "confirm" }),
                r#"Some(Dialog("sure?"))"#,
            ),
            (
                Some("other"),
                "Page.javascriptDialogClosed",
                json!({}),
                r#"Some(Dialog("sure?"))"#,
            ),
            (Some("s"), "Page.javascriptDialogClosed", json!({}), "None"),
            (
                None,
                "Target.targetCrashed",
                json!({ "targetId": "t" }),
                r#"Some(Crashed("the renderer of the page ended"))"#,
            ),
            (
                Some("s"),
                "Inspector.targetReloadedAfterCrash",
                json!({}),
                "None",
            ),
            (
                None,
                "Target.targetDestroyed",
                json!({ "targetId": "t" }),
                "Some(Window)",
            ),
        ] {
            known.learn(session, method, &params);
            assert_eq!(trouble(&known), expected, "after {method}");
        }
    }

    #[test]
    fn pages_are_kept_in_the_order_they_opened() {
        let mut known = Known::default();
        for (method, id, kind) in [
            ("Target.targetCreated", "a", "page"),
            ("Target.targetCreated", "w", "service_worker"),
            ("Target.targetCreated", "b", "page"),
            ("Target.targetCreated", "b", "page"),
            ("Target.targetCreated", "c", "page"),
            ("Target.targetDestroyed", "b", "page"),
        ] {
            let info = json!({ "targetId": id, "type": kind, "browserContextId": "x" });
            known.learn(None, method, &json!({ "targetId": id, "targetInfo": info }));
        }
        let ids: Vec<_> = known.pages.iter().map(|page| page.id.as_str()).collect();
        assert_eq!(ids, ["a", "c"]);
    }
}
