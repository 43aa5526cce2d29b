//! What a test can ask about itself.

use crate::error::{Error, Result, SourceLocation};
use crate::fixture::{Context, Fixture};
use crate::report::journal::Journal;
use crate::report::record::StepRecord;
use crate::{Code, report::record::Artifact};
use std::path::Path;
use std::sync::Arc;

/// The running test's name, attempt and folder. It is a fixture.
///
/// ```no_run
/// use e2e::TestInfo;
///
/// #[e2e::test]
/// async fn keeps_a_file(info: TestInfo) -> e2e::Result {
///     info.attach("cart.json", br#"{"items":2}"#)?;
///     Ok(())
/// }
/// # fn main() {}
/// ```
#[derive(Clone, Debug)]
pub struct TestInfo {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    attempt: u32,
    slot: u32,
    location: SourceLocation,
    journal: Arc<Journal>,
}

impl TestInfo {
    pub(crate) fn new(
        name: &str,
        (attempt, slot): (u32, u32),
        location: SourceLocation,
        journal: Arc<Journal>,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                name: name.to_owned(),
                attempt,
                slot,
                location,
                journal,
            }),
        }
    }

    /// The full name, `module::function` or `module::function::label`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// Which try this is, counted from 1.
    #[must_use]
    pub fn attempt(&self) -> u32 {
        self.inner.attempt
    }

    /// A number from 0 that no other test which runs at the same time has, and that is
    /// below how many run at a time. It names what tests cannot use together and what is
    /// too dear to make for each, such as a database.
    ///
    /// ```no_run
    /// use e2e::TestInfo;
    ///
    /// #[e2e::test]
    /// async fn orders_are_kept(info: TestInfo) {
    ///     let database = format!("shop_test_{}", info.slot());
    /// #   let _ = database;
    /// }
    /// # fn main() {}
    /// ```
    #[must_use]
    pub fn slot(&self) -> u32 {
        self.inner.slot
    }

    /// Where the test function stands.
    #[must_use]
    pub fn location(&self) -> &SourceLocation {
        &self.inner.location
    }

    /// The folder for files of this attempt. It is made when the first file is kept.
    #[must_use]
    pub fn artifact_dir(&self) -> &Path {
        self.inner.journal.dir()
    }

    /// Every finished call of this attempt so far, with what came of it.
    #[must_use]
    pub fn steps(&self) -> Vec<StepRecord> {
        self.inner.journal.steps()
    }

    /// Keeps a file for this attempt; the report links to it.
    ///
    /// A name that is taken gets a number, and separators in it are replaced.
    ///
    /// # Errors
    ///
    /// [`Code::EnvironmentUnavailable`] when the file cannot be written.
    pub fn attach(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<Artifact> {
        self.inner
            .journal
            .attach("attachment", name, name, bytes.as_ref())
            .map_err(|error| {
                Error::new(
                    Code::EnvironmentUnavailable,
                    format!(
                        "could not keep `{name}` in {}",
                        self.artifact_dir().display()
                    ),
                )
                .help("check that the folder is writable and the disk has room")
                .caused_by(error)
            })
    }
}

impl Fixture for TestInfo {
    async fn setup(cx: &Context) -> Result<Self> {
        Ok(cx.info().clone())
    }
}
