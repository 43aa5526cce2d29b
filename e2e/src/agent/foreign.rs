//! Documents that are not the app's, which prove nothing about it.

use crate::page::node::{NodeId, Observation};

/// What is wrong with evidence in a frame of another origin that a sentence is not
/// about; nothing when it is.
pub(super) fn frame_of(id: &NodeId, screen: &Observation, sentence: &str) -> Option<String> {
    let frame = screen.frames.iter().find(|frame| frame.holds(id))?;
    let named = names(sentence, &frame.what)
        || words(sentence).any(|word| ["frame", "iframe", "embedded"].contains(&word.as_str()));
    (!named).then(|| {
        format!(
            "{id} stands in {}, a frame of another origin that the sentence does not name: it \
             says nothing of the product",
            frame.what
        )
    })
}

/// Whether a sentence has a word of what a frame is called.
fn names(sentence: &str, what: &str) -> bool {
    let called: Vec<_> = words(what).filter(|word| word != "iframe").collect();
    words(sentence).any(|word| word.chars().count() > 2 && called.contains(&word))
}

/// The words of a text, in small letters.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}
