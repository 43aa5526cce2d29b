//! The to-do list.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::{delete, get, patch};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::body::Body;
use crate::failure::Failure;
use crate::session::Visit;
use crate::todos::{Change, Todo};

pub(crate) fn router() -> Router {
    Router::new()
        .route("/todos", get(list).post(add))
        .route("/todos/completed", delete(clear))
        .route("/todos/{id}", patch(change).delete(remove))
}

async fn list(visit: Visit) -> Json<Value> {
    let workspace = visit.open();
    let todos = &workspace.todos;
    Json(json!({ "todos": todos.list(), "left": todos.left() }))
}

#[derive(Debug, Deserialize)]
struct New {
    #[serde(default)]
    title: String,
}

async fn add(visit: Visit, Body(new): Body<New>) -> Result<(StatusCode, Json<Todo>), Failure> {
    let todo = visit.open().todos.add(&new.title)?;
    Ok((StatusCode::CREATED, Json(todo)))
}

async fn change(
    visit: Visit,
    Path(id): Path<String>,
    Body(change): Body<Change>,
) -> Result<Json<Todo>, Failure> {
    Ok(Json(visit.open().todos.change(number(&id)?, &change)?))
}

async fn remove(visit: Visit, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    visit.open().todos.remove(number(&id)?)?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is not a number names no to-do.
fn number(id: &str) -> Result<u32, Failure> {
    id.parse()
        .map_err(|_| Failure::not_found("There is no such to-do"))
}

async fn clear(visit: Visit) -> StatusCode {
    visit.open().todos.clear_completed();
    StatusCode::NO_CONTENT
}
