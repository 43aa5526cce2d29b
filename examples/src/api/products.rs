//! The products.

use axum::extract::{self, Path};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::product::{self, Product, Query, Sort};
use crate::session::Visit;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/products", get(list))
        .route("/products/{slug}", get(one))
}

async fn list(
    visit: Visit,
    extract::Query(pairs): extract::Query<Vec<(String, String)>>,
) -> Result<Json<Value>, Failure> {
    let wrong = |(name, value): &&(String, String)| name == "sort" && Sort::find(value).is_none();
    if pairs.iter().find(wrong).is_some() {
        let known = Sort::ALL.map(Sort::id).join(", ");
        let message = format!("The order is one of {known}");
        return Err(Failure::invalid("unknown_sort", message));
    }
    let bugs = visit.bugs(&visit.open());
    let found = Query::from_pairs(&pairs).run(bugs);
    let products: Vec<_> = found.iter().map(|product| brief(product)).collect();
    Ok(Json(
        json!({ "products": products, "count": products.len() }),
    ))
}

async fn one(Path(slug): Path<String>) -> Result<Json<Value>, Failure> {
    let product = product::find(&slug);
    let product = product.ok_or_else(|| Failure::not_found("There is no such product"))?;
    let variants: Vec<_> = product
        .variants
        .iter()
        .map(|variant| {
            json!({
                "id": variant.id,
                "name": variant.name,
                "price_cents": product.price + variant.extra,
            })
        })
        .collect();
    let mut details = brief(product);
    details["description"] = json!(product.description);
    details["variants"] = json!(variants);
    Ok(Json(details))
}

fn brief(product: &Product) -> Value {
    json!({
        "slug": product.slug,
        "name": product.name,
        "category": product.category,
        "price_cents": product.price,
        "price": product.price.to_string(),
        "in_stock": product.stock > 0,
        "stock": product.stock,
        "added": product.added,
        "summary": product.summary,
    })
}
