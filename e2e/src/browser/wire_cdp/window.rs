//! Finding the browser behind a session, and the page that is looked at.

use super::tab::Tab;
use super::{COMMAND, PULSE, Socket, WireCdp, lock};
use crate::browser::current::Current;
use crate::browser::http::Http;
use crate::browser::loading::Trail;
use crate::browser::start;
use crate::browser::trouble::{Link, Trouble};
use serde_json::json;
use std::sync::{Arc, Mutex};

impl WireCdp {
    /// Connects to the DevTools server at `debugger`, such as `localhost:9222`, when it
    /// belongs to the browser of this session; says why not otherwise.
    pub(in crate::browser) async fn connect(
        client: &reqwest::Client,
        debugger: &str,
        link: Arc<Link>,
        http: Http,
        current: Current,
    ) -> Result<Self, String> {
        let socket = Socket::of(client, debugger).await?;
        let ask = json!({ "discover": true, "filter": [{ "type": "page" }] });
        socket
            .call(None, "Target.setDiscoverTargets", ask, PULSE)
            .await
            .map_err(|trouble| format!("the browser does not tell of its pages: {trouble:?}"))?;
        // On another machine the same address may lead to another browser.
        let (context, windows) = socket.known(|known| {
            let page = known.pages.iter().find(|page| page.id == current.get());
            let context = page.map(|page| page.context.clone());
            let pages = known.pages.iter().map(|page| page.id.clone());
            (context, pages.collect::<Vec<_>>())
        });
        let context = context
            .ok_or_else(|| format!("the DevTools server at {debugger} is another browser's"))?;
        let wire = Self {
            socket,
            link,
            http,
            current,
            tabs: Mutex::default(),
            switching: tokio::sync::Mutex::default(),
            windows: Mutex::new(windows),
            context,
            trail: Trail::default(),
            frames: Mutex::default(),
        };
        wire.tab()
            .await
            .map_err(|trouble| format!("the page cannot be attached to: {trouble:?}"))?;
        Ok(wire)
    }

    /// The page that is looked at.
    pub(super) async fn tab(&self) -> Result<Arc<Tab>, Trouble> {
        if let Some(why) = self.socket.closed() {
            return Err(Trouble::Gone(why));
        }
        let wanted = self.current.get();
        if let Some(tab) = lock(&self.tabs).get(&wanted) {
            return Ok(tab.clone());
        }
        let _one = self.switching.lock().await;
        if let Some(tab) = lock(&self.tabs).get(&wanted) {
            return Ok(tab.clone());
        }
        let tab = Arc::new(Tab::attach(&self.socket, &wanted, COMMAND).await?);
        // Of one that is open already only the driver knows.
        if !lock(&self.tabs).is_empty() {
            self.unseen_dialog(&tab).await;
        }
        // Not waited for: what is sent next to this page comes behind it.
        drop(
            self.socket
                .send(Some(tab.session()), start::KEEP, start::kept()),
        );
        lock(&self.tabs).insert(wanted, tab.clone());
        Ok(tab)
    }

    /// The windows of this session's context, in the order they were opened.
    pub(in crate::browser) async fn own_windows(&self) -> Result<Vec<String>, Trouble> {
        // What was opened before this question is told before its answer.
        self.socket
            .call(None, super::PING, json!({}), COMMAND)
            .await?;
        Ok(self.socket.known(|known| {
            let pages = known.pages.iter();
            let own = pages.filter(|page| page.context == self.context);
            own.map(|page| page.id.clone()).collect()
        }))
    }

    /// Opens an empty window or tab in this session's context.
    pub(in crate::browser) async fn new_window(&self, window: bool) -> Result<String, Trouble> {
        let ask = json!({
            "url": "about:blank", "browserContextId": self.context, "newWindow": window,
        });
        let answer = self
            .socket
            .call(None, "Target.createTarget", ask, COMMAND)
            .await?;
        Ok(answer["targetId"].as_str().unwrap_or_default().to_owned())
    }

    /// Takes away what another context left in the clipboard, which belongs to the
    /// whole browser.
    pub(in crate::browser) async fn empty_clipboard(&self) -> Result<(), Trouble> {
        let blank = "const field = document.createElement('textarea'); field.value = ' '; \
            (document.body || document.documentElement).append(field); field.select(); \
            const done = document.execCommand('copy'); field.remove(); return done";
        let ask = json!({
            "expression": format!("(function () {{{blank}}})()"),
            "returnByValue": true,
            "userGesture": true,
        });
        let tab = self.tab().await?;
        self.call(&tab, "Runtime.evaluate", ask, COMMAND)
            .await
            .map(drop)
    }

    /// The windows, and a switch to the one to look at.
    pub(super) async fn follow(&self) -> Result<Option<String>, Trouble> {
        let handles = self.own_windows().await?;
        let known = std::mem::replace(&mut *lock(&self.windows), handles.clone());
        let opened = handles.iter().rfind(|handle| !known.contains(handle));
        let current = self.current.get();
        let (target, said) = match (opened, handles.last()) {
            (Some(handle), _) => (handle, "a new window was opened and is looked at now"),
            (None, Some(last)) if !handles.contains(&current) => (
                last,
                "the window was closed; the one opened last is looked at now",
            ),
            (None, None) => return Err(Trouble::Window),
            (None, Some(_)) => return Ok(None),
        };
        // The driver goes first: whoever drives the session looks at the same window.
        self.driver("window", &json!({ "handle": target })).await?;
        self.current.set(target);
        lock(&self.tabs).retain(|handle, _| handles.contains(handle));
        Ok(Some(said.to_owned()))
    }
}
