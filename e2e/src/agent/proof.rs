//! What a pass of the built-in agent rests on, looked up on the newest screen.

use super::hands::Hands;
use crate::chassis::{Checked, Evidence, StepContext};
use crate::error::Result;
use crate::page::node::{Node, NodeId, Observation};
use crate::text::{clip, collapse};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How much of what is really there is told back.
const TOLD: usize = 200;

/// How long a citation may take to become true before it counts as wrong.
const PATIENCE: Duration = Duration::from_secs(1);

/// Checks citations of nodes, the address, and things that left the screen.
pub(super) struct ScreenProof {
    hands: Arc<Hands>,
}

impl ScreenProof {
    pub(super) fn new(hands: Arc<Hands>) -> Self {
        Self { hands }
    }
}

#[async_trait]
impl Evidence for ScreenProof {
    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "node": {"type": "string", "minLength": 1, "maxLength": 32, "description": "id on the newest screen"},
                "quote": {"type": "string", "minLength": 1, "maxLength": 512, "description": "what that node reads now, verbatim"},
                "url": {"type": "string", "minLength": 1, "maxLength": 2048, "description": "the address the page is at, or its path"},
                "gone": {"type": "string", "minLength": 1, "maxLength": 512, "description": "a name or text that was on the screen earlier in this step and is not any more"}
            }
        })
    }

    fn describe(&self) -> String {
        "one or more of: {node, quote}, a node of the newest screen with what it reads now, word \
         for word; {url}, the address the page is at; {gone}, a name or text that left the screen \
         in this step"
            .to_owned()
    }

    async fn check(&self, cited: &[Value], step: &StepContext) -> Result<Checked> {
        let earlier = self.hands.shown().clone();
        let started = tokio::time::Instant::now();
        loop {
            step.checkpoint()?;
            let screen = self.hands.page.observe().await?;
            let (proven, wrong): (Vec<_>, Vec<_>) = cited
                .iter()
                .map(|one| look_up(one, &screen, &earlier))
                .partition(Result::is_ok);
            if wrong.is_empty() {
                return Ok(Checked::Proven(proven.into_iter().flatten().collect()));
            }
            // The page may still be answering what was done last.
            if started.elapsed() >= PATIENCE {
                let told: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
                return Ok(Checked::Wrong(told.join("\n")));
            }
        }
    }
}

/// What is there, or what is there instead.
fn look_up(
    cited: &Value,
    screen: &Observation,
    earlier: &[Arc<Observation>],
) -> Result<String, String> {
    let text = |key: &str| {
        cited[key]
            .as_str()
            .map(collapse)
            .filter(|text| !text.is_empty())
    };
    match (text("node"), text("quote"), text("url"), text("gone")) {
        (Some(node), Some(quote), None, None) => reads(&NodeId::parse(&node), &quote, screen),
        (None, None, Some(url), None) => match is_at(&url, &screen.url) {
            true => Ok(format!("the page is at {}", screen.url)),
            false => Err(format!("the page is not at {url}; it is at {}", screen.url)),
        },
        (None, None, None, Some(gone)) => left(&gone, screen, earlier),
        _ => Err(format!(
            "{cited} is no citation: give node and quote, or url, or gone, one kind in each"
        )),
    }
}

fn reads(id: &NodeId, quote: &str, screen: &Observation) -> Result<String, String> {
    let Some(index) = screen.nodes.iter().position(|node| node.id == *id) else {
        return Err(format!("no node {id} is on the newest screen"));
    };
    let node = &screen.nodes[index];
    if own_words(node).any(|words| words.contains(quote)) {
        return Ok(format!("{} reads {quote:?}", node.describe()));
    }
    // A container reads what its parts read.
    let parts = screen.nodes[index..]
        .iter()
        .enumerate()
        .take_while(|(i, part)| *i == 0 || part.depth > node.depth)
        .flat_map(|(_, part)| own_words(part).next())
        .collect::<Vec<_>>()
        .join(" ");
    match collapse(&parts).contains(quote) {
        true => Ok(format!("{} reads {quote:?}", node.describe())),
        false => Err(format!(
            "{} does not read {quote:?}; it reads {:?}",
            node.describe(),
            clip(&collapse(&parts), TOLD)
        )),
    }
}

/// A node's own words: label first, then text and value.
fn own_words(node: &Node) -> impl Iterator<Item = String> {
    let label = (!node.label().is_empty()).then(|| collapse(node.label()));
    let text = (!node.text.is_empty()).then(|| collapse(&node.text));
    let value = node
        .value
        .as_deref()
        .map(collapse)
        .filter(|value| !value.is_empty());
    [label, text, value].into_iter().flatten()
}

/// Whole address, or its path with or without query and fragment.
fn is_at(cited: &str, url: &str) -> bool {
    let trim = |text: &str| text.trim_end_matches('/').to_owned();
    let path = |text: &str| match text.split_once("://") {
        Some((_, rest)) => rest
            .find('/')
            .map_or(String::new(), |slash| rest[slash..].to_owned()),
        None => text.to_owned(),
    };
    let bare = |text: &str| trim(text.split(['?', '#']).next().unwrap_or_default());
    let (whole, rest) = (trim(url), path(url));
    let cited = trim(cited);
    // The root path alone would prove every page of an app's root.
    cited == whole || cited == bare(&whole) || cited == trim(&rest) || cited == bare(&rest)
}

fn left(gone: &str, screen: &Observation, earlier: &[Arc<Observation>]) -> Result<String, String> {
    let has = |screen: &Observation| {
        screen
            .nodes
            .iter()
            .any(|node| own_words(node).any(|words| words.contains(gone)))
    };
    if has(screen) {
        return Err(format!("{gone:?} is still on the screen"));
    }
    match earlier.iter().any(|screen| has(screen)) {
        true => Ok(format!("{gone:?} was on the screen and is gone")),
        false => Err(format!("{gone:?} was never on the screen in this step")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(url: &str, nodes: &[(&str, u32, &str)]) -> Observation {
        Observation {
            url: url.into(),
            nodes: nodes
                .iter()
                .map(|(id, depth, name)| Node {
                    id: NodeId::parse(id),
                    depth: *depth,
                    role: "status".into(),
                    name: (*name).into(),
                    ..Node::default()
                })
                .collect(),
            ..Observation::default()
        }
    }

    #[test]
    fn citations_hold_only_when_they_are_there() {
        let before = Arc::new(screen(
            "http://a/x",
            &[("n1", 0, "Draft"), ("n2", 0, "Busy")],
        ));
        let now = screen(
            "http://a/x/done?id=1",
            &[("n1", 0, ""), ("n3", 1, "Order 7"), ("n4", 1, "is  placed")],
        );
        let check = |cited: Value| look_up(&cited, &now, std::slice::from_ref(&before));
        for cited in [
            json!({"node": "#n3", "quote": "Order 7"}),
            json!({"node": "n4", "quote": "is placed"}),
            json!({"node": "n1", "quote": "Order 7 is  placed"}),
            json!({"url": "/x/done"}),
            json!({"url": "http://a/x/done?id=1"}),
            json!({"gone": "Busy"}),
        ] {
            assert!(check(cited.clone()).is_ok(), "{cited}");
        }
        for (cited, told) in [
            (
                json!({"node": "n3", "quote": "Order 8"}),
                "it reads \"Order 7\"",
            ),
            (json!({"node": "n2", "quote": "Busy"}), "no node n2"),
            (json!({"url": "/x"}), "it is at http://a/x/done?id=1"),
            (json!({"url": "/"}), "it is at"),
            (json!({"gone": "Order 7"}), "still on the screen"),
            (json!({"gone": "Never there"}), "was never on the screen"),
            (json!({"node": "n3"}), "is no citation"),
            (json!({}), "is no citation"),
            (json!({"url": "/x/done", "gone": "Busy"}), "is no citation"),
        ] {
            let error = check(cited.clone()).unwrap_err();
            assert!(error.contains(told), "{cited}: {error}");
        }
    }
}
