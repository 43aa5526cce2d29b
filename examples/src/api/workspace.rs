//! The workspace itself.

use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};

use crate::api::body::Body;
use crate::bugs::Bugs;
use crate::failure::Failure;
use crate::session::Visit;
use crate::workspace::Workspace;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/reset", post(reset))
        .route("/bugs", get(bugs).post(set_bugs))
        .route("/broken", get(broken))
}

async fn reset(visit: Visit) -> StatusCode {
    *visit.open() = Workspace::seeded();
    StatusCode::NO_CONTENT
}

async fn bugs(visit: Visit) -> Json<Bugs> {
    Json(visit.bugs(&visit.open()))
}

async fn set_bugs(visit: Visit, Body(bugs): Body<Bugs>) -> Json<Bugs> {
    visit.open().bugs = bugs;
    Json(bugs)
}

async fn broken() -> Failure {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    Failure::new(status, "broken", "The shop could not answer")
}
