//! Colour, or none.

/// Colours words, or leaves them alone.
#[derive(Clone, Copy, Debug)]
pub(in crate::harness) struct Paint(pub(in crate::harness) bool);

impl Paint {
    pub(super) fn green(self, text: &str) -> String {
        self.with("32", text)
    }

    pub(super) fn red(self, text: &str) -> String {
        self.with("31", text)
    }

    pub(super) fn yellow(self, text: &str) -> String {
        self.with("33", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.0 {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
