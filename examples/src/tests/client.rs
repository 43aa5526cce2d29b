//! A small HTTP client with a cookie.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use crate::Running;

/// A shop for one test.
pub(crate) fn start() -> Running {
    Running::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap()
}

/// A visitor.
pub(crate) struct Client {
    addr: SocketAddr,
    headers: Vec<(&'static str, String)>,
    cookie: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines().filter_map(|l| l.split_once(": "));
        lines.find_map(|(known, value)| known.eq_ignore_ascii_case(name).then_some(value))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    pub(crate) fn shows(&self, text: &str) -> &Self {
        assert!(self.body.contains(text), "no {text:?} in\n{}", self.body);
        self
    }

    #[track_caller]
    pub(crate) fn hides(&self, text: &str) -> &Self {
        assert!(!self.body.contains(text), "{text:?} in\n{}", self.body);
        self
    }

    #[track_caller]
    pub(crate) fn leads_to(&self, path: &str) -> &Self {
        assert_eq!((self.status, self.header("location")), (303, Some(path)));
        self
    }
}

impl Client {
    pub(crate) fn new(shop: &Running) -> Self {
        Self {
            addr: shop.addr(),
            headers: Vec::new(),
            cookie: None,
        }
    }

    /// Sends a header with every request.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, None)
    }

    pub(crate) fn delete(&mut self, path: &str) -> Answer {
        self.send("DELETE", path, None)
    }

    /// Sends a form, already encoded.
    pub(crate) fn form(&mut self, path: &str, form: &str) -> Answer {
        self.send(
            "POST",
            path,
            Some(("application/x-www-form-urlencoded", form)),
        )
    }

    #[expect(clippy::needless_pass_by_value, reason = "reads better with json!")]
    pub(crate) fn json(&mut self, method: &str, path: &str, body: Value) -> Answer {
        self.send(method, path, Some(("application/json", &body.to_string())))
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, body: Option<(&str, &str)>) -> Answer {
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n");
        for (name, value) in &self.headers {
            request += &format!("{name}: {value}\r\n");
        }
        if let Some(cookie) = &self.cookie {
            request += &format!("Cookie: theme=plain; {cookie}\r\n");
        }
        let (kind, content) = body.unwrap_or_default();
        if body.is_some() {
            request += &format!("Content-Type: {kind}\r\n");
        }
        request += &format!("Content-Length: {}\r\n\r\n{content}", content.len());

        let mut stream = TcpStream::connect(self.addr).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(10)))
            .unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();

        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let (line, headers) = head.split_once("\r\n").unwrap_or((head, ""));
        let answer = Answer {
            status: line.split(' ').nth(1).unwrap().parse().unwrap(),
            headers: headers.to_owned(),
            body: body.to_owned(),
        };
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        answer
    }

    pub(crate) fn sign_in(&mut self) {
        self.form("/signin", "email=ada%40example.com&password=correct+horse")
            .leads_to("/account");
    }
}
