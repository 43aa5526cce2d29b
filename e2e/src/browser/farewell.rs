//! The last word to a driver, which nobody waits for.

use std::io::{Read as _, Write as _};
use std::time::Duration;

/// Tells a driver of ours that the session is over, without waiting for its answer:
/// it notices the end of its browser by polling.
pub(super) fn farewell(server: &str, session: &str) {
    let Some(address) = server
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .parse()
        .ok()
    else {
        return;
    };
    let request = format!(
        "DELETE /session/{session} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    );
    std::thread::spawn(move || {
        let limit = Duration::from_secs(5);
        let mut answer = Vec::new();
        let _ = std::net::TcpStream::connect_timeout(&address, limit).and_then(|mut stream| {
            stream.set_read_timeout(Some(limit))?;
            stream.write_all(request.as_bytes())?;
            stream.read_to_end(&mut answer)
        });
    });
}
