//! A small web server with the pages the tests need.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use futures::stream;
use std::time::Duration;

/// Starts the server in this runtime; the address has no slash at its end.
pub(crate) async fn start() -> String {
    let app = Router::new()
        .route(
            "/",
            get(|| async { Html("<!doctype html><title>home</title><h1>home</h1>") }),
        )
        .route(
            "/two",
            get(|| async { Html("<!doctype html><title>two</title><h1>two</h1>") }),
        )
        .route("/form", get(|| async { Html(FORM) }))
        .route("/everything", get(|| async { Html(EVERYTHING) }))
        .route(
            "/frame",
            get(|| async { Html("<title>outer</title><iframe src=/two></iframe>") }),
        )
        .route(
            "/alert",
            get(|| async { Html("<title>a</title><script>alert('on load')</script>") }),
        )
        .route(
            "/silent",
            get(|| async {
                tokio::time::sleep(Duration::from_secs(600)).await;
            }),
        )
        .route("/nothing", get(|| async { StatusCode::NO_CONTENT }))
        .route(
            "/endless",
            get(|| async { slowly(Duration::from_secs(600)) }),
        )
        .route(
            "/slow",
            get(|| async { slowly(Duration::from_millis(400)) }),
        );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

/// A document whose second half comes after a pause.
fn slowly(pause: Duration) -> Response {
    let head = "<!doctype html><title>slow</title><p id=first>first</p>";
    let padding = " ".repeat(4096);
    let parts = stream::unfold(0, move |part| {
        let text = match part {
            0 => format!("{head}{padding}"),
            1 => "<p id=last>last</p>".to_owned(),
            _ => String::new(),
        };
        async move {
            if part == 1 {
                tokio::time::sleep(pause).await;
            }
            (part < 2).then(|| (Ok::<_, std::io::Error>(Bytes::from(text)), part + 1))
        }
    });
    (
        [(header::CONTENT_TYPE, "text/html")],
        Body::from_stream(parts),
    )
        .into_response()
}

const FORM: &str = "<!doctype html><title>form</title><style>* { position: absolute; margin: 0 }
input { left: 0; top: 0; width: 200px; height: 30px } textarea { left: 0; top: 50px; width: 200px; height: 60px }
button { left: 300px; top: 0; width: 100px; height: 50px } a { left: 300px; top: 100px; width: 100px; height: 50px }
</style><input id=i><textarea id=t></textarea><button id=b>press</button><a id=n href=/two target=_blank>new</a>
<script>window.seen = []; for (const name of ['click', 'dblclick', 'contextmenu', 'mousemove'])
addEventListener(name, e => seen.push([name, e.target.id, Math.floor(e.clientX), Math.floor(e.clientY)]), true)</script>";

/// One of everything that a command can be meant for.
const EVERYTHING: &str = "<!doctype html><title>everything</title><button>Press</button><input>
<input type=checkbox><select><option>Basic<option>Pro</select><input type=file id=field>
<a href=/two download>two</a><iframe src=/two></iframe><p style='margin-top: 3000px'>far";
