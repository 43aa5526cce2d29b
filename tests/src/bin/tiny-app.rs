//! An app that `[app]` in `e2e.toml` can start: it serves, dies, or never listens.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (way, port) = (arguments[0].as_str(), arguments[1].as_str());
    if let Some(file) = arguments.get(2) {
        std::fs::write(file, std::process::id().to_string()).expect("the pid file");
    }
    for line in 1..=30 {
        println!("log line {line}");
    }
    match way {
        "serve" => serve(port),
        "die" => {
            if let Ok(greeting) = std::env::var("GREETING") {
                eprintln!("{greeting}");
            }
            eprintln!("the database is missing");
            std::process::exit(3);
        }
        _ => std::thread::sleep(Duration::from_secs(120)),
    }
}

fn serve(port: &str) {
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).expect("the port is free");
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else { continue };
        let mut request = [0; 1024];
        let length = stream.read(&mut request).unwrap_or(0);
        if request[..length].starts_with(b"GET /quit ") {
            eprintln!("the disk is full");
            std::process::exit(7);
        }
        if request[..length].starts_with(b"GET /abort ") {
            eprintln!("the heap is corrupt");
            std::process::abort();
        }
        let _ = stream
            .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello");
    }
}
