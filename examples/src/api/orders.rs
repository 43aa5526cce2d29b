//! Orders.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::body::Body;
use crate::cart::Delivery;
use crate::failure::Failure;
use crate::order::{Address, Card, Order};
use crate::session::Visit;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/orders", get(list).post(place))
        .route("/orders/{number}", get(one))
}

async fn list(visit: Visit) -> Result<Json<Value>, Failure> {
    let workspace = visit.open();
    let user = workspace.users.require()?;
    let orders: Vec<_> = workspace.orders.of(&user.email).map(Order::json).collect();
    Ok(Json(json!({ "orders": orders })))
}

async fn one(visit: Visit, Path(number): Path<String>) -> Result<Json<Value>, Failure> {
    let workspace = visit.open();
    let order = workspace.orders.find(&number).ok_or_else(missing)?;
    Ok(Json(order.json()))
}

fn missing() -> Failure {
    Failure::not_found("There is no such order")
}

#[derive(Debug, Deserialize)]
struct Request {
    #[serde(default)]
    address: Address,
    delivery: Option<String>,
    #[serde(default)]
    card: Card,
}

async fn place(
    visit: Visit,
    Body(request): Body<Request>,
) -> Result<(StatusCode, Json<Value>), Failure> {
    let mut workspace = visit.open();
    if workspace.cart.is_empty() {
        return Err(Failure::conflict("cart_empty", "Your cart is empty"));
    }
    let delivery = match request.delivery.as_deref() {
        None => workspace.delivery(),
        Some(id) => Delivery::find(id).ok_or_else(|| {
            Failure::invalid("unknown_delivery", "The delivery is standard or express")
        })?,
    };
    let mut errors = request.address.check();
    errors.extend(request.card.check());
    if !errors.is_empty() {
        return Err(Failure::fields(&errors));
    }
    request.card.charge()?;
    let bugs = visit.bugs(&workspace);
    let number = workspace.place(request.address, delivery, bugs);
    let order = workspace.orders.find(&number).ok_or_else(missing)?;
    Ok((StatusCode::CREATED, Json(order.json())))
}
