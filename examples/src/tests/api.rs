//! The JSON API.

use serde_json::json;

use super::client::{Client, start};

#[test]
fn every_visitor_has_a_shop_of_their_own() {
    let shop = start();
    let (mut ada, mut bob) = (Client::new(&shop), Client::new(&shop));
    ada.json("POST", "/api/todos", json!({ "title": "Buy seeds" }));
    bob.json("POST", "/api/todos", json!({ "title": "Buy tea" }));
    assert_eq!(
        ada.get("/api/todos").json()["todos"][0]["title"],
        "Buy seeds"
    );
    assert_eq!(bob.get("/api/todos").json()["left"], 1);
    assert_eq!(shop.shop().workspaces(), 2);

    assert_eq!(ada.json("POST", "/api/reset", json!({})).status, 204);
    assert_eq!(ada.get("/api/todos").json()["left"], 0);
    assert_eq!(bob.get("/api/todos").json()["left"], 1);
}

#[test]
fn a_header_names_a_workspace_too() {
    let shop = start();
    let mut one = Client::new(&shop).with("x-shop-workspace", "suite-1");
    let mut two = Client::new(&shop).with("x-shop-workspace", "suite-1");
    let answer = one.json("POST", "/api/todos", json!({ "title": "Buy seeds" }));
    assert_eq!((answer.status, answer.header("set-cookie")), (201, None));
    assert_eq!(two.get("/api/todos").json()["left"], 1);
    shop.shop().reset("suite-1");
    assert_eq!(two.get("/api/todos").json()["left"], 0);
}

#[test]
fn sessions_begin_and_end() {
    let shop = start();
    let mut client = Client::new(&shop);
    assert_eq!(client.get("/api/session").code(), "signed_out");
    let answer = client.json("POST", "/api/session", json!({ "email": "ada" }));
    assert_eq!(answer.status, 422);
    let fields = &answer.json()["error"]["fields"];
    assert_eq!(fields["email"], "Enter a valid email address");
    assert_eq!(fields["password"], "Enter your password");
    let wrong = json!({ "email": "ada@example.com", "password": "guess" });
    let answer = client.json("POST", "/api/session", wrong);
    assert_eq!(
        (answer.status, answer.code()),
        (401, "wrong_credentials".into())
    );
    let right = json!({ "email": "ada@example.com", "password": "correct horse" });
    let answer = client.json("POST", "/api/session", right);
    assert_eq!(answer.json()["user"]["name"], "Ada Lovelace");
    assert!(answer.json()["user"].get("password").is_none());
    assert_eq!(
        client.get("/api/orders").json()["orders"][1]["number"],
        "ORD-1001"
    );
    assert_eq!(client.delete("/api/session").status, 204);
    assert_eq!(client.get("/api/orders").status, 401);
}

#[test]
fn products_are_found_and_sorted() {
    let shop = start();
    let mut client = Client::new(&shop);
    let all = client.get("/api/products?sort=price-desc").json();
    assert_eq!(all["count"], 18);
    assert_eq!(all["products"][0]["slug"], "reading-lamp");
    assert_eq!(client.get("/api/products?q=tea").json()["count"], 3);
    assert_eq!(
        client
            .get("/api/products?category=garden&category=lighting")
            .json()["count"],
        8
    );
    assert_eq!(
        client.get("/api/products?sort=colour").code(),
        "unknown_sort"
    );
    let pan = client.get("/api/products/cast-iron-pan").json();
    assert_eq!(pan["variants"][1]["price_cents"], 6050);
    assert_eq!(client.get("/api/products/anvil").code(), "not_found");
}

#[test]
fn an_order_is_placed() {
    let shop = start();
    let mut client = Client::new(&shop);
    let address = json!({
        "name": "Grace", "email": "grace@example.com", "street": "1 High Street",
        "city": "York", "postcode": "YO1 7HH", "country": "United Kingdom",
    });
    let card = |number: &str| json!({ "name": "Grace", "number": number, "expiry": "04/29", "code": "123" });
    let order =
        |number: &str| json!({ "address": address, "delivery": "express", "card": card(number) });
    let good = "4242 4242 4242 4242";
    assert_eq!(
        client.json("POST", "/api/orders", order(good)).code(),
        "cart_empty"
    );

    let item = json!({ "slug": "enamel-mug", "variant": "green", "quantity": 2 });
    let answer = client.json("POST", "/api/cart/items", item);
    assert_eq!(answer.status, 201);
    assert_eq!(answer.json()["items"][0]["id"], "enamel-mug-green");
    let path = "/api/cart/items/enamel-mug-green";
    let answer = client.json("PATCH", path, json!({ "quantity": 0 }));
    assert_eq!(answer.code(), "quantity");
    assert_eq!(
        client.json("PATCH", path, json!({ "quantity": -1 })).code(),
        "invalid_body"
    );
    let answer = client.json("PATCH", path, json!({ "quantity": 3 }));
    assert_eq!(answer.json()["totals"]["total"], "$46.90");
    let answer = client.json("POST", "/api/cart/discount", json!({ "code": "SAVE20" }));
    assert_eq!(answer.code(), "unknown_code");
    let answer = client.json("POST", "/api/cart/discount", json!({ "code": "SAVE10" }));
    assert_eq!(answer.json()["totals"]["total_cents"], 4200 - 420 + 490);

    let answer = client.json("POST", "/api/orders", json!({}));
    assert_eq!(answer.json()["error"]["fields"]["city"], "Enter your city");
    let answer = client.json("POST", "/api/orders", order("4000 0000 0000 0002"));
    assert_eq!(
        (answer.status, answer.code()),
        (402, "card_declined".into())
    );
    let answer = client.json("POST", "/api/orders", order(good));
    assert_eq!(answer.status, 201);
    assert_eq!(answer.json()["number"], "ORD-1003");
    assert_eq!(answer.json()["totals"]["total_cents"], 4200 - 420 + 990);
    assert_eq!(client.get("/api/cart").json()["count"], 0);
    assert_eq!(
        client.get("/api/orders/ORD-1003").json()["status"],
        "Placed"
    );
}

#[test]
fn todos_are_kept() {
    let shop = start();
    let mut client = Client::new(&shop);
    let add =
        |client: &mut Client, title| client.json("POST", "/api/todos", json!({ "title": title }));
    assert_eq!(add(&mut client, " ").code(), "empty_title");
    assert_eq!(add(&mut client, "One").json()["id"], 1);
    assert_eq!(add(&mut client, "Two").json()["id"], 2);
    let answer = client.json("PATCH", "/api/todos/1", json!({ "done": true }));
    assert_eq!(
        answer.json(),
        json!({ "id": 1, "title": "One", "done": true })
    );
    assert_eq!(client.get("/api/todos").json()["left"], 1);
    assert_eq!(client.delete("/api/todos/completed").status, 204);
    assert_eq!(client.delete("/api/todos/1").code(), "not_found");
    assert_eq!(client.delete("/api/todos/x").code(), "not_found");
    assert_eq!(client.delete("/api/todos/2").status, 204);
}

#[test]
fn an_upgrade_is_billed_unless_the_defect_is_on() {
    let shop = start();
    let mut client = Client::new(&shop);
    assert_eq!(client.get("/api/billing").status, 401);
    client.sign_in();
    let preview = client.get("/api/billing/preview?plan=pro").json();
    assert_eq!(preview["due"], "$12.40");
    let upgrade =
        |client: &mut Client| client.json("POST", "/api/billing/plan", json!({ "plan": "pro" }));

    client.json("POST", "/api/bugs", json!({ "upgrade": true }));
    assert_eq!(upgrade(&mut client).json()["plan"], "free");
    client.json("POST", "/api/bugs", json!({}));
    let billing = upgrade(&mut client).json();
    assert_eq!(billing["plan"], "pro");
    assert_eq!(billing["invoices"][0]["amount"], "$12.40");
    assert_eq!(upgrade(&mut client).code(), "same_plan");
    assert_eq!(client.delete("/api/billing/invoices/INV-001").status, 204);
    assert_eq!(client.get("/api/billing/invoices/INV-001").status, 404);
}

#[test]
fn errors_are_json() {
    let shop = start();
    let mut client = Client::new(&shop);
    assert_eq!(client.get("/api/nothing").code(), "not_found");
    assert_eq!(client.delete("/api/cart").code(), "method_not_allowed");
    assert_eq!(client.get("/api/broken").code(), "broken");
    let kind = Some(("application/json", "{"));
    assert_eq!(
        client.send("POST", "/api/todos", kind).code(),
        "invalid_json"
    );
    assert_eq!(client.form("/api/todos", "title=x").code(), "not_json");
    let answer = client.json("POST", "/api/bugs", json!({ "gravity": true }));
    assert_eq!((answer.status, answer.code()), (422, "invalid_body".into()));
}
