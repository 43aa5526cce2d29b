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
        let before = self.held.as_deref().map(text::collapse);
        let holds = is_same_entry(&have, &whole)
            || (replace && is_behind_a_sign(&have, &want, &before.unwrap_or_default()))
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

/// Whether a mask set a sign of its own before what was typed, which nobody types: a
/// country code behind its plus (`+7 (916) …`), or a few capitals that stand apart
/// (`INV-…`) and that the field held alone or not at all before.
fn is_behind_a_sign(have: &str, want: &str, held: &str) -> bool {
    let (have, want, held) = (have.trim(), bare(want), bare(held));
    if want.is_empty() || !want.chars().all(|c| c.is_ascii_digit()) {
        return false;
    }
    let shown = bare(have);
    let Some(sign) = shown.strip_suffix(&want) else {
        return false;
    };
    if let Some(code) = sign.strip_prefix('+') {
        let digits = code.chars().all(|c| c.is_ascii_digit());
        return digits && (1..=3).contains(&code.len()) && want.len() >= 4;
    }
    let capitals: String = have
        .chars()
        .take_while(|c| c.is_alphabetic() && c.is_uppercase())
        .collect();
    let apart = have.chars().nth(capitals.chars().count());
    (1..=4).contains(&capitals.chars().count())
        && apart.is_some_and(|c| c == ' ' || c == '-')
        && capitals.to_lowercase() == sign
        && (held.is_empty() || held.trim_end_matches('_') == sign)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_may_set_a_sign_before_what_was_typed_and_nothing_else() {
        for (have, want, held, holds) in [
            ("+7(916)123-45-67", "9161234567", "", true),
            ("+7(916)123-45-67", "9161234567", "+7(___)", true),
            ("+1 (555) 123-4567", "5551234567", "+1 (222) 333-4444", true),
            ("INV-1234", "1234", "INV-", true),
            ("US 1234", "1234", "", true),
            // What was there before, and what was made of it.
            ("INV-1234", "234", "INV-1", false),
            ("1,234", "234", "1", false),
            ("0.05", "05", "", false),
            ("+1234", "234", "", false),
            ("+12345 6789", "6789", "", false),
            ("+7(916)123-45-6", "9161234567", "", false),
            ("+7(916)123-45-670", "9161234567", "", false),
            ("max-30", "30", "", false),
        ] {
            assert_eq!(
                is_behind_a_sign(have, want, held),
                holds,
                "{have} {want} {held}"
            );
        }
    }
}
