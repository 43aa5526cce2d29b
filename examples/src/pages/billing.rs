//! The plan of the workspace and its invoices.

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::billing::{Invoice, Plan, RENEWAL};
use crate::page::sign_in_first;
use crate::pages::account::frame;
use crate::session::Visit;
use crate::template::{Markup, Template};

const PATH: &str = "/settings/billing";

pub(crate) fn router() -> Router {
    Router::new()
        .route("/settings", get(|| async { Redirect::to(PATH) }))
        .route(PATH, get(show))
        .route("/settings/billing/invoices/{number}", get(download))
}

async fn show(visit: Visit) -> Response {
    let mut workspace = visit.open();
    if workspace.users.current().is_none() {
        return sign_in_first(PATH);
    }
    let current = workspace.billing.plan();
    let others = Plan::ALL.iter().filter(|plan| **plan != current);
    let rows: Markup = workspace.billing.invoices().iter().map(row).collect();
    let invoices = if rows.is_empty() {
        Markup::literal("<div class=\"empty\"><p>There are no invoices.</p></div>")
    } else {
        Template::new(include_str!("../assets/html/invoices.html"))
            .html("rows", rows)
            .render()
    };
    let renewal = match current {
        Plan::Free => Markup::literal("Free for ever."),
        _ => Template::new("Renews on {{day}}.")
            .text("day", RENEWAL)
            .render(),
    };
    let content = Template::new(include_str!("../assets/html/billing.html"))
        .text("plan", current.name())
        .text("price", current.price())
        .text("blurb", current.blurb())
        .html("renewal", renewal)
        .html("others", others.map(|plan| offer(*plan, current)).collect())
        .html("invoices", invoices)
        .render();
    frame("Billing", PATH, content)
        .script("billing.js")
        .show(&mut workspace)
}

fn offer(plan: Plan, current: Plan) -> Markup {
    let verb = if plan > current {
        "Upgrade"
    } else {
        "Downgrade"
    };
    Template::new(include_str!("../assets/html/plan.html"))
        .text("id", plan.id())
        .text("name", plan.name())
        .text("price", plan.price())
        .text("blurb", plan.blurb())
        .text("verb", verb)
        .render()
}

fn row(invoice: &Invoice) -> Markup {
    Template::new(include_str!("../assets/html/invoice_row.html"))
        .text("number", &invoice.number)
        .text("date", &invoice.date)
        .text("what", &invoice.what)
        .text("amount", invoice.amount)
        .render()
}

async fn download(visit: Visit, Path(number): Path<String>) -> Response {
    let workspace = visit.open();
    if workspace.users.current().is_none() {
        return sign_in_first(PATH);
    }
    match workspace.billing.invoice(&number) {
        Ok(invoice) => {
            let name = format!("attachment; filename=\"{}.txt\"", invoice.number);
            let headers = [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
                (header::CONTENT_DISPOSITION, name),
            ];
            (headers, invoice.text()).into_response()
        }
        Err(failure) => failure.into_response(),
    }
}
