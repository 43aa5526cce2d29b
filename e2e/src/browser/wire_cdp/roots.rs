//! What no script of the page is given: its picture, and the shadow roots that are closed
//! in the markup.

use super::frames::Entered;
use super::{COMMAND, GRACE, WireCdp, lock};
use crate::browser::trouble::Trouble;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Most slots that are shown to the engine at once.
const SLOTS: u64 = 64;

impl WireCdp {
    /// Shows `keep` the slots of the page, found by a search of the browser that goes
    /// through closed shadow roots, too. All commands of a step are sent at once.
    pub(super) async fn slots(
        &self,
        known: u32,
        keep: &str,
        limit: Duration,
    ) -> Result<bool, Trouble> {
        let tab = self.tab().await?;
        let session = tab.session();
        let end = Instant::now() + limit;
        let left = || end.saturating_duration_since(Instant::now());
        let send = |method: &str, ask: Value| self.socket.send(Some(session), method, ask);
        let answer = async |sent| self.socket.answer(session, sent, left()).await;
        // The search goes through what was asked for once.
        let first = [
            send("DOM.enable", json!({})),
            send("DOM.getDocument", json!({ "depth": 0 })),
        ];
        let search = json!({ "query": "<slot>", "includeUserAgentShadowDOM": false });
        let search = send("DOM.performSearch", search);
        let searched = async {
            for sent in first {
                answer(sent).await?;
            }
            answer(search).await
        };
        let shown = match searched.await {
            Ok(found) => {
                let count = found["resultCount"].as_u64().unwrap_or_default();
                match count == 0 || count == u64::from(known) {
                    true => Ok(false),
                    false => {
                        let search = &found["searchId"];
                        let ask = json!({ "searchId": search, "fromIndex": 0, "toIndex": count.min(SLOTS) });
                        let listed = answer(send("DOM.getSearchResults", ask)).await;
                        match listed {
                            Ok(listed) => {
                                let nodes = listed["nodeIds"].as_array().cloned();
                                self.show(session, &nodes.unwrap_or_default(), count, keep, end)
                                    .await
                            }
                            Err(trouble) => Err(trouble),
                        }
                    }
                }
            }
            Err(trouble) => Err(trouble),
        };
        // It would go on telling of every change of the page.
        drop(send("DOM.disable", json!({})));
        shown
    }

    /// Calls `keep` on each of some nodes.
    async fn show(
        &self,
        session: &str,
        nodes: &[Value],
        count: u64,
        keep: &str,
        end: Instant,
    ) -> Result<bool, Trouble> {
        let left = || end.saturating_duration_since(Instant::now());
        let send = |method: &str, ask: Value| self.socket.send(Some(session), method, ask);
        let resolve = |node: &Value| send("DOM.resolveNode", json!({ "nodeId": node }));
        let resolved: Vec<_> = nodes.iter().map(resolve).collect();
        let mut shown = Vec::new();
        for sent in resolved {
            // One that is gone meanwhile has no root to show.
            let Ok(node) = self.socket.answer(session, sent, left()).await else {
                continue;
            };
            let object = node["object"]["objectId"].clone();
            let ask = json!({
                "objectId": object,
                "functionDeclaration": format!("function () {{{keep}\n}}"),
                "arguments": [{ "value": count }],
                "returnByValue": true,
            });
            shown.push(send("Runtime.callFunctionOn", ask));
            drop(send("Runtime.releaseObject", json!({ "objectId": object })));
        }
        let mut new = false;
        for sent in shown {
            let kept = self.socket.answer(session, sent, left()).await?;
            new |= kept["result"]["value"] == true;
        }
        Ok(new)
    }

    /// The viewport as a PNG in Base64.
    pub(super) async fn picture(&self) -> Result<Value, Trouble> {
        let ask = json!({ "format": "png", "optimizeForSpeed": true });
        let tab = self.tab().await?;
        self.call(&tab, "Page.captureScreenshot", ask, COMMAND)
            .await
    }

    /// Gives `keep` the roots of what `find` returns, and says whether any has one.
    pub(super) async fn roots(
        &self,
        frames: &[String],
        find: &str,
        keep: &str,
        limit: Duration,
    ) -> Result<bool, Trouble> {
        let tab = self.tab().await?;
        let end = Instant::now() + limit + GRACE;
        let left = || end.saturating_duration_since(Instant::now());
        let way = format!("{}\n{}", tab.session(), frames.join("\n"));
        let known = lock(&self.frames).get(&way).cloned();
        let entered = match (frames.is_empty(), known) {
            (true, _) => Entered::default(),
            (false, Some(entered)) => entered,
            (false, None) => match self.enter(&tab, frames, end).await? {
                Some(entered) => entered,
                None => return Ok(false),
            },
        };
        let session = entered.session().unwrap_or(tab.session()).to_owned();
        let send = |method: &str, ask: Value| self.socket.send(Some(&session), method, ask);
        let find = format!("(function () {{{find}\n}})()");
        let found = self
            .evaluate_in(&tab, &entered, &find, false, false, end)
            .await?;
        let Some(list) = found["result"]["objectId"].as_str() else {
            return Ok(false);
        };
        let ask = json!({ "objectId": list, "ownProperties": true });
        let listed = tab
            .call_inside(
                &self.socket,
                Some(&session),
                "Runtime.getProperties",
                ask,
                left(),
            )
            .await?;
        let hosts = listed["result"].as_array().into_iter().flatten();
        let hosts = hosts.filter_map(|own| own["value"]["objectId"].as_str());
        let hosts: Vec<String> = hosts.map(str::to_owned).collect();
        // Sent at once, and waited for in order.
        let asked: Vec<_> = hosts
            .iter()
            .map(|host| send("DOM.describeNode", json!({ "objectId": host, "depth": 0 })))
            .collect();
        let mut resolved = Vec::new();
        for sent in asked {
            let answer = self
                .socket
                .answer_inside(tab.session(), &session, sent, left());
            // One that is gone meanwhile has none.
            let Ok(answer) = answer.await else { continue };
            let roots = answer["node"]["shadowRoots"].as_array();
            let closed = |root: &&Value| root["shadowRootType"] == "closed";
            if let Some(root) = roots.into_iter().flatten().find(closed) {
                let ask = json!({ "backendNodeId": root["backendNodeId"] });
                resolved.push(send("DOM.resolveNode", ask));
            }
        }
        let mut roots = Vec::new();
        for sent in resolved {
            let answer = self
                .socket
                .answer_inside(tab.session(), &session, sent, left());
            if let Some(root) = answer.await?["object"]["objectId"].as_str() {
                roots.push(json!({ "objectId": root }));
            }
        }
        let ask = json!({
            "objectId": list,
            "functionDeclaration": format!("function () {{{keep}\n}}"),
            "arguments": roots,
        });
        let kept = tab.call_inside(
            &self.socket,
            Some(&session),
            "Runtime.callFunctionOn",
            ask,
            left(),
        );
        let kept = kept.await;
        // What the browser holds for us would keep it alive.
        let held = hosts.iter().map(String::as_str).chain([list]);
        let held = held.chain(roots.iter().filter_map(|root| root["objectId"].as_str()));
        for object in held {
            drop(send("Runtime.releaseObject", json!({ "objectId": object })));
        }
        kept?;
        Ok(!roots.is_empty())
    }
}
