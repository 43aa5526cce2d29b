//! What changed between two screens.
//!
//! Each line begins with a word, never with a sign: a line after a minus was read as
//! something that is there. What is not listed kept its id and its look.

use super::node::Observation;
use super::text::{self, TextOptions};
use std::collections::HashMap;
use std::fmt::Write as _;

/// So many lines and the whole screen reads better.
const MANY: usize = 60;

/// The difference of two screens.
#[derive(Clone, Debug)]
pub struct Diff {
    changes: Vec<Change>,
    whole: Option<String>,
    /// What changed beside the nodes: address, title, focus.
    facts: Vec<String>,
    partial: bool,
    nodes: usize,
}

/// One difference; lines are those of [`text::render`] without indentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A node that was not there.
    Added(String),
    /// A node that reads otherwise: before and now.
    Changed(String, String),
    /// A node that is not there any more.
    Removed(String),
}

impl Diff {
    /// Compares two screens, ignoring where the focus is and what is scrolled out of
    /// view. Nothing counts as removed when the newer screen is not listed whole.
    #[must_use]
    pub fn between(before: &Observation, after: &Observation, options: &TextOptions) -> Self {
        // What is folded away is known all the same; what was never listed is not.
        let partial = before.truncated || after.truncated;
        let index = |screen: &Observation| -> Vec<(String, String)> {
            (0..screen.nodes.len())
                .map(|i| {
                    let id = screen.nodes[i].id.0.clone();
                    (id, text::line(screen, i, options, false))
                })
                .collect()
        };
        let (old, new) = (index(before), index(after));
        let by_id: HashMap<&str, &str> = old
            .iter()
            .map(|(id, line)| (id.as_str(), line.as_str()))
            .collect();
        let mut changes: Vec<Change> = new
            .iter()
            .filter_map(|(id, line)| match by_id.get(id.as_str()) {
                None => Some(Change::Added(line.clone())),
                Some(was) if was != line => Some(Change::Changed((*was).to_owned(), line.clone())),
                Some(_) => None,
            })
            .collect();
        if !partial {
            let still: HashMap<&str, ()> = new.iter().map(|(id, _)| (id.as_str(), ())).collect();
            changes.extend(
                old.iter()
                    .filter(|(id, _)| !still.contains_key(id.as_str()))
                    .map(|(_, line)| Change::Removed(line.clone())),
            );
        }
        let elsewhere = before.document != after.document;
        let much = changes.len() >= MANY || changes.len() * 2 > new.len();
        let whole =
            (elsewhere || (much && !changes.is_empty())).then(|| text::render(after, options));
        Self {
            facts: facts(before, after, options),
            changes,
            whole,
            partial,
            nodes: new.len(),
        }
    }

    /// Every difference: additions and changes in the newer screen's order, then what
    /// was removed in the older one's.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Whether no listed node differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.whole.is_none()
    }

    /// Whether the screen is so different that it is shown whole: its ids replace all
    /// older ones.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole.is_some()
    }

    /// In a few words: `2 added, 1 changed`; `nothing changed`; `a new page`.
    #[must_use]
    pub fn summary(&self) -> String {
        let (mut added, mut changed, mut removed) = (0, 0, 0);
        for change in &self.changes {
            match change {
                Change::Added(_) => added += 1,
                Change::Changed(..) => changed += 1,
                Change::Removed(_) => removed += 1,
            }
        }
        let counts: Vec<String> = [(added, "added"), (changed, "changed"), (removed, "removed")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        match (counts.is_empty(), self.is_whole()) {
            (true, true) => "a new page".to_owned(),
            (true, false) => "nothing changed".to_owned(),
            (false, _) => counts.join(", "),
        }
    }

    /// The difference as text: the whole newer screen where most changed, else a line
    /// for each change and what holds for the rest.
    #[must_use]
    pub fn render(&self) -> String {
        if let Some(whole) = &self.whole {
            return format!(
                "The screen is a different one ({} nodes); older ids are void:\n{whole}",
                self.nodes
            );
        }
        if self.changes.is_empty() {
            let mut out = String::from("No listed node differs");
            out.push_str(if self.partial {
                "; the screen is not listed whole."
            } else {
                "."
            });
            for fact in &self.facts {
                let _ = write!(out, "\n{fact}");
            }
            return out;
        }
        let mut out = format!("{} ({} nodes now):", self.summary(), self.nodes);
        for change in &self.changes {
            let _ = match change {
                Change::Added(line) => write!(out, "\nadded {line}"),
                Change::Changed(was, line) => write!(out, "\nchanged {line} (was: {was})"),
                Change::Removed(line) => write!(out, "\nremoved {line}"),
            };
        }
        for fact in &self.facts {
            let _ = write!(out, "\n{fact}");
        }
        out.push_str(if self.partial {
            "\nThe screen is not listed whole, so nothing is reported removed."
        } else {
            "\nNodes not listed here are as before and keep their ids."
        });
        out
    }
}

/// Address, title and focus, where they are others than before.
fn facts(before: &Observation, after: &Observation, options: &TextOptions) -> Vec<String> {
    let mut out = Vec::new();
    for (what, was, now) in [
        ("address", &before.url, &after.url),
        ("title", &before.title, &after.title),
    ] {
        if was != now {
            out.push(format!(
                "changed {what} {} (was: {})",
                text::quote(now),
                text::quote(was)
            ));
        }
    }
    let focus = |screen: &Observation| screen.nodes.iter().position(|node| node.states.focused);
    let id = |screen: &Observation, at: Option<usize>| at.map(|at| screen.nodes[at].id.clone());
    let (was, now) = (focus(before), focus(after));
    if id(before, was) != id(after, now) {
        out.push(match now {
            Some(at) => format!("focus is on {}", text::line(after, at, options, false)),
            None => "focus is on nothing that is listed".to_owned(),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::node::{Node, NodeId};
    use super::*;

    fn screen(document: &str, lines: &[(&str, &str)]) -> Observation {
        Observation {
            document: document.into(),
            nodes: lines
                .iter()
                .map(|(id, name)| Node {
                    id: NodeId((*id).into()),
                    role: "button".into(),
                    name: (*name).into(),
                    ..Node::default()
                })
                .collect(),
            ..Observation::default()
        }
    }

    fn diff(before: &Observation, after: &Observation) -> Diff {
        Diff::between(before, after, &TextOptions::default())
    }

    #[test]
    fn each_change_begins_with_a_word() {
        let old = screen(
            "d",
            &[
                ("n1", "A"),
                ("n2", "B"),
                ("n3", "C"),
                ("n6", "F"),
                ("n7", "G"),
                ("n8", "H"),
            ],
        );
        let new = screen(
            "d",
            &[
                ("n1", "A"),
                ("n2", "B!"),
                ("n5", "E"),
                ("n6", "F"),
                ("n7", "G"),
                ("n8", "H"),
            ],
        );
        insta::assert_snapshot!(diff(&old, &new).render(), @r#"
        1 added, 1 changed, 1 removed (6 nodes now):
        changed #n2 button "B!" (was: #n2 button "B")
        added #n5 button "E"
        removed #n3 button "C"
        Nodes not listed here are as before and keep their ids.
        "#);
    }

    #[test]
    fn focus_and_scrolling_are_no_change() {
        let old = screen("d", &[("n1", "A")]);
        let mut new = old.clone();
        new.nodes[0].states.focused = true;
        new.nodes[0].states.offscreen = true;
        new.nodes[0].depth = 3;
        let diff = diff(&old, &new);
        assert!(diff.is_empty());
        assert_eq!(diff.summary(), "nothing changed");
    }

    #[test]
    fn address_title_and_focus_are_told_beside_the_nodes() {
        let old = screen("d", &[("n1", "A")]);
        let mut new = old.clone();
        new.nodes[0].states.focused = true;
        new.url = "http://a.test/next".into();
        new.title = "Next".into();
        assert_eq!(
            diff(&old, &new).render(),
            "No listed node differs.\nchanged address \"http://a.test/next\" (was: \"\")\n\
             changed title \"Next\" (was: \"\")\nfocus is on #n1 button \"A\""
        );
        assert_eq!(
            diff(&new, &old).render().lines().last(),
            Some("focus is on nothing that is listed")
        );
    }

    #[test]
    fn most_changed_or_another_document_is_shown_whole() {
        let old = screen("d", &[("n1", "A"), ("n2", "B")]);
        let new = screen("d", &[("n1", "A"), ("n3", "C"), ("n4", "D")]);
        let much = diff(&old, &new);
        assert!(much.is_whole());
        assert!(
            much.render()
                .ends_with("#n1 button \"A\"\n#n3 button \"C\"\n#n4 button \"D\"")
        );
        let same = diff(
            &old,
            &Observation {
                document: "e".into(),
                ..old.clone()
            },
        );
        assert!(same.is_whole());
        assert_eq!(same.summary(), "a new page");
    }

    #[test]
    fn sixty_changes_are_shown_whole_however_much_stays() {
        let lines: Vec<(String, &str)> = (0..400).map(|n| (format!("n{n}"), "A")).collect();
        let named = |changed: usize| {
            let lines = lines.iter().enumerate();
            let of =
                lines.map(|(n, (id, name))| (id.as_str(), if n < changed { "B" } else { name }));
            screen("d", &of.collect::<Vec<_>>())
        };
        assert!(!diff(&named(0), &named(MANY - 1)).is_whole());
        assert!(diff(&named(0), &named(MANY)).is_whole());
    }

    #[test]
    fn a_cut_screen_reports_nothing_removed() {
        let old = screen("d", &[("n1", "A"), ("n2", "B"), ("n3", "C"), ("n4", "D")]);
        let mut new = screen("d", &[("n1", "A"), ("n2", "B"), ("n3", "C")]);
        new.truncated = true;
        let diff = diff(&old, &new);
        assert!(diff.changes().is_empty());
        assert!(diff.render().contains("not listed whole"));
    }
}
