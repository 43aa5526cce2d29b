//! Why words mean no node, said so that a person knows what to write instead.

use super::nearest::misread;
pub(crate) use super::nearest::{names, names_of};
use super::place::NoPlace;
use super::program::Target;
use super::resolve::{Purpose, Trouble};
use super::view::{Rank, View, Wanted};
use super::whereabouts::{LISTED, is_place, place_to_write};
pub(crate) use super::whereabouts::{in_words, list, points};
use crate::code::Code;
use crate::error::Error;

/// The error for words that mean no one node.
pub(crate) fn error(
    view: &View<'_>,
    target: &Target,
    purpose: Purpose,
    trouble: &Trouble,
    sentence: &str,
) -> Error {
    let error = match trouble {
        Trouble::Absent => absent(view, target, purpose, sentence),
        Trouble::Several(nodes) => several(view, target, nodes),
        Trouble::TooFew(nodes) => Error::new(
            Code::LocatorNotFound,
            match nodes.len() {
                1 => format!("there is only one of {}", target.quoted()),
                n => format!("there are only {n} of {}", target.quoted()),
            },
        )
        .note(list(view, nodes)),
        Trouble::Place { place, trouble } => no_place(view, place, trouble),
    };
    let label = match trouble {
        Trouble::Absent => "not on the page",
        Trouble::Several(_) => "which one?",
        Trouble::TooFew(_) => "not that many",
        Trouble::Place {
            trouble: NoPlace::Absent,
            ..
        } => "no such place",
        Trouble::Place { .. } => "which one?",
    };
    let span = match trouble {
        Trouble::Place { place, .. } => place.span.clone(),
        _ => target.span.clone(),
    };
    circumstances(view, error).sentence(sentence, span, label)
}

/// The same error under another code.
pub(crate) fn with_code(error: &Error, code: Code) -> Error {
    let mut out = Error::new(code, error.message());
    for note in error.notes() {
        out = out.note(note);
    }
    for help in error.helps() {
        out = out.help(help);
    }
    out = out.pointing(error.points().iter().cloned());
    match error.about() {
        Some(about) => out.sentence(&about.text, about.span.clone(), &about.label),
        None => out,
    }
}

/// What else about the page may be the reason.
pub(crate) fn circumstances(view: &View<'_>, error: Error) -> Error {
    let mut error = error;
    if let Some(dialog) = &view.screen.dialog {
        error = error.note(format!(
            "a JavaScript dialog is open, so nothing else can be read: \"{dialog}\""
        ));
    }
    if let Some(status) = view.screen.status {
        error = error.note(format!(
            "the server answered with status {status} for this page"
        ));
    }
    if view.screen.truncated {
        error = error.note("the page holds more than could be listed");
    }
    error
}

fn several(view: &View<'_>, target: &Target, nodes: &[usize]) -> Error {
    let error = Error::new(
        Code::SentenceAmbiguous,
        format!(
            "\"{}\" fits {} things on the page",
            target.words,
            nodes.len()
        ),
    )
    .note(list(view, nodes))
    .pointing(points(view, nodes));
    if let Some(tell) = super::order::differs(view, target, nodes) {
        return tell(error);
    }
    let mut ways = Vec::new();
    // Only a place that one of them has tells it apart.
    let places: Vec<Option<String>> = nodes
        .iter()
        .take(LISTED)
        .map(|at| place_to_write(view, *at))
        .collect();
    let telling = places.iter().enumerate().find_map(|(at, place)| {
        let place = place.as_ref()?;
        let others = places.iter().flatten().filter(|other| *other == place);
        (others.count() == 1).then_some((nodes[at], place))
    });
    if let Some((at, place)) = telling {
        let name = view.node(at).label();
        ways.push(format!("say where: `… \"{name}\" {place}`"));
    }
    let mut roles: Vec<&str> = nodes
        .iter()
        .map(|at| view.node(*at).role.as_str())
        .collect();
    roles.sort_unstable();
    roles.dedup();
    let words = |role: &str| {
        super::family::FAMILIES
            .iter()
            .find(|family| family.roles.contains(&role))
    };
    if roles.len() == nodes.len() && !roles.contains(&"") {
        let node = view.node(nodes[0]);
        let fits_one = words(&node.role).filter(|family| {
            nodes
                .iter()
                .filter(|at| family.fits(view.node(**at)))
                .count()
                == 1
        });
        if let Some(family) = fits_one {
            ways.push(format!(
                "say its role: `… the {} \"{}\"`",
                family.name,
                node.label()
            ));
        }
    }
    let or = ["or ", ""][usize::from(ways.is_empty())];
    ways.push(format!(
        "{or}say which: `the first …`, `the second …`, `the last …`"
    ));
    error.help(ways.join(", "))
}

fn no_place(view: &View<'_>, place: &Target, trouble: &NoPlace) -> Error {
    match trouble {
        NoPlace::Absent => Error::new(
            Code::LocatorNotFound,
            format!("no part of the page is \"{}\"", place.words),
        )
        .note(names(
            view,
            "places on the page",
            |node| !node.label().is_empty() && is_place(&node.role),
            &place.words,
        ))
        .help(
            "a place is named by its role and name, its heading, or a text in its row or list item",
        ),
        NoPlace::Several(nodes) => Error::new(
            Code::SentenceAmbiguous,
            format!(
                "\"{}\" fits {} places on the page",
                place.words,
                nodes.len()
            ),
        )
        .note(list(view, nodes))
        .pointing(points(view, nodes))
        .help("name the place by something only it has"),
    }
}

fn absent(view: &View<'_>, target: &Target, purpose: Purpose, sentence: &str) -> Error {
    let called = target
        .readings
        .iter()
        .filter_map(|reading| reading.name.as_ref());
    // With a kind said, the name is what goes with it; "the" alone is none.
    let mut with_kind = target
        .readings
        .iter()
        .filter(|reading| reading.family.is_some())
        .filter_map(|reading| reading.name.as_ref());
    let role_only = super::state::is_role_only(target);
    let name = match role_only {
        true => None,
        false => with_kind
            .next_back()
            .or_else(|| called.clone().next_back())
            .map(|name| name.raw.as_str()),
    };
    let kind = match (target.family(), purpose) {
        (Some(family), _) => family.name,
        (None, Purpose::Fill) => "field",
        (None, Purpose::List) => "dropdown",
        (None, Purpose::Pick) => "option",
        (None, Purpose::Check) => "checkbox or switch",
        (None, Purpose::Operate) => "control",
        (None, Purpose::See) => "thing",
    };
    let message = match name {
        Some(name) if kind == "thing" => format!("nothing on the page is called \"{name}\""),
        Some(name) => format!("no {kind} is called \"{name}\""),
        None if role_only && kind == "dialog" => "no dialog is open".to_owned(),
        None => format!("there is no {kind} on the page"),
    };
    let mut error = Error::new(Code::LocatorNotFound, message);
    let fits = |index: &usize| match target.family() {
        Some(family) => family.fits(view.node(*index)),
        None => purpose.suits(view, *index),
    };
    let wanted: Vec<Wanted> = called.map(Wanted::new).collect();
    let is_called = |index: &usize| {
        wanted
            .iter()
            .any(|wanted| view.rank(*index, wanted).is_some())
    };
    // The same name on something else is most likely what was meant.
    let (longer, elsewhere): (Vec<usize>, Vec<usize>) = view
        .all()
        .filter(fits)
        .filter(is_called)
        .take(LISTED)
        .partition(|index| {
            let rank = wanted
                .iter()
                .filter_map(|wanted| view.rank(*index, wanted))
                .min();
            rank == Some(Rank::Words)
        });
    let others: Vec<usize> = view
        .all()
        .filter(|index| !fits(index))
        .filter(is_called)
        .take(LISTED)
        .collect();
    if !longer.is_empty() {
        error = error
            .note(format!(
                "with a longer name there is: {}",
                list(view, &longer)
            ))
            .help("was it that one? The name in quotation marks, and of what is not taken back, is the whole name");
    }
    if !elsewhere.is_empty() {
        error = error.note(format!("elsewhere there is: {}", list(view, &elsewhere)));
    }
    if !others.is_empty() {
        error = error.note(format!("called so is: {}", list(view, &others)));
    }
    let listed = names_of(
        view,
        &format!("{kind}s on the page"),
        view.all().filter(fits),
        name.unwrap_or_default(),
    );
    if let Some(hint) = name.and_then(|name| misread(view, name)) {
        error = error.help(hint);
    }
    error.note(listed).help(
        of_its_kind(view, target, purpose, &others, sentence)
            .unwrap_or_else(|| "write the name as the page shows it, in quotation marks".into()),
    )
}

/// The same sentence with the kind of the one thing that is called just so.
fn of_its_kind(
    view: &View<'_>,
    target: &Target,
    purpose: Purpose,
    others: &[usize],
    sentence: &str,
) -> Option<String> {
    let mut with_kind = target.readings.iter().rev();
    let (name, wrong) =
        with_kind.find_map(|reading| Some((reading.name.as_ref()?, reading.family?)))?;
    let mut readings = target.readings.iter();
    let is_plain = readings.all(|reading| reading.scope.is_none() && reading.ordinal.is_none());
    let wanted = Wanted::new(name);
    let mut exact = others
        .iter()
        .filter(|at| purpose.suits(view, **at))
        .filter(|at| view.rank(**at, &wanted) == Some(Rank::Exact));
    let (Some(one), None) = (exact.next(), exact.next()) else {
        return None;
    };
    let role = view.node(*one).role.as_str();
    let own = super::family::FAMILIES.iter().find(|family| {
        family.is_control() && family.roles.contains(&role) && family.name != wrong.name
    })?;
    if purpose != Purpose::Operate || !is_plain {
        return None;
    }
    let (before, after) = (
        sentence.get(..target.span.start)?,
        sentence.get(target.span.end..)?,
    );
    let called = match name.quoted {
        true => format!("\"{}\"", name.raw),
        false => name.raw.clone(),
    };
    Some(format!(
        "say what it is: `{before}the {called} {}{after}`",
        own.name
    ))
}
