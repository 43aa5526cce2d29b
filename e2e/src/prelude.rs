//! What a test file needs: `use e2e::prelude::*;`.

pub use crate::agent::Agent;
pub use crate::code::Code;
pub use crate::error::Error;
pub use crate::fixture::{Context, Fixture, Shared, SharedContext, SharedFixture};
pub use crate::fixtures::{Api, App, Browser};
pub use crate::screen::{Locator, Role, Screen, exact, expect};
pub use crate::secret::Secret;
pub use crate::test_info::TestInfo;
