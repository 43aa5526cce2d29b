//! Every page of the session, and drags: through the driver, since neither needs speed
//! and it knows how both are done.

use super::{COMMAND, WireCdp, lock, pointer};
use crate::browser::loading::Carrier as _;
use crate::browser::trouble::Trouble;
use crate::browser::{input, wire};
use crate::code::Code;
use crate::error::{Error, Result};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

impl WireCdp {
    pub(super) async fn carry(&self, path: &[(f64, f64)], held: Duration) -> Result<()> {
        let what = "dragging";
        let actions = input::drag(path, held);
        // Whoever drives the session may be in a frame, and the places would be counted
        // from its corner.
        if let Err(trouble) = self.driver("frame", &json!({ "id": null })).await {
            return Err(self.error(what, trouble).await);
        }
        let Err(trouble) = self.driver("actions", &actions).await else {
            return Ok(());
        };
        // A page that stands in the driver's way: it asks how large the page is before it
        // sends anything.
        let bent = match &trouble {
            Trouble::Script(_) => true,
            Trouble::Other(refusal) => refusal.message.contains("threw exception"),
            _ => false,
        };
        if bent {
            for (event, pause) in pointer::carried(path, held) {
                self.act("Input.dispatchMouseEvent", vec![event], what)
                    .await?;
                tokio::time::sleep(pause).await;
            }
            return Ok(());
        }
        let unknown = match &trouble {
            Trouble::Navigated => "the page went away meanwhile",
            Trouble::Late(_) => "the driver did not answer in time",
            _ => return Err(self.error(what, trouble).await),
        };
        Err(Error::new(
            Code::ActionMayHaveCommitted,
            format!("{what} was sent, and it is not known whether it arrived: {unknown}"),
        ))
    }

    pub(super) async fn every_tab(&self) -> Result<Vec<wire::Tab>> {
        let asked = self
            .socket
            .call(None, "Target.getTargets", json!({}), COMMAND)
            .await;
        let targets = match asked {
            Ok(targets) => targets,
            Err(trouble) => return Err(self.error("listing the tabs", trouble).await),
        };
        let current = self.current.get();
        let text = |target: &Value, key: &str| target[key].as_str().unwrap_or_default().to_owned();
        let mut tabs: Vec<wire::Tab> = targets["targetInfos"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|target| target["type"] == "page")
            .filter(|target| target["browserContextId"] == self.context.as_str())
            .map(|target| wire::Tab {
                handle: text(target, "targetId"),
                title: text(target, "title"),
                url: text(target, "url"),
                current: target["targetId"] == current.as_str(),
            })
            .collect();
        let known = lock(&self.windows).clone();
        tabs.sort_by_key(|tab| {
            let place = known.iter().position(|handle| *handle == tab.handle);
            place.unwrap_or(usize::MAX)
        });
        *lock(&self.windows) = tabs.iter().map(|tab| tab.handle.clone()).collect();
        Ok(tabs)
    }

    pub(super) async fn look_at(&self, handle: &str) -> Result<(), Trouble> {
        // The driver goes first: whoever drives the session looks at the same window.
        self.driver("window", &json!({ "handle": handle })).await?;
        self.current.set(handle);
        Ok(())
    }

    pub(super) async fn close_this(&self) -> Result<()> {
        let tabs = self.every_tab().await?;
        let at = tabs.iter().position(|tab| tab.current).unwrap_or_default();
        let before = at.checked_sub(1).unwrap_or(at + 1);
        let Some(next) = tabs.get(before).map(|tab| tab.handle.clone()) else {
            return Err(Error::new(
                Code::InvalidArgument,
                "the only tab cannot be closed: it is the page under test",
            )
            .note("nothing was sent"));
        };
        let closed = async {
            self.http
                .call(Method::DELETE, "window", None, COMMAND)
                .await?;
            self.look_at(&next).await
        };
        if let Err(trouble) = closed.await {
            return Err(self.error("closing a tab", trouble).await);
        }
        let gone = tabs.get(at).map(|tab| tab.handle.as_str());
        lock(&self.windows).retain(|handle| Some(handle.as_str()) != gone);
        lock(&self.tabs).retain(|handle, _| Some(handle.as_str()) != gone);
        Ok(())
    }
}
