//! HTML templates that escape what they are given.

use std::fmt::{Display, Write as _};

/// HTML that is safe to send. Plain text becomes markup only by being escaped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markup(String);

impl Markup {
    /// Escapes text.
    pub(crate) fn text(text: impl Display) -> Self {
        let text = text.to_string();
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                '\'' => out.push_str("&#39;"),
                c => out.push(c),
            }
        }
        Self(out)
    }

    /// Trusts HTML that is part of the program, so only literals are taken.
    pub(crate) fn literal(html: &'static str) -> Self {
        Self(html.to_owned())
    }

    /// The literal if `condition` holds, else nothing: for attributes such as `checked`.
    pub(crate) fn when(condition: bool, html: &'static str) -> Self {
        Self::literal(if condition { html } else { "" })
    }

    /// An attribute with its leading space, or nothing without a value.
    pub(crate) fn attribute(name: &'static str, value: Option<impl Display>) -> Self {
        let mut out = Self::default();
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(out.0, " {name}=\"{}\"", Self::text(value).0);
        }
        out
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

impl FromIterator<Markup> for Markup {
    fn from_iter<I: IntoIterator<Item = Markup>>(parts: I) -> Self {
        Self(parts.into_iter().map(|part| part.0).collect())
    }
}

/// Source with `{{name}}` holes and the values that fill them.
#[derive(Debug)]
pub(crate) struct Template {
    source: &'static str,
    values: Vec<(&'static str, Markup)>,
}

impl Template {
    pub(crate) fn new(source: &'static str) -> Self {
        Self {
            source,
            values: Vec::new(),
        }
    }

    /// Fills a hole with text, escaped.
    pub(crate) fn text(self, name: &'static str, value: impl Display) -> Self {
        self.html(name, Markup::text(value))
    }

    /// Fills a hole with markup.
    pub(crate) fn html(mut self, name: &'static str, value: Markup) -> Self {
        self.values.push((name, value));
        self
    }

    /// One pass over the source, so braces inside a value stay what they are.
    pub(crate) fn render(self) -> Markup {
        let mut out = String::with_capacity(self.source.len() * 2);
        let mut rest = self.source;
        while let Some((before, after)) = rest.split_once("{{") {
            out.push_str(before);
            let Some((name, after)) = after.split_once("}}") else {
                out.push_str("{{");
                rest = after;
                break;
            };
            let value = self.values.iter().find(|(known, _)| *known == name);
            debug_assert!(value.is_some(), "no value for {{{{{name}}}}}");
            if let Some((_, value)) = value {
                out.push_str(&value.0);
            }
            rest = after;
        }
        out.push_str(rest);
        Markup(out)
    }
}

#[cfg(test)]
mod tests {
    use super::{Markup, Template};

    #[test]
    fn text_is_escaped_and_not_filled_twice() {
        let html = Template::new("<p title=\"{{t}}\">{{t}}{{m}}</p>")
            .text("t", "<b>\"{{m}}\" & 'x'")
            .html("m", Markup::literal("<hr>"))
            .render()
            .into_string();
        let t = "&lt;b&gt;&quot;{{m}}&quot; &amp; &#39;x&#39;";
        assert_eq!(html, format!("<p title=\"{t}\">{t}<hr></p>"));
    }

    #[test]
    fn an_attribute_without_a_value_is_nothing() {
        assert!(Markup::attribute("id", None::<&str>).is_empty());
        let id = Markup::attribute("id", Some("a\"b")).into_string();
        assert_eq!(id, " id=\"a&quot;b\"");
    }
}
