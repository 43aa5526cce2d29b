//! Whether what an action brought about was left so.

use super::effect::Effects;
use crate::code::Code;
use crate::error::{Error, Result};

impl Effects {
    /// Whether what was turned on or off stands so.
    ///
    /// # Errors
    ///
    /// It stands otherwise.
    pub(super) fn stands(&self, on: bool, target: &str) -> Result<()> {
        let wanted = if on { "true" } else { "false" };
        if self.attached && self.checked.as_deref().is_some_and(|is| is != wanted) {
            let is = if on { "off" } else { "on" };
            return Err(Error::new(
                Code::ActionFailed,
                format!("{target} is still {is} after it was tapped"),
            )
            .help("look at the page: the app may have refused the change"));
        }
        Ok(())
    }

    /// Whether what was chosen was left so.
    ///
    /// # Errors
    ///
    /// The app took it back.
    pub(super) fn chosen(&self, target: &str) -> Result<()> {
        if !self.took_back {
            return Ok(());
        }
        Err(Error::new(
            Code::ActionFailed,
            format!("{target} went back to what it was before the choice"),
        )
        .help("look at the page: the app may have refused the change"))
    }

    /// Whether what was dragged was left where it was dropped.
    ///
    /// # Errors
    ///
    /// The app took it back.
    pub(super) fn dropped(&self, target: &str) -> Result<()> {
        if !self.took_back {
            return Ok(());
        }
        Err(Error::new(
            Code::ActionFailed,
            format!("{target} went back to where it was before it was dragged"),
        )
        .help("look at the page: the app may have refused the change"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::node::NodeId;
    use crate::page::ready::Ready;
    use crate::page::verb::Verb;

    #[test]
    fn what_arrived_elsewhere_did_not_arrive() {
        let ready = Ready::of("button \"Save\"".to_owned(), None);
        let target = NodeId::parse("n1");
        let seen = || Effects {
            events: 3,
            changed: true,
            attached: true,
            ..Effects::default()
        };
        let other = Effects {
            other: "button \"Delete\"".to_owned(),
            ..seen()
        };
        let error = other.arrival(&Verb::Tap { target }, &ready).unwrap_err();
        assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
        assert!(
            error.message().contains("landed on button \"Delete\""),
            "{error:?}"
        );
        // It began there, and the click never came: to nobody, or to another thing.
        let gone = Effects {
            begun: true,
            ..seen()
        };
        let elsewhere = Effects {
            begun: true,
            other: "button \"Delete\"".to_owned(),
            ..seen()
        };
        for (begun, said) in [
            (gone, "no tap came of it"),
            (elsewhere, "did not come to its end"),
        ] {
            let target = NodeId::parse("n1");
            let error = begun.arrival(&Verb::Tap { target }, &ready).unwrap_err();
            assert!(error.message().contains(said), "{error:?}");
        }
        let target = NodeId::parse("n1");
        assert_eq!(seen().arrival(&Verb::Tap { target }, &ready).unwrap(), None);
    }
}
