//! Observations written by hand, for tests: one node a line, indented by nesting.
//!
//! `role "name" text="…" value="…" placeholder="…" testid="…" level=2 at=x,y,w,h`
//! and states in brackets: `[checked disabled]`, `[unchecked]`, `[collapsed]`.

use crate::page::node::{Node, NodeId, Observation, States, Tristate};

/// The observation a scene describes.
pub(crate) fn screen(scene: &str) -> Observation {
    let nodes = scene
        .lines()
        .filter(|line| !line.trim().is_empty())
        .enumerate()
        .map(|(at, line)| node(at, line))
        .collect();
    Observation {
        document: "d1".into(),
        url: "http://127.0.0.1:3000/settings/billing?tab=2".into(),
        title: "Billing – Acme".into(),
        nodes,
        ..Observation::default()
    }
}

fn node(at: usize, line: &str) -> Node {
    let indent = line.len() - line.trim_start().len();
    let mut node = Node {
        id: NodeId(format!("n{}", at + 1)),
        depth: u32::try_from(indent / 2).unwrap(),
        ..Node::default()
    };
    let mut rest = line.trim();
    while !rest.is_empty() {
        rest = item(&mut node, rest).trim_start();
    }
    let typed = ["textbox", "searchbox", "spinbutton"].contains(&node.role.as_str());
    if typed && !node.states.disabled && !node.states.readonly {
        node.states.editable = true;
        node.value.get_or_insert_default();
    }
    let checkable = ["checkbox", "radio", "switch"].contains(&node.role.as_str());
    if checkable {
        node.states.checked.get_or_insert(Tristate::False);
    }
    node
}

fn item<'a>(node: &mut Node, rest: &'a str) -> &'a str {
    if let Some(inner) = rest.strip_prefix('[') {
        let (states, rest) = inner.split_once(']').unwrap();
        states
            .split(' ')
            .for_each(|state| set(&mut node.states, state));
        return rest;
    }
    if rest.starts_with('"') {
        let (name, rest) = text(rest);
        node.name = name;
        return rest;
    }
    let end = rest.find([' ', '=', '"', '[']).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    let Some(value) = after.strip_prefix('=') else {
        node.role = word.trim_matches('-').to_owned();
        return after;
    };
    if let "level" | "at" = word {
        let end = value.find(' ').unwrap_or(value.len());
        let (value, rest) = value.split_at(end);
        let numbers: Vec<f64> = value.split(',').map(|n| n.parse().unwrap()).collect();
        match word {
            "level" => node.level = value.parse().ok(),
            _ => node.rect = numbers.try_into().ok(),
        }
        return rest;
    }
    let (value, rest) = text(value);
    match word {
        "text" => node.text = value,
        "value" => node.value = Some(value),
        "placeholder" => node.placeholder = Some(value),
        "testid" => node.test_id = Some(value),
        "href" => node.href = Some(value),
        _ => panic!("{word} is no attribute of a scene"),
    }
    rest
}

fn text(rest: &str) -> (String, &str) {
    let (text, rest) = rest[1..].split_once('"').unwrap();
    (text.to_owned(), rest)
}

fn set(states: &mut States, word: &str) {
    match word {
        "checked" => states.checked = Some(Tristate::True),
        "unchecked" => states.checked = Some(Tristate::False),
        "mixed" => states.checked = Some(Tristate::Mixed),
        "pressed" => states.pressed = Some(Tristate::True),
        "unpressed" => states.pressed = Some(Tristate::False),
        "selected" => states.selected = Some(true),
        "unselected" => states.selected = Some(false),
        "expanded" => states.expanded = Some(true),
        "collapsed" => states.expanded = Some(false),
        "disabled" => states.disabled = true,
        "readonly" => states.readonly = true,
        "required" => states.required = true,
        "invalid" => states.invalid = true,
        "focused" => states.focused = true,
        "secure" => states.secure = true,
        "blank" => states.blank = Some(true),
        "filled" => states.blank = Some(false),
        "editable" => states.editable = true,
        "clickable" => states.clickable = true,
        "busy" => states.busy = true,
        "current" => states.current = true,
        "menu" => states.opens_menu = true,
        "list" => states.opens_list = true,
        _ => panic!("{word} is no state of a scene"),
    }
}
