//! Downloads of servers that mean no good.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Path as Part;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use e2e::Code;
use e2e::page::verb::Verb;
use e2e::page::{Folders, Terms};
use e2e_tests::pages::Shown;
use futures::stream;
use std::time::{Duration, Instant};

/// What servers say of their files.
const NAMES: &[&[u8]] = &[
    b"attachment; filename=\"plain.txt\"",
    b"attachment; filename=\"../../up.txt\"",
    b"attachment; filename=\"/etc/passwd\"",
    b"attachment",
    b"attachment; filename=\"..\"",
    b"attachment; filename=\".hidden\"",
    b"attachment; filename=\"page.part\"",
    b"attachment; filename=\"notes.tmp\"",
    b"attachment; filename*=UTF-8''a%00b%0A%1b%22c.txt",
    b"attachment; filename=\"plain.txt\"",
];

async fn serve() -> String {
    let mut app = Router::new()
        .route("/page", get(async || page()))
        .route(
            "/long",
            get(async || {
                file(
                    format!("attachment; filename=\"{}.txt\"", "n".repeat(300)).as_bytes(),
                    Body::from("long"),
                )
            }),
        )
        .route(
            "/empty",
            get(async || file(b"attachment; filename=empty.bin", Body::empty())),
        )
        .route(
            "/endless",
            get(async || file(b"attachment; filename=endless.bin", drip(usize::MAX, 50))),
        )
        .route(
            "/breaks",
            get(async || file(b"attachment; filename=breaks.bin", drip(3, 20))),
        )
        .route(
            "/huge",
            get(async || file(b"attachment; filename=huge.bin", many())),
        )
        .route(
            "/none/named",
            get(async || file(b"", Body::from("no header"))),
        );
    app = app.route(
        "/n/{at}/named",
        get(async |Part(at): Part<usize>| file(NAMES[at], Body::from(format!("file {at}")))),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

fn page() -> Response {
    let mut links = String::from("<!doctype html><title>T</title>");
    for at in 0..NAMES.len() {
        links.push_str(&format!("<a href='/n/{at}/named'>File {at}</a> "));
    }
    for name in ["long", "empty", "endless", "breaks", "huge", "none/named"] {
        links.push_str(&format!("<a href='/{name}'>{name}</a> "));
    }
    links.push_str("<a download='../../data.txt' href='data:text/plain,hello'>data</a> ");
    links.push_str("<a download='/etc/blob.txt' id=b>blob</a><script>b.href = URL.createObjectURL(new Blob(['hello']))</script>");
    ([(header::CONTENT_TYPE, "text/html")], links).into_response()
}

fn file(disposition: &[u8], body: Body) -> Response {
    let kind = (
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/octet-stream"),
    );
    let named: Option<(HeaderName, HeaderValue)> = (!disposition.is_empty()).then(|| {
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_bytes(disposition).unwrap(),
        )
    });
    let mut response = body.into_response();
    response
        .headers_mut()
        .extend([Some(kind), named].into_iter().flatten());
    response
}

/// Parts with a pause between them; after `most` the connection breaks.
fn drip(most: usize, pause: u64) -> Body {
    Body::from_stream(stream::unfold(0, move |part| async move {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        let sent = match part < most {
            true => Ok(Bytes::from_static(&[7; 4096])),
            false => Err(std::io::Error::other("broken off")),
        };
        (part <= most).then_some((sent, part + 1))
    }))
}

fn many() -> Body {
    Body::from_stream(stream::unfold(0, |part| async move {
        (part < 64).then(|| {
            (
                Ok::<_, std::io::Error>(Bytes::from(vec![7; 1 << 20])),
                part + 1,
            )
        })
    }))
}

#[tokio::test]
async fn whatever_a_file_is_called_it_lies_in_the_folder_and_nothing_is_lost() {
    let site = serve().await;
    let shown = Shown::start().await;
    let kept = tempfile::tempdir().unwrap();
    let downloads = kept.path().join("a/b/downloads");
    let mut folders = Folders::default();
    folders.downloads.clone_from(&downloads);
    let page = shown.page_with(folders);
    let url = format!("{site}/page");
    page.perform(Verb::Navigate { url }).await.unwrap();
    let get = async |name: &str, limit: u64| {
        let look = page.look().await.unwrap();
        let node = look.nodes.iter().find(|node| node.label() == name);
        let target = node.unwrap_or_else(|| panic!("{name}")).id.clone();
        let mut terms = Terms::default();
        terms.limit = Some(Duration::from_secs(limit));
        let began = Instant::now();
        let ended = page.perform_with(Verb::Download { target }, &terms).await;
        assert!(began.elapsed() < Duration::from_secs(limit + 5), "{name}");
        ended
    };
    let all = (0..NAMES.len()).map(|at| (format!("File {at}"), format!("file {at}")));
    let more = [
        ("none/named", "no header"),
        ("data", "hello"),
        ("blob", "hello"),
        ("empty", ""),
    ];
    let all = all.chain(more.map(|(name, holds)| (name.to_owned(), holds.to_owned())));
    let mut count = 0;
    for (name, holds) in all {
        let effect = match get(&name, 20).await {
            Ok(effect) => effect,
            // So Firefox calls a file that is not complete.
            Err(error) if shown.is_firefox() && name == "File 6" => {
                assert!(
                    format!("{error:?}").contains("is not complete"),
                    "{error:?}"
                );
                continue;
            }
            Err(error) => panic!("{name}: {error:?}"),
        };
        count += 1;
        let told = |note: &&String| note.starts_with("downloaded ");
        let note = effect.notes.iter().find(told);
        let note = note.unwrap_or_else(|| panic!("{name}: {effect:?}"));
        assert!(!note.contains(char::is_control), "{name}: {note:?}");
        let (told, path) = note.split_once(" bytes, to ").unwrap();
        assert!(
            told.ends_with(&format!(", {}", holds.len())),
            "{name}: {note}"
        );
        let path = std::path::Path::new(path);
        assert_eq!(path.parent(), Some(&*downloads), "{name}: {note}");
        assert_eq!(
            std::fs::read_to_string(path).unwrap(),
            holds,
            "{name}: {note}"
        );
        assert_eq!(
            effect
                .notes
                .iter()
                .filter(|note| note.contains("downloaded"))
                .count(),
            1,
            "{name}"
        );
        assert!(effect.visible, "{name}");
    }
    let lying = std::fs::read_dir(&downloads).unwrap().flatten();
    let lying = lying.filter(|entry| entry.path().is_file()).count();
    assert_eq!(lying, count, "each has its own file");
    assert_eq!(
        std::fs::read_dir(kept.path()).unwrap().count(),
        1,
        "nothing lies beside"
    );
    // A file is what a press was for, too.
    let look = page.look().await.unwrap();
    let node = look.nodes.iter().find(|node| node.label() == "blob");
    let target = node.unwrap().id.clone();
    let effect = page.perform(Verb::Tap { target }).await.unwrap();
    assert!(effect.visible, "{effect:?}");
    assert!(
        get("huge", 60)
            .await
            .unwrap()
            .notes
            .concat()
            .contains(" 67108864 bytes")
    );
    // A name too long for a file is cut or refused, whatever the browser makes of it.
    let long = get("long", 5).await;
    assert!(long.is_ok_and(|it| it.visible) || !shown.is_firefox());
    for (name, limit, words) in [
        // Firefox keeps what has come of it, as if more were to come.
        (
            "breaks",
            3,
            ["broke off", "no download began", "is not complete"].as_slice(),
        ),
        ("endless", 2, &["is not complete"]),
    ] {
        let error = get(name, limit).await.unwrap_err();
        let said = format!("{error:?}");
        assert_eq!(error.code(), Code::ActionFailed, "{name}: {said}");
        assert!(
            words.iter().any(|word| said.contains(word)),
            "{name}: {said}"
        );
    }
    shown.close().await;
}

#[tokio::test]
#[cfg(unix)]
async fn a_file_that_is_replaced_on_the_way_is_not_sent() {
    let shown = Shown::start().await;
    let root = tempfile::tempdir().unwrap();
    let (package, outside) = (root.path().join("package"), root.path().join("secret.txt"));
    std::fs::create_dir(&package).unwrap();
    std::fs::write(&outside, "secret").unwrap();
    let mut folders = Folders::default();
    folders.package.clone_from(&package);
    let page = shown.page_with(folders);
    let markup =
        "<button id=b disabled onclick=f.click()>Choose</button><input type=file id=f hidden>
        <script>setTimeout(() => { b.disabled = false }, 1200)</script>";
    // Its button takes a while, and what lies there by then is another file, or none.
    for becomes in ["the same", "a link out", "a link to another", "a folder"] {
        let file = package.join("a.txt");
        let other = package.join("b.txt");
        std::fs::remove_dir(&file).ok();
        std::fs::remove_file(&file).ok();
        std::fs::write(&file, "mine").unwrap();
        std::fs::write(&other, "another").unwrap();
        shown.write(markup).await;
        let look = page.look().await.unwrap();
        let button = look.nodes.iter().find(|node| node.name == "Choose");
        let upload = Verb::Upload {
            target: button.unwrap().id.clone(),
            files: vec!["a.txt".to_owned()],
        };
        let (sent, ()) = tokio::join!(page.perform(upload), async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            if becomes != "the same" {
                std::fs::remove_file(&file).unwrap();
            }
            match becomes {
                "a link out" => std::os::unix::fs::symlink(&outside, &file).unwrap(),
                "a link to another" => std::os::unix::fs::symlink(&other, &file).unwrap(),
                "a folder" => std::fs::create_dir(&file).unwrap(),
                _ => {}
            }
        });
        let held = shown.run("return f.files.length").await;
        match (sent, becomes) {
            (Ok(_), "the same") => assert_eq!(held, 1),
            (Err(error), _) => {
                assert_eq!(error.code(), Code::PolicyDenied, "{becomes}: {error:?}");
                assert_eq!(held, 0, "{becomes}");
            }
            (sent, _) => panic!("{becomes}: {sent:?}"),
        }
    }
    shown.close().await;
}
