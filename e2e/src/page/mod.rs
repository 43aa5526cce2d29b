//! What is on the page: the observation, its text form, what changed, when it is
//! quiet; and the one way every verb takes to the page.

pub mod node;
pub mod verb;

mod feed;
mod fold;
mod identity;
mod outline;
mod table;
pub mod text;

mod act;
pub mod diff;
mod effect;
pub(crate) mod evidence;
pub mod excerpt;
mod list;
mod passwords;
mod picture;
mod ready;
mod search;
mod travel;

pub use diff::Diff;
pub use feed::{DialogPolicy, Page, Terms};
pub use picture::Picture;
pub use search::Hits;
