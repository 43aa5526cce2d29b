//! What no script of the page is given: its picture, and the shadow roots that are closed
//! in the markup.

use super::frames::Entered;
use super::{COMMAND, GRACE, WireCdp, lock};
use crate::browser::trouble::Trouble;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

impl WireCdp {
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
