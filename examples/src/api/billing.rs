//! The plan and the invoices.

use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;

use crate::api::body::Body;
use crate::billing::Plan;
use crate::failure::Failure;
use crate::session::Visit;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/billing", get(show))
        .route("/billing/preview", get(preview))
        .route("/billing/plan", post(change))
        .route("/billing/invoices/{number}", get(invoice).delete(delete))
}

type Answer = Result<Json<Value>, Failure>;

async fn show(visit: Visit) -> Answer {
    let workspace = visit.open();
    workspace.users.require()?;
    Ok(Json(workspace.billing.json()))
}

#[derive(Debug, Deserialize)]
struct Wanted {
    #[serde(default)]
    plan: String,
}

async fn preview(visit: Visit, Query(wanted): Query<Wanted>) -> Answer {
    let workspace = visit.open();
    workspace.users.require()?;
    let preview = workspace.billing.preview(Plan::find(&wanted.plan)?)?;
    Ok(Json(preview.json()))
}

async fn change(visit: Visit, Body(wanted): Body<Wanted>) -> Answer {
    let mut workspace = visit.open();
    workspace.users.require()?;
    let plan = Plan::find(&wanted.plan)?;
    // With the defect the answer looks fine, but nothing has happened.
    if !visit.bugs(&workspace).upgrade {
        workspace.billing.change(plan)?;
    }
    Ok(Json(workspace.billing.json()))
}

async fn invoice(visit: Visit, Path(number): Path<String>) -> Answer {
    let workspace = visit.open();
    workspace.users.require()?;
    Ok(Json(workspace.billing.invoice(&number)?.json()))
}

async fn delete(visit: Visit, Path(number): Path<String>) -> Result<StatusCode, Failure> {
    let mut workspace = visit.open();
    workspace.users.require()?;
    workspace.billing.delete(&number)?;
    Ok(StatusCode::NO_CONTENT)
}
