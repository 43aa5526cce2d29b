//! Accounts, and the rest of the pages.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{Client, start};

#[test]
fn signing_in_leads_back() {
    let shop = start();
    let mut client = Client::new(&shop);
    let path = "/signin?next=/settings/billing";
    client.get("/settings/billing").leads_to(path);
    client.get(path).shows("value=\"/settings/billing\"");
    client
        .form("/signin", "email=ada&password=")
        .shows("Enter a valid email address")
        .shows("Enter your password");
    client
        .form("/signin", "email=&password=x")
        .shows("Enter your email address");
    client
        .form("/signin", "email=ada%40example.com&password=x")
        .shows("<p class=\"alert\" role=\"alert\">Email or password is incorrect</p>");
    let form = "email=ada%40example.com&password=correct+horse&next=/settings/billing";
    client.form("/signin", form).leads_to("/settings/billing");
    client
        .get("/settings/billing")
        .shows("Signed in as Ada Lovelace")
        .shows("data-testid=\"current-plan\">Free<");
    client.get("/settings/billing").hides("Signed in as");
    client.form("/signout", "").leads_to("/");
    client.get("/account").leads_to("/signin?next=/account");
}

#[test]
fn signing_up_is_checked() {
    let shop = start();
    let mut client = Client::new(&shop);
    client
        .form("/signup", "password=short")
        .shows("Enter your full name")
        .shows("Use at least 8 characters")
        .shows("Choose an account type")
        .shows("Accept the terms to continue");
    let form = |email: &str| {
        format!(
            "name=Grace&email={email}%40example.com&password=long+enough\
             &account_type=business&country=Ireland&terms=yes"
        )
    };
    client
        .form("/signup", &form("ada"))
        .shows("That email address already has an account");
    client.form("/signup", &form("grace")).leads_to("/account");
    client.get("/account").shows("Welcome, Grace");
    client
        .get("/account/orders")
        .shows("You have no orders yet.");
}

#[test]
fn the_profile_is_saved() {
    let shop = start();
    let mut client = Client::new(&shop);
    client.sign_in();
    client
        .form("/account", "name=&email=bob%40example.com")
        .shows("Enter your full name");
    client
        .form("/account", "name=Ada&email=bob%40example.com")
        .shows("That email address already has an account");
    let form = "name=Ada+King&email=king%40example.com&newsletter=yes";
    client.form("/account", form).leads_to("/account");
    client
        .get("/account")
        .shows("Profile saved")
        .shows("value=\"Ada King\"")
        .shows("value=\"yes\" checked");
    client.get("/account/orders").shows("ORD-1001");
}

#[test]
fn invoices_are_downloaded() {
    let shop = start();
    let mut client = Client::new(&shop);
    client.sign_in();
    client.json("POST", "/api/billing/plan", json!({ "plan": "pro" }));
    client
        .get("/settings/billing")
        .shows("data-testid=\"current-plan\">Pro<")
        .shows("Pro plan, 12 of 30 days")
        .shows("Downgrade to Free");
    let file = client.get("/settings/billing/invoices/INV-004");
    let name = file.header("content-disposition");
    assert_eq!(name, Some("attachment; filename=\"INV-004.txt\""));
    file.shows("$12.40");
}

#[test]
fn todos_are_filtered() {
    let shop = start();
    let mut client = Client::new(&shop);
    client.get("/todo").shows("Nothing to do yet.");
    for title in ["<i>One</i>", "Two", "Three"] {
        client.json("POST", "/api/todos", json!({ "title": title }));
    }
    client.json("PATCH", "/api/todos/2", json!({ "done": true }));
    client
        .get("/todo?filter=active")
        .shows("2 items left")
        .shows("&lt;i&gt;One&lt;/i&gt;")
        .hides(">Two<")
        .shows("<a href=\"/todo?filter=active\" aria-current=\"page\">");
    client
        .get("/todo?filter=completed")
        .shows(">Two<")
        .hides(">Three<");
}

#[test]
fn every_page_has_a_heading_and_asks_nobody_else() {
    let shop = start();
    let mut client = Client::new(&shop);
    client.sign_in();
    client.json("POST", "/api/cart/items", json!({ "slug": "enamel-mug" }));
    let pages = [
        ("/", 200),
        ("/help", 200),
        ("/catalogue", 200),
        ("/products/enamel-mug", 200),
        ("/cart", 200),
        ("/checkout/address", 200),
        ("/signup", 200),
        ("/account", 200),
        ("/account/orders", 200),
        ("/settings/billing", 200),
        ("/todo", 200),
        ("/slow", 200),
        ("/slow/page?ms=1", 200),
        ("/frame", 200),
        ("/frame/newsletter", 200),
        ("/dialogs", 200),
        ("/dead", 200),
        ("/broken", 500),
        ("/never", 200),
        ("/never?kind=stylesheet", 200),
        ("/nothing", 404),
    ];
    for (path, status) in pages {
        let page = client.get(path);
        assert_eq!(page.status, status, "{path}");
        assert_eq!(page.body.matches("<h1").count(), 1, "{path}");
        page.hides("http:").hides("https:").hides("{{");
        for part in page.body.split("\"/assets/").skip(1) {
            let name = part.split(['"', '#']).next().unwrap();
            assert_eq!(client.get(&format!("/assets/{name}")).status, 200, "{name}");
        }
    }
}

#[test]
fn assets_open_no_workspace() {
    let shop = start();
    let mut client = Client::new(&shop);
    let answer = client.get("/favicon.ico");
    assert_eq!((answer.status, answer.header("set-cookie")), (200, None));
    assert_eq!(client.get("/assets/nothing.js").status, 404);
    assert_eq!(shop.shop().workspaces(), 0);
}

#[test]
fn reports_are_late_and_stalled_parts_never_come() {
    let shop = start();
    let mut client = Client::new(&shop);
    let begun = Instant::now();
    client.get("/slow/report?ms=120").shows("Sales report");
    assert!(begun.elapsed() >= Duration::from_millis(120));

    let mut stream = TcpStream::connect(shop.addr()).unwrap();
    let timeout = Some(Duration::from_millis(150));
    stream.set_read_timeout(timeout).unwrap();
    stream
        .write_all(b"GET /never/image.png HTTP/1.1\r\nHost: shop\r\n\r\n")
        .unwrap();
    assert!(stream.read(&mut [0; 1]).is_err());
    // A response that is still owed does not keep the server alive.
    let begun = Instant::now();
    drop(shop);
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_shop_is_served_from_any_runtime() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let shop = runtime.block_on(crate::serve()).unwrap();
    drop(runtime);
    assert_eq!(shop.base_url(), format!("http://{}", shop.addr()));
    assert_eq!(Client::new(&shop).get("/").status, 200);
}
