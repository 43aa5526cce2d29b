//! What an element says, read once it is there.

use super::act::locate;
use super::call::{Call, Told};
use super::found::Found;
use super::query::Query;
use super::{Locator, Screen};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A reading: the value, or why there is none.
#[derive(Debug, Deserialize)]
struct Reading {
    #[serde(default)]
    value: Value,
    #[serde(default)]
    problem: Option<String>,
    #[serde(default)]
    gone: bool,
}

impl Locator {
    #[track_caller]
    fn read<T: DeserializeOwned + Send + 'static>(
        &self,
        call: impl Into<String>,
        what: &'static str,
        name: Option<String>,
    ) -> Call<T> {
        let query = self.query().clone();
        let run = move |screen: Screen, timeout| {
            Box::pin(async move { read(&screen, &query, timeout, what, name).await }) as _
        };
        self.call(call, self.screen().timeouts().expect, Box::new(run))
    }

    /// All of its text, hidden parts included, white space as it is.
    #[track_caller]
    pub fn text_content(&self) -> Call<String> {
        self.read("text_content()", "text_content", None)
    }

    /// Its visible text, white space collapsed.
    #[track_caller]
    pub fn inner_text(&self) -> Call<String> {
        self.read("inner_text()", "inner_text", None)
    }

    /// The value of a field; for a dropdown the label of what is chosen.
    ///
    /// # Errors
    ///
    /// `INVALID_ARGUMENT` for what has no value, and for a password field, whose value
    /// is never read.
    #[track_caller]
    pub fn input_value(&self) -> Call<String> {
        self.read("input_value()", "input_value", None)
    }

    /// An attribute; `None` when it has none of that name.
    #[track_caller]
    pub fn get_attribute(&self, name: impl Into<String>) -> Call<Option<String>> {
        let name = name.into();
        self.read(format!("get_attribute({name:?})"), "attribute", Some(name))
    }

    /// Whether a checkbox, radio button or switch is on.
    #[track_caller]
    pub fn is_checked(&self) -> Call<bool> {
        self.read("is_checked()", "checked", None)
    }

    /// Whether it can be operated.
    #[track_caller]
    pub fn is_enabled(&self) -> Call<bool> {
        self.read("is_enabled()", "enabled", None)
    }

    /// Whether it can be seen this moment. Does not wait: what is not there cannot.
    ///
    /// # Errors
    ///
    /// `LOCATOR_AMBIGUOUS` when several elements fit.
    #[track_caller]
    pub fn is_visible(&self) -> Call<bool> {
        let query = self.query().clone();
        let run = move |screen: Screen, _| {
            Box::pin(async move {
                let found = now(&screen, &query).await?;
                let shown = match found.count {
                    0 if found.invalid.is_none() => false,
                    _ => found.one(&query)?.visible(),
                };
                Ok(Told::new(
                    shown,
                    if shown { "visible" } else { "not visible" },
                ))
            }) as _
        };
        self.call("is_visible()", Duration::ZERO, Box::new(run))
    }

    /// How many elements fit this moment. Does not wait.
    #[track_caller]
    pub fn count(&self) -> Call<usize> {
        let query = self.query().clone();
        let run = move |screen: Screen, _| {
            Box::pin(async move {
                let found = now(&screen, &query).await?;
                if found.invalid.is_some() {
                    found.one(&query)?;
                }
                Ok(Told::new(found.count, found.count.to_string()))
            }) as _
        };
        self.call("count()", Duration::ZERO, Box::new(run))
    }

    /// One locator for each element that fits this moment. Does not wait.
    #[track_caller]
    pub fn all(&self) -> Call<Vec<Locator>> {
        let locator = self.clone();
        let run = move |screen: Screen, _| {
            Box::pin(async move {
                let count = now(&screen, locator.query()).await?.count;
                let all: Vec<Locator> = (0..count).map(|n| locator.nth(n)).collect();
                Ok(Told::new(all, count.to_string()))
            }) as _
        };
        self.call("all()", Duration::ZERO, Box::new(run))
    }
}

/// What a query comes to this moment.
async fn now(screen: &Screen, query: &Query) -> Result<Found> {
    for _ in 0..3 {
        let args = json!({ "query": query });
        match screen.page().engine().get::<Found>("locate", args).await? {
            Answer::Value(found) if found.frames > 0 && found.invalid.is_none() => {
                if let Some(found) = super::across::locate(screen.page(), query).await? {
                    return Ok(found);
                }
                screen.page().look().await?;
            }
            Answer::Value(found) => return Ok(found),
            Answer::Navigated | Answer::Dialog(_) => {
                screen.page().look().await?;
            }
        }
    }
    Err(Error::new(
        Code::DriverFailed,
        format!("{query} cannot be looked for: the page keeps leaving its document"),
    ))
}

async fn read<T: DeserializeOwned>(
    screen: &Screen,
    query: &Query,
    timeout: Duration,
    what: &str,
    name: Option<String>,
) -> Result<Told<T>> {
    let deadline = Instant::now() + timeout;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let found = locate(screen.page(), query, left).await?;
        let one = found
            .one(query)
            .map_err(|error| error.note(found.tried()))?;
        let args = json!({ "id": one.id, "what": what, "name": name });
        let reading = match screen.page().engine().get::<Reading>("read", args).await? {
            Answer::Value(reading) => reading,
            Answer::Navigated | Answer::Dialog(_) => continue,
        };
        if reading.gone && Instant::now() < deadline {
            continue;
        }
        if let Some(problem) = reading.problem {
            return Err(Error::new(
                Code::InvalidArgument,
                format!(
                    "{} of {} cannot be read: {problem}",
                    what.replace('_', " "),
                    one.in_words()
                ),
            ));
        }
        let summary = crate::text::clip(&shown(&reading.value), 200);
        let value = serde_json::from_value(reading.value).map_err(|error| {
            Error::new(
                Code::DriverFailed,
                format!("{query}: the reading makes no sense"),
            )
            .caused_by(error)
        })?;
        return Ok(Told::new(value, summary));
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{text}\""),
        Value::Null => "none".to_owned(),
        value => value.to_string(),
    }
}
