//! What a judgment that holds rests on, looked up on the very screen that was judged.

use super::bearing::Bearing;
use super::citation::{is_at, look_up};
use super::denied::{denies, only_denies};
use super::foreign;
use crate::page::node::{NodeId, Observation};
use crate::text::{clip, collapse};
use serde::Deserialize;
use serde_json::{Value, json};

/// How much of what is really there is told back.
const TOLD: usize = 200;

/// Words of things that went wrong, as alerts and statements about them say it.
const TROUBLE: &[&str] = &[
    "wrong",
    "error",
    "errors",
    "trouble",
    "problem",
    "problems",
    "fail",
    "fails",
    "failed",
    "failure",
    "failures",
    "issue",
    "issues",
    "warning",
    "warnings",
    "alert",
    "alerts",
    "complaint",
    "rejected",
    "refused",
    "declined",
    "invalid",
    "fehler",
    "problem",
    "erreur",
    "erreurs",
    "fallo",
    "fehlgeschlagen",
    "errore",
];

/// One piece of evidence: where, and what is there word for word.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Witness {
    at: String,
    quote: String,
}

/// The screen that was judged, as the model was told of it.
pub(super) struct Judged<'a> {
    pub(super) screen: &'a Observation,
    pub(super) statement: &'a str,
    /// Lines were left out of what the model was told.
    pub(super) folded: bool,
}

/// The closed form of the evidence.
pub(super) fn schema() -> Value {
    json!({
        "type": "array",
        "maxItems": 10,
        "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["at", "quote"],
            "properties": {
                "at": {"type": "string"},
                "quote": {"type": "string"}
            }
        }
    })
}

impl Judged<'_> {
    /// Whether each piece is so. The error tells of each that is not, with what is
    /// really there.
    pub(super) fn bears_out(&self, cited: &[Witness]) -> Result<(), String> {
        if cited.is_empty() {
            return Err("`holds` without evidence: cite where the screen shows it".to_owned());
        }
        let wrong: Vec<_> = cited
            .iter()
            .filter_map(|one| self.look(one).err())
            .collect();
        if !wrong.is_empty() {
            return Err(wrong.join("\n"));
        }
        if !cited.iter().all(|one| one.at == "absent") {
            return Ok(());
        }
        if !only_denies(self.statement) {
            return Err(
                "that something is absent does not show what the statement says is there: cite \
                 that"
                    .to_owned(),
            );
        }
        match self.complaint() {
            Some(said) => Err(format!(
                "that words are absent does not show that all is well while the page says \
                 {said:?}"
            )),
            None => Ok(()),
        }
    }

    /// What an alert says, where a statement that nothing is wrong is about it.
    fn complaint(&self) -> Option<String> {
        let said: Vec<String> = foreign::words(self.statement).collect();
        let speaks_of = |text: &str| {
            let mut words = foreign::words(text);
            said.iter().any(|word| TROUBLE.contains(&word.as_str()))
                || words.any(|word| word.len() > 3 && said.contains(&word))
        };
        let nodes = &self.screen.nodes;
        nodes.iter().enumerate().find_map(|(at, node)| {
            let alerts = node.role == "alert";
            let inside = nodes[at..]
                .iter()
                .enumerate()
                .take_while(|(i, part)| *i == 0 || alerts && part.depth > node.depth);
            let texts = inside.flat_map(|(_, part)| [&*part.name, &*part.text]);
            let all = match &node.states.invalid_message {
                Some(refused) => collapse(refused),
                None if alerts => collapse(&texts.collect::<Vec<_>>().join(" ")),
                None => return None,
            };
            (!all.is_empty() && speaks_of(&all)).then(|| clip(&all, TOLD))
        })
    }

    fn look(&self, one: &Witness) -> Result<(), String> {
        let quote = collapse(&one.quote);
        if quote.is_empty() {
            return Err(format!("the quote for {:?} is empty", one.at));
        }
        let screen = self.screen;
        match one.at.as_str() {
            "url" if is_at(&quote, &screen.url) => Ok(()),
            "url" => Err(format!(
                "the page is not at {quote}; it is at {}",
                screen.url
            )),
            "title" if collapse(&screen.title) == quote => Ok(()),
            "title" => Err(format!(
                "the title is not {quote:?}; it is {:?}",
                screen.title
            )),
            "absent" => self.lacks(&quote),
            node => {
                self.bears(node, &quote)?;
                match foreign::frame_of(&NodeId::parse(node), screen, self.statement) {
                    Some(told) => Err(told),
                    None => Ok(()),
                }
            }
        }
    }

    /// That a line reads so, and that what it reads can say how things are.
    fn bears(&self, node: &str, quote: &str) -> Result<(), String> {
        let cited = |quote: &str| json!({"node": node, "quote": quote});
        look_up(&cited(quote), self.screen, &[])?;
        let bearing = Bearing::of(self.screen, self.statement, denies(self.statement));
        let reads = |quote: &str| look_up(&cited(quote), &bearing.screen, &[]).is_ok();
        let rest = bearing.rest_of(quote);
        match reads(quote) || !rest.is_empty() && reads(&rest) {
            true => Ok(()),
            false => Err(format!(
                "{:?} proves nothing here: {}; cite what the page says of it",
                clip(quote, TOLD),
                bearing.why(quote)
            )),
        }
    }

    /// An absence is known of a screen that is told whole.
    fn lacks(&self, quote: &str) -> Result<(), String> {
        let screen = self.screen;
        let gap = match screen {
            _ if screen.truncated || self.folded => Some("parts of it were left out"),
            _ if !screen.unread.is_empty() => Some("parts of it could not be read"),
            _ if screen.dialog.is_some() => Some("a dialog of the browser stands before it"),
            _ if screen.nodes.iter().any(|node| node.states.busy) => {
                Some("parts of it are still being updated")
            }
            _ => None,
        };
        if let Some(gap) = gap {
            return Err(format!(
                "nothing is known to be absent from this screen: {gap}; the verdict is then \
                 `inconclusive`"
            ));
        }
        let sought = quote.to_lowercase();
        let (mut page, mut names) = (String::new(), String::new());
        for node in &screen.nodes {
            let more = [&node.value, &node.placeholder, &node.states.invalid_message];
            names.push_str(&node.name);
            names.push(' ');
            page.push_str(&node.text);
            page.push(' ');
            for text in more.into_iter().flatten() {
                page.push_str(text);
                page.push(' ');
            }
        }
        let there = [page, names, screen.title.clone()]
            .iter()
            .any(|text| collapse(text).to_lowercase().contains(&sought));
        match there {
            true => Err(format!(
                "{:?} is not absent: it stands on the screen",
                clip(quote, TOLD)
            )),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::page::node::{Node, States};

    fn node(id: &str, role: &str, name: &str) -> Node {
        Node {
            id: NodeId::parse(id),
            role: role.into(),
            name: name.into(),
            ..Node::default()
        }
    }

    fn page() -> Observation {
        Observation {
            url: "http://a/pay".into(),
            title: "Shop".into(),
            nodes: vec![
                node("n1", "heading", "Checkout"),
                node("n2", "paragraph", "Payment not confirmed"),
                node("n3", "alert", "Error"),
                node("f1n2", "paragraph", "Order placed. Thank you!"),
            ],
            frames: vec![
                serde_json::from_value(json!({"what": "<iframe> \"Sponsor\"", "mark": "f1"}))
                    .unwrap(),
            ],
            ..Observation::default()
        }
    }

    pub(in crate::agent) fn check(
        screen: &Observation,
        statement: &str,
        at: &str,
        quote: &str,
    ) -> Result<(), String> {
        let (at, quote) = (at.to_owned(), quote.to_owned());
        let judged = Judged {
            screen,
            statement,
            folded: false,
        };
        judged.bears_out(&[Witness { at, quote }])
    }

    #[test]
    fn what_a_judge_cites_stands_there_or_proves_nothing() {
        let screen = page();
        for (statement, at, quote, told) in [
            ("it is the checkout", "#n1", "Checkout", ""),
            ("it is the checkout", "url", "/pay", ""),
            ("it is the checkout", "title", "Shop", ""),
            ("nothing was refunded", "absent", "refunded", ""),
            ("支払いは失敗していない", "absent", "失敗", ""),
            ("the sponsor thanks", "f1n2", "Order placed. Thank you!", ""),
            (
                "no order is shown and nothing was refunded",
                "absent",
                "refunded",
                "",
            ),
            ("no rows and columns are shown", "absent", "column", ""),
            (
                "it was paid without trouble",
                "absent",
                "trouble",
                "cite that",
            ),
            (
                "it was paid and no doubt is left",
                "absent",
                "doubt",
                "cite that",
            ),
            ("the cart is not empty", "absent", "empty", "cite that"),
            (
                "nothing is wrong",
                "absent",
                "declined",
                "while the page says \"Error\"",
            ),
            (
                "it was paid",
                "n2",
                "Payment confirmed, thank you",
                "it reads \"Payment not",
            ),
            ("it was paid", "n2", "confirmed", "too short"),
            ("it was paid", "n9", "Payment confirmed", "no node n9"),
            ("it was paid", "n2", " ", "is empty"),
            ("it was paid", "title", "Paid", "it is \"Shop\""),
            ("it was paid", "url", "/paid", "it is at http://a/pay"),
            (
                "it was paid",
                "f1n2",
                "Order placed. Thank you!",
                "another origin",
            ),
            ("it was paid", "absent", "declined", "cite that"),
            (
                "nothing went wrong",
                "absent",
                "Error",
                "it stands on the screen",
            ),
        ] {
            match check(&screen, statement, at, quote) {
                Ok(()) => assert!(told.is_empty(), "{at} {quote} holds"),
                Err(error) => assert!(
                    !told.is_empty() && error.contains(told),
                    "{at} {quote}: {error}"
                ),
            }
        }
        let judged = Judged {
            screen: &screen,
            statement: "it was paid",
            folded: false,
        };
        assert!(judged.bears_out(&[]).is_err(), "no evidence");
    }

    #[test]
    fn nothing_is_absent_from_a_screen_that_is_not_whole() {
        let part = |change: fn(&mut Observation)| {
            let mut screen = page();
            change(&mut screen);
            screen
        };
        for screen in [
            part(|screen| screen.truncated = true),
            part(|screen| screen.unread.push("<iframe>".into())),
            part(|screen| screen.dialog = Some("Sure?".into())),
            part(|screen| {
                screen.nodes[1].states = States {
                    busy: true,
                    ..States::default()
                }
            }),
        ] {
            let error = check(&screen, "nothing was refunded", "absent", "refunded").unwrap_err();
            assert!(error.contains("`inconclusive`"), "{error}");
        }
        let screen = page();
        let judged = Judged {
            screen: &screen,
            statement: "nothing was refunded",
            folded: true,
        };
        let cited = Witness {
            at: "absent".into(),
            quote: "refunded".into(),
        };
        assert!(judged.bears_out(&[cited]).is_err());
    }
}
