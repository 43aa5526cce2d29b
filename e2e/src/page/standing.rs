//! Where a document is, said past the page's own scripts: no page can bend the origin of
//! its address. What it says beside that counts only once that origin is allowed.

use crate::browser::engine::Engine;

/// What one document on the way says.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// The origin of its address; `null` where that has none.
    address: String,
    /// The origin it acts for: `null` where the page around it, or its server, took it.
    own: String,
    /// The address of the frame of its own origin that holds the element, if one does.
    pub(super) inner: String,
    /// What has the focus, or holds the element: `frame` and `own-frame` lead on,
    /// `hidden` takes text that nobody reads, `shown` takes text.
    pub(super) kind: String,
    /// The origins that its form may be sent to, with a comma between them, where it has
    /// one that says so.
    pub(super) form: String,
}

impl Place {
    pub(super) fn read(text: &str) -> Self {
        let mut parts = text.split(' ').map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        Self {
            address: next(),
            own: next(),
            inner: next(),
            kind: next(),
            form: next(),
        }
    }

    /// The origin that counts; `around` is that of the document around it, where that
    /// one can look into it.
    pub(super) fn origin(&self, around: Option<&str>) -> String {
        match (self.address.as_str(), around) {
            ("null" | "", Some(around)) => around.to_owned(),
            ("null" | "", None) => BLANK.to_owned(),
            (address, _) if self.own == address => address.to_owned(),
            (address, _) => format!("a sandboxed document of {address}"),
        }
    }
}

/// An origin in words, where there is none to name.
pub(super) const BLANK: &str = "a document without an origin (blank, data: or sandboxed)";

/// Where the form of an element is sent to, by itself or by one of its buttons, as far as
/// they say so. Fields may be called like what a form is asked for, so it is not asked.
const SENT: &str = "el => {
  const form = el && (el.form || el.closest(\"form\")), out = [];
  const add = (by, name) => {
    const to = Element.prototype.getAttribute.call(by, name);
    try {
      const at = new URL(to || \"-:\", document.baseURI);
      if (/^http/.test(at.protocol) && !out.includes(at.origin)) out.push(at.origin);
    } catch (_) {}
  };
  if (form) add(form, \"action\");
  if (form) for (const by of document.querySelectorAll(\"[formaction]\")) if (by.form === form) add(by, \"formaction\");
  return out.join(\",\") || \"-\";
}";

/// What has the focus in a document, through its shadow roots.
fn active() -> String {
    let engine = Engine::of("document");
    format!(
        "const engine = {engine};
let el = document.activeElement;
for (let i = 0; el && i < 32; i++) {{
  const root = el.shadowRoot || (engine && engine.D && engine.D.shadow(el));
  if (!root || !root.activeElement) break;
  el = root.activeElement;
}}
const tag = el ? el.localName : \"\";
const framed = tag === \"iframe\" || tag === \"frame\" || tag === \"object\" || tag === \"embed\" || tag === \"fencedframe\";
"
    )
}

/// Says where the document is and what has the focus in it.
pub(super) fn focus() -> String {
    format!(
        "const at = location.origin, own = self.origin;
{}let kind = \"-\";
if (framed) {{
  let inner = null;
  try {{ inner = el.contentDocument; }} catch (_) {{ inner = null; }}
  kind = inner ? \"own-frame\" : \"frame\";
}} else if (tag === \"input\" && (el.type === \"password\" || /\\b(current|new)-password\\b/i.test(el.autocomplete || \"\"))) kind = \"hidden\";
else if (tag === \"input\" || tag === \"textarea\" || (el && el.isContentEditable)) kind = (getComputedStyle(el).webkitTextSecurity || \"none\") !== \"none\" ? \"hidden\" : \"shown\";
return at + \" \" + own + \" - \" + kind + \" \" + ({SENT})(el);",
        active()
    )
}

/// Goes into the frame that has the focus.
pub(super) fn deeper() -> String {
    format!("{}return framed ? el : null;", active())
}

/// Says where the document is, and the frame of its own that an element stands in.
pub(super) fn standing() -> String {
    let engine = Engine::of("document");
    format!(
        "const at = location.origin, own = self.origin, engine = {engine};
const el = engine && arguments[0].id ? engine.byId(arguments[0].id) : null;
const view = el && el.ownerDocument.defaultView;
const inner = view && view !== window ? view.location.origin : \"-\";
return at + \" \" + own + \" \" + inner + \" - \" + ({SENT})(el);"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_of_the_origin_it_cannot_choose() {
        let app = "http://127.0.0.1:3000";
        for (said, around, expected) in [
            ("http://127.0.0.1:3000 http://127.0.0.1:3000 - -", None, app),
            ("null http://127.0.0.1:3000 - -", None, BLANK),
            ("null http://127.0.0.1:3000 - -", Some(app), app),
            (
                "http://evil.test http://127.0.0.1:3000 - -",
                Some(app),
                "a sandboxed document of http://evil.test",
            ),
            (
                "http://127.0.0.1:3000 null - -",
                None,
                "a sandboxed document of http://127.0.0.1:3000",
            ),
            ("", None, BLANK),
        ] {
            assert_eq!(Place::read(said).origin(around), expected, "{said}");
        }
    }
}
