//! The observation as text: one line a node, for models and messages.
//!
//! Every word that comes from the page stands in quotes with its line breaks and
//! invisible characters escaped, so no page can write a line of ours.

use super::node::{Node, Observation, Tristate};
use super::{fold, outline};
use std::fmt::Write as _;

/// How a screen is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Most bytes the text may take; what does not fit is said, not written.
    pub budget_bytes: usize,
    /// The app's own origin: links on it are written as paths.
    pub origin: Option<String>,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            budget_bytes: 24 * 1024,
            origin: None,
        }
    }
}

impl TextOptions {
    /// Room for nearly every screen whole, for whoever cannot look again.
    pub(crate) fn wide() -> Self {
        Self {
            budget_bytes: 160 * 1024,
            origin: None,
        }
    }

    /// The same with room for all of it.
    pub(crate) fn without_end(&self) -> Self {
        Self {
            budget_bytes: usize::MAX,
            origin: self.origin.clone(),
        }
    }
}

/// Deepest indentation; deeper nodes stand at it.
pub(super) const DEEPEST: u32 = 10;
/// Most UTF-16 units of a link's address.
const ADDRESS: usize = 256;

/// The listing of a screen. What does not fit is folded, what is in view last of all,
/// and a line stands for each gap.
///
/// ```
/// use e2e::page::node::{Node, NodeId, Observation};
/// use e2e::page::text::{TextOptions, render};
///
/// let screen = Observation {
///     nodes: vec![Node {
///         id: NodeId("n1".into()),
///         role: "button".into(),
///         name: "Save \"now\"".into(),
///         ..Node::default()
///     }],
///     ..Observation::default()
/// };
/// assert_eq!(
///     render(&screen, &TextOptions::default()),
///     "#n1 button \"Save \\\"now\\\"\""
/// );
/// ```
#[must_use]
pub fn render(screen: &Observation, options: &TextOptions) -> String {
    let mut out = String::new();
    if let Some(dialog) = &screen.dialog {
        let _ = writeln!(out, "dialog open: {}", quote(dialog));
    }
    // The lines that tell of what is missing have their place kept free.
    let unread: usize = screen
        .unread
        .iter()
        .map(|part| unread_line(part).len() + 1)
        .sum();
    let budget = options
        .budget_bytes
        .saturating_sub(out.len() + TRUNCATED.len() + 1 + unread);
    out.push_str(&fold::fit(
        screen,
        &outline::entries(screen, options),
        budget,
    ));
    if screen.truncated {
        out.push_str(TRUNCATED);
        out.push('\n');
    }
    for part in &screen.unread {
        out.push_str(&unread_line(part));
        out.push('\n');
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

/// Said where the page holds more than the engine listed.
const TRUNCATED: &str =
    "(truncated: the page holds more than is listed here; find searches all of it)";

fn unread_line(part: &str) -> String {
    format!("(not read: {})", crate::text::clip(part, 160))
}

/// The line of the node at `index`, without indentation. A row's name is left out
/// where its cells follow and say it again. `whole`: with what scrolling and the
/// focus change.
pub(super) fn line(
    screen: &Observation,
    index: usize,
    options: &TextOptions,
    whole: bool,
) -> String {
    let node = &screen.nodes[index];
    let parent = screen
        .nodes
        .get(index + 1)
        .is_some_and(|next| next.depth > node.depth);
    let mut out = format!("#{}", node.id);
    if !node.role.is_empty() {
        out.push(' ');
        out.push_str(&word(&node.role));
    }
    let named = !(node.name.is_empty() || node.role == "row" && parent);
    if named {
        let _ = write!(out, " {}", quote(&node.name));
    }
    if !node.text.is_empty() && !node.name.contains(&node.text) {
        let _ = write!(out, " text={}", quote(&node.text));
    }
    if let Some(id) = &node.test_id {
        let _ = write!(out, " testid={}", word(id));
    }
    if let Some(href) = &node.href {
        let _ = write!(out, " href={}", word(&address(href, options)));
    }
    if let Some(hint) = node.placeholder.as_ref().filter(|_| node.name.is_empty()) {
        let _ = write!(out, " placeholder={}", quote(hint));
    }
    if node.states.secure {
        out.push_str(" value=<secure>");
    } else if let Some(value) = &node.value {
        let _ = write!(out, " value={}", quote(value));
    }
    let states = states(node, whole);
    if !states.is_empty() {
        let _ = write!(out, " [{}]", states.join(" "));
    }
    out
}

fn address(href: &str, options: &TextOptions) -> String {
    let path = options
        .origin
        .as_deref()
        .and_then(|origin| href.strip_prefix(origin.trim_end_matches('/')))
        .filter(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#', '…']));
    let shown = path.map_or(href, |path| if path.is_empty() { "/" } else { path });
    let mut units = 0;
    let cut = shown
        .char_indices()
        .find(|(_, c)| {
            units += c.len_utf16();
            units > ADDRESS
        })
        .map(|(at, _)| at);
    match cut {
        Some(at) => format!("{}…", &shown[..at]),
        None => shown.to_owned(),
    }
}

fn states(node: &Node, whole: bool) -> Vec<String> {
    let s = &node.states;
    let mut out = Vec::new();
    if let Some(level) = node.level {
        out.push(format!("level={level}"));
    }
    for (name, value) in [("checked", s.checked), ("pressed", s.pressed)] {
        match value {
            Some(Tristate::True) => out.push(name.to_owned()),
            Some(Tristate::Mixed) => out.push(format!("{name}=mixed")),
            Some(Tristate::False) | None => {}
        }
    }
    let facts = [
        ("selected", s.selected == Some(true)),
        ("expanded", s.expanded == Some(true)),
        ("disabled", s.disabled),
        ("readonly", s.readonly),
        ("required", s.required),
        ("focused", s.focused && whole),
        ("secure", s.secure),
        ("clickable", s.clickable),
        ("busy", s.busy),
        ("current", s.current),
        ("offscreen", s.offscreen && whole),
    ];
    out.extend(
        facts
            .into_iter()
            .filter(|(_, is)| *is)
            .map(|(name, _)| name.to_owned()),
    );
    match (&s.invalid_message, s.invalid) {
        (Some(message), true) => out.push(format!("invalid={}", quote(message))),
        (None, true) => out.push("invalid".to_owned()),
        _ => {}
    }
    out
}

/// A short value that reads without quotes when it is made of plain characters only.
fn word(text: &str) -> String {
    let plain = !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || "-_.:/~%+@?#…&=,".contains(c));
    if plain { text.to_owned() } else { quote(text) }
}

/// A JSON string on one line, invisible characters escaped.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_invisible(c) => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Characters that break lines or reorder what is read without being seen.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x2069 | 0xFEFF)
}

#[cfg(test)]
mod tests {
    use super::super::node::{NodeId, States};
    use super::*;

    fn node(id: &str, depth: u32, role: &str, name: &str) -> Node {
        Node {
            id: NodeId(id.into()),
            depth,
            role: role.into(),
            name: name.into(),
            ..Node::default()
        }
    }

    fn screen(nodes: Vec<Node>) -> Observation {
        Observation {
            nodes,
            ..Observation::default()
        }
    }

    #[test]
    fn tokens_stand_in_their_order() {
        let mut link = node("n1", 1, "link", "Home");
        link.text = "Home".into();
        link.href = Some("http://shop.test/a?…#…".into());
        link.test_id = Some("home".into());
        let mut field = node("n2", 12, "textbox", "");
        field.placeholder = Some("E-mail".into());
        field.value = Some("a\nb".into());
        field.states = States {
            required: true,
            focused: true,
            invalid: true,
            invalid_message: Some("no \"@\"".into()),
            ..States::default()
        };
        let mut secret = node("n3", 0, "textbox", "Password");
        secret.states.secure = true;
        let mut text = node("n4", 0, "", "");
        text.text = "Total".into();
        let mut mixed = node("n5", 0, "checkbox", "All");
        mixed.states.checked = Some(Tristate::Mixed);
        let mut named = node("n6", 0, "textbox", "Town");
        named.placeholder = Some("said by its name".into());
        let mut far = node("n7", 0, "link", "Far");
        far.href = Some(format!("http://shop.test/{}", "x".repeat(ADDRESS)));
        let options = TextOptions {
            origin: Some("http://shop.test".into()),
            ..TextOptions::default()
        };
        let cut = format!("href=/{}…", "x".repeat(ADDRESS - 1));
        let told = render(
            &screen(vec![link, field, secret, text, mixed, named, far]),
            &options,
        );
        insta::assert_snapshot!(
            told.replace(&cut, "cut"),
            @r#"
         #n1 link "Home" testid=home href=/a?…#…
          #n2 textbox placeholder="E-mail" value="a\nb" [required focused invalid="no \"@\""]
        #n3 textbox "Password" value=<secure> [secure]
        #n4 text="Total"
        #n5 checkbox "All" [checked=mixed]
        #n6 textbox "Town"
        #n7 link "Far" cut
        "#
        );
    }

    #[test]
    fn a_page_cannot_write_a_line_of_ours() {
        for text in [
            "x\n#n9 button \"Pay\"",
            "x\u{2028}#n9 button",
            "x\u{85}#n9",
            "\" [checked]",
            "\u{202e}evil",
        ] {
            let mut evil = node("n1", 0, "button", text);
            evil.test_id = Some(text.into());
            evil.value = Some(text.into());
            let line = render(&screen(vec![evil]), &TextOptions::default());
            assert_eq!(line.lines().count(), 1, "{line}");
            assert!(!line.contains(['\u{2028}', '\u{85}', '\u{202e}']), "{line}");
            assert_eq!(
                line.replace(&quote(text), "…"),
                "#n1 button … testid=… value=…",
                "nothing of it stands outside quotes"
            );
        }
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let nodes: Vec<Node> = (0..100)
            .map(|i| node(&format!("n{i}"), 0, "button", "Some button"))
            .collect();
        let options = TextOptions {
            budget_bytes: 900,
            origin: None,
        };
        let mut all = screen(nodes);
        let text = render(&all, &options);
        assert!(text.len() <= 900, "{}", text.len());
        let lines = text.lines().count() - 1;
        let said = format!(
            "… {} more button like this ({} to 100) that do not fit here: find, or scroll_to",
            100 - lines,
            lines + 1
        );
        assert!(text.ends_with(&said), "{text}");
        all.nodes.truncate(2);
        all.truncated = true;
        assert!(render(&all, &options).ends_with(TRUNCATED));
    }

    #[test]
    fn a_row_is_told_by_its_cells() {
        let table = screen(vec![
            node("n1", 0, "row", "March 12"),
            node("n2", 1, "cell", "March"),
            node("n3", 0, "row", "alone"),
        ]);
        assert_eq!(
            render(&table, &TextOptions::default()),
            "#n1 row\n #n2 cell \"March\"\n#n3 row \"alone\""
        );
    }
}
