//! Words that turn into its opposite what they stand with.

use super::piece::{standing, whole};

/// Words after which a statement says the opposite.
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "without", "cannot", "nothing", "non", "none", "nobody", "neither",
    "nor", "unable", "hardly", "barely",
];

/// Words after which "to …" did not happen.
const FAILURES: &[&str] = &[
    "failed",
    "fails",
    "fail",
    "failing",
    "failure",
    "refused",
    "refuses",
    "unwilling",
];

/// Words that may stand between a negation and what it denies: "could not yet be saved".
const LINKS: &[&str] = &[
    "a",
    "able",
    "actually",
    "all",
    "an",
    "any",
    "be",
    "been",
    "being",
    "correctly",
    "ever",
    "fully",
    "get",
    "got",
    "had",
    "has",
    "have",
    "is",
    "it",
    "properly",
    "really",
    "successfully",
    "the",
    "to",
    "was",
    "were",
    "yet",
    "you",
    "your",
];

/// Words before "be" after which something is still to come: "will be confirmed".
const TO_COME: &[&str] = &[
    "can", "could", "may", "might", "must", "shall", "should", "to", "will", "would",
];

/// Words that say that something came to its good end. What else stands in their sentence
/// may say that it did not: "Payment complete failed", "Refused: sent".
const DONE: &[&str] = &[
    "accepted",
    "activated",
    "added",
    "applied",
    "approved",
    "archived",
    "assigned",
    "booked",
    "cancelled",
    "canceled",
    "changed",
    "closed",
    "complete",
    "completed",
    "confirmed",
    "connected",
    "copied",
    "created",
    "deleted",
    "delivered",
    "done",
    "enabled",
    "finished",
    "imported",
    "exported",
    "installed",
    "invited",
    "joined",
    "merged",
    "moved",
    "ok",
    "okay",
    "ordered",
    "paid",
    "placed",
    "processed",
    "published",
    "ready",
    "received",
    "registered",
    "removed",
    "renamed",
    "reserved",
    "restored",
    "saved",
    "scheduled",
    "sent",
    "shared",
    "shipped",
    "submitted",
    "subscribed",
    "succeeded",
    "success",
    "successful",
    "successfully",
    "synced",
    "updated",
    "upgraded",
    "uploaded",
    "verified",
];

/// Words that say of such a word right before them that it is not so.
const UNDOING: &[&str] = &[
    "failed",
    "fails",
    "failing",
    "failure",
    "unsuccessfully",
    "unsuccessful",
    "error",
];

/// Words that say so before a colon or a dash: "Refused: sent".
const HEADS: &[&str] = &[
    "failed", "failure", "refused", "rejected", "declined", "denied", "error", "aborted",
];

/// Whether words turn into their opposite what they stand with.
fn negates(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't")
}

/// The words of a folded text, whatever stands between them.
pub(crate) fn words_of(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
}

/// Whether a text has a word of negation that a name for it leaves out: "Don't save" is
/// not called "Save".
pub(crate) fn is_denied_by(name: &str, text: &str) -> bool {
    let count = |text: &str| words_of(text).filter(|word| negates(word)).count();
    count(text) > count(name)
}

/// Whether `needle` stands in `text` only behind words that deny it: "Not saved" does not
/// say "Saved". Where it stands as a whole at all, parts of something longer say nothing.
pub(crate) fn is_only_denied(text: &str, needle: &str) -> bool {
    let mut places = whole(text, needle);
    if places.is_empty() {
        places = standing(text, needle);
    }
    let denied = |at: &usize| {
        let (before, after) = (&text[..*at], text.get(at + needle.len()..));
        is_denied_before(before)
            || is_to_come(before)
            || is_share(before, needle)
            || after.is_some_and(is_over)
            || (is_done(needle) && (is_headed(before) || after.is_some_and(is_undone)))
    };
    !places.is_empty() && places.iter().all(denied)
}

/// Whether what stands before some words denies them: "could not be", "failed to", and a
/// text that begins with "0".
fn is_denied_before(text: &str) -> bool {
    let clause = text
        .rsplit(['.', '!', '?', ';', ','])
        .next()
        .unwrap_or(text);
    let words: Vec<&str> = words_of(clause).collect();
    if words == ["0"] && clause.len() == text.len() {
        return true;
    }
    // "0 of 3 files uploaded", "none of your files uploaded".
    let of_none = |pair: &[&str]| matches!(pair, ["0" | "none" | "neither", "of"]);
    if words.windows(2).any(of_none) {
        return true;
    }
    let linking = words
        .iter()
        .rev()
        .take_while(|word| LINKS.contains(word))
        .count();
    let (before, links) = words.split_at(words.len() - linking);
    before.last().is_some_and(|word| {
        negates(word) || (FAILURES.contains(word) && links.first() == Some(&"to"))
    })
}

/// Whether what stands before some words says that they are not so yet: "to be paid",
/// "will soon be confirmed".
fn is_to_come(before: &str) -> bool {
    let clause = before
        .rsplit(['.', '!', '?', ';', ',', ':'])
        .next()
        .unwrap_or(before);
    let mut words = words_of(clause).rev();
    words.next() == Some("be") && words.take(2).any(|word| TO_COME.contains(&word))
}

/// Whether what stands behind some words says that they are not so: "no longer",
/// "unsuccessfully".
fn is_over(after: &str) -> bool {
    let mut words = words_of(after);
    let first = words.next();
    let touching = after.trim_start().starts_with(char::is_alphanumeric);
    touching
        && (first == Some("unsuccessfully")
            || (first == Some("no") && words.next() == Some("longer")))
}

/// Whether some words end with one that says that something is done.
fn is_done(needle: &str) -> bool {
    words_of(needle)
        .next_back()
        .is_some_and(|word| DONE.contains(&word))
}

/// Whether what stands behind words of that kind takes them back: "failed", "could not be
/// reached", "? No.".
fn is_undone(after: &str) -> bool {
    let rest = after.trim_start();
    let mut words = words_of(rest);
    let first = words.next().unwrap_or_default();
    if let Some(asked) = rest.strip_prefix('?') {
        return words_of(asked).next().is_some_and(negates);
    }
    if !rest.starts_with(char::is_alphanumeric) {
        return false;
    }
    // "could not", "was never", "cannot".
    let linked = matches!(
        first,
        "could" | "can" | "was" | "were" | "is" | "are" | "has" | "have" | "did" | "does" | "may"
    );
    UNDOING.contains(&first)
        || (negates(first) && first != "without" && first != "no")
        || (linked && words.next().is_some_and(negates))
}

/// Whether nothing but a word of failure heads them: "Failure - sent".
fn is_headed(before: &str) -> bool {
    let before = before.trim_end();
    let Some(head) = before.strip_suffix([':', '-', '–', '—']) else {
        return false;
    };
    let mut words = words_of(head).rev();
    words.next().is_some_and(|word| HEADS.contains(&word)) && !words.next().is_some_and(negates)
}

/// Whether what begins with a number is only what something is a share of: "3 files" in
/// "1 of 3 files" and in "1/3 files".
fn is_share(before: &str, needle: &str) -> bool {
    let whole = needle.starts_with(|c: char| c.is_ascii_digit()) && needle.contains(' ');
    let before = before.trim_end();
    let share = before
        .strip_suffix("out of")
        .or_else(|| before.strip_suffix("of"))
        .or_else(|| before.strip_suffix('/'))
        .map(str::trim_end);
    whole && share.is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_denied_is_not_said() {
        for (text, needle, said) in [
            ("saved", "saved", true),
            ("not saved", "saved", false),
            ("could not be saved", "saved", false),
            ("failed to save: not yet saved", "saved", false),
            ("saving failed, nothing was saved", "saved", false),
            ("unable to connect", "connect", false),
            ("failed to connect", "connect", false),
            ("the import wasn't fully saved", "saved", false),
            ("0 items saved", "items saved", false),
            ("0 of 3 files uploaded", "3 files uploaded", false),
            ("0 of 3 files uploaded", "files uploaded", false),
            ("2/3 files uploaded", "3 files uploaded", false),
            ("3 out of 5 passed", "5 passed", false),
            ("2 of 10 tasks done", "10 tasks done", false),
            ("2 of 3 files uploaded", "2 of 3 files uploaded", true),
            ("none of your files uploaded", "uploaded", false),
            ("page 1 of 3", "3", true),
            ("10 items saved", "items saved", true),
            ("errors 0 warnings 2", "warnings 2", true),
            ("not now. saved", "saved", true),
            ("not available add to cart", "add to cart", true),
            ("failed logins 3", "3", true),
            ("not saved, then saved", "saved", true),
            ("waiting to be confirmed", "confirmed", false),
            ("to be paid: 5 €", "paid", false),
            ("your booking will soon be confirmed", "confirmed", false),
            ("will be confirmed", "will be confirmed", true),
            ("what is to be: paid", "paid", true),
            ("be careful: saved", "saved", true),
            ("sent unsuccessfully", "sent", false),
            ("the seat is yours no longer", "the seat is yours", false),
            ("sent. no longer a draft", "sent", true),
            ("payment complete failed", "payment complete", false),
            (
                "payment complete could not be reached",
                "payment complete",
                false,
            ),
            ("payment complete. import failed", "payment complete", true),
            ("the server could not be reached", "the server", true),
            ("upload failed", "upload", true),
            ("refused: sent", "sent", false),
            ("failure - sent", "sent", false),
            ("error: expired", "expired", true),
            ("no error: sent", "sent", true),
            ("saved? no.", "saved", false),
            ("saved? never.", "saved", false),
            ("saved? not now.", "saved", false),
            ("saved - no errors", "saved", true),
            ("saved without errors", "saved", true),
            ("saved not", "saved", false),
            ("are you done? yes", "done", true),
        ] {
            let says = !whole(text, needle).is_empty() && !is_only_denied(text, needle);
            assert_eq!(says, said, "{text:?} {needle:?}");
        }
    }
}
