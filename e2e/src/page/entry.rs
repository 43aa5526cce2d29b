//! Whether a field holds what was typed into it.

use super::effect::Effects;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::text;

impl Effects {
    /// Whether the field holds what was typed; a note where it shows it differently.
    /// `aimed`: the caret was put behind what the field held, or all of it selected.
    ///
    /// # Errors
    ///
    /// The field holds something else.
    pub(super) fn typed(
        &self,
        text: &str,
        replace: bool,
        aimed: bool,
        target: &str,
    ) -> Result<Option<String>> {
        // A line break may send the form and empty the field.
        if !self.attached || text.contains(['\n', '\r']) || text.is_empty() && !replace {
            return Ok(None);
        }
        let Some(length) = self.length else {
            return Ok(None);
        };
        let other = |seen: String| {
            Error::new(
                Code::ActionFailed,
                format!("{target} does not hold what was typed"),
            )
            .note(seen)
            .help(
                "look at the page: the field may refuse these characters, change them, or be full",
            )
        };
        let Some(value) = &self.value else {
            let kept = if replace { 0 } else { self.held_length };
            let wanted = kept + text.encode_utf16().count();
            return if length == wanted {
                Ok(None)
            } else {
                Err(other(format!("it holds {length} characters, not {wanted}")))
            };
        };
        let (have, want) = (text::collapse(value), text::collapse(text));
        let held = match (&self.held, replace) {
            (Some(held), false) => text::collapse(held),
            _ => String::new(),
        };
        let whole = format!("{held}{want}");
        let holds = is_same_entry(&have, &whole)
            || (!replace && !aimed && bare(&have).contains(&bare(&want)));
        if let Some(spread) = self.spread.as_deref().filter(|_| !holds)
            && bare_of_space(spread) == bare_of_space(&want)
        {
            return Ok(Some(format!(
                "the page spread it over the fields from {target} on"
            )));
        }
        if !holds {
            let still = if self.edited { "" } else { "still " };
            return Err(other(format!(
                "it {still}reads \"{}\"",
                text::clip(&have, 200)
            )));
        }
        Ok((bare_of_space(&have) != bare_of_space(&whole))
            .then(|| format!("the field now reads \"{}\"", text::clip(&have, 200))))
    }
}

/// Whether a field shows the same entry: case, white space and the separators a mask
/// adds do not count, except the decimal point of a number.
fn is_same_entry(have: &str, want: &str) -> bool {
    let decimal = |text: &str| {
        text.split_once(['.', ',']).is_some_and(|(whole, part)| {
            [whole, part]
                .iter()
                .all(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    if let (Ok(a), Ok(b)) = (have.parse::<f64>(), want.parse::<f64>())
        && (a - b).abs() < f64::EPSILON
    {
        return true;
    }
    if decimal(want) && !have.contains(['.', ',']) {
        return false;
    }
    bare(have) == bare(want)
}

fn bare(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !"()-./:,\u{200b}\u{feff}".contains(*c))
        .flat_map(char::to_lowercase)
        .collect()
}

fn bare_of_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
