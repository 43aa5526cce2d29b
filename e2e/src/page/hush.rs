//! A screen without secrets that are spread over several elements.
//!
//! A listing may fold what stands between the pieces, and an account of changes tells
//! one piece at a time; on the whole screen they are found together.

use super::node::Observation;
use crate::secret::mask::Mask;
use std::sync::Arc;

/// The screen with a marker in each field that holds a piece of a secret.
pub(crate) fn hushed(screen: Arc<Observation>, mask: &Mask) -> Arc<Observation> {
    let found = found(&screen, mask);
    if found.iter().all(Option::is_none) {
        return screen;
    }
    let mut hushed = Observation::clone(&screen);
    replace(&mut hushed, &found);
    Arc::new(hushed)
}

/// Puts a marker into each field that holds a piece of a secret.
pub(crate) fn hush(screen: &mut Observation, mask: &Mask) {
    let found = found(screen, mask);
    replace(screen, &found);
}

/// What stands for the name, the text and the value of each node.
fn found<'a>(screen: &Observation, mask: &'a Mask) -> Vec<Option<&'a str>> {
    let mut pieces = Vec::new();
    for (line, node) in screen.nodes.iter().enumerate() {
        let value = node.value.as_deref().unwrap_or_default();
        pieces.extend([&*node.name, &*node.text, value].map(|text| (line, text)));
    }
    mask.spread(&pieces)
}

fn replace(screen: &mut Observation, found: &[Option<&str>]) {
    for (node, found) in screen.nodes.iter_mut().zip(found.chunks(3)) {
        let fields = [
            Some(&mut node.name),
            Some(&mut node.text),
            node.value.as_mut(),
        ];
        for (field, marker) in fields.into_iter().zip(found) {
            if let (Some(field), Some(marker)) = (field, marker) {
                (*marker).clone_into(field);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::Node;
    use super::*;
    use crate::secret::Known;

    #[test]
    fn a_code_in_six_boxes_is_masked_in_each() {
        let known = Known::default();
        known.declare("code", "492817").unwrap();
        let node = |(at, digit): (usize, char)| Node {
            role: "textbox".into(),
            name: format!("Digit {at}"),
            value: Some(digit.to_string()),
            ..Node::default()
        };
        let screen = |digits: &str| {
            Arc::new(Observation {
                nodes: digits.chars().enumerate().map(node).collect(),
                ..Observation::default()
            })
        };
        let hushed = hushed(screen("492817"), &known.mask());
        for (at, node) in hushed.nodes.iter().enumerate() {
            assert_eq!(node.value.as_deref(), Some("[secret code]"));
            assert_eq!(node.name, format!("Digit {at}"));
        }
        let other = screen("123456");
        let kept = super::hushed(Arc::clone(&other), &known.mask());
        assert!(Arc::ptr_eq(&kept, &other), "nothing is copied for nothing");
    }
}
