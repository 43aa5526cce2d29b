//! Opening an account.

use axum::Router;
use axum::extract::Form;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::form::{self, COUNTRIES, Errors, Field};
use crate::page::{Page, Place};
use crate::session::Visit;
use crate::template::{Markup, Template};
use crate::user::{Kind, User};
use crate::workspace::Workspace;

pub(crate) fn router() -> Router {
    Router::new().route("/signup", get(empty).post(sign_up))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Input {
    name: String,
    email: String,
    password: String,
    account_type: String,
    country: String,
    terms: String,
}

const SHORT: &str = "Use at least 8 characters";
const KIND: &str = "Choose an account type";
const TERMS: &str = "Accept the terms to continue";

impl Input {
    fn check(&self) -> Errors {
        let mut errors = Errors::default();
        errors.blank("name", &self.name, "Enter your full name");
        errors.email("email", &self.email);
        if !errors.blank("password", &self.password, "Enter a password")
            && self.password.chars().count() < 8
        {
            errors.add("password", SHORT);
        }
        if Kind::find(&self.account_type).is_none() {
            errors.add("account_type", KIND);
        }
        if !COUNTRIES.contains(&self.country.as_str()) {
            errors.add("country", "Choose a country");
        }
        errors.blank("terms", &self.terms, TERMS);
        errors
    }
}

async fn empty(visit: Visit) -> Response {
    show(&mut visit.open(), &Input::default(), &Errors::default())
}

async fn sign_up(visit: Visit, Form(input): Form<Input>) -> Response {
    let mut workspace = visit.open();
    let mut errors = input.check();
    if !errors.is_empty() {
        return show(&mut workspace, &input, &errors);
    }
    let user = User {
        name: input.name.trim().to_owned(),
        email: input.email.clone(),
        password: input.password.clone(),
        phone: String::new(),
        newsletter: false,
        kind: Kind::find(&input.account_type).unwrap_or(Kind::Personal),
        country: input.country.clone(),
    };
    if let Err(failure) = workspace.users.sign_up(user) {
        errors.add("email", failure.message());
        return show(&mut workspace, &input, &errors);
    }
    workspace.notice = Some(format!("Welcome, {}", input.name.trim()));
    Redirect::to("/account").into_response()
}

fn show(workspace: &mut Workspace, input: &Input, errors: &Errors) -> Response {
    let name = Field::new("name", "Full name")
        .value(&input.name)
        .autocomplete("name")
        .required("Enter your full name")
        .errors(errors);
    // A password is not sent back.
    let password = Field::new("password", "Password")
        .kind("password")
        .hint("At least 8 characters")
        .autocomplete("new-password")
        .required("Enter a password")
        .least(8, SHORT)
        .errors(errors);
    let kind = |kind: Kind| Markup::when(input.account_type == kind.id(), " checked");
    let invalid = |field| Markup::when(errors.get(field).is_some(), " aria-invalid=\"true\"");
    let content = Template::new(include_str!("../assets/html/signup.html"))
        .html("summary", errors.summary())
        .html("name", name.render())
        .html(
            "email",
            Field::email().value(&input.email).errors(errors).render(),
        )
        .html("password", password.render())
        .html("personal", kind(Kind::Personal))
        .html("business", kind(Kind::Business))
        .text("kind_required", KIND)
        .html(
            "kind_error",
            form::error("account_type", errors.get("account_type")),
        )
        .html("country", form::country(&input.country, errors))
        .text("terms_required", TERMS)
        .html(
            "terms_checked",
            Markup::when(!input.terms.is_empty(), " checked"),
        )
        .html("terms_invalid", invalid("terms"))
        .html("terms_error", form::error("terms", errors.get("terms")))
        .render();
    let status = if errors.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    Page::new("Create an account", Place::Account, content)
        .script("forms.js")
        .status(status)
        .show(workspace)
}
