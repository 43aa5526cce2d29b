//! The closed list of failure codes and the six classes a person reads first.
//!
//! A model, a driver or a page never chooses a class: it follows from the code
//! alone, so the message, the JSON and the report always agree.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Who has to act on a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Class {
    /// The product under test is wrong.
    App,
    /// A recording or compiled check no longer fits the product.
    Drift,
    /// The words fit several things.
    Ambiguous,
    /// The executor gave up, could not tell, or broke the rules.
    Agent,
    /// Credentials, seed data, configuration or policy.
    Setup,
    /// Browser, driver, network, app process or model provider.
    Infra,
}

impl Class {
    /// The lowercase word that messages and records use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Class::App => "app",
            Class::Drift => "drift",
            Class::Ambiguous => "ambiguous",
            Class::Agent => "agent",
            Class::Setup => "setup",
            Class::Infra => "infra",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! codes {
    ($($variant:ident $text:literal $class:ident $blockable:literal $doc:literal;)*) => {
        /// Why a step or a test did not pass. The list is closed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $doc] #[serde(rename = $text)] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The upper-case name, as printed and recorded.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }

            /// The class that follows from the code.
            #[must_use]
            pub fn class(self) -> Class {
                match self { $(Code::$variant => Class::$class,)* }
            }

            /// Whether a `blocked` verdict may carry this code: something outside
            /// the step stopped it.
            #[must_use]
            pub fn blockable(self) -> bool {
                match self { $(Code::$variant => $blockable,)* }
            }
        }
    };
}

codes! {
    AssertionFailed "ASSERTION_FAILED" App false "A check did not hold.";
    ActionFailed "ACTION_FAILED" App false "An action could not be carried out, or the product answered it wrongly.";
    ActionNoEffect "ACTION_NO_EFFECT" App false "An action was carried out and nothing at all happened.";
    AuthenticationFailed "AUTHENTICATION_FAILED" App false "The product refused credentials that should work.";
    LocatorNotFound "LOCATOR_NOT_FOUND" App false "Nothing on the page fits.";
    NotActionable "NOT_ACTIONABLE" App false "The element is there but cannot be used: hidden, moving, disabled or covered. Nothing was sent.";
    ActionMayHaveCommitted "ACTION_MAY_HAVE_COMMITTED" App false "Input was sent, but it is not known whether it arrived. It is never repeated blindly.";
    AppNotOpen "APP_NOT_OPEN" App true "No page of the app is open yet.";
    ReplayStale "REPLAY_STALE" Drift false "A recording no longer fits the page.";
    CheckStale "CHECK_STALE" Drift false "A compiled check no longer fits the page.";
    LocatorAmbiguous "LOCATOR_AMBIGUOUS" Ambiguous false "A locator fits several elements.";
    SentenceAmbiguous "SENTENCE_AMBIGUOUS" Ambiguous false "A sentence fits several elements or readings.";
    StepNoConclusion "STEP_NO_CONCLUSION" Agent false "The executor ended without a verdict.";
    StepBudgetExhausted "STEP_BUDGET_EXHAUSTED" Agent true "Turns, actions, tokens or money of the step are used up.";
    StepTimeout "STEP_TIMEOUT" Agent true "The clock of the step or the test ran out.";
    ModelOutputInvalid "MODEL_OUTPUT_INVALID" Agent false "The model's answer is outside the protocol.";
    ModelRefused "MODEL_REFUSED" Agent true "The model declined to answer.";
    ContextOverflow "CONTEXT_OVERFLOW" Agent true "The conversation no longer fits the model's context window.";
    AutomationUnsupported "AUTOMATION_UNSUPPORTED" Agent true "The step needs something no tool can do.";
    AssertionInconclusive "ASSERTION_INCONCLUSIVE" Agent false "The page does not show whether the statement holds.";
    VerdictUnproven "VERDICT_UNPROVEN" Agent false "A pass cited evidence that is not on the page.";
    AuthCredentialUnavailable "AUTH_CREDENTIAL_UNAVAILABLE" Setup true "A credential the step needs is not configured.";
    AuthCredentialInvalid "AUTH_CREDENTIAL_INVALID" Setup true "A configured credential is wrong.";
    SecretUnavailable "SECRET_UNAVAILABLE" Setup true "A secret the step needs could not be resolved.";
    SeedDataMissing "SEED_DATA_MISSING" Setup true "Data the step relies on is not there.";
    TestSetupFailed "TEST_SETUP_FAILED" Setup true "A fixture failed.";
    PolicyDenied "POLICY_DENIED" Setup true "A rule of the configuration forbids it.";
    ModelUnavailable "MODEL_UNAVAILABLE" Setup true "No language model is configured, or its key is missing.";
    InvalidConfig "INVALID_CONFIG" Setup false "Configuration that cannot be used as written.";
    InvalidArgument "INVALID_ARGUMENT" Setup false "A call was given something it cannot use.";
    EnvironmentUnavailable "ENVIRONMENT_UNAVAILABLE" Infra true "Something of the environment is missing.";
    BrowserUnavailable "BROWSER_UNAVAILABLE" Infra true "No usable browser or driver was found.";
    BrowserCrashed "BROWSER_CRASHED" Infra false "The browser or the page crashed.";
    DriverFailed "DRIVER_FAILED" Infra false "The WebDriver process failed or died.";
    AppUnreachable "APP_UNREACHABLE" Infra true "The app does not answer.";
    AppAlreadyRunning "APP_ALREADY_RUNNING" Infra true "Something else already answers at the app's address.";
    ModelProviderFailed "MODEL_PROVIDER_FAILED" Infra false "The model's provider failed.";
    Cancelled "CANCELLED" Infra false "The run was stopped from outside.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::str::FromStr for Code {
    type Err = UnknownCode;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        Code::ALL
            .iter()
            .copied()
            .find(|code| code.as_str() == s)
            .ok_or(UnknownCode)
    }
}

/// The text is no code of the closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown failure code")]
pub struct UnknownCode;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_back_from_its_name() {
        for code in Code::ALL {
            assert_eq!(code.as_str().parse::<Code>(), Ok(*code));
            assert_eq!(
                serde_json::to_value(code).unwrap(),
                serde_json::json!(code.as_str())
            );
        }
        assert_eq!("NOPE".parse::<Code>(), Err(UnknownCode));
    }

    #[test]
    fn what_may_block_a_step_is_a_closed_list() {
        let blocking: Vec<_> = Code::ALL
            .iter()
            .filter(|code| code.blockable())
            .map(|code| code.as_str())
            .collect();
        assert_eq!(
            blocking.join(" "),
            "APP_NOT_OPEN STEP_BUDGET_EXHAUSTED STEP_TIMEOUT MODEL_REFUSED CONTEXT_OVERFLOW \
             AUTOMATION_UNSUPPORTED AUTH_CREDENTIAL_UNAVAILABLE AUTH_CREDENTIAL_INVALID \
             SECRET_UNAVAILABLE SEED_DATA_MISSING TEST_SETUP_FAILED POLICY_DENIED \
             MODEL_UNAVAILABLE ENVIRONMENT_UNAVAILABLE BROWSER_UNAVAILABLE APP_UNREACHABLE \
             APP_ALREADY_RUNNING"
        );
    }

    #[test]
    fn every_class_has_its_codes() {
        for (class, expected) in [
            (
                Class::App,
                "ASSERTION_FAILED ACTION_FAILED ACTION_NO_EFFECT AUTHENTICATION_FAILED \
                 LOCATOR_NOT_FOUND NOT_ACTIONABLE ACTION_MAY_HAVE_COMMITTED APP_NOT_OPEN",
            ),
            (Class::Drift, "REPLAY_STALE CHECK_STALE"),
            (Class::Ambiguous, "LOCATOR_AMBIGUOUS SENTENCE_AMBIGUOUS"),
            (
                Class::Agent,
                "STEP_NO_CONCLUSION STEP_BUDGET_EXHAUSTED STEP_TIMEOUT MODEL_OUTPUT_INVALID \
                 MODEL_REFUSED CONTEXT_OVERFLOW AUTOMATION_UNSUPPORTED ASSERTION_INCONCLUSIVE \
                 VERDICT_UNPROVEN",
            ),
            (
                Class::Setup,
                "AUTH_CREDENTIAL_UNAVAILABLE AUTH_CREDENTIAL_INVALID SECRET_UNAVAILABLE \
                 SEED_DATA_MISSING TEST_SETUP_FAILED POLICY_DENIED MODEL_UNAVAILABLE \
                 INVALID_CONFIG INVALID_ARGUMENT",
            ),
            (
                Class::Infra,
                "ENVIRONMENT_UNAVAILABLE BROWSER_UNAVAILABLE BROWSER_CRASHED DRIVER_FAILED \
                 APP_UNREACHABLE APP_ALREADY_RUNNING MODEL_PROVIDER_FAILED CANCELLED",
            ),
        ] {
            let codes: Vec<_> = Code::ALL
                .iter()
                .filter(|code| code.class() == class)
                .map(|code| code.as_str())
                .collect();
            assert_eq!(codes.join(" "), expected, "{class}");
        }
    }
}
