//! The account: profile and orders.

use axum::Router;
use axum::extract::Form;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::form::{Errors, Field};
use crate::order::Order;
use crate::page::{Page, Place, sign_in_first};
use crate::session::Visit;
use crate::template::{Markup, Template};
use crate::workspace::Workspace;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/account", get(profile).post(save))
        .route("/account/orders", get(orders))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Input {
    name: String,
    email: String,
    phone: String,
    newsletter: String,
}

async fn profile(visit: Visit) -> Response {
    let mut workspace = visit.open();
    let Some(user) = workspace.users.current() else {
        return sign_in_first("/account");
    };
    let input = Input {
        name: user.name.clone(),
        email: user.email.clone(),
        phone: user.phone.clone(),
        newsletter: if user.newsletter { "yes" } else { "" }.to_owned(),
    };
    show(&mut workspace, &input, &Errors::default())
}

async fn save(visit: Visit, Form(input): Form<Input>) -> Response {
    let mut workspace = visit.open();
    let Some(user) = workspace.users.current() else {
        return sign_in_first("/account");
    };
    let before = user.email.clone();
    let mut errors = Errors::default();
    errors.blank("name", &input.name, "Enter your full name");
    errors.email("email", &input.email);
    if errors.is_empty() {
        let newsletter = !input.newsletter.is_empty();
        let updated = workspace
            .users
            .update(&input.name, &input.email, &input.phone, newsletter);
        if let Err(failure) = updated {
            errors.add("email", failure.message());
        }
    }
    if !errors.is_empty() {
        return show(&mut workspace, &input, &errors);
    }
    if let Some(after) = workspace.users.current().map(|user| user.email.clone()) {
        workspace.orders.rename(&before, &after);
    }
    workspace.notice = Some("Profile saved".to_owned());
    Redirect::to("/account").into_response()
}

fn show(workspace: &mut Workspace, input: &Input, errors: &Errors) -> Response {
    let name = Field::new("name", "Full name")
        .value(&input.name)
        .autocomplete("name")
        .required("Enter your full name")
        .errors(errors);
    let phone = Field::new("phone", "Phone number")
        .kind("tel")
        .hint("Only for the courier")
        .value(&input.phone)
        .autocomplete("tel");
    let form = Template::new(include_str!("../assets/html/profile.html"))
        .html("summary", errors.summary())
        .html("name", name.render())
        .html(
            "email",
            Field::email().value(&input.email).errors(errors).render(),
        )
        .html("phone", phone.render())
        .html(
            "newsletter",
            Markup::when(!input.newsletter.is_empty(), " checked"),
        )
        .render();
    let status = if errors.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    frame("Profile", "/account", form)
        .script("forms.js")
        .status(status)
        .show(workspace)
}

async fn orders(visit: Visit) -> Response {
    let mut workspace = visit.open();
    let Some(user) = workspace.users.current() else {
        return sign_in_first("/account/orders");
    };
    let rows: Markup = workspace.orders.of(&user.email).map(row).collect();
    let content = if rows.is_empty() {
        Markup::literal("<div class=\"empty\"><p>You have no orders yet.</p></div>")
    } else {
        Template::new(include_str!("../assets/html/orders.html"))
            .html("rows", rows)
            .render()
    };
    frame("Orders", "/account/orders", content).show(&mut workspace)
}

fn row(order: &Order) -> Markup {
    Template::new(include_str!("../assets/html/order_row.html"))
        .text("number", &order.number)
        .text("date", &order.date)
        .text("items", order.items())
        .text("total", order.totals.total)
        .text("status", order.status)
        .render()
}

/// A page of the account with the navigation between its pages.
pub(crate) fn frame(title: &'static str, path: &'static str, inside: Markup) -> Page {
    let pages = [
        ("Profile", "/account"),
        ("Orders", "/account/orders"),
        ("Billing", "/settings/billing"),
    ];
    let links = pages.iter().map(|(label, href)| {
        Template::new("<li><a href=\"{{href}}\"{{current}}>{{label}}</a></li>")
            .text("href", href)
            .text("label", label)
            .html(
                "current",
                Markup::when(*href == path, " aria-current=\"page\""),
            )
            .render()
    });
    let content = Template::new(include_str!("../assets/html/account.html"))
        .html("links", links.collect())
        .text("title", title)
        .html("inside", inside)
        .render();
    Page::new(title, Place::Account, content)
}
