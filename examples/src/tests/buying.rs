//! From the catalogue to the order, by pages.

use serde_json::json;

use super::client::{Client, start};

const ADDRESS: &str = "name=Ada&email=ada%40example.com&street=12+St+James+Square&city=London\
                       &postcode=SW1Y+4JH&country=United+Kingdom";

fn card(number: &str) -> String {
    format!("card_name=Ada&card_number={number}&expiry=04%2F29&security_code=123")
}

#[test]
fn the_catalogue_filters() {
    let shop = start();
    let mut client = Client::new(&shop);
    client
        .get("/catalogue?q=tea")
        .shows(">3 products</p>")
        .shows("Stoneware teapot")
        .hides("Reading lamp");
    client
        .get("/catalogue?q=%3Cscript%3E")
        .shows(">No products match</p>")
        .shows("value=\"&lt;script&gt;\"");
    client
        .get("/catalogue?q=tea&shop_bug=search")
        .shows(">18 products</p>");
    client.get("/catalogue?q=tea").shows(">18 products</p>");
    client
        .get("/catalogue?q=tea&shop_bug=")
        .shows(">3 products</p>");
}

#[test]
fn the_cookie_switches_a_defect_on_for_one_request() {
    let shop = start();
    let mut client = Client::new(&shop).with("cookie", "shop_bug=search");
    client.get("/catalogue?q=tea").shows(">18 products</p>");
}

#[test]
fn products_show_their_variants() {
    let shop = start();
    let mut client = Client::new(&shop);
    client
        .get("/products/cast-iron-pan")
        .shows("<legend>Size</legend>")
        .shows("data-price=\"$60.50\"");
    client
        .get("/products/coffee-grinder")
        .shows(">Out of stock</p>")
        .shows("<button class=\"button\" disabled>Add to cart</button>");
    assert_eq!(client.get("/products/anvil").status, 404);
}

#[test]
fn the_checkout_goes_step_by_step() {
    let shop = start();
    let mut client = Client::new(&shop);
    client.get("/cart").shows("Your cart is empty.");
    client.get("/checkout/address").leads_to("/cart");
    client.get("/checkout/done").leads_to("/cart");
    client.json("POST", "/api/cart/items", json!({ "slug": "brass-pen" }));
    client
        .get("/cart")
        .shows("aria-label=\"Increase quantity of Brass ballpoint pen\"")
        .shows("data-testid=\"total\">$28.90<");
    client.get("/cart?shop_bug=total").shows(">$28.91<");
    client.get("/cart?shop_bug=").shows(">$28.90<");
    client
        .get("/checkout/payment")
        .leads_to("/checkout/address");

    let answer = client.form("/checkout/address", "name=%3Cb%3EAda&email=ada");
    assert_eq!(answer.status, 422);
    answer
        .shows("There is a problem")
        .shows("value=\"&lt;b&gt;Ada\"")
        .shows("<a href=\"#email\">Enter a valid email address</a>")
        .shows("<a href=\"#country\">Choose a country</a>");
    client
        .form("/checkout/address", ADDRESS)
        .leads_to("/checkout/delivery");
    client
        .get("/checkout/payment")
        .leads_to("/checkout/delivery");
    client
        .form("/checkout/delivery", "")
        .shows("Choose a delivery option");
    client
        .form("/checkout/delivery", "delivery=express")
        .leads_to("/checkout/payment");

    client
        .form("/checkout/payment", "card_number=1234")
        .shows("Enter a valid card number")
        .shows("Enter the security code");
    let declined = client.form("/checkout/payment", &card("4000+0000+0000+0002"));
    assert_eq!(declined.status, 402);
    declined
        .shows("<p class=\"alert\" role=\"alert\">Your card was declined</p>")
        .hides("value=\"123\"");
    client
        .form("/checkout/payment", &card("4242+4242+4242+4242"))
        .leads_to("/checkout/done");
    client
        .get("/checkout/done")
        .shows("ORD-1003")
        .shows("$33.90");
    client.get("/cart").shows("Your cart is empty.");
}

#[test]
fn an_order_appears_in_the_account() {
    let shop = start();
    let mut client = Client::new(&shop);
    client.sign_in();
    client.json("POST", "/api/cart/items", json!({ "slug": "brass-pen" }));
    client
        .get("/checkout/address")
        .shows("value=\"Ada Lovelace\"");
    client.form("/checkout/address", ADDRESS);
    client.form("/checkout/delivery", "delivery=standard");
    client.form("/checkout/payment", &card("4242424242424242"));
    client
        .get("/account/orders")
        .shows("ORD-1003")
        .shows("ORD-1001");
}
