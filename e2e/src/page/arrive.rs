//! Going to another page, and what to say of one that does not finish loading.
//!
//! A page is there once a person could use it: a picture that is late does not matter,
//! a script or style sheet that holds back everything does.

use super::act::UNSETTLED;
use super::feed::Page;
use super::node::Observation;
use super::terms::Terms;
use super::verb::{Effect, Verb};
use crate::browser::engine::Answer;
use crate::browser::wire::History;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::text::show_duration;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the document waits for, as the engine tells.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Loading {
    state: String,
    /// Something of the page can be seen.
    shown: bool,
    /// One of the items holds back the rest of the page.
    blocked: bool,
    items: Vec<Item>,
    /// How many more there are.
    more: u32,
    /// Milliseconds spent on waiting for those that hold back the page.
    waited: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Item {
    what: String,
    url: String,
    blocks: bool,
}

impl Loading {
    /// The outstanding parts in words, those that hold back the page first.
    fn listed(&self) -> String {
        let (first, rest): (Vec<&Item>, Vec<&Item>) =
            self.items.iter().partition(|item| item.blocks);
        let mut words: Vec<String> = first
            .iter()
            .chain(&rest)
            .map(|item| format!("{} {}", item.what, item.url))
            .collect();
        if self.more > 0 {
            words.push(format!("{} more", self.more));
        }
        words.join(", ")
    }
}

/// How long a frame may take to go a step of the history.
const FRAMED: Duration = Duration::from_secs(1);

/// What stands in the frames of a page.
fn framed(screen: &Observation) -> Vec<(&str, &str, &str)> {
    let mut around = None;
    let inside = screen.nodes.iter().filter(|node| {
        let depth = around.filter(|depth| node.depth > *depth);
        around = depth.or((node.role == "iframe").then_some(node.depth));
        depth.is_some()
    });
    inside
        .map(|node| (node.role.as_str(), node.name.as_str(), node.text.as_str()))
        .collect()
}

/// Where an address led, when that is another one.
fn led_on<'a>(asked: &str, reached: &'a str) -> Option<&'a str> {
    let bare = |url: &str| {
        let page = url.split('#').next().unwrap_or_default();
        page.trim_end_matches('/').to_owned()
    };
    (bare(asked) != bare(reached) && !reached.is_empty()).then_some(reached)
}

impl Page {
    pub(super) async fn navigate(&self, verb: &Verb, url: &str, terms: &Terms) -> Result<Effect> {
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            return Err(
                Error::new(Code::InvalidArgument, format!("cannot open \"{url}\""))
                    .help("give an absolute http or https address"),
            );
        }
        let (began, limit) = (Instant::now(), self.patience(terms));
        self.act_begins();
        let gone = self.engine.wire().navigate(url, limit).await;
        self.arrive(verb, url.to_owned(), gone, began, limit).await
    }

    pub(super) async fn travel(&self, verb: &Verb, step: History, terms: &Terms) -> Result<Effect> {
        let (began, limit) = (Instant::now(), self.patience(terms));
        let gone = self.engine.wire().history(step, limit).await;
        self.arrive(verb, "the page".to_owned(), gone, began, limit)
            .await
    }

    fn patience(&self, terms: &Terms) -> Duration {
        let limit = terms.limit.unwrap_or(self.timeouts.navigation);
        limit.min(self.timeouts.navigation)
    }

    async fn arrive(
        &self,
        verb: &Verb,
        target: String,
        gone: Result<()>,
        began: Instant,
        limit: Duration,
    ) -> Result<Effect> {
        let before = self.newest().unwrap_or_default();
        if let Err(error) = gone {
            // Only a dialog that was open already is answered below.
            let answerable = error.code() == Code::ActionFailed;
            if !answerable || self.engine.wire().dialog().await?.is_none() {
                return Err(error);
            }
        }
        let left = || limit.saturating_sub(began.elapsed());
        // A document that used up the time is not waited for once more.
        let (mut after, mut late) = match left().is_zero() {
            true => (self.raw().await?, true),
            false => self.held_still().await?,
        };
        let mut notes = Vec::new();
        if late && let Some(loading) = self.loading(left()).await? {
            let unread = loading.state == "loading" && (!loading.shown || loading.items.is_empty());
            if loading.blocked || (unread && left().is_zero()) {
                return Err(unfinished(&after.url, &loading, began.elapsed()));
            }
            // What hid the page has come meanwhile.
            if loading.waited > 50 {
                (after, late) = self.held_still().await?;
            }
            if !loading.items.is_empty() {
                notes.push(format!(
                    "after {} the page still waited for {}",
                    show_duration(began.elapsed()),
                    loading.listed()
                ));
            }
        }
        if late {
            notes.push(UNSETTLED.to_owned());
        }
        let mut moved = after.document != before.document || after.url != before.url;
        if !moved && matches!(verb, Verb::History(_)) {
            (after, moved) = self.framed_elsewhere(&before, after).await?;
        }
        if let Verb::Navigate { url } = verb
            && let Some(led) = led_on(url, &after.url)
        {
            notes.push(format!("it led on to {led}"));
        }
        if let Some(status) = after.status {
            notes.push(format!("the server answered with status {status}"));
        }
        if !moved {
            notes.push(format!("{} led nowhere: the page is the same", verb.name()));
        }
        Ok(Effect {
            before,
            after,
            target,
            visible: moved,
            reached: None,
            already: false,
            notes,
        })
    }

    /// Frames have steps of their own in the history: the page stays, and what it frames
    /// is another document, which takes a while to come.
    async fn framed_elsewhere(
        &self,
        before: &Observation,
        mut after: Arc<Observation>,
    ) -> Result<(Arc<Observation>, bool)> {
        if !after.nodes.iter().any(|node| node.role == "iframe") {
            return Ok((after, false));
        }
        let end = Instant::now() + FRAMED;
        while framed(before) == framed(&after) {
            if Instant::now() >= end {
                return Ok((after, false));
            }
            after = self.held_still().await?.0;
        }
        Ok((after, true))
    }

    /// What the page waits for; those parts that hide it get the time that is left.
    async fn loading(&self, left: Duration) -> Result<Option<Loading>> {
        let args = json!({ "timeout": left.as_millis() });
        let limit = left + Duration::from_secs(5);
        Ok(match self.engine.wait("loading", args, limit).await? {
            Answer::Value(loading) => Some(loading),
            Answer::Navigated | Answer::Dialog(_) => None,
        })
    }
}

/// The error for a page that answered, and never came to where it could be used.
fn unfinished(url: &str, loading: &Loading, waited: Duration) -> Error {
    let waited = show_duration(waited);
    let error = Error::new(
        Code::AppUnreachable,
        format!("{url} answered, but did not finish loading within {waited}"),
    );
    let error = match (loading.blocked, loading.items.is_empty()) {
        (true, _) => error.note(format!(
            "nothing of the page is shown before this arrives: {}",
            loading.listed()
        )),
        (false, true) => error.note(
            "the document itself did not end: it is still being sent, or the server broke off in the middle",
        ),
        (false, false) => error.note(format!("still outstanding: {}", loading.listed())),
    };
    error.help(
        "find out why the server does not answer for it; a page that needs longer gets it with `timeouts.navigation`",
    )
}
