//! What a failed call leaves behind: a picture, the screen's text, and the few lines
//! a person needs first.

use super::Page;
use super::excerpt;
use super::hush::hushed;
use super::text::{self, TextOptions};
use crate::report::journal::Journal;
use crate::report::redact;
use std::time::Duration;

/// How long a last look may take; a page that cannot be looked at must not cost the
/// account of the failure.
const LIMIT: Duration = Duration::from_secs(5);

/// How long a page may take to say that it runs scripts at all.
const PULSE: Duration = Duration::from_millis(1_500);

/// Said instead of what stands on a page that answers nothing.
const SILENT: &str = "the page answers nothing, so it could not be looked at";

/// How many lines of the screen a message quotes; the report has all of it.
const QUOTED: usize = 12;

/// What a failed call leaves behind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// The picture's path, relative to the run's folder.
    pub(crate) screenshot: Option<String>,
    /// The whole screen as text.
    pub(crate) screen: String,
    /// The first lines of its own content, and those around what was meant.
    pub(crate) excerpt: String,
}

impl Page {
    /// Takes a picture and a last look. Nothing here can fail the test.
    pub(crate) async fn evidence(
        &self,
        journal: &Journal,
        label: &str,
        options: &TextOptions,
    ) -> Evidence {
        if !self.answers().await {
            return Evidence {
                screen: format!("({SILENT})"),
                excerpt: format!("({SILENT})"),
                ..Evidence::default()
            };
        }
        let gathered = tokio::time::timeout(LIMIT, self.gather(journal, label, options));
        gathered.await.unwrap_or_default()
    }

    /// Whether the page still runs scripts. One that does not is waited for no longer: it
    /// kept the call waiting already.
    async fn answers(&self) -> bool {
        let wire = self.engine().wire();
        let asked = wire.eval("return 1", serde_json::Value::Null, PULSE);
        tokio::time::timeout(PULSE, asked).await.is_ok()
    }

    async fn gather(&self, journal: &Journal, label: &str, options: &TextOptions) -> Evidence {
        let (screen, excerpt) = match self.look().await {
            Ok(seen) => {
                let seen = hushed(seen, &journal.known().mask());
                let about = self.meant();
                (
                    text::render(&seen, options),
                    excerpt::excerpt(&seen, options, QUOTED, &about),
                )
            }
            Err(error) => {
                let unread = format!("(the page could not be read: {})", error.message());
                (unread.clone(), unread)
            }
        };
        // A picture cannot be masked, and the page may show the secret anywhere.
        if journal.known().may_be_on_screen() {
            return Evidence {
                screenshot: None,
                screen,
                excerpt,
            };
        }
        let known = journal.known();
        let marks = self.marks(|text| redact::said(known, text)).await;
        let picture = match self.engine().wire().screenshot().await {
            Ok(picture) => Some(self.marked(picture, &marks).await),
            Err(_) => None,
        };
        let screenshot = picture.and_then(|picture| {
            let file = format!("{}.png", label.replace(' ', "-"));
            let title = format!("the page at the end of {label}");
            // Evidence is kept as far as it goes; a full disk must not hide the failure.
            let kept = journal.attach("screenshot", &title, &file, &picture).ok()?;
            Some(kept.path)
        });
        Evidence {
            screenshot,
            screen,
            excerpt,
        }
    }
}
