//! What a run leaves behind: records as plain data, and pure renderers over them.

pub mod journal;
pub mod record;
