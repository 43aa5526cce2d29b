//! Verbs that take a way of their own to the page.

use super::feed::Page;
use super::node::{Node, Observation};
use super::terms::Terms;
use super::verb::{Effect, Verb};
use crate::error::Result;

impl Verb {
    pub(super) fn has_own_way(&self) -> bool {
        matches!(
            self,
            Verb::LongPress { .. }
                | Verb::Drag { .. }
                | Verb::Upload { .. }
                | Verb::Download { .. }
                | Verb::ScrollToText { .. }
                | Verb::SwitchTab { .. }
                | Verb::CloseTab { .. }
                | Verb::AnswerDialog { .. }
                | Verb::Point { .. }
        )
    }
}

impl Page {
    pub(super) async fn own_way(&self, verb: &Verb, terms: &Terms) -> Result<Effect> {
        let aim = self.aim(verb, terms);
        if verb.target().is_none() {
            self.act_begins();
        }
        match verb {
            Verb::LongPress { target } => self.hold(verb, target, &aim).await,
            Verb::Drag { target, to } => self.drag(verb, target, to, &aim).await,
            Verb::Upload { target, files } => self.upload(verb, target, files, &aim).await,
            Verb::Download { target } => self.download(target, &aim).await,
            Verb::ScrollToText {
                text,
                target,
                direction,
            } => self.seek(verb, text, target.as_ref(), *direction).await,
            Verb::SwitchTab { tab } => self.switch_tab(tab).await,
            Verb::CloseTab { tab } => self.close_tab(tab.as_deref()).await,
            Verb::AnswerDialog { accept, text } => self.decide(*accept, text.as_ref()).await,
            Verb::Point { x, y, deed } => self.point(verb, (*x, *y), deed, terms).await,
            // Everything else takes the common way.
            _ => Ok(Effect::of(
                self.newest().unwrap_or_default(),
                self.newest().unwrap_or_default(),
                String::new(),
                false,
            )),
        }
    }
}

/// Whether two screens list other things: for what no event of the page can be told from.
pub(super) fn differs(before: &Observation, after: &Observation) -> bool {
    let same = |a: &Node, b: &Node| {
        a.depth == b.depth
            && a.role == b.role
            && a.name == b.name
            && a.text == b.text
            && a.value == b.value
    };
    before.nodes.len() != after.nodes.len()
        || before
            .nodes
            .iter()
            .zip(&after.nodes)
            .any(|(a, b)| !same(a, b))
}
