//! The frame around every page.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};

use crate::template::{Markup, Template};
use crate::workspace::Workspace;

/// The entry of the navigation a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Catalogue,
    Cart,
    Todo,
    Account,
    Help,
    Elsewhere,
}

/// A page about to be sent.
#[derive(Debug)]
pub(crate) struct Page {
    title: String,
    place: Place,
    status: StatusCode,
    scripts: Vec<&'static str>,
    content: Markup,
}

impl Page {
    pub(crate) fn new(title: impl Into<String>, place: Place, content: Markup) -> Self {
        Self {
            title: title.into(),
            place,
            status: StatusCode::OK,
            scripts: Vec::new(),
            content,
        }
    }

    pub(crate) fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Adds a script of the assets.
    pub(crate) fn script(mut self, name: &'static str) -> Self {
        self.scripts.push(name);
        self
    }

    /// The page as this workspace sees it. Takes the notice, which is shown once.
    pub(crate) fn show(self, workspace: &mut Workspace) -> Response {
        let notice = workspace
            .notice
            .take()
            .map_or_else(Markup::default, |text| {
                Template::new("<p class=\"notice\" role=\"status\">{{text}}</p>")
                    .text("text", text)
                    .render()
            });
        let scripts = self.scripts.iter().map(|name| {
            Template::new("<script type=\"module\" src=\"/assets/{{name}}\"></script>\n")
                .text("name", name)
                .render()
        });
        let html = Template::new(include_str!("assets/html/layout.html"))
            .text("title", &self.title)
            .html("nav", self.nav(workspace))
            .html("notice", notice)
            .html("content", self.content)
            .html("scripts", scripts.collect())
            .render();
        (self.status, Html(html.into_string())).into_response()
    }

    fn nav(&self, workspace: &Workspace) -> Markup {
        let user = workspace.users.current();
        let account = match user {
            Some(_) => ("Account", "/account"),
            None => ("Sign in", "/signin"),
        };
        let sign_out = match user {
            Some(_) => Markup::literal(include_str!("assets/html/signout.html")),
            None => Markup::default(),
        };
        let link = |(place, label, href): (Place, &'static str, &'static str)| {
            Template::new("<li><a href=\"{{href}}\"{{current}}>{{label}}{{count}}</a></li>\n")
                .text("href", href)
                .text("label", label)
                .html(
                    "current",
                    Markup::when(place == self.place, " aria-current=\"page\""),
                )
                .html("count", cart_count(place, workspace))
                .render()
        };
        let links = [
            (Place::Catalogue, "Catalogue", "/catalogue"),
            (Place::Cart, "Cart", "/cart"),
            (Place::Todo, "To-do", "/todo"),
            (Place::Account, account.0, account.1),
            (Place::Help, "Help", "/help"),
        ];
        links.into_iter().map(link).chain([sign_out]).collect()
    }
}

fn cart_count(place: Place, workspace: &Workspace) -> Markup {
    if place != Place::Cart {
        return Markup::default();
    }
    Template::new(" (<span data-testid=\"cart-count\">{{count}}</span>)")
        .text("count", workspace.cart.count())
        .render()
}

/// Sends a visitor who is not signed in to the sign-in page, and back afterwards.
pub(crate) fn sign_in_first(path: &str) -> Response {
    Redirect::to(&format!("/signin?next={path}")).into_response()
}
