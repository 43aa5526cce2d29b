//! The state an act names: it is not done before the page is in it.

use super::fold::fold;
use super::wait;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::Page;
use crate::page::node::{Node, Observation, Tristate};
use crate::page::verb::Effect;
use std::time::{Duration, Instant};

/// How long a state may take to show once the page is quiet.
const SHOWN: Duration = Duration::from_millis(500);

/// What has to be so afterwards, of the thing an act is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    /// The thing, as it was before.
    pub(crate) thing: Node,
    pub(crate) state: Wanted,
}

/// A state that an act brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A button that stays pressed.
    Pressed(bool),
    /// Opened, or folded.
    Expanded(bool),
    /// Opened by a button that says whether it is, or that opened something else.
    Opened,
    /// The chosen one of several.
    Selected,
    /// Not on the page any more.
    Gone,
}

impl Goal {
    pub(crate) fn new(thing: &Node, state: Wanted) -> Self {
        Self {
            thing: thing.clone(),
            state,
        }
    }

    /// Waits until the state is reached: for half a second, and as long as the page is
    /// at work.
    ///
    /// # Errors
    ///
    /// The page is in another state.
    pub(super) async fn wait(&self, page: &Page, effect: &mut Effect) -> Result<()> {
        let began = Instant::now();
        let most = page.timeouts().expect;
        loop {
            if effect.left() {
                return Ok(());
            }
            let Some(still) = self.still(&effect.before, &effect.after) else {
                return Ok(());
            };
            let took = began.elapsed();
            let over =
                took >= SHOWN && (took >= most || wait::at_work(page, true).await?.is_none());
            if over {
                return Err(Error::new(
                    Code::ActionFailed,
                    format!(
                        "{} {still} after {} was {}",
                        self.thing.describe(),
                        match self.state {
                            Wanted::Gone => "what closes it",
                            _ => "it",
                        },
                        match self.state {
                            Wanted::Gone => "pressed",
                            _ => "tapped",
                        }
                    ),
                )
                .help("look at the page: the app may have refused the change"));
            }
            let left = SHOWN.saturating_sub(took).max(Duration::from_millis(50));
            page.changed(left).await?;
            effect.after = page.observe().await?;
        }
    }

    /// What the thing still is, in words, when the state is not reached. What left the
    /// page, as a button does once it has shown more, says nothing of its state.
    fn still(&self, before: &Observation, screen: &Observation) -> Option<&'static str> {
        let node = self.found(screen)?;
        let states = &node.states;
        match self.state {
            Wanted::Gone => Some("is still open"),
            Wanted::Opened => (states.expanded != Some(true) && layers(screen) <= layers(before))
                .then_some("is still closed"),
            Wanted::Selected if self.is_shown(screen) => None,
            Wanted::Selected => (states.selected != Some(true)).then_some("is still not selected"),
            Wanted::Expanded(true) => {
                (states.expanded != Some(true)).then_some("is still collapsed")
            }
            Wanted::Expanded(false) => {
                (states.expanded == Some(true)).then_some("is still expanded")
            }
            Wanted::Pressed(on) => {
                let wanted = if on { Tristate::True } else { Tristate::False };
                let is = if on { "is still off" } else { "is still on" };
                states.pressed.filter(|is| *is != wanted).map(|_| is)
            }
        }
    }

    /// Whether the field beside a list of choices shows this one: such lists seldom say
    /// which one was chosen.
    fn is_shown(&self, screen: &Observation) -> bool {
        let shows = |node: &Node| {
            matches!(node.role.as_str(), "combobox" | "searchbox" | "textbox")
                && node.value.as_deref().map(fold) == Some(fold(self.thing.label()))
        };
        self.thing.role == "option" && screen.nodes.iter().any(shows)
    }

    /// The thing as it is now, or the one that was drawn anew in its place.
    fn found<'a>(&self, screen: &'a Observation) -> Option<&'a Node> {
        let again = |node: &&Node| node.role == self.thing.role && node.name == self.thing.name;
        screen.node(&self.thing.id).or_else(|| {
            let mut like = screen.nodes.iter().filter(again);
            let first = like.next()?;
            like.next().is_none().then_some(first)
        })
    }
}

/// How many things lie over the page that come at a press.
fn layers(screen: &Observation) -> usize {
    let layer = |node: &&Node| {
        matches!(
            node.role.as_str(),
            "dialog" | "alertdialog" | "menu" | "listbox"
        )
    };
    screen.nodes.iter().filter(layer).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::scene::screen;

    #[test]
    fn a_state_is_reached_by_the_thing_or_by_the_one_in_its_place() {
        let still = |before: &str, state, after: &str| {
            let before = screen(before);
            let goal = Goal::new(&before.nodes[0], state);
            let mut after = screen(after);
            // Drawn anew: every node has another id.
            for node in &mut after.nodes {
                node.id.0.push('x');
            }
            goal.still(&before, &after)
        };
        let (open, fold) = (Wanted::Expanded(true), Wanted::Expanded(false));
        let button = "button \"More\" [collapsed]";
        for (before, state, after, expected) in [
            (button, open, "button \"More\" [expanded]", None),
            (button, open, button, Some("is still collapsed")),
            (button, open, "button \"More\"", Some("is still collapsed")),
            (button, open, "button \"Less\"", None),
            (button, open, &format!("{button}\n{button}"), None),
            (button, fold, "button \"More\"", None),
            (
                button,
                fold,
                "button \"More\" [expanded]",
                Some("is still expanded"),
            ),
            (button, Wanted::Opened, button, Some("is still closed")),
            (button, Wanted::Opened, "button \"More\" [expanded]", None),
            (
                button,
                Wanted::Opened,
                &format!("{button}\ndialog \"Box\""),
                None,
            ),
            (
                "option \"Pro\" [unselected]",
                Wanted::Selected,
                "textbox \"Plan\" value=\"pro\"\noption \"Pro\" [unselected]",
                None,
            ),
            (
                "tab \"Two\"",
                Wanted::Selected,
                "tab \"Two\"",
                Some("is still not selected"),
            ),
            (
                "tab \"Two\"",
                Wanted::Selected,
                "tab \"Two\" [selected]",
                None,
            ),
            (
                "dialog \"Box\"",
                Wanted::Gone,
                "dialog \"Box\"",
                Some("is still open"),
            ),
            ("dialog \"Box\"", Wanted::Gone, "dialog \"Sure?\"", None),
        ] {
            assert_eq!(still(before, state, after), expected, "{state:?} {after}");
        }
    }
}
