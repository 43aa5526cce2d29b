//! When an app answers.

use std::time::{Duration, Instant};

/// What was seen while waiting.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ready {
    /// It answered.
    Yes,
    /// Something ended the wait early.
    GivenUp,
    /// It did not answer in time; the last thing seen.
    No(String),
}

/// What is seen while no program has the port.
const NOBODY: &str = "nothing listens there yet";

/// Whether some program listens at `url` now, whatever it answers.
pub(super) fn is_taken(url: &str) -> bool {
    match wait(url, Duration::ZERO, || false) {
        Ready::Yes => true,
        Ready::GivenUp => false,
        Ready::No(seen) => seen != NOBODY,
    }
}

/// Whether no program has the port of `url`; a program that only does not answer has it.
pub(super) fn is_deserted(url: &str) -> bool {
    let addresses = reqwest::Url::parse(url)
        .ok()
        .and_then(|url| url.socket_addrs(|| None).ok())
        .unwrap_or_default();
    !addresses.is_empty()
        && addresses.iter().all(|address| {
            matches!(
                std::net::TcpStream::connect_timeout(address, Duration::from_millis(250)),
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused
            )
        })
}

/// Asks `url` until it answers below 500, `limit` passes, or `give_up` says so.
///
/// An app that starts has no way to tell us, so it is asked; every answer below 500
/// counts, because a page behind a sign-in is up too.
pub(super) fn wait(url: &str, limit: Duration, mut give_up: impl FnMut() -> bool) -> Ready {
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return Ready::No(error.to_string()),
    };
    runtime.block_on(async {
        let started = Instant::now();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(Duration::from_secs(5))
            .build();
        let client = match client {
            Ok(client) => client,
            Err(error) => return Ready::No(error.to_string()),
        };
        let mut pause = Duration::from_millis(20);
        loop {
            let seen = match client.get(url).send().await {
                Ok(response) if response.status().as_u16() < 500 => return Ready::Yes,
                Ok(response) => format!("it answered {}", response.status()),
                Err(error) if error.is_connect() => NOBODY.to_owned(),
                Err(error) => error.to_string(),
            };
            if give_up() {
                return Ready::GivenUp;
            }
            if started.elapsed() + pause >= limit {
                return Ready::No(seen);
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_millis(250));
        }
    })
}
