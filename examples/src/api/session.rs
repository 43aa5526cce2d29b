//! Signing in and out.

use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::body::Body;
use crate::failure::Failure;
use crate::form::Errors;
use crate::session::Visit;

pub(crate) fn router() -> Router {
    Router::new().route("/session", get(me).post(sign_in).delete(sign_out))
}

#[derive(Debug, Deserialize)]
struct Credentials {
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
}

async fn me(visit: Visit) -> Result<Json<Value>, Failure> {
    let workspace = visit.open();
    let user = workspace.users.require()?;
    Ok(Json(json!({ "user": user.json() })))
}

async fn sign_in(
    visit: Visit,
    Body(credentials): Body<Credentials>,
) -> Result<Json<Value>, Failure> {
    let mut errors = Errors::default();
    errors.email("email", &credentials.email);
    errors.blank("password", &credentials.password, "Enter your password");
    if !errors.is_empty() {
        return Err(Failure::fields(&errors));
    }
    let mut workspace = visit.open();
    let user = workspace
        .users
        .sign_in(&credentials.email, &credentials.password)?;
    Ok(Json(json!({ "user": user.json() })))
}

async fn sign_out(visit: Visit) -> StatusCode {
    visit.open().users.sign_out();
    StatusCode::NO_CONTENT
}
