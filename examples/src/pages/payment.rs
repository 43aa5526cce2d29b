//! The end of the checkout: paying, and the confirmation.

use axum::Router;
use axum::extract::Form;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::form::{Errors, Field};
use crate::order::Card;
use crate::page::{Page, Place};
use crate::pages::checkout::Step;
use crate::session::Visit;
use crate::template::{Markup, Template};
use crate::workspace::Workspace;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/checkout/payment", get(payment).post(pay))
        .route("/checkout/done", get(done))
}

async fn payment(visit: Visit) -> Response {
    let mut workspace = visit.open();
    if let Some(detour) = Step::Payment.detour(&workspace) {
        return detour;
    }
    let (card, errors) = (Card::default(), Errors::default());
    show(&visit, &mut workspace, &card, &errors, None)
}

async fn pay(visit: Visit, Form(card): Form<Card>) -> Response {
    let mut workspace = visit.open();
    if let Some(detour) = Step::Payment.detour(&workspace) {
        return detour;
    }
    let errors = card.check();
    if !errors.is_empty() {
        return show(&visit, &mut workspace, &card, &errors, None);
    }
    if let Err(failure) = card.charge() {
        let mut response = show(
            &visit,
            &mut workspace,
            &card,
            &errors,
            Some(failure.message()),
        );
        *response.status_mut() = failure.status();
        return response;
    }
    let bugs = visit.bugs(&workspace);
    let delivery = workspace.delivery();
    if let Some(address) = workspace.checkout.address.clone() {
        workspace.place(address, delivery, bugs);
    }
    Redirect::to("/checkout/done").into_response()
}

fn show(
    visit: &Visit,
    workspace: &mut Workspace,
    card: &Card,
    errors: &Errors,
    declined: Option<&str>,
) -> Response {
    let alert = declined.map_or_else(Markup::default, |message| {
        Template::new("<p class=\"alert\" role=\"alert\">{{message}}</p>")
            .text("message", message)
            .render()
    });
    let field = |name, label, hint: Option<&'static str>, autocomplete, value| {
        let field = Field::new(name, label)
            .autocomplete(autocomplete)
            .value(value)
            .errors(errors);
        match hint {
            Some(hint) => field.hint(hint).render(),
            None => field.render(),
        }
    };
    let total = workspace.totals(visit.bugs(workspace)).total;
    let form = Template::new(include_str!("../assets/html/payment.html"))
        .html("alert", alert)
        .html(
            "card_name",
            field("card_name", "Name on card", None, "cc-name", &card.name),
        )
        .html(
            "card_number",
            field(
                "card_number",
                "Card number",
                None,
                "cc-number",
                &card.number,
            ),
        )
        .html(
            "expiry",
            field(
                "expiry",
                "Expiry date",
                Some("For example 04/29"),
                "cc-exp",
                &card.expiry,
            ),
        )
        // A security code is not sent back.
        .html(
            "security_code",
            field(
                "security_code",
                "Security code",
                Some("3 or 4 digits"),
                "cc-csc",
                "",
            ),
        )
        .text("total", total)
        .render();
    Step::Payment.show(visit, workspace, form, errors)
}

async fn done(visit: Visit) -> Response {
    let mut workspace = visit.open();
    let number = workspace.checkout.done.as_deref();
    let Some(order) = number.and_then(|number| workspace.orders.find(number)) else {
        return Redirect::to("/cart").into_response();
    };
    let content = Template::new(include_str!("../assets/html/done.html"))
        .text("number", &order.number)
        .text("email", &order.address.email)
        .text("delivery", order.delivery.label())
        .text("items", order.items())
        .text("total", order.totals.total)
        .render();
    Page::new("Thank you", Place::Elsewhere, content).show(&mut workspace)
}
