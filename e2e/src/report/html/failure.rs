//! Why something failed: who has to act, the diagnostic, the picture.

use super::markup::Markup;
use crate::report::record::FailureRecord;

/// The class as a coloured word, then the code.
pub(super) fn badges(page: &mut Markup, failure: &FailureRecord) {
    if let Some(class) = failure.class {
        page.raw("<span class=\"badge ").text(class.as_str());
        page.raw("\">").text(class.as_str()).raw("</span> ");
    } else {
        page.raw("<span class=\"badge other\">test</span> ");
    }
    if let Some(code) = failure.code {
        page.raw("<code class=\"code\">")
            .text(code.as_str())
            .raw("</code>");
    }
}

/// The diagnostic as the terminal shows it, with its parts told apart.
pub(super) fn diagnostic(page: &mut Markup, failure: &FailureRecord) {
    page.raw("<pre class=\"diagnostic\" role=\"region\" aria-label=\"Diagnostic\" tabindex=\"0\">");
    let mut kind = "";
    let mut left = super::markup::LONG;
    for (index, line) in failure.diagnostic.lines().enumerate() {
        if left == 0 {
            page.raw("… (more in report.json)");
            break;
        }
        let start = line.trim_start();
        kind = match start {
            _ if index == 0 => "headline",
            _ if start.starts_with("= help:") => "help",
            _ if start.starts_with("= ") => "note",
            _ if start.starts_with("--> ") || is_gutter(start) => {
                if start.contains('^') {
                    "caret"
                } else {
                    "source"
                }
            }
            // A later line of a note or a help belongs to it.
            _ if line.starts_with("       ") && matches!(kind, "note" | "help") => kind,
            _ => "",
        };
        page.raw("<span class=\"line ").raw(kind).raw("\">");
        let shown: String = line.chars().take(left).collect();
        left -= shown.chars().count().min(left);
        page.long(&shown).raw("\n</span>");
    }
    page.raw("</pre>");
}

/// `14 | …` and ` | ^^^`.
fn is_gutter(start: &str) -> bool {
    start
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .starts_with('|')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Error};

    #[test]
    fn the_parts_of_a_diagnostic_are_told_apart() {
        let error = Error::new(Code::LocatorAmbiguous, "\"Delete\" fits 2 buttons")
            .sentence("delete it", 0..6, "which one?")
            .note("one\ntwo")
            .help("name the row");
        let mut page = Markup::default();
        diagnostic(&mut page, &FailureRecord::from(&error));
        let html = page.finish();
        for expected in [
            "line headline\">LOCATOR_AMBIGUOUS (ambiguous): &quot;Delete&quot;",
            "line caret\">",
            "line note\">   = note: one\n",
            "line note\">       two\n",
            "line help\">   = help: name the row\n",
        ] {
            assert!(html.contains(expected), "{expected}\n{html}");
        }
    }

    #[test]
    fn a_huge_diagnostic_is_cut_as_a_whole() {
        let failure = FailureRecord {
            code: None,
            class: None,
            message: String::new(),
            diagnostic: "x\n".repeat(1_000_000),
            location: None,
        };
        let mut page = Markup::default();
        diagnostic(&mut page, &failure);
        let html = page.finish();
        assert!(html.len() < 3_000_000, "{}", html.len());
        assert!(html.ends_with("… (more in report.json)</pre>"));
    }
}
