//! Serves the shop: `cargo run -p e2e-examples -- --port 8080`.

use std::env;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;

use e2e_examples::Running;

const USAGE: &str = "Usage: e2e-examples [--port N]   (or set PORT; 0 takes a free port)";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            #[expect(clippy::print_stderr, reason = "the errors of a program")]
            {
                eprintln!("{message}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let port = port(env::args().skip(1), env::var("PORT").ok())?;
    let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let running = Running::start(addr).map_err(|error| format!("Cannot serve {addr}: {error}"))?;
    #[expect(clippy::print_stdout, reason = "the address is the output")]
    {
        println!("{}", running.base_url());
    }
    running.join();
    Ok(())
}

/// The argument wins over the environment.
fn port(mut args: impl Iterator<Item = String>, env: Option<String>) -> Result<u16, String> {
    let text = match args.next().as_deref() {
        None => env.unwrap_or_else(|| "0".to_owned()),
        Some("--port") => args.next().ok_or(USAGE)?,
        Some(other) => match other.strip_prefix("--port=") {
            Some(text) => text.to_owned(),
            None => return Err(USAGE.to_owned()),
        },
    };
    text.parse()
        .map_err(|_| format!("{text:?} is not a port\n{USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::port;

    #[test]
    fn the_argument_wins_over_the_environment() {
        let args = |text: &str| {
            let words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
            words.into_iter()
        };
        let env = || Some("8000".to_owned());
        assert_eq!(port(args(""), None), Ok(0));
        assert_eq!(port(args(""), env()), Ok(8000));
        assert_eq!(port(args("--port 9000"), env()), Ok(9000));
        assert_eq!(port(args("--port=9000"), env()), Ok(9000));
        assert!(port(args("--port x"), None).is_err());
        assert!(port(args("--host x"), None).is_err());
    }
}
