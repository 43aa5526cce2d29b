//! How the body of a test ends: what it returns, and giving up on purpose.

use crate::error::Error;
use std::any::Any;
use std::fmt::Debug;

/// How a body that did not panic ended.
pub type BodyResult = Result<(), BodyFailure>;

/// The error a body returned, or the one that kept it from starting.
#[derive(Debug)]
pub struct BodyFailure {
    /// The fixture that failed, when the body never started.
    pub(crate) fixture: Option<&'static str>,
    /// The error as `{:?}` shows it.
    pub(crate) text: String,
    /// The same, when it is one of ours.
    pub(crate) error: Option<Error>,
}

/// What a test may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what an e2e test returns",
    label = "not a test's result",
    note = "return nothing, or `Result<(), E>` where `E: Debug`, like `e2e::Result`"
)]
pub trait IntoOutcome {
    /// Turns it into the one form the harness knows.
    fn into_outcome(self) -> BodyResult;
}

impl IntoOutcome for () {
    fn into_outcome(self) -> BodyResult {
        Ok(())
    }
}

impl<E: Debug + 'static> IntoOutcome for Result<(), E> {
    fn into_outcome(self) -> BodyResult {
        self.map_err(|error| BodyFailure {
            fixture: None,
            text: format!("{error:?}"),
            error: ours(&error).cloned(),
        })
    }
}

/// Our own error inside another type, when it can be seen.
fn ours<'a>(error: &'a (dyn Any + 'static)) -> Option<&'a Error> {
    use std::error::Error as StdError;
    if let Some(error) = error.downcast_ref::<Error>() {
        return Some(error);
    }
    if let Some(boxed) = error.downcast_ref::<Box<dyn StdError + Send + Sync>>() {
        return boxed.downcast_ref();
    }
    error
        .downcast_ref::<Box<dyn StdError>>()
        .and_then(|boxed| boxed.downcast_ref())
}

/// What unwinds out of a body that gave up with [`skip!`](crate::skip).
#[derive(Debug)]
pub(crate) struct Skip(pub(crate) String);

/// Ends the test as skipped, without a panic message.
pub(crate) fn skip(reason: String) -> ! {
    std::panic::resume_unwind(Box::new(Skip(reason)))
}

/// Gives up on purpose: the test is reported as ignored, with the reason.
///
/// Fixtures are torn down as always. The reason is a format string.
///
/// ```no_run
/// # use e2e::skip;
/// # let payments_configured = false;
/// if !payments_configured {
///     skip!("needs a payment provider");
/// }
/// ```
#[macro_export]
macro_rules! skip {
    ($($reason:tt)+) => {
        $crate::__private::skip(::std::format!($($reason)+))
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    #[test]
    fn our_error_is_seen_inside_boxes() {
        let ours = || Error::new(Code::LocatorNotFound, "no button");
        let plain: Result<(), Error> = Err(ours());
        let boxed: Result<(), Box<dyn std::error::Error>> = Err(Box::new(ours()));
        let sync: Result<(), Box<dyn std::error::Error + Send + Sync>> = Err(Box::new(ours()));
        for result in [
            plain.into_outcome(),
            boxed.into_outcome(),
            sync.into_outcome(),
        ] {
            let failure = result.unwrap_err();
            assert_eq!(
                failure.error.map(|error| error.code()),
                Some(Code::LocatorNotFound)
            );
        }
        let foreign: Result<(), &str> = Err("boom");
        let failure = foreign.into_outcome().unwrap_err();
        assert_eq!(
            (failure.text.as_str(), failure.error.is_none()),
            ("\"boom\"", true)
        );
    }
}
