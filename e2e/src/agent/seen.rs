//! A screen as the model was told of it: what it quotes is compared with that.

use crate::page::hush::hush;
use crate::page::node::Observation;
use crate::secret::mask::Mask;
use std::borrow::Cow;

/// The screen with masks in the place of secrets.
pub(super) fn as_told(mut screen: Observation, mask: &Mask) -> Observation {
    hush(&mut screen, mask);
    let clean = |text: &mut String| {
        if let Cow::Owned(masked) = mask.redact_field(text) {
            *text = masked;
        }
    };
    clean(&mut screen.url);
    clean(&mut screen.title);
    for node in &mut screen.nodes {
        clean(&mut node.name);
        clean(&mut node.text);
        let more = [
            &mut node.value,
            &mut node.placeholder,
            &mut node.href,
            &mut node.test_id,
        ];
        more.into_iter().flatten().for_each(clean);
    }
    screen
}
