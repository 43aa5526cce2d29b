//! What went wrong, in the form the JSON API reports it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::form::Errors;

/// A refused request: the status, a code for programs, a sentence for people.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    code: &'static str,
    message: String,
    fields: Map<String, Value>,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            fields: Map::new(),
        }
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    pub(crate) fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Several fields are wrong; each is named with its message.
    pub(crate) fn fields(errors: &Errors) -> Self {
        let mut failure = Self::invalid("invalid_fields", "Some fields are not valid");
        for (name, message) in errors.iter() {
            failure.fields.insert(name.to_owned(), json!(message));
        }
        failure
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut error = json!({ "code": self.code, "message": self.message });
        if !self.fields.is_empty() {
            error["fields"] = Value::Object(self.fields);
        }
        (self.status, Json(json!({ "error": error }))).into_response()
    }
}
