//! Where an address in a sentence leads: a whole one, a path of the app, a host.

use crate::code::Code;
use crate::error::{Error, Result};

/// The absolute address of what was written. Paths belong to the app's base address,
/// else to the page that is open.
pub(crate) fn resolve(written: &str, base_url: Option<&str>, open: &str) -> Result<String> {
    let written = written.trim();
    if let Some(scheme) = scheme(written) {
        return match scheme.as_str() {
            "http" | "https" => parse(written, None),
            _ => Err(Error::new(
                Code::PolicyDenied,
                format!("\"{written}\" is not opened: only http and https addresses are"),
            )),
        };
    }
    let relative = written.starts_with(['/', '?', '#', '.']);
    if !relative && is_host(written) {
        let local = written.starts_with("localhost") || written.starts_with("127.");
        let scheme = if local { "http" } else { "https" };
        return parse(&format!("{scheme}://{written}"), None);
    }
    let is_http = |url: &&str| url.starts_with("http://") || url.starts_with("https://");
    match base_url.or(Some(open)).filter(is_http) {
        Some(base) => parse(written, Some(base)),
        None => Err(Error::new(
            Code::AppNotOpen,
            format!("\"{written}\" is a path, and no page of the app is open to take it from"),
        )
        .help("open the app first: `app.open(\"/\").await?`, or write a whole address")),
    }
}

fn parse(written: &str, base: Option<&str>) -> Result<String> {
    let failed = |error: &dyn std::fmt::Display| {
        Error::new(
            Code::InvalidArgument,
            format!("\"{written}\" is no address that can be opened"),
        )
        .note(error.to_string())
    };
    let url = match base {
        None => reqwest::Url::parse(written),
        Some(base) => reqwest::Url::parse(base).and_then(|base| base.join(written)),
    };
    match url {
        Ok(url) if url.has_host() => Ok(url.into()),
        Ok(_) => Err(failed(&"it has no host")),
        Err(error) => Err(failed(&error)),
    }
}

fn scheme(written: &str) -> Option<String> {
    let (scheme, rest) = written.split_once(':')?;
    let letters = scheme
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "+-".contains(c));
    let is_port = rest.chars().next().is_some_and(|c| c.is_ascii_digit());
    (letters && !scheme.is_empty() && !is_port).then(|| scheme.to_lowercase())
}

fn is_host(written: &str) -> bool {
    let name = written.split(['/', '?', '#']).next().unwrap_or_default();
    name.contains('.') || name.contains(':') || name == "localhost"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_resolve_or_say_why_not() {
        let base = Some("http://127.0.0.1:3000/app/");
        for (written, base, expected) in [
            (
                "/settings?x=1#y",
                base,
                "http://127.0.0.1:3000/settings?x=1#y",
            ),
            ("./a", base, "http://127.0.0.1:3000/app/a"),
            ("?q=2", None, "http://open.test/page?q=2"),
            ("https://example.com", base, "https://example.com/"),
            ("HTTP://example.com/A", base, "http://example.com/A"),
            ("localhost:8080/x", base, "http://localhost:8080/x"),
            ("127.0.0.1:1", base, "http://127.0.0.1:1/"),
            ("example.com", base, "https://example.com/"),
            (
                "settings/billing",
                base,
                "http://127.0.0.1:3000/app/settings/billing",
            ),
            ("/a b", base, "http://127.0.0.1:3000/a%20b"),
            ("javascript:alert(1)", base, "POLICY_DENIED"),
            ("file:///etc/passwd", base, "POLICY_DENIED"),
            ("http://", base, "INVALID_ARGUMENT"),
        ] {
            let found = resolve(written, base, "http://open.test/page")
                .unwrap_or_else(|error| error.code().to_string());
            assert_eq!(found, expected, "{written}");
        }
        let error = resolve("/x", None, "about:blank").unwrap_err();
        assert_eq!(error.code(), Code::AppNotOpen);
    }
}
