//! Signing in and out.

use axum::Router;
use axum::extract::{Form, Query};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::form::{Errors, Field};
use crate::page::{Page, Place};
use crate::session::Visit;
use crate::template::{Markup, Template};
use crate::workspace::Workspace;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/signin", get(form).post(sign_in))
        .route("/signout", post(sign_out))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Input {
    email: String,
    password: String,
    next: String,
}

async fn form(visit: Visit, Query(input): Query<Input>) -> Response {
    let mut workspace = visit.open();
    if workspace.users.current().is_some() {
        return Redirect::to(destination(&input.next)).into_response();
    }
    show(&mut workspace, &input, &Errors::default(), None)
}

async fn sign_in(visit: Visit, Form(input): Form<Input>) -> Response {
    let mut workspace = visit.open();
    let mut errors = Errors::default();
    errors.email("email", &input.email);
    errors.blank("password", &input.password, "Enter your password");
    if !errors.is_empty() {
        return show(&mut workspace, &input, &errors, None);
    }
    let name = match workspace.users.sign_in(&input.email, &input.password) {
        Ok(user) => user.name.clone(),
        Err(failure) => {
            let message = failure.message();
            return show(&mut workspace, &input, &errors, Some(message));
        }
    };
    workspace.notice = Some(format!("Signed in as {name}"));
    Redirect::to(destination(&input.next)).into_response()
}

async fn sign_out(visit: Visit) -> Response {
    let mut workspace = visit.open();
    workspace.users.sign_out();
    workspace.notice = Some("You are signed out".to_owned());
    Redirect::to("/").into_response()
}

/// Only addresses of this shop are followed.
fn destination(next: &str) -> &str {
    let local = next.starts_with('/')
        && !next.starts_with("//")
        && next.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    if local { next } else { "/account" }
}

fn show(
    workspace: &mut Workspace,
    input: &Input,
    errors: &Errors,
    refused: Option<&str>,
) -> Response {
    let alert = refused.map_or_else(Markup::default, |message| {
        Template::new("<p class=\"alert\" role=\"alert\">{{message}}</p>")
            .text("message", message)
            .render()
    });
    let password = Field::new("password", "Password")
        .kind("password")
        .autocomplete("current-password")
        .required("Enter your password")
        .errors(errors);
    let content = Template::new(include_str!("../assets/html/signin.html"))
        .html("alert", alert)
        .text("next", &input.next)
        .html(
            "email",
            Field::email().value(&input.email).errors(errors).render(),
        )
        .html("password", password.render())
        .render();
    let status = if refused.is_some() || !errors.is_empty() {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    };
    Page::new("Sign in", Place::Account, content)
        .script("forms.js")
        .status(status)
        .show(workspace)
}

#[cfg(test)]
mod tests {
    use super::destination;

    #[test]
    fn only_local_addresses_are_followed() {
        assert_eq!(destination("/settings/billing"), "/settings/billing");
        for next in [
            "",
            "//evil.example",
            "https://evil.example",
            "/\\evil",
            "/a\nb",
        ] {
            assert_eq!(destination(next), "/account", "{next:?}");
        }
    }
}
