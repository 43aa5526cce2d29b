//! JSON bodies whose errors are JSON as well.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// A request body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(refusal(&rejection)),
        }
    }
}

fn refusal(rejection: &JsonRejection) -> Failure {
    let code = match rejection.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "not_json",
        StatusCode::UNPROCESSABLE_ENTITY => "invalid_body",
        StatusCode::PAYLOAD_TOO_LARGE => "too_large",
        _ => "invalid_json",
    };
    Failure::new(rejection.status(), code, rejection.body_text())
}
