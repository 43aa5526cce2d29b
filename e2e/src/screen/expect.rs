//! Expectations that are tried again until they hold, inside the page.

use super::call::Call;
use super::judge::{Looked, failed, start, verdict, with_not};
use super::{Locator, Screen};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// States what has to hold: of an element, or of the page as a whole.
///
/// ```no_run
/// use e2e::screen::{Role, Screen, expect};
///
/// # async fn example(screen: Screen) -> e2e::Result {
/// expect(screen.get_by_role(Role::Status)).to_contain_text("Pro").await?;
/// expect(screen.get_by_role(Role::Dialog)).not().to_be_visible().await?;
/// expect(&screen).to_have_url("/settings/billing").await
/// # }
/// ```
pub fn expect<T: Expectable>(subject: T) -> T::Expectation {
    subject.expectation()
}

pub(crate) mod sealed {
    /// Keeps [`super::Expectable`] to the types of this crate.
    pub trait Sealed {}
}

/// What can be the subject of [`expect`].
pub trait Expectable: sealed::Sealed {
    /// What can be said about it.
    type Expectation;

    /// Starts a statement about it.
    fn expectation(self) -> Self::Expectation;
}

macro_rules! expectable {
    ($($subject:ty => $expectation:ident;)*) => {$(
        impl sealed::Sealed for $subject {}
        impl Expectable for $subject {
            type Expectation = $expectation;

            fn expectation(self) -> $expectation {
                $expectation {
                    subject: self.clone(),
                    not: false,
                    timeout: None,
                }
            }
        }
    )*};
}

expectable! {
    Locator => LocatorExpectation;
    &Locator => LocatorExpectation;
    Screen => PageExpectation;
    &Screen => PageExpectation;
}

/// A statement about one element.
#[derive(Clone, Debug)]
#[must_use = "say what has to hold, and await it"]
pub struct LocatorExpectation {
    subject: Locator,
    not: bool,
    timeout: Option<Duration>,
}

/// A statement about the page as a whole.
#[derive(Clone, Debug)]
#[must_use = "say what has to hold, and await it"]
pub struct PageExpectation {
    subject: Screen,
    not: bool,
    timeout: Option<Duration>,
}

/// One statement in words and for the engine.
struct Asked {
    /// The call: `to_have_text("Pro")`.
    call: String,
    /// What has to be seen, in words.
    expected: String,
    ask: Map<String, Value>,
}

fn asked(call: impl Into<String>, expected: impl Into<String>, ask: Value) -> Asked {
    Asked {
        call: call.into(),
        expected: expected.into(),
        ask: match ask {
            Value::Object(ask) => ask,
            _ => Map::new(),
        },
    }
}

impl LocatorExpectation {
    /// Turns the statement round. The element still has to be there, except for
    /// visibility and numbers.
    #[expect(clippy::should_implement_trait, reason = "it reads as a sentence")]
    pub fn not(mut self) -> Self {
        self.not = !self.not;
        self
    }

    /// Tries at most so long, instead of the configured time.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    #[track_caller]
    fn check(self, asked: Asked) -> Call<()> {
        let Asked {
            call,
            expected,
            mut ask,
        } = asked;
        let not = if self.not { "not()." } else { "" };
        let text = format!("expect({}).{not}{call}", self.subject.query());
        ask.insert("query".into(), json!(self.subject.query()));
        let expected = with_not(expected, self.not);
        let locator = self.subject.clone();
        let judge = move |looked: &Looked| verdict(&locator, looked, &expected);
        start(
            self.subject.screen(),
            self.timeout,
            self.not,
            text,
            ask,
            judge,
        )
    }

    /// It can be seen: rendered, of some size, not hidden.
    #[track_caller]
    pub fn to_be_visible(self) -> Call<()> {
        self.check(asked(
            "to_be_visible()",
            "visible",
            json!({ "kind": "visible" }),
        ))
    }

    /// It cannot be seen, or is not there at all.
    #[track_caller]
    pub fn to_be_hidden(mut self) -> Call<()> {
        self.not = !self.not;
        self.check(asked(
            "to_be_visible()",
            "visible",
            json!({ "kind": "visible" }),
        ))
    }

    /// Its visible text is just this; runs of white space count as one space.
    #[track_caller]
    pub fn to_have_text(self, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        let ask = json!({ "kind": "text", "text": text, "compare": "is" });
        self.check(asked(
            format!("to_have_text({text:?})"),
            format!("{text:?}"),
            ask,
        ))
    }

    /// Its visible text contains this.
    #[track_caller]
    pub fn to_contain_text(self, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        let ask = json!({ "kind": "text", "text": text, "compare": "contains" });
        let expected = format!("a text that contains {text:?}");
        self.check(asked(format!("to_contain_text({text:?})"), expected, ask))
    }

    /// The value of a field, or the label of what is chosen, is just this.
    #[track_caller]
    pub fn to_have_value(self, value: impl Into<String>) -> Call<()> {
        let value = value.into();
        let ask = json!({ "kind": "value", "text": value, "compare": "is" });
        self.check(asked(
            format!("to_have_value({value:?})"),
            format!("{value:?}"),
            ask,
        ))
    }

    /// A checkbox, radio button or switch is on.
    #[track_caller]
    pub fn to_be_checked(self) -> Call<()> {
        self.check(asked(
            "to_be_checked()",
            "checked",
            json!({ "kind": "checked" }),
        ))
    }

    /// A checkbox, radio button or switch is off; partly on is not off.
    #[track_caller]
    pub fn to_be_unchecked(self) -> Call<()> {
        self.check(asked(
            "to_be_unchecked()",
            "unchecked",
            json!({ "kind": "unchecked" }),
        ))
    }

    /// It can be operated.
    #[track_caller]
    pub fn to_be_enabled(self) -> Call<()> {
        self.check(asked(
            "to_be_enabled()",
            "enabled",
            json!({ "kind": "enabled" }),
        ))
    }

    /// It cannot be operated.
    #[track_caller]
    pub fn to_be_disabled(mut self) -> Call<()> {
        self.not = !self.not;
        self.check(asked(
            "to_be_enabled()",
            "enabled",
            json!({ "kind": "enabled" }),
        ))
    }

    /// It holds the keyboard focus.
    #[track_caller]
    pub fn to_be_focused(self) -> Call<()> {
        self.check(asked(
            "to_be_focused()",
            "focused",
            json!({ "kind": "focused" }),
        ))
    }

    /// So many elements fit.
    #[track_caller]
    pub fn to_have_count(self, count: usize) -> Call<()> {
        let ask = json!({ "kind": "count", "count": count });
        let expected = format!("{count} elements");
        self.check(asked(format!("to_have_count({count})"), expected, ask))
    }

    /// An attribute is just this.
    #[track_caller]
    pub fn to_have_attribute(self, name: impl Into<String>, value: impl Into<String>) -> Call<()> {
        let (name, value) = (name.into(), value.into());
        let ask = json!({ "kind": "attribute", "name": name, "text": value, "compare": "is" });
        let call = format!("to_have_attribute({name:?}, {value:?})");
        self.check(asked(call, format!("{name}={value:?}"), ask))
    }
}

impl PageExpectation {
    /// Turns the statement round.
    #[expect(clippy::should_implement_trait, reason = "it reads as a sentence")]
    pub fn not(mut self) -> Self {
        self.not = !self.not;
        self
    }

    /// Tries at most so long, instead of the configured time.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    #[track_caller]
    fn check(self, what: &'static str, asked: Asked) -> Call<()> {
        let not = if self.not { "not()." } else { "" };
        let text = format!("expect(page).{not}{}", asked.call);
        let expected = with_not(asked.expected, self.not);
        let judge = move |looked: &Looked| failed(what, looked, &expected);
        start(
            &self.subject,
            self.timeout,
            self.not,
            text,
            asked.ask,
            judge,
        )
    }

    /// The address is just this; a path (`/settings`) is compared with the path, and
    /// with query and fragment where it has them.
    #[track_caller]
    pub fn to_have_url(self, url: impl Into<String>) -> Call<()> {
        let url = url.into();
        let ask = json!({ "of": "url", "text": url, "compare": "is" });
        self.check(
            "the URL",
            asked(format!("to_have_url({url:?})"), format!("{url:?}"), ask),
        )
    }

    /// The address contains this.
    #[track_caller]
    pub fn to_contain_url(self, part: impl Into<String>) -> Call<()> {
        let part = part.into();
        let ask = json!({ "of": "url", "text": part, "compare": "contains" });
        let expected = format!("one that contains {part:?}");
        self.check(
            "the URL",
            asked(format!("to_contain_url({part:?})"), expected, ask),
        )
    }

    /// The title is just this.
    #[track_caller]
    pub fn to_have_title(self, title: impl Into<String>) -> Call<()> {
        let title = title.into();
        let ask = json!({ "of": "title", "text": title, "compare": "is" });
        let call = format!("to_have_title({title:?})");
        self.check("the title", asked(call, format!("{title:?}"), ask))
    }
}
