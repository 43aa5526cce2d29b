//! Finding and owning browser and driver; the session; verbs on elements.

pub mod engine;
pub mod wire;
