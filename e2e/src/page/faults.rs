//! What went wrong in the page since the look before, in words.

use super::feed::Page;
use super::node::Observation;
use crate::text;

/// How many lines a look tells; what comes first says most.
const TOLD: usize = 5;

/// What the page's script says of an element that did not load.
pub(super) const NOT_LOADED: &str = " did not load: ";

impl Page {
    /// Notes what came since the look before: faults of the page, and complete files.
    pub(super) fn note_news(&self, look: &Observation) {
        self.note_faults(look);
        self.note_undone(look);
        self.note_downloads();
    }

    /// Notes what went wrong since the look before. Where the browser reports it by
    /// itself that counts, and not what a script in the page noticed of the same.
    fn note_faults(&self, look: &Observation) {
        let seen = look.faults.iter();
        let mut faults: Vec<String> = match self.engine.wire().faults() {
            Some(told) => told.into_iter().chain(seen.cloned()).collect(),
            None => seen.cloned().collect(),
        };
        let origin = origin(&look.url);
        for fault in &mut faults {
            *fault = text::clip(&text::collapse(fault), 200);
            // A path of the app says where it is, whatever port the app was given.
            if !origin.is_empty() {
                *fault = fault.replace(&format!(": {origin}/"), ": /");
            }
        }
        // That its request failed says more of an element than that it did not load.
        let failed: Vec<String> = faults
            .iter()
            .filter_map(|fault| fault.strip_prefix("request failed"))
            .filter_map(|fault| Some(fault.split_once(": ")?.1.to_owned()))
            .collect();
        faults.retain(|fault| {
            let element = fault.split_once(NOT_LOADED);
            element.is_none_or(|(_, address)| !failed.iter().any(|failed| failed == address))
        });
        let mut seen = self.seen();
        for line in lines(&faults) {
            if !seen.notes.contains(&line) {
                seen.notes.push(line);
            }
        }
    }
}

/// `http://host:port` of an address of the web; nothing of any other.
fn origin(url: &str) -> &str {
    let Some(at) = url.find("://") else { return "" };
    let end = url[at + 3..].find(['/', '?', '#']);
    end.map_or(url, |end| &url[..at + 3 + end])
}

/// Each once, with how often it came, and the number of those that are not told.
fn lines(faults: &[String]) -> Vec<String> {
    let mut counted: Vec<(&String, usize)> = Vec::new();
    for fault in faults {
        match counted.iter_mut().find(|(known, _)| *known == fault) {
            Some((_, times)) => *times += 1,
            None => counted.push((fault, 1)),
        }
    }
    let more = counted.len().saturating_sub(TOLD);
    let told = counted.into_iter().take(TOLD);
    let mut out: Vec<String> = told
        .map(|(fault, times)| match times {
            1 => fault.clone(),
            times => format!("{fault} ({times} times)"),
        })
        .collect();
    if more > 0 {
        out.push(format!("{more} other errors or more in the page"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_told_once_and_the_rest_is_counted() {
        let all = ["a", "b", "a", "c", "d", "e", "f", "g"].map(str::to_owned);
        assert_eq!(
            lines(&all),
            [
                "a (2 times)",
                "b",
                "c",
                "d",
                "e",
                "2 other errors or more in the page"
            ]
        );
        assert!(lines(&[]).is_empty());
        assert_eq!(origin("http://a:1/b?c"), "http://a:1");
        assert_eq!(origin("http://a:1"), "http://a:1");
        assert_eq!(origin("about:blank"), "");
    }
}
