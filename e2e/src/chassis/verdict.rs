//! How a step ends, in a closed form.

use crate::code::Code;
use crate::report::record::Tier;

/// An executor's judgment of its step.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Which of the three.
    pub status: Status,
    /// One to three sentences for whoever reads on, at most 2,000 characters.
    pub summary: String,
    /// Why not, for `failed` and `blocked`.
    pub code: Option<Code>,
}

impl Verdict {
    /// It was done and seen.
    pub fn passed(summary: impl Into<String>) -> Self {
        Self {
            status: Status::Passed,
            summary: summary.into(),
            code: None,
        }
    }

    /// The product answered wrongly, or it could not be done.
    pub fn failed(summary: impl Into<String>) -> Self {
        Self {
            status: Status::Failed,
            summary: summary.into(),
            code: None,
        }
    }
}

/// Which of the three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was done and seen.
    Passed,
    /// The product answered wrongly, or it could not be done.
    Failed,
    /// Something outside the step stopped it.
    Blocked,
}

impl Status {
    /// The word in the verdict tool and in records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Blocked => "blocked",
        }
    }
}

/// What a finished step hands to the test.
#[derive(Clone, Debug, PartialEq)]
pub struct StepOutcome {
    /// The verdict.
    pub verdict: Verdict,
    /// What decided it.
    pub tier: Tier,
}
