//! One citation held against a screen: whether it is there, and whether it was
//! before.

use crate::page::node::{Node, NodeId, Observation};
use crate::text::{clip, collapse};
use serde_json::Value;

/// How much of what is really there is told back.
const TOLD: usize = 200;

/// The fewest words that may be cited out of a longer text.
const WORDS: usize = 3;

/// What is there, or what is there instead.
pub(super) fn look_up(
    cited: &Value,
    screen: &Observation,
    earlier: &[Observation],
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
    let own: Vec<String> = own_words(node).collect();
    // A container reads what its parts read.
    let parts: Vec<String> = screen.nodes[index..]
        .iter()
        .enumerate()
        .take_while(|(i, part)| *i == 0 || part.depth > node.depth)
        .flat_map(|(_, part)| own_words(part).next())
        .collect();
    let joined = collapse(&parts.join(" "));
    if own
        .iter()
        .chain(&parts)
        .chain([&joined])
        .any(|words| words == quote)
    {
        return Ok(format!("{} reads {quote:?}", node.describe()));
    }
    // A word or two are found in texts that say the opposite.
    let inside = own
        .iter()
        .chain([&joined])
        .any(|words| has_words(words, quote));
    match inside && quote.split(' ').count() >= WORDS {
        true => Ok(format!("{} reads {quote:?}", node.describe())),
        false => Err(format!(
            "{} does not read {quote:?}{}; it reads {:?}",
            node.describe(),
            if inside {
                " as a whole, and it is too short to be cited as a part"
            } else {
                ""
            },
            clip(&joined, TOLD)
        )),
    }
}

/// Whether the quote stands in the words with no letter or digit running on at
/// either end.
fn has_words(words: &str, quote: &str) -> bool {
    words.match_indices(quote).any(|(at, _)| {
        let runs_on = |outer: Option<char>, inner: Option<char>| {
            outer.is_some_and(char::is_alphanumeric) && inner.is_some_and(char::is_alphanumeric)
        };
        !runs_on(words[..at].chars().next_back(), quote.chars().next())
            && !runs_on(
                words[at + quote.len()..].chars().next(),
                quote.chars().next_back(),
            )
    })
}

/// Whether a citation was as true before the step. A node that was not there stands
/// for the one it replaced when no more of its kind read so than before.
pub(super) fn held(cited: &Value, screen: &Observation, before: &Observation) -> bool {
    let text = |key: &str| cited[key].as_str().map(collapse);
    if let (Some(id), Some(quote)) = (text("node"), text("quote")) {
        let id = NodeId::parse(&id);
        if before.node(&id).is_some() {
            return reads(&id, &quote, before).is_ok();
        }
        let role = screen.node(&id).map(|node| &node.role);
        let count = |at: &Observation| {
            at.nodes
                .iter()
                .filter(|node| Some(&node.role) == role && reads(&node.id, &quote, at).is_ok())
                .count()
        };
        return count(before) >= count(screen);
    }
    text("url").is_some_and(|url| is_at(&url, &before.url))
}

/// A node's own words: label first, then text, value, and why that is refused.
fn own_words(node: &Node) -> impl Iterator<Item = String> {
    let label = (!node.label().is_empty()).then(|| collapse(node.label()));
    let text = (!node.text.is_empty()).then(|| collapse(&node.text));
    let value = node
        .value
        .as_deref()
        .map(collapse)
        .filter(|value| !value.is_empty());
    let refused = node.states.invalid_message.as_deref().map(collapse);
    [label, text, value, refused].into_iter().flatten()
}

/// Whole address, or its path with or without query and fragment.
pub(super) fn is_at(cited: &str, url: &str) -> bool {
    let trim = |text: &str| text.trim_end_matches('/').to_owned();
    let bare = |text: &str| trim(text.split(['?', '#']).next().unwrap_or_default());
    let (whole, rest) = (trim(url), after_host(url));
    let cited = trim(cited);
    // The root path alone would prove every page of an app's root.
    cited == whole || cited == bare(&whole) || cited == trim(&rest) || cited == bare(&rest)
}

fn after_host(url: &str) -> String {
    match url.split_once("://") {
        Some((_, rest)) => rest
            .find('/')
            .map_or(String::new(), |slash| rest[slash..].to_owned()),
        None => url.to_owned(),
    }
}

/// An address without its query, and without a fragment that is no route.
pub(super) fn path_of(url: &str) -> &str {
    let end = url
        .find('?')
        .or_else(|| url.find('#').filter(|at| !url[*at..].starts_with("#/")));
    url[..end.unwrap_or(url.len())].trim_end_matches('/')
}

/// Whether a node of the screen has these words of its own.
pub(super) fn holds_words(screen: &Observation, words: &str) -> bool {
    let has = |node| own_words(node).any(|own| has_words(&own, words));
    screen.nodes.iter().any(has)
}

fn left(gone: &str, screen: &Observation, earlier: &[Observation]) -> Result<String, String> {
    let has = |screen: &Observation| {
        screen
            .nodes
            .iter()
            .any(|node| own_words(node).any(|words| words.contains(gone)))
    };
    if has(screen) {
        return Err(format!("{gone:?} is still on the screen"));
    }
    match earlier.iter().any(|screen| holds_words(screen, gone)) {
        true => Ok(format!("{gone:?} was on the screen and is gone")),
        false => Err(format!("{gone:?} was never on the screen in this step")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
        let before = screen("http://a/x", &[("n1", 0, "Draft"), ("n2", 0, "Busy")]);
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

    #[test]
    fn a_part_of_a_text_is_cited_in_whole_words_and_enough_of_them() {
        let now = screen(
            "http://a/x",
            &[
                ("n1", 0, "11 products, not passed"),
                ("n2", 0, "7"),
                ("n3", 0, ""),
                ("n4", 1, "1 product"),
            ],
        );
        for (node, quote, holds) in [
            ("n1", "11 products, not passed", true),
            ("n1", "11 products, not", true),
            ("n1", "1 products, not passed", false),
            ("n1", "11 products, not pass", false),
            ("n1", "1 product", false),
            ("n1", "passed", false),
            ("n1", "e", false),
            ("n1", ", ", false),
            ("n2", "7", true),
            ("n3", "1 product", true),
            ("n3", "product", false),
        ] {
            let cited = json!({"node": node, "quote": quote});
            assert_eq!(look_up(&cited, &now, &[]).is_ok(), holds, "{cited}");
        }
        let scrap = json!({"gone": "raft"});
        let before = screen("http://a/x", &[("n9", 0, "Draft")]);
        assert!(look_up(&scrap, &now, &[before]).is_err());
    }

    #[test]
    fn what_was_there_before_is_told_from_what_changed() {
        let before = screen("http://a/x", &[("n1", 0, "Shop"), ("n2", 0, "Empty")]);
        let now = screen(
            "http://a/y",
            &[
                ("n1", 0, "Shop"),
                ("n2", 0, "1 product"),
                ("n7", 0, "Shop"),
                ("n8", 0, "Saved"),
            ],
        );
        let again = screen("http://a/x", &[("n11", 0, "Shop"), ("n12", 0, "Empty")]);
        for (cited, screen, expected) in [
            (json!({"node": "n1", "quote": "Shop"}), &now, true),
            (json!({"node": "n2", "quote": "1 product"}), &now, false),
            (json!({"node": "n8", "quote": "Saved"}), &now, false),
            // One more than before.
            (json!({"node": "n7", "quote": "Shop"}), &now, false),
            // The same page, loaded once more.
            (json!({"node": "n11", "quote": "Shop"}), &again, true),
            (json!({"url": "/y"}), &now, false),
            (json!({"url": "/x"}), &again, true),
            (json!({"gone": "Empty"}), &now, false),
        ] {
            assert_eq!(held(&cited, screen, &before), expected, "{cited}");
        }
    }
}
