//! Nothing; its two test targets hold the same thousand tests.
