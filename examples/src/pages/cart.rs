//! The cart.

use axum::Router;
use axum::response::Response;
use axum::routing::get;

use crate::cart::{Line, Totals};
use crate::page::{Page, Place};
use crate::session::Visit;
use crate::template::{Markup, Template};
use crate::workspace::Workspace;

pub(crate) fn router() -> Router {
    Router::new().route("/cart", get(cart))
}

async fn cart(visit: Visit) -> Response {
    let mut workspace = visit.open();
    let totals = workspace.totals(visit.bugs(&workspace));
    let inside = if workspace.cart.is_empty() {
        Markup::literal(include_str!("../assets/html/cart_empty.html"))
    } else {
        full(&workspace, &totals)
    };
    let content = Template::new("<h1>Cart</h1><div id=\"cart\">{{inside}}</div>")
        .html("inside", inside)
        .render();
    Page::new("Cart", Place::Cart, content)
        .script("cart.js")
        .show(&mut workspace)
}

fn full(workspace: &Workspace, totals: &Totals) -> Markup {
    let lines = workspace.cart.lines().iter().map(line);
    let code = match workspace.cart.code() {
        Some(code) => Template::new(include_str!("../assets/html/code_applied.html"))
            .text("code", code)
            .render(),
        None => Markup::literal(include_str!("../assets/html/code.html")),
    };
    Template::new(include_str!("../assets/html/cart.html"))
        .html("lines", lines.collect())
        .html("sums", sums(totals))
        .html("code", code)
        .render()
}

fn line(line: &Line) -> Markup {
    let name = full_name(line);
    Template::new(include_str!("../assets/html/cart_line.html"))
        .text("id", line.id())
        .text("slug", &line.product.slug)
        .text("product", &line.product.name)
        .text("variant", line.variant.map_or("", |variant| &variant.name))
        .text("name", name)
        .text("picture", line.product.picture())
        .text("tone", &line.product.tone)
        .text("price", line.price())
        .text("sum", line.sum())
        .text("quantity", line.quantity)
        .text("max", line.product.stock)
        .html("least", Markup::when(line.quantity <= 1, " disabled"))
        .html(
            "most",
            Markup::when(line.quantity >= line.product.stock, " disabled"),
        )
        .render()
}

/// "Enamel mug, Blue": tells the lines of one product apart.
fn full_name(line: &Line) -> String {
    match line.variant {
        Some(variant) => format!("{}, {}", line.product.name, variant.name),
        None => line.product.name.clone(),
    }
}

/// The sums of a cart or an order.
pub(crate) fn sums(totals: &Totals) -> Markup {
    let zero = crate::money::Money::ZERO;
    let discount = if totals.discount == zero {
        Markup::default()
    } else {
        Template::new("<div><dt>Discount</dt><dd data-testid=\"discount\">{{amount}}</dd></div>")
            .text("amount", zero - totals.discount)
            .render()
    };
    let shipping = match totals.shipping {
        cost if cost == zero => "Free".to_owned(),
        cost => cost.to_string(),
    };
    Template::new(include_str!("../assets/html/sums.html"))
        .text("subtotal", totals.subtotal)
        .html("discount", discount)
        .text("shipping", shipping)
        .text("total", totals.total)
        .render()
}
