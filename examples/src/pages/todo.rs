//! The to-do list.

use axum::Router;
use axum::extract::Query;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use crate::page::{Page, Place};
use crate::session::Visit;
use crate::template::{Markup, Template};
use crate::todos::{Filter, Todo, Todos};

pub(crate) fn router() -> Router {
    Router::new().route("/todo", get(show))
}

#[derive(Debug, Deserialize)]
struct Wanted {
    #[serde(default)]
    filter: String,
}

async fn show(visit: Visit, Query(wanted): Query<Wanted>) -> Response {
    let filter = Filter::ALL
        .into_iter()
        .find(|filter| filter.id() == wanted.filter)
        .unwrap_or(Filter::All);
    let mut workspace = visit.open();
    let todos = &workspace.todos;
    let items: Markup = todos
        .list()
        .iter()
        .filter(|todo| filter.shows(todo))
        .map(item)
        .collect();
    let items = match (items.is_empty(), todos.list().is_empty()) {
        (_, true) => Markup::literal("<p class=\"empty\">Nothing to do yet.</p>"),
        (true, false) => Markup::literal("<p class=\"empty\">Nothing to show here.</p>"),
        (false, _) => Template::new("<ul class=\"todos\" aria-label=\"To-dos\">{{items}}</ul>")
            .html("items", items)
            .render(),
    };
    let content = Template::new(include_str!("../assets/html/todo.html"))
        .html("items", items)
        .html("footer", footer(todos, filter))
        .render();
    Page::new("To-do", Place::Todo, content)
        .script("todo.js")
        .show(&mut workspace)
}

fn item(todo: &Todo) -> Markup {
    Template::new(include_str!("../assets/html/todo_item.html"))
        .text("id", todo.id)
        .text("title", &todo.title)
        .html("checked", Markup::when(todo.done, " checked"))
        .html("done", Markup::when(todo.done, " class=\"done\""))
        .render()
}

fn footer(todos: &Todos, filter: Filter) -> Markup {
    if todos.list().is_empty() {
        return Markup::default();
    }
    let left = match todos.left() {
        1 => "1 item left".to_owned(),
        n => format!("{n} items left"),
    };
    let links = Filter::ALL.iter().map(|link| {
        Template::new("<li><a href=\"/todo?filter={{id}}\"{{current}}>{{label}}</a></li>")
            .text("id", link.id())
            .text("label", link.label())
            .html(
                "current",
                Markup::when(*link == filter, " aria-current=\"page\""),
            )
            .render()
    });
    let completed = todos.list().len() > todos.left();
    Template::new(include_str!("../assets/html/todo_footer.html"))
        .text("left", left)
        .html("links", links.collect())
        .html("clear", Markup::when(!completed, " hidden"))
        .render()
}
