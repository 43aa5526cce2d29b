//! Finding and owning browser and driver; the session; the wire to the page.
//!
//! Whatever is started here is ended here: every process and temporary folder is
//! written down before it exists, and a watchdog ends what a killed test process
//! left behind.

pub mod chord;
mod driver;
pub mod engine;
pub mod find;
mod session;
pub mod wire;
mod wire_webdriver;

pub use session::Session;
