//! The checkout up to the payment: where the order goes, and how.

use axum::Router;
use axum::extract::Form;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::cart::Delivery;
use crate::form::{self, Errors, Field};
use crate::order::Address;
use crate::page::{Page, Place};
use crate::pages::cart::sums;
use crate::session::Visit;
use crate::template::{Markup, Template};
use crate::workspace::Workspace;

pub(crate) fn router() -> Router {
    Router::new()
        .route(
            "/checkout",
            get(|| async { Redirect::to(Step::Address.path()) }),
        )
        .route("/checkout/address", get(address).post(save_address))
        .route("/checkout/delivery", get(delivery).post(save_delivery))
}

/// A step of the checkout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Address,
    Delivery,
    Payment,
}

impl Step {
    const ALL: [Self; 3] = [Self::Address, Self::Delivery, Self::Payment];

    fn name(self) -> &'static str {
        match self {
            Self::Address => "Address",
            Self::Delivery => "Delivery",
            Self::Payment => "Payment",
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::Address => "/checkout/address",
            Self::Delivery => "/checkout/delivery",
            Self::Payment => "/checkout/payment",
        }
    }

    /// Where to go instead, if this step cannot be taken yet.
    pub(crate) fn detour(self, workspace: &Workspace) -> Option<Response> {
        let checkout = &workspace.checkout;
        let path = if workspace.cart.is_empty() {
            "/cart"
        } else if self > Self::Address && checkout.address.is_none() {
            Self::Address.path()
        } else if self > Self::Delivery && checkout.delivery.is_none() {
            Self::Delivery.path()
        } else {
            return None;
        };
        Some(Redirect::to(path).into_response())
    }

    /// The page of this step around its form.
    pub(crate) fn show(
        self,
        visit: &Visit,
        workspace: &mut Workspace,
        form: Markup,
        errors: &Errors,
    ) -> Response {
        let steps = Self::ALL.iter().map(|step| {
            let source = match self.cmp(step) {
                std::cmp::Ordering::Greater => "<li><a href=\"{{path}}\">{{name}}</a></li>",
                std::cmp::Ordering::Equal => "<li aria-current=\"step\">{{name}}</li>",
                std::cmp::Ordering::Less => "<li>{{name}}</li>",
            };
            Template::new(source)
                .text("path", step.path())
                .text("name", step.name())
                .render()
        });
        let items = workspace.cart.lines().iter().map(|line| {
            Template::new("<li>{{quantity}} × {{name}}</li>")
                .text("quantity", line.quantity)
                .text("name", &line.product.name)
                .render()
        });
        let content = Template::new(include_str!("../assets/html/checkout.html"))
            .html("steps", steps.collect())
            .text("title", self.name())
            .html("summary", errors.summary())
            .html("form", form)
            .html("items", items.collect())
            .html("sums", sums(&workspace.totals(visit.bugs(workspace))))
            .render();
        let status = if errors.is_empty() {
            StatusCode::OK
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        };
        Page::new(format!("Checkout: {}", self.name()), Place::Cart, content)
            .script("checkout.js")
            .status(status)
            .show(workspace)
    }
}

async fn address(visit: Visit) -> Response {
    let mut workspace = visit.open();
    if let Some(detour) = Step::Address.detour(&workspace) {
        return detour;
    }
    let known = workspace.checkout.address.clone().unwrap_or_else(|| {
        let user = workspace.users.current();
        user.map_or_else(Address::default, |user| Address {
            name: user.name.clone(),
            email: user.email.clone(),
            country: user.country.clone(),
            ..Address::default()
        })
    });
    show_address(&visit, &mut workspace, &known, &Errors::default())
}

async fn save_address(visit: Visit, Form(input): Form<Address>) -> Response {
    let mut workspace = visit.open();
    if let Some(detour) = Step::Address.detour(&workspace) {
        return detour;
    }
    let errors = input.check();
    if !errors.is_empty() {
        return show_address(&visit, &mut workspace, &input, &errors);
    }
    workspace.checkout.address = Some(input);
    Redirect::to(Step::Delivery.path()).into_response()
}

fn show_address(
    visit: &Visit,
    workspace: &mut Workspace,
    input: &Address,
    errors: &Errors,
) -> Response {
    let field = |name, label, autocomplete, value| {
        Field::new(name, label)
            .autocomplete(autocomplete)
            .value(value)
            .errors(errors)
            .render()
    };
    let form = Template::new(include_str!("../assets/html/address.html"))
        .html("name", field("name", "Full name", "name", &input.name))
        .html(
            "email",
            Field::email().value(&input.email).errors(errors).render(),
        )
        .html(
            "street",
            field("street", "Street address", "street-address", &input.street),
        )
        .html("city", field("city", "City", "address-level2", &input.city))
        .html(
            "postcode",
            field("postcode", "Postcode", "postal-code", &input.postcode),
        )
        .html("country", form::country(&input.country, errors))
        .render();
    Step::Address.show(visit, workspace, form, errors)
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Choice {
    delivery: String,
}

async fn delivery(visit: Visit) -> Response {
    let mut workspace = visit.open();
    if let Some(detour) = Step::Delivery.detour(&workspace) {
        return detour;
    }
    show_delivery(&visit, &mut workspace, &Errors::default())
}

async fn save_delivery(visit: Visit, Form(choice): Form<Choice>) -> Response {
    let mut workspace = visit.open();
    if let Some(detour) = Step::Delivery.detour(&workspace) {
        return detour;
    }
    let Some(delivery) = Delivery::find(&choice.delivery) else {
        let mut errors = Errors::default();
        errors.add("delivery", "Choose a delivery option");
        return show_delivery(&visit, &mut workspace, &errors);
    };
    workspace.checkout.delivery = Some(delivery);
    Redirect::to(Step::Payment.path()).into_response()
}

fn show_delivery(visit: &Visit, workspace: &mut Workspace, errors: &Errors) -> Response {
    let chosen = workspace.checkout.delivery;
    let totals = workspace.totals(visit.bugs(workspace));
    let goods = totals.subtotal - totals.discount;
    let options = Delivery::ALL.iter().map(|delivery| {
        let price = match delivery.price(goods) {
            cost if cost == crate::money::Money::ZERO => "Free".to_owned(),
            cost => cost.to_string(),
        };
        Template::new(include_str!("../assets/html/delivery_option.html"))
            .text("id", delivery.id())
            .text("label", delivery.label())
            .text("price", price)
            .html(
                "checked",
                Markup::when(chosen == Some(*delivery), " checked"),
            )
            .render()
    });
    let form = Template::new(include_str!("../assets/html/delivery.html"))
        .html("options", options.collect())
        .html("error", form::error("delivery", errors.get("delivery")))
        .render();
    Step::Delivery.show(visit, workspace, form, errors)
}
