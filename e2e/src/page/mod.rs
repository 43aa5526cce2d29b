//! What is on the page: the observation, its text form, what changed, when it is
//! quiet.

pub mod node;
pub mod verb;
