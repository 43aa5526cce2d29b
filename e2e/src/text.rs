//! Small text rules that several layers share: nearest names, clipping, durations.

use std::time::Duration;

/// The candidate most like `word`, when one is near enough to be meant.
///
/// Near is a Jaro-Winkler similarity above 0.75, ignoring case, or containment.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let wanted = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::jaro_winkler(&wanted, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(score, _)| *score > 0.75)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}

/// `text` cut to at most `limit` characters, the last one an ellipsis when cut.
pub(crate) fn clip(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(limit.saturating_sub(1)).collect();
    out.push('…');
    out
}

/// Runs of white space become one space; ends are trimmed.
pub(crate) fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads `"30s"`, `"500ms"`, `"2m"`, `"1h"`: a whole number and a unit.
pub(crate) fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().ok()?;
    let millis = match unit.trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    number.checked_mul(millis).map(Duration::from_millis)
}

/// A duration as a person writes it: `350ms`, `2.5s`, `3m 20s`.
pub(crate) fn show_duration(duration: Duration) -> String {
    let millis = duration.as_millis();
    if millis < 1_000 {
        format!("{millis}ms")
    } else if millis < 60_000 {
        let text = format!("{:.1}", duration.as_secs_f64());
        format!("{}s", text.trim_end_matches(".0"))
    } else {
        let seconds = duration.as_secs();
        match seconds % 60 {
            0 => format!("{}m", seconds / 60),
            rest => format!("{}m {rest}s", seconds / 60),
        }
    }
}

/// A limit in whole milliseconds, never shorter than it is: cut down, a wait would end
/// just before its time and say so.
pub(crate) fn whole_millis(limit: Duration) -> u64 {
    u64::try_from(limit.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// What to say of words that a page holds and does not show.
pub(crate) fn unshown(place: &str) -> String {
    format!("the words are in the page, but not shown: {place}")
}

/// A text with what is to be known beside it.
pub(crate) fn with_notes(text: &str, notes: &[String]) -> String {
    let parts = [text].into_iter().filter(|text| !text.is_empty());
    let parts: Vec<&str> = parts.chain(notes.iter().map(String::as_str)).collect();
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_in_milliseconds_is_never_cut() {
        for (nanos, millis) in [(0, 0), (1, 1), (999_999_999, 1_000), (1_000_000_000, 1_000)] {
            assert_eq!(whole_millis(Duration::from_nanos(nanos)), millis);
        }
    }

    #[test]
    fn durations_read_and_show() {
        for (text, millis) in [
            ("30s", 30_000),
            ("500ms", 500),
            ("2m", 120_000),
            (" 1 h", 3_600_000),
        ] {
            assert_eq!(
                parse_duration(text),
                Some(Duration::from_millis(millis)),
                "{text}"
            );
        }
        for text in [
            "",
            "30",
            "s",
            "-1s",
            "1.5s",
            "99999999999999999999s",
            "3 weeks",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
        for (millis, text) in [
            (350, "350ms"),
            (2_500, "2.5s"),
            (3_000, "3s"),
            (200_000, "3m 20s"),
        ] {
            assert_eq!(show_duration(Duration::from_millis(millis)), text);
        }
    }

    #[test]
    fn the_nearest_name_is_near_or_none() {
        assert_eq!(nearest("timout", ["retries", "timeout"]), Some("timeout"));
        assert_eq!(nearest("zzz", ["retries", "timeout"]), None);
    }

    #[test]
    fn clipping_counts_characters() {
        assert_eq!(clip("naïve", 5), "naïve");
        assert_eq!(clip("naïve!", 5), "naïv…");
    }
}
