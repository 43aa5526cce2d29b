//! Whether a statement says that something is not so.

use super::foreign::words;

/// Words that deny, in the languages most statements are written in.
const DENIALS: &[&str] = &[
    "no", "not", "none", "nothing", "nobody", "never", "neither", "nor", "gone", "absent",
    "missing", "empty", "removed", "deleted", "hidden", "free", "cannot", "kein", "keine",
    "keinen", "keiner", "nicht", "nichts", "niemand", "leer", "weg", "pas", "aucun", "aucune",
    "rien", "ne", "jamais", "vide", "nada", "ningún", "ninguna", "nunca", "non", "nessun",
    "nessuna", "niente", "não", "nenhum", "geen", "niet", "niets",
];

/// Whether a statement says that something is not there. Of one in a script whose words
/// are not known it is not asked.
pub(super) fn denies(statement: &str) -> bool {
    let statement = statement.to_lowercase();
    let latin = statement.chars().any(|c| c.is_ascii_alphabetic());
    !latin
        || statement.contains("n't")
        || statement.contains("n’t")
        || statement
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| DENIALS.contains(&word))
}

/// Whether all that a statement says is that something is not so: in each of its clauses,
/// and once. "The cart is not empty" says that something is there.
pub(super) fn only_denies(statement: &str) -> bool {
    let clauses = clauses(statement);
    denies(statement) && clauses.iter().all(|one| denies(one) && !denies_a_lack(one))
}

/// A statement at its "and" and "but" where both sides have a verb of their own.
fn clauses(statement: &str) -> Vec<String> {
    const VERBS: &[&str] = &[
        "is", "are", "was", "were", "has", "have", "shows", "show", "went", "holds", "contains",
        "says", "reads", "ist", "sind", "wurde", "est", "sont", "es", "son",
    ];
    const JOINTS: &[&str] = &["and", "but", "und", "aber", "et", "mais", "y", "pero"];
    let has_verb = |words: &[&str]| words.iter().any(|word| VERBS.contains(word));
    let lower = statement.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (mut out, mut from) = (Vec::new(), 0);
    for (at, word) in words.iter().enumerate() {
        if JOINTS.contains(word) && has_verb(&words[from..at]) && has_verb(&words[at..]) {
            out.push(words[from..at].join(" "));
            from = at + 1;
        }
    }
    out.push(words[from..].join(" "));
    out
}

/// Whether a clause denies that something is lacking.
fn denies_a_lack(clause: &str) -> bool {
    const LACKS: &[&str] = &[
        "empty", "missing", "gone", "absent", "hidden", "removed", "deleted", "leer", "weg", "vide",
    ];
    let (lacks, rest): (Vec<String>, Vec<String>) =
        words(clause).partition(|word| LACKS.contains(&word.as_str()));
    !lacks.is_empty() && denies(&rest.join(" ")) && clause.chars().any(|c| c.is_ascii_alphabetic())
}
