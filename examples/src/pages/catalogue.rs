//! The catalogue with search, order and categories.

use axum::Router;
use axum::extract;
use axum::response::Response;
use axum::routing::get;

use crate::page::{Page, Place};
use crate::product::{self, Category, Product, Query, Sort};
use crate::session::Visit;
use crate::template::{Markup, Template};

pub(crate) fn router() -> Router {
    Router::new().route("/catalogue", get(catalogue))
}

async fn catalogue(
    visit: Visit,
    extract::Query(pairs): extract::Query<Vec<(String, String)>>,
) -> Response {
    let query = Query::from_pairs(&pairs);
    let mut workspace = visit.open();
    let found = query.run(visit.bugs(&workspace));
    let sorts = Sort::ALL.iter().map(|sort| {
        Template::new("<option value=\"{{id}}\"{{selected}}>{{label}}</option>")
            .text("id", sort.id())
            .text("label", sort.label())
            .html("selected", Markup::when(*sort == query.sort, " selected"))
            .render()
    });
    let categories = Category::ALL.iter().map(|category| {
        let checked = query.categories.contains(category);
        Template::new(include_str!("../assets/html/category.html"))
            .text("id", category.id())
            .text("name", category.name())
            .html("checked", Markup::when(checked, " checked"))
            .render()
    });
    let empty = Markup::when(
        found.is_empty(),
        "<div class=\"empty\"><p>Try another word, or <a href=\"/catalogue\">clear the filters</a>.</p></div>",
    );
    let content = Template::new(include_str!("../assets/html/catalogue.html"))
        .text("term", &query.term)
        .html("sorts", sorts.collect())
        .html("categories", categories.collect())
        .text("count", product::count(found.len()))
        .html("cards", found.into_iter().map(card).collect())
        .html("empty", empty)
        .render();
    Page::new("Catalogue", Place::Catalogue, content)
        .script("catalogue.js")
        .show(&mut workspace)
}

/// A product in a list.
pub(crate) fn card(product: &Product) -> Markup {
    Template::new(include_str!("../assets/html/card.html"))
        .text("slug", &product.slug)
        .text("name", &product.name)
        .text("summary", &product.summary)
        .text("price", product.price)
        .text("picture", product.picture())
        .text("tone", &product.tone)
        .html(
            "stock",
            Markup::when(
                product.stock == 0,
                "<span class=\"badge\">Out of stock</span>",
            ),
        )
        .render()
}
