//! How far the engine's roles and names are those of the browser.
//!
//! The truth is the browser's own answer to WebDriver *Get Computed Role* and *Get
//! Computed Label* for every element of a page; pages of the W3C's tests also say what
//! they expect, which decides between us and the browser where the two differ.

mod allowed;
mod folder;

pub use folder::Folder;

use e2e::browser::Session;
use e2e::config::Timeouts;
use e2e::page::Page;
use e2e::page::verb::Verb;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt;

/// Every element of the top document and its open shadow roots, with what the engine
/// makes of it; its key in the driver's answer is W3C's fixed one.
const OURS: &str = r#"
const engine = document["e2e.engine"].engine;
const out = [];
engine.all(document, (el) => {
  if (el.ownerDocument !== document) return false;
  if (el.localName === "head" || el.localName === "html") return el.localName === "html";
  const hidden = engine.isHiddenFromAria(el);
  const short = el.cloneNode(false).outerHTML || el.localName;
  out.push({
    el, tag: el.localName, role: hidden ? "" : engine.roleOf(el), name: hidden ? "" : engine.nameOf(el),
    markup: short.length > 160 ? short.slice(0, 160) + "…" : short,
    expected_role: el.classList.contains("ex-generic") ? "generic" : el.getAttribute("data-expectedrole"), expected_name: el.getAttribute("data-expectedlabel"),
  });
});
return out;
"#;

/// The key under which a driver hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Words of the engine's own for what has no role that a person could name.
const OWN_WORDS: &[&str] = &["iframe", "canvas", "video", "audio", "box"];

/// What the engine says of one element.
#[derive(Debug, Deserialize)]
struct Ours {
    el: Value,
    tag: String,
    role: String,
    name: String,
    markup: String,
    expected_role: Option<String>,
    expected_name: Option<String>,
}

/// Role or name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The role.
    Role,
    /// The accessible name.
    Name,
}

/// One element on which the two differ.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// In what.
    pub kind: Kind,
    /// The element's tag.
    pub tag: String,
    /// Its start tag.
    pub markup: String,
    /// The engine's answer.
    pub ours: String,
    /// The browser's answer.
    pub theirs: String,
    /// Why it does not count against the engine, where it does not.
    pub allowed: Option<String>,
}

/// The comparison of one page.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// Elements of which either side says a role or a name.
    pub nodes: usize,
    /// Every difference, in reading order.
    pub differences: Vec<Disagreement>,
}

impl Agreement {
    /// How many elements agree in this: whole, and with what is allowed.
    #[must_use]
    pub fn agreeing(&self, kind: Kind) -> (usize, usize) {
        let of = |allowed: bool| {
            self.differences
                .iter()
                .filter(|d| d.kind == kind && (!allowed || d.allowed.is_none()))
                .count()
        };
        (self.nodes - of(false), self.nodes - of(true))
    }

    /// Adds another page's.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.differences.extend(other.differences.iter().cloned());
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:5} nodes", self.nodes)?;
        for (kind, word) in [(Kind::Role, "role"), (Kind::Name, "name")] {
            let (plain, allowed) = self.agreeing(kind);
            let percent = |n: usize| match self.nodes {
                0 => 100.0,
                all => 100.0 * n as f64 / all as f64,
            };
            write!(f, "   {word} {:6.2} %", percent(plain))?;
            if allowed != plain {
                write!(f, " ({:.2} % with the allow-list)", percent(allowed))?;
            }
        }
        Ok(())
    }
}

/// Opens a page in a browser and compares what it shows.
///
/// # Errors
///
/// What opening the page reports; in words when the driver refuses a question.
pub async fn compare(session: &Session, url: &str) -> Result<Agreement, String> {
    let page = Page::new(session.wire(), Timeouts::default());
    let url = url.to_owned();
    page.perform(Verb::Navigate { url })
        .await
        .map_err(|error| error.to_string())?;
    page.look().await.map_err(|error| error.to_string())?;
    let driver = Driver {
        client: reqwest::Client::new(),
        base: format!(
            "{}session/{}",
            session.about().server,
            session.driver().session_id()
        ),
    };
    let listed = driver
        .post("execute/sync", json!({ "script": OURS, "args": [] }))
        .await?;
    let listed: Vec<Ours> = serde_json::from_value(listed).map_err(|error| error.to_string())?;
    let mut out = Agreement::default();
    for ours in listed {
        let Some(id) = ours.el[ELEMENT].as_str() else {
            continue;
        };
        let role = driver.get(&format!("element/{id}/computedrole")).await?;
        let name = driver.get(&format!("element/{id}/computedlabel")).await?;
        record(&mut out, &ours, &plain_role(&role), &collapse(&name));
    }
    Ok(out)
}

fn record(out: &mut Agreement, ours: &Ours, role: &str, name: &str) {
    let own_role = if OWN_WORDS.contains(&ours.role.as_str()) {
        ""
    } else {
        ours.role.as_str()
    };
    let own_name = collapse(&ours.name);
    if [own_role, role, &own_name, name]
        .iter()
        .all(|text| text.is_empty())
    {
        return;
    }
    out.nodes += 1;
    let answers = [
        (Kind::Role, own_role, role, &ours.expected_role),
        (Kind::Name, own_name.as_str(), name, &ours.expected_name),
    ];
    for (kind, own, theirs, expected) in answers {
        if own == theirs {
            continue;
        }
        let expected = expected.as_deref().map(|text| match kind {
            Kind::Role => plain_role(text),
            Kind::Name => collapse(text),
        });
        let allowed = if expected.as_deref() == Some(own) {
            Some("the test page itself expects our answer".to_owned())
        } else {
            allowed::why(kind, &ours.tag, &ours.role, own, theirs).map(str::to_owned)
        };
        out.differences.push(Disagreement {
            kind,
            tag: ours.tag.clone(),
            markup: ours.markup.clone(),
            ours: own.to_owned(),
            theirs: theirs.to_owned(),
            allowed,
        });
    }
}

/// A role as ARIA spells it; empty for none, and for the words a browser has for
/// itself, which begin with a capital letter.
fn plain_role(role: &str) -> String {
    match role {
        "none" | "presentation" | "generic" => String::new(),
        "img" => "image".to_owned(),
        own if own.starts_with(|c: char| c.is_ascii_uppercase()) => String::new(),
        role => role.to_owned(),
    }
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The two questions, put to the driver as they are in the standard.
struct Driver {
    client: reqwest::Client,
    base: String,
}

impl Driver {
    async fn get(&self, path: &str) -> Result<String, String> {
        let sent = self.client.get(format!("{}/{path}", self.base)).send();
        let value = value_of(sent.await).await?;
        Ok(value.as_str().unwrap_or_default().to_owned())
    }

    async fn post(&self, path: &str, body: Value) -> Result<Value, String> {
        let url = format!("{}/{path}", self.base);
        value_of(self.client.post(url).json(&body).send().await).await
    }
}

async fn value_of(sent: reqwest::Result<reqwest::Response>) -> Result<Value, String> {
    let response = sent.map_err(|error| error.to_string())?;
    let ok = response.status().is_success();
    let mut body: Value = response.json().await.map_err(|error| error.to_string())?;
    let value = body["value"].take();
    match ok {
        true => Ok(value),
        false => Err(format!("the driver refused: {value}")),
    }
}
