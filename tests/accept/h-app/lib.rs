//! Nothing; its tests need an app that `e2e.toml` starts.
