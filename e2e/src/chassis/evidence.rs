//! What a pass rests on.
//!
//! A model that says "done" proves nothing. A passed verdict cites where the outcome
//! can be seen, and the executor looks there itself before the verdict counts.

use super::step::StepContext;
use crate::error::Result;
use crate::report::record::EvidenceRecord;
use crate::text::clip;
use async_trait::async_trait;
use serde_json::Value;
use std::iter::repeat;
use std::sync::Arc;

/// How much of a citation and of what was found a record keeps, characters.
const KEPT: usize = 600;

/// How an executor checks what a passed verdict cites.
///
/// The loop puts the schema into the verdict tool. A wrong citation goes back to the
/// model once, with what is really there; a second one ends the step as
/// `VERDICT_UNPROVEN`.
///
/// ```
/// use e2e::chassis::{Checked, Evidence, StepContext};
/// use serde_json::{json, Value};
///
/// /// An API executor's evidence: a status a request returned.
/// struct Statuses(Vec<u64>);
///
/// #[async_trait::async_trait]
/// impl Evidence for Statuses {
///     fn schema(&self) -> Value {
///         json!({
///             "type": "object",
///             "properties": {"status": {"type": "integer"}},
///             "required": ["status"],
///             "additionalProperties": false,
///         })
///     }
///
///     fn describe(&self) -> String {
///         "the status of a response you received".to_owned()
///     }
///
///     async fn check(&self, cited: &[Value], _: &StepContext) -> e2e::Result<Checked> {
///         let wrong = cited.iter().find(|one| !one["status"].as_u64().is_some_and(|s| self.0.contains(&s)));
///         Ok(match wrong {
///             Some(one) => Checked::Wrong(format!("no response had {one}; the statuses were {:?}", self.0)),
///             None => Checked::Proven(cited.iter().map(|one| format!("a response had {one}")).collect()),
///         })
///     }
/// }
/// ```
#[async_trait]
pub trait Evidence: Send + Sync {
    /// The closed JSON schema of one citation.
    fn schema(&self) -> Value;

    /// What a citation points at, in words that continue "cite …".
    fn describe(&self) -> String;

    /// Looks where each citation points. `cited` has at least one element, each
    /// valid under the schema.
    ///
    /// # Errors
    ///
    /// When it cannot look. The step then ends with this error: a pass that cannot be
    /// checked is none.
    async fn check(&self, cited: &[Value], step: &StepContext) -> Result<Checked>;
}

#[async_trait]
impl<E: Evidence + ?Sized> Evidence for Arc<E> {
    fn schema(&self) -> Value {
        (**self).schema()
    }

    fn describe(&self) -> String {
        (**self).describe()
    }

    async fn check(&self, cited: &[Value], step: &StepContext) -> Result<Checked> {
        (**self).check(cited, step).await
    }
}

/// The records of citations and of what was found. Masked before they are cut: half of a
/// secret is found by nobody.
pub(super) fn records(
    cited: &[Value],
    found: &[String],
    step: &StepContext,
) -> Vec<EvidenceRecord> {
    let found = found.iter().map(String::as_str).chain(repeat(""));
    let pairs = cited.iter().zip(found);
    let record = |(cited, found): (&Value, &str)| EvidenceRecord {
        cited: clip(&step.redact(&cited.to_string()), KEPT),
        found: clip(&step.redact(found), KEPT),
    };
    pairs.map(record).collect()
}

/// What became of the citations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Each holds; one line for each says what is there.
    Proven(Vec<String>),
    /// Some do not; the text says which, and what is really there.
    Wrong(String),
}
