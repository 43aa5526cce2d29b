//! Documents of other origins inside the page: how the engine of one is reached.
//!
//! No script looks from one origin into another, so a frame of another origin is entered
//! through the wire, and has an engine of its own. Its ids begin with a mark that belongs
//! to that one document: an id leads to the document it names, and to no other.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Marks are never given twice, whoever asks.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The way to a document from the top one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inside {
    /// The frame elements on the way, each an id of the document before.
    steps: Vec<Step>,
    /// Scripts are turned off there: nothing in it can wait.
    pub(crate) silent: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    id: String,
    /// How many frames lead there, those of the document's own origin included.
    levels: u32,
}

impl Inside {
    /// The way on into a frame of this document.
    pub(crate) fn then(&self, id: &str, levels: u32, silent: bool) -> Self {
        let mut steps = self.steps.clone();
        steps.push(Step {
            id: id.to_owned(),
            levels: levels.max(1),
        });
        Self { steps, silent }
    }

    /// The way to the document around it; nothing for the top one.
    pub(crate) fn outer(&self) -> Option<Self> {
        let (_, steps) = self.steps.split_last()?;
        Some(Self {
            steps: steps.to_vec(),
            silent: false,
        })
    }

    /// How many frames are around the document.
    pub(crate) fn depth(&self) -> u32 {
        self.steps.iter().map(|step| step.levels).sum()
    }

    /// The ids of the frame elements on the way, the outermost first.
    pub(crate) fn frames(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.steps.iter().map(|step| step.id.as_str())
    }

    /// A script for each frame on the way that finds it in the document before.
    pub(super) fn scripts(&self, key: &str) -> Vec<String> {
        let levels = |step: &Step| {
            let id = serde_json::Value::from(step.id.as_str()).to_string();
            (0..step.levels)
                .map(|level| {
                    format!(
                        "for (let at = window, i = 0; i < 8; i++) {{ \
                         try {{ const engine = (at.document[{key}] || 0).engine; \
                         const frame = engine && engine.frameAt({id}, {level}); \
                         if (frame) return frame; }} catch (_) {{ return null; }} \
                         if (at === at.parent) return null; at = at.parent; }} return null;"
                    )
                })
                .collect::<Vec<_>>()
        };
        self.steps.iter().flat_map(levels).collect()
    }
}

/// The documents that were entered, by their marks.
#[derive(Debug, Default)]
pub(super) struct Marks {
    known: Mutex<HashMap<String, Inside>>,
}

impl Marks {
    /// A mark nobody has.
    pub(super) fn fresh() -> String {
        format!("f{}", NEXT.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn learn(&self, mark: &str, inside: &Inside) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.get(mark) != Some(inside) {
            known.insert(mark.to_owned(), inside.clone());
        }
    }

    /// The way to the document that an id belongs to; nothing for the top one.
    pub(super) fn way_to(&self, id: &str) -> Option<Inside> {
        self.way(mark_of(id)?)
    }

    /// The way to the document that has a mark.
    pub(super) fn way(&self, mark: &str) -> Option<Inside> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(mark).cloned()
    }
}

/// The mark an id begins with; nothing for an id of the top document.
pub(crate) fn mark_of(id: &str) -> Option<&str> {
    let digits = id.strip_prefix('f')?;
    let end = 1 + digits.find(|c: char| !c.is_ascii_digit())?;
    (end > 1).then(|| &id[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_names_its_document() {
        for (id, mark) in [
            ("n12", None),
            ("root", None),
            ("f3n12", Some("f3")),
            ("f3root", Some("f3")),
            ("f12", None),
            ("fn1", None),
        ] {
            assert_eq!(mark_of(id), mark, "{id}");
        }
        let marks = Marks::default();
        let way = Inside::default()
            .then("n4", 2, false)
            .then("f3n9", 1, false);
        marks.learn("f4", &way);
        assert_eq!(marks.way_to("f4n1"), Some(way.clone()));
        assert_eq!(marks.way_to("f5n1"), None, "nobody was there");
        assert_eq!(marks.way_to("n1"), None);
        assert_eq!(way.depth(), 3);
        assert_eq!(way.scripts("key").len(), 3);
        assert_eq!(way.frames().collect::<Vec<_>>(), ["n4", "f3n9"]);
    }
}
