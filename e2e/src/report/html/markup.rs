//! The only way to write into the file.
//!
//! Markup has to be `&'static str`, so text from a page, a model or a test can only
//! go through [`Markup::text`], which makes it harmless: no tag, no attribute's end,
//! no control or bidirectional character that makes a line read other than it is.

use std::fmt::Write as _;

/// Characters of one piece of text; what is longer is cut and says so.
pub(super) const LONG: usize = 40_000;
/// Characters of what should fit a line or two.
pub(super) const SHORT: usize = 2_000;

/// Characters of a test's name.
pub(super) const NAME: usize = 300;

/// A file under construction.
#[derive(Debug, Default)]
pub(super) struct Markup {
    out: String,
}

impl Markup {
    /// Markup of our own.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.out.push_str(markup);
        self
    }

    /// Anybody's text, for an element's content or between double quotes.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.cut(text, SHORT)
    }

    /// The name of a test.
    pub(super) fn name(&mut self, name: &str) -> &mut Self {
        self.cut(name, NAME)
    }

    /// Anybody's long text.
    pub(super) fn long(&mut self, text: &str) -> &mut Self {
        self.cut(text, LONG)
    }

    /// A number.
    pub(super) fn number(&mut self, number: impl Into<u64>) -> &mut Self {
        let _ = write!(self.out, "{}", number.into());
        self
    }

    /// Bytes as base64.
    pub(super) fn base64(&mut self, bytes: &[u8]) -> &mut Self {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.encode_string(bytes, &mut self.out);
        self
    }

    /// A path inside the run's folder as the value of `href`, or `None` when it
    /// leads elsewhere; then nothing was written.
    pub(super) fn href(&mut self, path: &str) -> Option<&mut Self> {
        let inside =
            !path.is_empty() && path.split('/').all(|part| !matches!(part, "" | "." | ".."));
        if !inside || path.contains('\\') {
            return None;
        }
        // `./` in front, so that no path reads as a scheme.
        self.out.push_str("./");
        for byte in path.bytes() {
            if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
                self.out.push(char::from(byte));
            } else {
                let _ = write!(self.out, "%{byte:02X}");
            }
        }
        Some(self)
    }

    /// Bytes written so far.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// The whole file.
    pub(super) fn finish(self) -> String {
        self.out
    }

    fn cut(&mut self, text: &str, limit: usize) -> &mut Self {
        // No text has more characters than bytes, so most need no counting.
        let end = match text.len() <= limit {
            true => None,
            false => text.char_indices().nth(limit).map(|(end, _)| end),
        };
        match end {
            None => self.escape(text),
            Some(end) => {
                self.escape(&text[..end]);
                let rest = text[end..].chars().count();
                let _ = write!(self.out, "… ({rest} more characters in report.json)");
            }
        }
        self
    }

    /// Plain stretches are copied whole, which matters for reports of many tests.
    fn escape(&mut self, mut text: &str) {
        while let Some(at) = find_escape(text) {
            self.out.push_str(&text[..at]);
            let mut rest = text[at..].chars();
            match rest.next() {
                Some('&') => self.out.push_str("&amp;"),
                Some('<') => self.out.push_str("&lt;"),
                Some('>') => self.out.push_str("&gt;"),
                Some('"') => self.out.push_str("&quot;"),
                Some('\'') => self.out.push_str("&#39;"),
                // Shown by their code, since they would otherwise not be seen, or
                // would change how their neighbours are seen.
                Some(c) => {
                    let _ = write!(self.out, "⟨U+{:04X}⟩", u32::from(c));
                }
                None => {}
            }
            text = rest.as_str();
        }
        self.out.push_str(text);
    }
}

/// Where the first character stands that cannot be copied. By bytes as far as that
/// goes, because most text is plain and there is much of it.
fn find_escape(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && PLAIN[bytes[at] as usize] {
        at += 1;
    }
    let rest = text.get(at..)?;
    rest.find(needs_escape).map(|further| at + further)
}

/// Bytes that are a character of their own and copied as they are.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0x20;
    while byte < 0x7f {
        plain[byte] = !matches!(byte as u8, b'&' | b'<' | b'>' | b'"' | b'\'');
        byte += 1;
    }
    plain
};

fn needs_escape(c: char) -> bool {
    match c {
        '&' | '<' | '>' | '"' | '\'' => true,
        '\n' | '\t' | ' '..='~' => false,
        c => c.is_control() || is_format(c),
    }
}

/// Characters that order, hide or join text without being seen.
fn is_format(c: char) -> bool {
    matches!(u32::from(c),
        0x061C | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF
        | 0xFFF9..=0xFFFB | 0xE0000..=0xE007F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut markup = Markup::default();
        markup.text(text);
        markup.finish()
    }

    #[test]
    fn text_cannot_become_markup_or_mislead() {
        for (text, expected) in [
            ("</script><b>&", "&lt;/script&gt;&lt;b&gt;&amp;"),
            ("\" onload='x", "&quot; onload=&#39;x"),
            ("a\nb\tc", "a\nb\tc"),
            ("gpj\u{202E}.exe\0", "gpj⟨U+202E⟩.exe⟨U+0000⟩"),
            ("a\u{200B}b\u{FEFF}", "a⟨U+200B⟩b⟨U+FEFF⟩"),
            ("\u{1b}[31mred", "⟨U+001B⟩[31mred"),
            ("שלום ü 日本", "שלום ü 日本"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn long_text_is_cut_between_characters_and_says_so() {
        let text = "ü".repeat(SHORT + 3);
        let out = escaped(&text);
        assert!(
            out.ends_with("ü… (3 more characters in report.json)"),
            "{out}"
        );
        assert_eq!(escaped(&"ü".repeat(SHORT)).chars().count(), SHORT);
    }

    #[test]
    fn links_stay_in_the_run() {
        for (path, expected) in [
            ("a/b.png", Some("./a/b.png")),
            ("a b\"<.png", Some("./a%20b%22%3C.png")),
            ("javascript:x", Some("./javascript%3Ax")),
            ("../x", None),
            ("a/../x", None),
            ("/etc/passwd", None),
            ("a\\..\\x", None),
            ("", None),
        ] {
            let mut markup = Markup::default();
            let written = markup.href(path).is_some();
            assert_eq!(
                written.then(|| markup.finish()).as_deref(),
                expected,
                "{path}"
            );
        }
    }
}
