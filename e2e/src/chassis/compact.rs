//! Making the conversation smaller.

use super::history::{Entry, History, Picture, Said, Screen};
use crate::model::Part;

/// How many pictures stay.
const FRESH_IMAGES: usize = 2;

/// How many superseded pictures there may be before all are cut: one model tapped in
/// the wrong order when they piled up, and cutting one a turn defeats the cache.
const STALE_IMAGES: usize = 3;

/// The longest text part after an overflow.
const TEXT: usize = 16_384;

impl History {
    /// Cuts every whole state but the newest, once the others are larger than
    /// `tolerance` bytes together.
    pub fn cut_stale_screens(&mut self, tolerance: usize) {
        let size = |said: &Said| match &said.screen {
            Screen::Shown(screen) => screen.len(),
            _ => 0,
        };
        let shown = |said: &&mut Said| matches!(said.screen, Screen::Shown(_));
        let stale: usize = self
            .all_said()
            .rev()
            .filter(shown)
            .skip(1)
            .map(|said| size(said))
            .sum();
        if stale > tolerance {
            for said in self.all_said().rev().filter(shown).skip(1) {
                said.screen = Screen::Cut;
            }
            self.rewritten = true;
        }
    }

    /// Keeps the newest two pictures, once three others have gathered.
    pub fn cut_stale_images(&mut self) {
        let shown = |said: &&mut Said| matches!(said.image, Picture::Shown(_));
        let stale = self
            .all_said()
            .filter(shown)
            .count()
            .saturating_sub(FRESH_IMAGES);
        if stale >= STALE_IMAGES {
            for said in self.all_said().rev().filter(shown).skip(FRESH_IMAGES) {
                said.image = Picture::Cut;
            }
            self.rewritten = true;
        }
    }

    /// Makes it fit a context window it did not fit: no superseded state stays, and
    /// every long text is cut to its head.
    pub(super) fn shrink(&mut self) {
        self.cut_stale_screens(0);
        self.rewritten = true;
        for entry in &mut self.entries {
            match entry {
                Entry::User(said) => clip(said),
                Entry::Results(outcomes) => {
                    outcomes
                        .iter_mut()
                        .for_each(|outcome| clip(&mut outcome.said));
                }
                Entry::Assistant(parts) => {
                    for part in parts {
                        if let Part::Text(text) = part {
                            head(text);
                        }
                    }
                }
            }
        }
    }

    /// Characters of all its texts.
    pub(super) fn text_chars(&self) -> usize {
        self.messages()
            .iter()
            .flat_map(|message| &message.parts)
            .map(|part| match part {
                Part::Text(text) => text.chars().count(),
                Part::ToolResult(result) => result.text.chars().count(),
                _ => 0,
            })
            .sum()
    }
}

fn clip(said: &mut Said) {
    head(&mut said.text);
    if let Screen::Shown(screen) = &mut said.screen {
        head(screen);
    }
}

fn head(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(TEXT) {
        let cut = text[end..].chars().count();
        text.truncate(end);
        text.push_str(&format!("\n[cut here: {cut} more characters did not fit]"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Image;

    fn said(screen: Option<usize>, image: bool) -> Entry {
        Entry::User(Said {
            text: "lead".to_owned(),
            screen: screen.map_or(Screen::None, |bytes| Screen::Shown("x".repeat(bytes))),
            image: if image {
                Picture::Shown(Image::png(vec![1]))
            } else {
                Picture::None
            },
        })
    }

    fn shape(history: &mut History) -> String {
        history
            .all_said()
            .map(|said| match (&said.screen, &said.image) {
                (Screen::Cut, _) => 's',
                (Screen::Shown(_), _) => 'S',
                (_, Picture::Cut) => 'i',
                (_, Picture::Shown(_)) => 'I',
                _ => '-',
            })
            .collect()
    }

    #[test]
    fn stale_screens_stay_until_they_are_large_and_go_together() {
        for (screens, tolerance, expected) in [
            (vec![10_000, 10_000, 10_000], 32 * 1024, "SSS"),
            (vec![20_000, 20_000, 10], 32 * 1024, "ssS"),
            (vec![40_000], 32 * 1024, "S"),
            (vec![16_384, 16_384, 1], 32 * 1024, "SSS"),
            (vec![16_384, 16_385, 1], 32 * 1024, "ssS"),
            (vec![1, 1], 0, "sS"),
        ] {
            let mut history = History {
                entries: screens
                    .iter()
                    .map(|bytes| said(Some(*bytes), false))
                    .collect(),
                ..History::default()
            };
            history.cut_stale_screens(tolerance);
            assert_eq!(shape(&mut history), expected, "{screens:?}");
        }
    }

    #[test]
    fn never_more_than_five_pictures_gather() {
        for (pictures, expected) in [(2, "II"), (4, "IIII"), (5, "iiiII"), (6, "iiiiII")] {
            let mut history = History {
                entries: (0..pictures).map(|_| said(None, true)).collect(),
                ..History::default()
            };
            history.cut_stale_images();
            assert_eq!(shape(&mut history), expected);
        }
    }

    #[test]
    fn shrinking_cuts_long_texts_even_beside_pictures() {
        let mut history = History {
            entries: vec![said(Some(20_000), true), said(Some(9), false)],
            ..History::default()
        };
        history
            .entries
            .push(Entry::User(Said::from("y".repeat(20_000).as_str())));
        history.entries.push(said(Some(20_000), true));
        let before = history.text_chars();
        history.shrink();
        assert_eq!(shape(&mut history), "ss-S");
        assert!(history.text_chars() < before);
        assert!(
            history
                .messages()
                .iter()
                .flat_map(|message| &message.parts)
                .all(|part| match part {
                    Part::Text(text) => text.len() < TEXT + 100,
                    _ => true,
                })
        );
    }
}
