//! From a command to the verb that carries it out on this very screen.

use super::explain;
use super::program::{Command, Name, Reading, Relation, Target, Text, Touch};
use super::resolve::{Hit, Purpose, Trouble, resolve, resolve_as};
use super::view::{Rank, View};
use super::{phrase, state, touched};
use crate::browser::address;
use crate::browser::chord::Chord;
use crate::code::Code;
use crate::error::{Error, Result};
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
    /// The state a toggle button has to be in afterwards.
    pub(crate) pressed: Option<bool>,
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
            let target = view.node(hit.index).id.clone();
            let verb = match touch {
                Touch::DoubleTap => Verb::DoubleTap { target },
                Touch::RightClick => Verb::RightClick { target },
                Touch::Hover => Verb::Hover { target },
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
            let hit = match target {
                Some(target) => ground.find(target, Purpose::Fill)?,
                None => ground.focused(value)?,
            };
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
            pressed: None,
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

fn fill(node: &Node, value: &Text, append: bool) -> Plan {
    let target = Some(node.id.clone());
    let own = node.value.as_deref().unwrap_or_default();
    let same = !append && !node.states.secure && node.value.is_some() && own == value.raw;
    Plan {
        already: same.then(|| match own {
            "" => "it was empty already".to_owned(),
            own => format!("it read \"{}\" already", crate::text::clip(own, 80)),
        }),
        ..Plan::new(Verb::Type {
            target,
            text: value.raw.clone(),
            replace: !append,
        })
        .input(value.raw.clone())
    }
}

fn select(list: &Node, option: &str) -> Plan {
    let chosen = list.value.as_deref() == Some(option);
    Plan {
        already: chosen.then(|| format!("\"{option}\" was chosen already")),
        ..Plan::new(Verb::Select {
            target: list.id.clone(),
            option: option.to_owned(),
        })
        .input(option)
    }
}

fn check(node: &Node, on: bool) -> Plan {
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
        pressed: Some(on),
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
    fn find_either(&self, target: &Target) -> Result<Hit> {
        match resolve(self.view, target, Purpose::Fill) {
            Err(Trouble::Absent) => self.find(target, Purpose::Operate),
            found => found.map_err(|trouble| self.error(target, Purpose::Fill, &trouble)),
        }
    }

    /// The field that has the focus.
    fn focused(&self, value: &Text) -> Result<Hit> {
        let focused = self.view.all().find(|index| {
            let states = &self.view.node(*index).states;
            states.focused && states.editable
        });
        match focused {
            Some(index) => Ok(Hit {
                index,
                rank: Rank::Exact,
            }),
            None => Err(Error::new(
                Code::LocatorNotFound,
                "no field has the focus, so there is nowhere to type",
            )
            .sentence(self.sentence, value.span.clone(), "into what?")
            .note(explain::names(
                self.view,
                "fields on the page",
                |node| node.states.editable,
                "",
            ))
            .help(format!(
                "say into which field: `type \"{}\" into …`",
                value.raw
            ))),
        }
    }

    fn set(&self, target: &Target, value: &Text) -> Result<Plan> {
        let view = self.view;
        let suits =
            |index: usize| Purpose::Fill.suits(view, index) || Purpose::List.suits(view, index);
        let hit = resolve_as(view, target, suits)
            .map_err(|trouble| self.error(target, Purpose::Fill, &trouble))?;
        let node = view.node(hit.index);
        if Purpose::List.suits(view, hit.index) && !node.states.editable {
            let option = self.option_of(hit.index, &named(value), value)?;
            return Ok(select(node, &option).rank(hit.rank));
        }
        Ok(fill(node, value, false).rank(hit.rank))
    }

    fn choose(&self, option: &Target, value: &Text, within: Option<&Target>) -> Result<Plan> {
        let view = self.view;
        let Some(place) = within else {
            let hit = self.find(option, Purpose::Pick)?;
            return Ok(self.pick(hit));
        };
        match resolve(view, place, Purpose::List) {
            // "the Period group" is a place to choose in, not a list to choose from.
            Ok(list) if Purpose::List.suits(view, list.index) => {
                let option = self.option_of(list.index, option, value)?;
                Ok(select(view.node(list.index), &option).rank(list.rank))
            }
            Err(trouble @ Trouble::Several(_)) => Err(self.error(place, Purpose::List, &trouble)),
            list => {
                // No dropdown of that name: a group of radio buttons, a menu, a list.
                let trouble = list.err().unwrap_or(Trouble::Absent);
                let placed = phrase::placed_in(option.clone(), Relation::In, place);
                match resolve(view, &placed, Purpose::Pick) {
                    Ok(hit) => Ok(self.pick(hit)),
                    Err(Trouble::Place { .. }) => Err(self.error(place, Purpose::List, &trouble)),
                    Err(trouble) => Err(self.error(&placed, Purpose::Pick, &trouble)),
                }
            }
        }
    }

    /// The label of the one option the words mean. A list that shows no options yet
    /// is opened and asked later, by the label as it was written.
    fn option_of(&self, list: usize, option: &Target, value: &Text) -> Result<String> {
        let view = self.view;
        let inside = view.inside(list);
        let is_option = |index: usize| inside.contains(&index) && view.node(index).role == "option";
        if !inside.clone().any(is_option) {
            return Ok(value.raw.clone());
        }
        match resolve_as(view, option, is_option) {
            Ok(hit) => Ok(view.node(hit.index).label().to_owned()),
            Err(trouble) => {
                let error = self.error(option, Purpose::Pick, &trouble);
                let message = format!(
                    "{} has no option \"{}\"",
                    explain::in_words(view, list),
                    value.raw
                );
                if trouble != Trouble::Absent {
                    return Err(error);
                }
                Err(Error::new(Code::LocatorNotFound, message)
                    .sentence(self.sentence, value.span.clone(), "not in the list")
                    .note(explain::names_of(
                        view,
                        "options",
                        inside.clone().filter(|at| is_option(*at)),
                        &value.raw,
                    )))
            }
        }
    }

    /// What choosing one of several is, by what it is.
    fn pick(&self, hit: Hit) -> Plan {
        let view = self.view;
        let node = view.node(hit.index);
        if view.is_listed_only(hit.index) {
            let list = view
                .ancestors(hit.index)
                .find(|at| matches!(view.node(*at).role.as_str(), "combobox" | "listbox"));
            if let Some(list) = list {
                return select(view.node(list), node.label()).rank(hit.rank);
            }
        }
        if matches!(
            node.role.as_str(),
            "radio" | "checkbox" | "menuitemradio" | "switch"
        ) {
            return check(node, true).rank(hit.rank);
        }
        let chosen = node.states.selected == Some(true);
        Plan {
            already: chosen.then(|| "it was selected already".to_owned()),
            ..Plan::new(Verb::Tap {
                target: node.id.clone(),
            })
            .rank(hit.rank)
        }
    }
}

/// A value as the words for the option it names.
fn named(value: &Text) -> Target {
    Target {
        span: value.span.clone(),
        words: value.raw.clone(),
        readings: vec![Reading {
            name: Some(Name {
                raw: value.raw.clone(),
                with_article: None,
                quoted: value.quoted,
            }),
            ..Reading::default()
        }],
        plural: false,
    }
}
