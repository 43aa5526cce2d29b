//! Origins: scheme, host and port of a web address.

/// The origin of an http(s) address, as a browser writes it.
pub(crate) fn origin_of(address: &str) -> Option<String> {
    let url = reqwest::Url::parse(address.trim()).ok()?;
    let web = matches!(url.scheme(), "http" | "https") && url.has_host();
    web.then(|| url.origin().ascii_serialization())
}

/// What was written as an origin and nothing more: without a path, a user or a pattern.
pub(crate) fn declared(written: &str) -> Option<String> {
    let (_, rest) = written.trim().split_once("://")?;
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let bare = !rest.contains(['/', '?', '#', '@', '*', '\\']);
    origin_of(written).filter(|_| bare)
}
