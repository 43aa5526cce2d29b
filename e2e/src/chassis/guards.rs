//! Noticing that a model goes in circles.
//!
//! Pure functions over the conversation, computed anew before every request, so
//! nothing has to be reset. They never invent a verdict: they warn, and in the end
//! leave the model nothing but to conclude.

use super::conclude;
use super::history::{History, Weight};

/// What a guard sees. The reason counts, so that each further repetition is news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Alarm {
    Warn(String),
    Stop(String),
}

/// How many repetitions warn and stop, for one call and for a cycle of two to four.
const ONE: (usize, usize) = (3, 5);
const CYCLE: (usize, usize) = (2, 3);
const LONGEST_CYCLE: usize = 4;

/// How many of the newest calls can matter. A count beyond what stops is not needed.
const SEEN: usize = LONGEST_CYCLE * 6;

/// How many failures in a row warn and stop.
const FAILURES: (usize, usize) = (3, 5);

/// The same calls over and over, at the end of the conversation.
pub(super) fn repetition(history: &History) -> Option<Alarm> {
    let newest = history
        .calls()
        .rev()
        .filter(|call| call.name != conclude::NAME)
        .take(SEEN);
    let mut calls: Vec<(String, &str)> = newest
        .map(|call| {
            (
                format!("{}{}", call.name, call.arguments),
                call.name.as_str(),
            )
        })
        .collect();
    calls.reverse();
    let mut warning = None;
    for period in 1..=LONGEST_CYCLE {
        let times = repeated(&calls, period);
        let (warn, stop) = if period == 1 { ONE } else { CYCLE };
        if times < warn {
            continue;
        }
        let names: Vec<_> = calls[calls.len() - period..]
            .iter()
            .map(|(_, name)| *name)
            .collect();
        let reason = if period == 1 {
            format!(
                "the same call of {} was made {times} times in a row",
                names[0]
            )
        } else {
            format!(
                "the same {period} calls ({}) were made {times} times in a row",
                names.join(", ")
            )
        };
        if times >= stop {
            return Some(Alarm::Stop(reason));
        }
        warning.get_or_insert(Alarm::Warn(reason));
    }
    warning
}

/// How many times the last `period` calls stand back to back at the end. Identical
/// calls fit a longer period too, but the first one, which is looked at first, warns of
/// them and stops them before.
fn repeated(calls: &[(String, &str)], period: usize) -> usize {
    let Some(start) = calls.len().checked_sub(period) else {
        return 0;
    };
    let window = &calls[start..];
    calls
        .rchunks_exact(period)
        .take_while(|chunk| *chunk == window)
        .count()
}

/// One failure after the other, whatever was tried.
pub(super) fn failures(history: &History) -> Option<Alarm> {
    let streak = history
        .outcomes()
        .rev()
        .filter(|outcome| outcome.weight != Weight::Neutral)
        .take_while(|outcome| outcome.weight == Weight::Failed)
        .count();
    let reason = format!("the last {streak} calls failed");
    match streak {
        n if n >= FAILURES.1 => Some(Alarm::Stop(reason)),
        n if n >= FAILURES.0 => Some(Alarm::Warn(reason)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chassis::history::{Entry, Outcome, Said};
    use crate::model::{Part, ToolCall};
    use serde_json::json;

    /// One call a letter; `!` is a verdict.
    fn calls(script: &str) -> History {
        let entry = |letter: char| {
            let name = if letter == '!' { conclude::NAME } else { "tap" };
            Entry::Assistant(vec![Part::ToolCall(ToolCall::new(
                "id",
                name,
                json!({"target": letter.to_string()}),
            ))])
        };
        History {
            entries: script.chars().map(entry).collect(),
            ..History::default()
        }
    }

    #[test]
    fn repetitions_warn_and_stop_at_their_counts() {
        for (script, expected) in [
            ("", "-"),
            ("aa", "-"),
            ("aaa", "warn 3"),
            ("aaaa", "warn 4"),
            ("aaaaa", "stop 5"),
            ("aaaab", "-"),
            ("aa!a", "warn 3"),
            ("abab", "warn 2"),
            ("ababa", "warn 2"),
            ("ababab", "stop 3"),
            ("abababx", "-"),
            ("abcabc", "warn 2"),
            ("abcabcabc", "stop 3"),
            ("abcdabcd", "warn 2"),
            ("abcdabcdabcd", "stop 3"),
            ("abcdeabcdeabcde", "-"),
            ("aabaab", "warn 2"),
            ("abcdefgh", "-"),
            ("xaaa", "warn 3"),
            ("abaaaa", "warn 4"),
            ("aabbaabb", "warn 2"),
            ("baaabaaabaaa", "stop 3"),
        ] {
            let seen = match repetition(&calls(script)) {
                None => "-".to_owned(),
                Some(Alarm::Warn(reason)) => format!("warn {reason}"),
                Some(Alarm::Stop(reason)) => format!("stop {reason}"),
            };
            let count = |text: &str| {
                text.split(' ')
                    .rfind(|word| word.parse::<u32>().is_ok())
                    .map(str::to_owned)
            };
            let short = match seen.split_once(' ') {
                Some((kind, reason)) => format!("{kind} {}", count(reason).unwrap_or_default()),
                None => seen.clone(),
            };
            assert_eq!(short, expected, "{script}: {seen}");
        }
    }

    #[test]
    fn one_success_ends_a_streak_and_neutral_outcomes_do_not() {
        for (script, expected) in [
            ("ff", None),
            ("fff", Some(false)),
            ("ffff", Some(false)),
            ("fffff", Some(true)),
            ("ffffs", None),
            ("ffnf", Some(false)),
            ("sfff", Some(false)),
            ("fffsf", None),
        ] {
            let outcomes = script.chars().map(|letter| Outcome {
                call_id: String::new(),
                name: String::new(),
                said: Said::default(),
                weight: match letter {
                    'f' => Weight::Failed,
                    's' => Weight::Succeeded,
                    _ => Weight::Neutral,
                },
            });
            let history = History {
                entries: vec![Entry::Results(outcomes.collect())],
                ..History::default()
            };
            let seen = failures(&history).map(|alarm| matches!(alarm, Alarm::Stop(_)));
            assert_eq!(seen, expected, "{script}");
        }
    }
}
