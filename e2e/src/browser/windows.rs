//! Tabs, files and the browser's own protocol over plain WebDriver.

use super::loading::Carrier;
use super::trouble::Trouble;
use super::wire::{Evaluated, Tab};
use super::wire_webdriver::{WireWebDriver, lock};
use crate::code::Code;
use crate::error::{Error, Result};
use reqwest::Method;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

const COMMAND: Duration = Duration::from_secs(15);
/// The key under which WebDriver hands elements out.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

fn not_here(what: &str) -> Error {
    Error::new(
        Code::AutomationUnsupported,
        format!("{what} is not possible in this browser"),
    )
}

impl WireWebDriver {
    /// A command of the browser's own protocol, through the driver.
    pub(super) async fn passed_on(&self, method: &str, params: Value) -> Result<Value> {
        let body = json!({ "cmd": method, "params": params });
        match self.post("goog/cdp/execute", body).await {
            Ok(value) => Ok(value),
            Err(Trouble::Other(refusal)) if refusal.error.starts_with("unknown") => {
                Err(not_here(method).note(refusal.message))
            }
            // A driver of another browser knows no such address.
            Err(Trouble::Unreachable(why)) if why.contains("no WebDriver answer") => {
                Err(not_here(method).note(why))
            }
            Err(trouble) => Err(self.link.error(method, trouble).await),
        }
    }

    /// Where a download will lie: in `folder`, or where the browser was told to put all
    /// of them as it started.
    pub(super) async fn downloads_to(
        &self,
        folder: &Path,
        fixed: Option<&Path>,
    ) -> Result<PathBuf> {
        if let Some(fixed) = fixed {
            std::fs::create_dir_all(fixed).map_err(|error| {
                Error::new(
                    Code::EnvironmentUnavailable,
                    format!("{} cannot be made", fixed.display()),
                )
                .caused_by(error)
            })?;
            return Ok(fixed.to_owned());
        }
        let params = json!({ "behavior": "allow", "downloadPath": folder });
        match self.passed_on("Browser.setDownloadBehavior", params).await {
            Ok(_) => Ok(folder.to_owned()),
            Err(error) if error.code() == Code::AutomationUnsupported => Err(Error::new(
                Code::AutomationUnsupported,
                "this browser cannot be told where to keep downloads",
            )
            .note("nothing was sent")),
            Err(error) => Err(error),
        }
    }

    pub(super) async fn files_to(&self, body: &str, files: &[PathBuf]) -> Result<()> {
        if let Some(given) = self.files_past_the_page(body, files).await {
            return given;
        }
        let what = "choosing files";
        let script = format!("return [(function () {{{body}\n}}).apply(null, arguments)]");
        let found = match self.script(&script, Value::Null, COMMAND).await {
            Ok(Evaluated::Value(found)) => found,
            Ok(_) => return Err(self.link.error(what, Trouble::Navigated).await),
            Err(trouble) => return Err(self.link.error(what, trouble).await),
        };
        let paths: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
        let sent = match found[ELEMENT].as_str() {
            Some(id) => {
                let text = json!({ "text": paths.join("\n") });
                let path = format!("element/{id}/value");
                self.call(Method::POST, &path, Some(&text), COMMAND).await
            }
            None => {
                return Err(Error::new(
                    Code::AutomationUnsupported,
                    "the field for files cannot be reached",
                ));
            }
        };
        match sent {
            Ok(_) => Ok(()),
            Err(trouble) => Err(self.link.error(what, trouble).await),
        }
    }

    async fn handles(&self) -> Result<Vec<String>, Trouble> {
        let handles = self.get("window/handles").await?;
        let names = handles.as_array().into_iter().flatten();
        Ok(names
            .filter_map(|handle| handle.as_str().map(str::to_owned))
            .collect())
    }

    async fn switch(&self, handle: &str) -> Result<(), Trouble> {
        self.post("window", json!({ "handle": handle }))
            .await
            .map(drop)
    }

    /// Titles are asked for in each tab, and the current one is gone back to.
    pub(super) async fn every_tab(&self) -> Result<Vec<Tab>> {
        match self.look_through().await {
            Ok(tabs) => Ok(tabs),
            Err(trouble) => Err(self.link.error("listing the tabs", trouble).await),
        }
    }

    async fn look_through(&self) -> Result<Vec<Tab>, Trouble> {
        let known = lock(&self.windows).clone();
        let mut handles = self.handles().await?;
        // Drivers name them in any order.
        handles.sort_by_key(|h| known.iter().position(|k| k == h).unwrap_or(usize::MAX));
        let current = match self.get("window").await {
            Ok(handle) => handle.as_str().map(str::to_owned),
            Err(Trouble::Window) => None,
            Err(trouble) => return Err(trouble),
        };
        let mut tabs = Vec::new();
        for handle in &handles {
            if self.switch(handle).await.is_err() {
                continue;
            }
            let title = self.get("title").await.unwrap_or_default();
            let url = self.get("url").await.unwrap_or_default();
            tabs.push(Tab {
                handle: handle.clone(),
                title: title.as_str().unwrap_or_default().to_owned(),
                url: url.as_str().unwrap_or_default().to_owned(),
                current: current.as_ref() == Some(handle),
            });
        }
        lock(&self.windows).clone_from(&handles);
        if let Some(current) = current.as_ref().or(handles.last()) {
            self.switch(current).await?;
        }
        Ok(tabs)
    }

    pub(super) async fn look_at(&self, handle: &str) -> Result<()> {
        match self.switch(handle).await {
            Ok(()) => Ok(()),
            Err(trouble) => Err(self.link.error("going to another tab", trouble).await),
        }
    }

    pub(super) async fn close_this(&self) -> Result<()> {
        let what = "closing a tab";
        match self.handles().await {
            Ok(handles) if handles.len() < 2 => {
                return Err(Error::new(
                    Code::InvalidArgument,
                    "the only tab cannot be closed: it is the page under test",
                )
                .note("nothing was sent"));
            }
            Ok(_) => {}
            Err(trouble) => return Err(self.link.error(what, trouble).await),
        }
        let closed = async {
            let this = self.get("window").await?;
            self.call(Method::DELETE, "window", None, COMMAND).await?;
            let left = self.handles().await?;
            let known = lock(&self.windows).clone();
            let before = known.iter().take_while(|h| this.as_str() != Some(h));
            let next = before.last().filter(|h| left.contains(h));
            if let Some(next) = next.or(left.last()) {
                self.switch(next).await?;
            }
            *lock(&self.windows) = left;
            Ok(())
        };
        match closed.await {
            Ok(()) => Ok(()),
            Err(trouble) => Err(self.link.error(what, trouble).await),
        }
    }
}
