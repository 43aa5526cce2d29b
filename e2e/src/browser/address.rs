//! Addresses a test may go to: http(s), or a path of the app.

use crate::code::Code;
use crate::error::{Error, Result};
use thirtyfour::prelude::Url;

/// Resolves what a test or a model wrote against the app's base address.
pub(crate) fn resolve(base_url: Option<&str>, written: &str) -> Result<String> {
    let written = written.trim();
    if written.is_empty() {
        return Err(Error::new(Code::InvalidArgument, "the address is empty"));
    }
    if let Ok(url) = Url::parse(written) {
        // `localhost:3000/x` parses with the scheme `localhost`.
        let host_and_port = written.split(['/', '?', '#']).next().is_some_and(|start| {
            start.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok())
        });
        return match url.scheme() {
            "http" | "https" => Ok(url.to_string()),
            "about" if written == "about:blank" => Ok(url.to_string()),
            _ if host_and_port => resolve(base_url, &format!("http://{written}")),
            scheme => Err(Error::new(
                Code::PolicyDenied,
                format!("`{scheme}:` addresses are not opened: {written}"),
            )
            .help("use an http(s) address, or a path of the app")),
        };
    }
    let Some(base) = base_url else {
        return Err(Error::new(
            Code::AppNotOpen,
            format!("`{written}` is a path, and no app is known to resolve it against"),
        )
        .help("take the `App` fixture in the test's arguments, or write the whole address"));
    };
    let base = base.trim_end_matches('/');
    let path = written.trim_start_matches('/');
    match Url::parse(&format!("{base}/{path}")) {
        Ok(url) => Ok(url.to_string()),
        Err(error) => Err(Error::new(
            Code::InvalidArgument,
            format!("`{written}` makes no address with the base {base}"),
        )
        .caused_by(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_resolve_or_say_why_not() {
        let base = Some("http://127.0.0.1:8080");
        for (written, expected) in [
            ("/cart", "http://127.0.0.1:8080/cart"),
            ("cart?x=1#y", "http://127.0.0.1:8080/cart?x=1#y"),
            ("https://example.com", "https://example.com/"),
            ("localhost:3000/x", "http://localhost:3000/x"),
            ("127.0.0.1:99", "http://127.0.0.1:99/"),
            ("//evil.example/x", "http://127.0.0.1:8080/evil.example/x"),
            ("about:blank", "about:blank"),
        ] {
            assert_eq!(resolve(base, written).unwrap(), expected, "{written}");
        }
        for (base, written, code) in [
            (base, "", Code::InvalidArgument),
            (base, "file:///etc/passwd", Code::PolicyDenied),
            (base, "javascript:alert(1)", Code::PolicyDenied),
            (base, "data:text/html,x", Code::PolicyDenied),
            (base, "chrome://settings", Code::PolicyDenied),
            (None, "/cart", Code::AppNotOpen),
        ] {
            assert_eq!(resolve(base, written).unwrap_err().code(), code, "{written}");
        }
    }
}
