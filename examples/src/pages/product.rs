//! The page of a product.

use axum::Router;
use axum::extract::Path;
use axum::response::Response;
use axum::routing::get;

use crate::page::{Page, Place};
use crate::product::{self, Product, Review};
use crate::session::Visit;
use crate::template::{Markup, Template};

pub(crate) fn router() -> Router {
    Router::new().route("/products/{slug}", get(show))
}

async fn show(visit: Visit, Path(slug): Path<String>) -> Response {
    let Some(product) = product::find(&slug) else {
        return super::trouble::not_found(visit).await;
    };
    let sold_out = product.stock == 0;
    let stock = match product.stock {
        0 => "Out of stock".to_owned(),
        n if n < 5 => format!("Only {n} left"),
        _ => "In stock".to_owned(),
    };
    let reviews: Markup = if product.reviews.is_empty() {
        Markup::literal("<p>No reviews yet.</p>")
    } else {
        product.reviews.iter().map(review).collect()
    };
    let content = Template::new(include_str!("../assets/html/product.html"))
        .text("slug", &product.slug)
        .text("name", &product.name)
        .text("category", product.category.name())
        .text("category_id", product.category.id())
        .text("picture", product.picture())
        .text("tone", &product.tone)
        .text("price", product.price)
        .text("summary", &product.summary)
        .text("description", &product.description)
        .text("care", &product.care)
        .text("stock", stock)
        .text("max", product.stock.max(1))
        .html("disabled", Markup::when(sold_out, " disabled"))
        .html("variants", variants(product))
        .text("review_count", product.reviews.len())
        .html("reviews", reviews)
        .render();
    Page::new(&product.name, Place::Catalogue, content)
        .script("product.js")
        .show(&mut visit.open())
}

fn variants(product: &Product) -> Markup {
    if product.variants.is_empty() {
        return Markup::default();
    }
    let radios = product.variants.iter().enumerate().map(|(index, variant)| {
        Template::new(include_str!("../assets/html/variant.html"))
            .text("id", &variant.id)
            .text("name", &variant.name)
            .text("price", product.price + variant.extra)
            .html("checked", Markup::when(index == 0, " checked"))
            .render()
    });
    Template::new("<fieldset class=\"row\"><legend>{{choice}}</legend>{{radios}}</fieldset>")
        .text("choice", &product.choice)
        .html("radios", radios.collect())
        .render()
}

fn review(review: &Review) -> Markup {
    Template::new(include_str!("../assets/html/review.html"))
        .text("author", &review.author)
        .text("stars", review.stars)
        .text("drawn", "★".repeat(review.stars))
        .text("text", &review.text)
        .render()
}
