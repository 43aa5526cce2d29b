//! The error for an address behind which there is no app, and what a look from outside
//! of the browser adds to it.

use crate::code::Code;
use crate::error::Error;
use crate::text::show_duration;
use std::time::Duration;

/// The error for an address behind which there is no app.
pub(super) async fn unreachable(url: &str, reason: &str) -> Error {
    let mut error = Error::new(
        Code::AppUnreachable,
        format!("{url} cannot be opened: the browser shows its error page"),
    );
    if !reason.is_empty() {
        error = error.note(format!("the browser says {reason}"));
    }
    let mut around = reason.contains("TOO_MANY_REDIRECTS") || reason == "redirectLoop";
    if let Some((address, said)) = probe(url).await {
        around |= said.contains("leads");
        error = error.note(format!("connecting to {address} from the test: {said}"));
    }
    error.help(if around {
        "look for a redirect that leads back to itself"
    } else {
        "is the app running, and does it listen at this address?"
    })
}

/// Tries the address from here, since error pages seldom say enough.
async fn probe(url: &str) -> Option<(String, String)> {
    let url = reqwest::Url::parse(url).ok()?;
    let address = format!("{}:{}", url.host_str()?, url.port_or_known_default()?);
    let limit = Duration::from_secs(1);
    let said = match tokio::time::timeout(limit, tokio::net::TcpStream::connect(&address)).await {
        Err(_) => format!("no answer within {}", show_duration(limit)),
        Ok(Err(error)) => error.to_string(),
        Ok(Ok(_)) => match head(&url, limit).await {
            Some(said) => format!("something listens there, and {said}"),
            None => "something listens there".to_owned(),
        },
    };
    Some((address, said))
}

/// What the address answers to a question without a body.
async fn head(url: &reqwest::Url, limit: Duration) -> Option<String> {
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .timeout(limit)
        .build()
        .ok()?;
    let answer = match client.head(url.clone()).send().await {
        Ok(answer) => answer,
        Err(error) if error.is_timeout() => return Some("does not answer".to_owned()),
        Err(_) => return Some("breaks the connection off".to_owned()),
    };
    let to = answer
        .headers()
        .get("location")
        .and_then(|to| to.to_str().ok());
    Some(match to {
        Some(to) if url.join(to).is_ok_and(|to| to == *url) => "it leads back to itself".to_owned(),
        Some(to) => format!("it leads on to {to}"),
        None => format!("answers with status {}", answer.status().as_u16()),
    })
}
