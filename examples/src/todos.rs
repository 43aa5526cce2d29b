//! The to-do list.

use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// Something to do.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Todo {
    pub(crate) id: u32,
    pub(crate) title: String,
    pub(crate) done: bool,
}

/// What to change about one.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    title: Option<String>,
    done: Option<bool>,
}

/// The list, which starts empty.
#[derive(Debug, Default)]
pub(crate) struct Todos {
    list: Vec<Todo>,
    last: u32,
}

/// Which of them to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    All,
    Active,
    Completed,
}

impl Filter {
    pub(crate) const ALL: [Self; 3] = [Self::All, Self::Active, Self::Completed];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Active => "Active",
            Self::Completed => "Completed",
        }
    }

    pub(crate) fn id(self) -> String {
        self.label().to_lowercase()
    }

    pub(crate) fn shows(self, todo: &Todo) -> bool {
        match self {
            Self::All => true,
            Self::Active => !todo.done,
            Self::Completed => todo.done,
        }
    }
}

impl Todos {
    pub(crate) fn list(&self) -> &[Todo] {
        &self.list
    }

    pub(crate) fn left(&self) -> usize {
        self.list.iter().filter(|todo| !todo.done).count()
    }

    pub(crate) fn add(&mut self, title: &str) -> Result<Todo, Failure> {
        let title = title_of(title)?;
        self.last += 1;
        let todo = Todo {
            id: self.last,
            title,
            done: false,
        };
        self.list.push(todo.clone());
        Ok(todo)
    }

    pub(crate) fn change(&mut self, id: u32, change: &Change) -> Result<Todo, Failure> {
        let title = change.title.as_deref().map(title_of).transpose()?;
        let todo = self.list.iter_mut().find(|todo| todo.id == id);
        let todo = todo.ok_or_else(missing)?;
        if let Some(title) = title {
            todo.title = title;
        }
        if let Some(done) = change.done {
            todo.done = done;
        }
        Ok(todo.clone())
    }

    pub(crate) fn remove(&mut self, id: u32) -> Result<(), Failure> {
        let index = self.list.iter().position(|todo| todo.id == id);
        self.list.remove(index.ok_or_else(missing)?);
        Ok(())
    }

    pub(crate) fn clear_completed(&mut self) {
        self.list.retain(|todo| !todo.done);
    }
}

fn title_of(text: &str) -> Result<String, Failure> {
    match text.trim() {
        "" => Err(Failure::invalid("empty_title", "Enter what needs doing")),
        text if text.chars().count() > 200 => {
            Err(Failure::invalid("long_title", "Use at most 200 characters"))
        }
        text => Ok(text.to_owned()),
    }
}

fn missing() -> Failure {
    Failure::not_found("There is no such to-do")
}
