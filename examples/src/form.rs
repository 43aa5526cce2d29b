//! Form fields with labels, hints and errors, and the errors of a whole form.

use crate::template::{Markup, Template};

/// The errors of one form, in the order of its fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Errors(Vec<(&'static str, String)>);

impl Errors {
    pub(crate) fn add(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push((field, message.into()));
    }

    /// Adds `message` if the value is blank, and says whether it was.
    pub(crate) fn blank(&mut self, field: &'static str, value: &str, message: &str) -> bool {
        let blank = value.trim().is_empty();
        if blank {
            self.add(field, message);
        }
        blank
    }

    /// Checks an email address the way the script of the forms does.
    pub(crate) fn email(&mut self, field: &'static str, value: &str) {
        if !self.blank(field, value, ENTER_EMAIL) && !is_email(value.trim()) {
            self.add(field, VALID_EMAIL);
        }
    }

    pub(crate) fn get(&self, field: &str) -> Option<&str> {
        let (_, message) = self.0.iter().find(|(name, _)| *name == field)?;
        Some(message)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends the errors of another form.
    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (*name, text.as_str()))
    }

    /// The box at the top of a form that links to each wrong field.
    pub(crate) fn summary(&self) -> Markup {
        if self.is_empty() {
            return Markup::default();
        }
        let items = self.iter().map(|(name, message)| {
            Template::new("<li><a href=\"#{{name}}\">{{message}}</a></li>")
                .text("name", name)
                .text("message", message)
                .render()
        });
        Template::new(include_str!("assets/html/error_summary.html"))
            .html("items", items.collect())
            .render()
    }
}

/// Asks for an email address.
pub(crate) const ENTER_EMAIL: &str = "Enter your email address";
/// Asks for a better email address.
pub(crate) const VALID_EMAIL: &str = "Enter a valid email address";

/// Whether text looks like an address: something, an at sign, a dotted host.
pub(crate) fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else {
        return false;
    };
    let dotted = host
        .rsplit_once('.')
        .is_some_and(|(name, end)| !name.is_empty() && !end.is_empty());
    !local.is_empty() && dotted && !host.contains('@') && !text.contains(char::is_whitespace)
}

/// The error below a control. It is always there, so that the script can fill it.
pub(crate) fn error(name: &str, message: Option<&str>) -> Markup {
    Template::new("<p class=\"error\" id=\"{{name}}-error\"{{hidden}}>{{message}}</p>")
        .text("name", name)
        .html("hidden", Markup::when(message.is_none(), " hidden"))
        .text("message", message.unwrap_or_default())
        .render()
}

/// A labelled text input.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    name: &'static str,
    label: &'static str,
    kind: &'static str,
    value: &'a str,
    error: Option<&'a str>,
    hint: Option<&'static str>,
    autocomplete: Option<&'static str>,
    required: Option<&'static str>,
    least: Option<(usize, &'static str)>,
}

impl<'a> Field<'a> {
    pub(crate) fn new(name: &'static str, label: &'static str) -> Self {
        Self {
            name,
            label,
            kind: "text",
            value: "",
            error: None,
            hint: None,
            autocomplete: None,
            required: None,
            least: None,
        }
    }

    /// An email field with its usual name, label and checks.
    pub(crate) fn email() -> Self {
        Self::new("email", "Email address")
            .kind("email")
            .autocomplete("email")
            .required(ENTER_EMAIL)
    }

    pub(crate) fn kind(mut self, kind: &'static str) -> Self {
        self.kind = kind;
        self
    }

    pub(crate) fn value(mut self, value: &'a str) -> Self {
        self.value = value;
        self
    }

    /// Shows the error this field has among `errors`.
    pub(crate) fn errors(mut self, errors: &'a Errors) -> Self {
        self.error = errors.get(self.name);
        self
    }

    pub(crate) fn hint(mut self, hint: &'static str) -> Self {
        self.hint = Some(hint);
        self
    }

    pub(crate) fn autocomplete(mut self, what: &'static str) -> Self {
        self.autocomplete = Some(what);
        self
    }

    /// Requires a value, and says what to show without one.
    pub(crate) fn required(mut self, message: &'static str) -> Self {
        self.required = Some(message);
        self
    }

    /// Requires a length, and says what to show below it.
    pub(crate) fn least(mut self, length: usize, message: &'static str) -> Self {
        self.least = Some((length, message));
        self
    }

    pub(crate) fn render(self) -> Markup {
        let name = self.name;
        let hint = self.hint.map_or_else(Markup::default, |hint| {
            Template::new("<p class=\"hint\" id=\"{{name}}-hint\">{{hint}}</p>")
                .text("name", name)
                .text("hint", hint)
                .render()
        });
        let email = (self.kind == "email").then_some(VALID_EMAIL);
        let attributes = [
            Markup::attribute("autocomplete", self.autocomplete),
            Markup::attribute("data-required", self.required),
            Markup::attribute("data-email", email),
            Markup::attribute("data-least", self.least.map(|(length, _)| length)),
            Markup::attribute("data-short", self.least.map(|(_, message)| message)),
            Markup::attribute("aria-describedby", described_by(name, &hint, self.error)),
            Markup::when(self.required.is_some(), " required"),
            Markup::when(self.error.is_some(), " aria-invalid=\"true\""),
        ];
        Template::new(include_str!("assets/html/field.html"))
            .text("name", name)
            .text("label", self.label)
            .text("kind", self.kind)
            .text("value", self.value)
            .html("hint", hint)
            .html("attributes", attributes.into_iter().collect())
            .html("error", error(name, self.error))
            .render()
    }
}

fn described_by(name: &str, hint: &Markup, error: Option<&str>) -> Option<String> {
    let hint = (!hint.is_empty()).then(|| format!("{name}-hint"));
    let error = error.map(|_| format!("{name}-error"));
    match (hint, error) {
        (Some(hint), Some(error)) => Some(format!("{hint} {error}")),
        (hint, error) => hint.or(error),
    }
}

/// The countries one can choose.
pub(crate) const COUNTRIES: [&str; 9] = [
    "Canada",
    "France",
    "Germany",
    "Ireland",
    "Japan",
    "Netherlands",
    "Portugal",
    "United Kingdom",
    "United States",
];

/// A select for the country, with an empty first choice.
pub(crate) fn country(value: &str, errors: &Errors) -> Markup {
    let message = errors.get("country");
    let options = COUNTRIES.iter().map(|country| {
        Template::new("<option{{selected}}>{{country}}</option>")
            .html("selected", Markup::when(*country == value, " selected"))
            .text("country", country)
            .render()
    });
    let attributes = [
        Markup::attribute("aria-describedby", message.map(|_| "country-error")),
        Markup::when(message.is_some(), " aria-invalid=\"true\""),
    ];
    Template::new(include_str!("assets/html/country.html"))
        .html("options", options.collect())
        .html("attributes", attributes.into_iter().collect())
        .html("error", error("country", message))
        .render()
}

#[cfg(test)]
mod tests {
    use super::{Errors, Field, is_email};

    #[test]
    fn addresses_are_told_from_other_text() {
        assert!(is_email("ada@example.com"));
        for text in [
            "ada",
            "ada@",
            "@example.com",
            "a b@example.com",
            "a@b@c.d",
            "a@com",
            "a@.x",
        ] {
            assert!(!is_email(text), "{text}");
        }
    }

    #[test]
    fn a_wrong_field_is_described_by_its_error() {
        let mut errors = Errors::default();
        errors.email("email", "ada");
        let html = Field::email()
            .value("ada")
            .errors(&errors)
            .render()
            .into_string();
        assert!(html.contains("aria-invalid=\"true\""), "{html}");
        assert!(html.contains("aria-describedby=\"email-error\""), "{html}");
        assert!(html.contains("Enter a valid email address</p>"), "{html}");
    }
}
