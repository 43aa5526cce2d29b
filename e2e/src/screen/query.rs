//! A locator as data: what the engine looks for, and how it reads in messages.

use super::matching::{RoleQuery, TextMatch};
use serde::Serialize;
use std::fmt;

/// Steps that each look inside what the step before found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Query {
    pub(super) steps: Vec<Step>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Step {
    /// Looks inside.
    Find {
        by: By,
        #[serde(skip_serializing_if = "Option::is_none")]
        role: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        exact: bool,
    },
    /// Keeps those whose text fits.
    HasText { has_text: String, exact: bool },
    /// Keeps those whose accessible name fits.
    Named { named: String, exact: bool },
    /// Keeps the visible ones, or the others.
    Visible { visible: bool },
    /// Keeps one, counted from 0, from the end when negative.
    Nth { nth: i64 },
}

/// By what a step looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum By {
    Role,
    Label,
    Text,
    Placeholder,
    TestId,
    Alt,
    Title,
    Css,
}

impl By {
    /// The method that makes such a step.
    fn method(self) -> &'static str {
        match self {
            By::Role => "get_by_role",
            By::Label => "get_by_label",
            By::Text => "get_by_text",
            By::Placeholder => "get_by_placeholder",
            By::TestId => "get_by_test_id",
            By::Alt => "get_by_alt_text",
            By::Title => "get_by_title",
            By::Css => "locator",
        }
    }

    /// What is listed when a step of this kind finds nothing.
    pub(super) fn listed(self) -> &'static str {
        match self {
            By::Role => "names of that role on the page",
            By::Label => "labels on the page",
            By::Text => "nearest texts on the page",
            By::Placeholder => "placeholders on the page",
            By::TestId => "test ids on the page",
            By::Alt => "alternative texts on the page",
            By::Title => "titles on the page",
            By::Css => "",
        }
    }
}

impl Step {
    pub(super) fn role(query: RoleQuery) -> Self {
        let (text, exact) = match query.name {
            Some(name) => (Some(name.text), name.exact),
            None => (None, false),
        };
        Step::Find {
            by: By::Role,
            role: Some(query.role.as_str()),
            text,
            exact,
        }
    }

    pub(super) fn text(by: By, wanted: TextMatch) -> Self {
        Step::Find {
            by,
            role: None,
            text: Some(wanted.text),
            exact: wanted.exact,
        }
    }
}

impl Query {
    pub(super) fn with(&self, step: Step) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self { steps }
    }

    /// Gives the newest step a name: a role's own, else as a filter.
    pub(super) fn named(&self, wanted: TextMatch) -> Self {
        let mut query = self.clone();
        if let Some(Step::Find {
            by: By::Role,
            text: text @ None,
            exact,
            ..
        }) = query.steps.last_mut()
        {
            *text = Some(wanted.text);
            *exact = wanted.exact;
            return query;
        }
        self.with(Step::Named {
            named: wanted.text,
            exact: wanted.exact,
        })
    }

    /// Makes the newest text an exact one.
    pub(super) fn exact(&self) -> Self {
        let mut query = self.clone();
        let newest = query.steps.iter_mut().rev().find_map(|step| match step {
            Step::Find { exact, .. } | Step::HasText { exact, .. } | Step::Named { exact, .. } => {
                Some(exact)
            }
            Step::Visible { .. } | Step::Nth { .. } => None,
        });
        if let Some(exact) = newest {
            *exact = true;
        }
        query
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.steps.iter().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            write!(f, "{step}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Find {
                by,
                role,
                text,
                exact,
            } => {
                write!(f, "{}(", by.method())?;
                if let Some(role) = role {
                    f.write_str(role)?;
                }
                if let Some(text) = text {
                    if role.is_some() {
                        f.write_str(", ")?;
                    }
                    // Selectors and test ids are never anything but exact.
                    quote(f, text, *exact && !matches!(by, By::Css | By::TestId))?;
                }
                f.write_str(")")
            }
            Step::HasText { has_text, exact } => {
                f.write_str("filter(")?;
                quote(f, has_text, *exact)?;
                f.write_str(")")
            }
            Step::Named { named, exact } => {
                f.write_str("name(")?;
                quote(f, named, *exact)?;
                f.write_str(")")
            }
            Step::Visible { visible: true } => f.write_str("visible()"),
            Step::Visible { visible: false } => f.write_str("hidden()"),
            Step::Nth { nth: 0 } => f.write_str("first()"),
            Step::Nth { nth: -1 } => f.write_str("last()"),
            Step::Nth { nth } => write!(f, "nth({nth})"),
        }
    }
}

fn quote(f: &mut fmt::Formatter<'_>, text: &str, exact: bool) -> fmt::Result {
    match exact {
        true => write!(f, "exact({text:?})"),
        false => write!(f, "{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Role, exact};

    #[test]
    fn a_query_reads_as_it_was_written_and_goes_out_as_json() {
        let query = Query::default()
            .with(Step::role(Role::Row.into()))
            .with(Step::HasText {
                has_text: "March".into(),
                exact: false,
            })
            .with(Step::role((Role::Button, exact("Delete")).into()))
            .with(Step::Nth { nth: -1 });
        assert_eq!(
            query.to_string(),
            "get_by_role(row).filter(\"March\").get_by_role(button, exact(\"Delete\")).last()"
        );
        assert_eq!(
            serde_json::to_value(&query).unwrap(),
            serde_json::json!({ "steps": [
                { "by": "role", "role": "row", "exact": false },
                { "has_text": "March", "exact": false },
                { "by": "role", "role": "button", "text": "Delete", "exact": true },
                { "nth": -1 },
            ]})
        );
    }

    #[test]
    fn names_and_exactness_belong_to_the_newest_text() {
        let button = Query::default().with(Step::role(Role::Button.into()));
        assert_eq!(
            button.named("Save".into()).exact().to_string(),
            "get_by_role(button, exact(\"Save\"))"
        );
        let css = Query::default().with(Step::text(By::Css, ".card".into()));
        assert_eq!(
            css.named("March".into()).to_string(),
            "locator(\".card\").name(\"March\")"
        );
    }
}
