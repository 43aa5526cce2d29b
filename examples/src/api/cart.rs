//! The cart.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::{get, patch, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;

use crate::api::body::Body;
use crate::failure::Failure;
use crate::session::Visit;
use crate::workspace::Workspace;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/cart", get(show))
        .route("/cart/items", post(add))
        .route("/cart/items/{id}", patch(set_quantity).delete(remove))
        .route("/cart/discount", post(apply).delete(remove_code))
}

type Answer = Result<Json<Value>, Failure>;

fn answer(visit: &Visit, workspace: &Workspace) -> Json<Value> {
    let bugs = visit.bugs(workspace);
    Json(workspace.cart.json(workspace.delivery(), bugs))
}

async fn show(visit: Visit) -> Json<Value> {
    answer(&visit, &visit.open())
}

#[derive(Debug, Deserialize)]
struct Item {
    slug: String,
    variant: Option<String>,
    #[serde(default = "one")]
    quantity: u32,
}

fn one() -> u32 {
    1
}

async fn add(visit: Visit, Body(item): Body<Item>) -> Result<(StatusCode, Json<Value>), Failure> {
    let mut workspace = visit.open();
    workspace
        .cart
        .add(&item.slug, item.variant.as_deref(), item.quantity)?;
    Ok((StatusCode::CREATED, answer(&visit, &workspace)))
}

#[derive(Debug, Deserialize)]
struct Quantity {
    quantity: u32,
}

async fn set_quantity(visit: Visit, Path(id): Path<String>, Body(body): Body<Quantity>) -> Answer {
    let mut workspace = visit.open();
    workspace.cart.set_quantity(&id, body.quantity)?;
    Ok(answer(&visit, &workspace))
}

async fn remove(visit: Visit, Path(id): Path<String>) -> Answer {
    let mut workspace = visit.open();
    workspace.cart.remove(&id)?;
    Ok(answer(&visit, &workspace))
}

#[derive(Debug, Deserialize)]
struct Code {
    #[serde(default)]
    code: String,
}

async fn apply(visit: Visit, Body(body): Body<Code>) -> Answer {
    let mut workspace = visit.open();
    workspace.cart.apply(&body.code)?;
    Ok(answer(&visit, &workspace))
}

async fn remove_code(visit: Visit) -> Json<Value> {
    let mut workspace = visit.open();
    workspace.cart.remove_code();
    answer(&visit, &workspace)
}
