//! Words of the environment that may be misspelt, where nothing would be said otherwise.

use crate::case::Case;
use std::collections::BTreeSet;

/// A line for each tag of `E2E_TAGS` that no case has.
pub(super) fn tags(cases: &[Case], asked: &[String]) -> String {
    if asked.is_empty() {
        return String::new();
    }
    let there: BTreeSet<&str> = cases.iter().flat_map(Case::tags).copied().collect();
    let there: Vec<&str> = there.into_iter().collect();
    let lost = asked
        .iter()
        .map(|tag| tag.strip_prefix('!').unwrap_or(tag))
        .filter(|tag| !there.contains(tag));
    lost.map(|tag| match there.is_empty() {
        true => format!("note: no test has the tag \"{tag}\", or any other\n"),
        false => format!(
            "note: no test has the tag \"{tag}\"; there is: {}\n",
            there.join(", ")
        ),
    })
    .collect()
}

/// A line for each variable that is ours but for a few letters. Others may be the
/// project's own, and alike by chance.
pub(super) fn variables(unknown: &[(String, Option<&str>)]) -> String {
    const SLIPS: usize = 3;
    let near = unknown
        .iter()
        .filter_map(|(name, near)| Some((name, (*near)?)))
        .filter(|(name, near)| strsim::levenshtein(name, near) <= SLIPS);
    near.map(|(name, near)| {
        format!("note: {name} is set and means nothing; did you mean {near}?\n")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{TestDef, TestOptions, sample};
    use crate::harness::plan;

    fn cases(tags: &'static [&'static str]) -> Vec<Case> {
        let base = sample("ui", "tagged");
        let options = TestOptions {
            tags,
            ..TestOptions::NONE
        };
        let test: &'static TestDef = Box::leak(Box::new(TestDef { options, ..*base }));
        plan::cases([test].into_iter(), "ui").unwrap()
    }

    #[test]
    fn a_tag_that_no_test_has_is_told_with_those_there_are() {
        let told = |tags: &'static [&'static str], asked: &[&str]| {
            let asked: Vec<_> = asked.iter().map(|tag| (*tag).to_owned()).collect();
            super::tags(&cases(tags), &asked)
        };
        let both = "note: no test has the tag \"smok\"; there is: slow, smoke\n";
        assert_eq!(told(&["smoke", "slow"], &["smok", "!slow"]), both);
        assert_eq!(told(&["smoke", "slow"], &["!smok"]), both);
        assert_eq!(told(&["smoke"], &["smoke"]), "");
        assert_eq!(told(&[], &[]), "");
        assert_eq!(
            told(&[], &["x"]),
            "note: no test has the tag \"x\", or any other\n"
        );
    }

    #[test]
    fn only_what_is_near_to_one_of_ours_is_told() {
        let unknown = [
            ("E2E_BROWSR".to_owned(), Some("E2E_BROWSER")),
            ("E2E_API_KEY".to_owned(), Some("E2E_APP_URL")),
            ("E2E_PASSWORD_OF_ANN".to_owned(), None),
        ];
        assert_eq!(
            variables(&unknown),
            "note: E2E_BROWSR is set and means nothing; did you mean E2E_BROWSER?\n"
        );
    }
}
