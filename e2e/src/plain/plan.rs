//! From a command to the verb that carries it out on this very screen.

use super::chosen::chosen;
use super::entry::fill;
use super::explain;
use super::footing::footing;
use super::goal::{Goal, Wanted};
use super::program::{Command, Target, Touch};
use super::resolve::{Hit, Purpose, Trouble, resolve};
use super::view::{Rank, View};
use super::{state, touched};
use crate::browser::address;
use crate::browser::chord::Chord;
use crate::error::{Error, Result};
use crate::page::footing::Footing;
use crate::page::node::Node;
use crate::page::verb::Verb;

/// A verb that is ready to be performed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) verb: Verb,
    /// How often; a key can be pressed several times.
    pub(crate) times: u32,
    /// What is typed, chosen, pressed or opened, for records.
    pub(crate) input: String,
    /// How well the words fit.
    pub(crate) rank: Rank,
    /// Why it is done already, in words.
    pub(crate) already: Option<String>,
    /// What has to be so afterwards.
    pub(crate) goal: Option<Goal>,
    /// What the sentence names its place by.
    pub(crate) footing: Vec<Footing>,
}

/// What a plan is made from.
pub(crate) struct Ground<'a> {
    pub(crate) view: &'a View<'a>,
    pub(crate) sentence: &'a str,
    /// Where paths of the app lead, when it is known.
    pub(crate) base_url: Option<&'a str>,
}

/// The verb of a command, or why there is none on this screen. Conditions have none.
pub(crate) fn plan(ground: &Ground<'_>, command: &Command) -> Result<Option<Plan>> {
    let mut plan = planned(ground, command)?;
    if let Some(plan) = &mut plan {
        plan.footing = footing(ground.view, command, plan.verb.target());
    }
    Ok(plan)
}

fn planned(ground: &Ground<'_>, command: &Command) -> Result<Option<Plan>> {
    let view = ground.view;
    let plan = match command {
        Command::Navigate(text) => {
            let url = address::resolve(&text.raw, ground.base_url, &view.screen.url)
                .map_err(|error| error.sentence(ground.sentence, text.span.clone(), ""))?;
            Plan::new(Verb::Navigate { url: url.clone() }).input(url)
        }
        Command::History(step) => Plan::new(Verb::History(*step)),
        Command::Scroll(direction) => Plan::new(Verb::Scroll {
            direction: *direction,
            target: None,
        }),
        Command::Touch(Touch::Close, target) => touched::close(ground, target)?,
        Command::Touch(Touch::Submit, target) => touched::submit(ground, target)?,
        Command::Touch(touch @ (Touch::Expand | Touch::Collapse), target) => {
            touched::expand(ground, target, *touch == Touch::Expand)?
        }
        Command::Search(text) => touched::search(ground, text)?,
        Command::ScrollEdge { top } => touched::edge(view, *top)?,
        Command::Touch(touch, target) => {
            let hit = touched::find(ground, *touch, target)?;
            let node = view.node(hit.index);
            // A tab that is opened is the selected one.
            if *touch == Touch::Open && node.role == "tab" {
                return Ok(Some(chosen(node).rank(hit.rank)));
            }
            // A press on what is open already would close it.
            if *touch == Touch::Open
                && node.role == "button"
                && let Some(is) = node.states.expanded
            {
                let tap = Plan::new(Verb::Tap {
                    target: node.id.clone(),
                });
                return Ok(Some(Plan {
                    already: is.then(|| "it was open already".to_owned()),
                    goal: Some(Goal::new(node, Wanted::Opened)),
                    ..tap.rank(hit.rank)
                }));
            }
            let target = node.id.clone();
            let verb = match touch {
                Touch::DoubleTap => Verb::DoubleTap { target },
                Touch::RightClick => Verb::RightClick { target },
                Touch::Hover => Verb::Hover { target },
                Touch::Focus => Verb::Focus { target },
                _ => Verb::Tap { target },
            };
            let times = match touch {
                Touch::Taps(times) => *times,
                _ => 1,
            };
            Plan {
                times,
                ..Plan::new(verb).rank(hit.rank)
            }
        }
        Command::ScrollTo(target, _) => {
            let index = state::subject(view, target, None)
                .map_err(|trouble| ground.error(target, Purpose::See, &trouble))?;
            Plan::new(Verb::ScrollTo {
                target: view.node(index).id.clone(),
            })
        }
        Command::Fill {
            target,
            value,
            append,
        } => {
            let Some(target) = target else {
                return ground.typed(value, *append).map(Some);
            };
            let hit = ground.field(target)?;
            fill(view.node(hit.index), value, *append).rank(hit.rank)
        }
        Command::Set { target, value } => ground.set(target, value)?,
        Command::Choose {
            option,
            value,
            within,
        } => ground.choose(option, value, within.as_ref())?,
        Command::Check { target, on } => {
            let hit = ground.find(target, Purpose::Check)?;
            check(view.node(hit.index), *on).rank(hit.rank)
        }
        Command::Press {
            chord,
            target,
            times,
        } => {
            let hit = match target {
                None => None,
                Some(target) => Some(ground.find_either(target)?),
            };
            let id = hit.map(|hit| view.node(hit.index).id.clone());
            let plan = Plan::new(Verb::Press {
                target: id,
                chord: chord.clone(),
            })
            .input(chord.to_string())
            .rank(hit.map_or(Rank::Exact, |hit| hit.rank));
            Plan {
                times: *times,
                ..plan
            }
        }
        Command::Drag { target, to } => super::deed::drag(ground, target, to)?,
        Command::Upload { target, file } => super::deed::upload(ground, target, file)?,
        Command::NewTab => Plan::new(Verb::SwitchTab { tab: "new".into() }),
        Command::Wait(_) | Command::Expect(_) | Command::Answer(_) => return Ok(None),
    };
    Ok(Some(plan))
}

impl Plan {
    pub(super) fn new(verb: Verb) -> Self {
        Self {
            verb,
            times: 1,
            input: String::new(),
            rank: Rank::Exact,
            already: None,
            goal: None,
            footing: Vec::new(),
        }
    }

    pub(super) fn input(self, input: impl Into<String>) -> Self {
        Self {
            input: input.into(),
            ..self
        }
    }

    pub(super) fn rank(self, rank: Rank) -> Self {
        Self { rank, ..self }
    }

    /// Whether the same is done to the same thing.
    pub(crate) fn is_same(&self, other: &Plan) -> bool {
        self.verb == other.verb && self.times == other.times
    }

    /// The keys it presses on whatever has the focus.
    pub(crate) fn keys(&self) -> Option<&Chord> {
        match &self.verb {
            Verb::Press {
                chord,
                target: None,
            } => Some(chord),
            _ => None,
        }
    }
}

pub(super) fn check(node: &Node, on: bool) -> Plan {
    let target = node.id.clone();
    let word = if on { "on" } else { "off" };
    if node.states.checked.is_some() || node.states.pressed.is_none() {
        return Plan::new(Verb::Check {
            target,
            checked: on,
        })
        .input(word);
    }
    // A toggle button is no checkbox to the page, yet the same to a person.
    let is_on = node.states.pressed == Some(crate::page::node::Tristate::True);
    Plan {
        already: (is_on == on).then(|| format!("it was {word} already")),
        goal: Some(Goal::new(node, Wanted::Pressed(on))),
        ..Plan::new(Verb::Tap { target }).input(word)
    }
}

impl Ground<'_> {
    pub(super) fn error(&self, target: &Target, purpose: Purpose, trouble: &Trouble) -> Error {
        explain::error(self.view, target, purpose, trouble, self.sentence)
    }

    pub(super) fn find(&self, target: &Target, purpose: Purpose) -> Result<Hit> {
        resolve(self.view, target, purpose).map_err(|trouble| self.error(target, purpose, &trouble))
    }

    /// A field if one fits, else any control.
    pub(super) fn find_either(&self, target: &Target) -> Result<Hit> {
        match resolve(self.view, target, Purpose::Fill) {
            Err(Trouble::Absent) => self.find(target, Purpose::Operate),
            found => found.map_err(|trouble| self.error(target, Purpose::Fill, &trouble)),
        }
    }
}
