//! Nothing; it only asks for a feature.
