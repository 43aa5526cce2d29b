//! The matrix of widgets and traps: what a person can do with a page, done by the
//! crate's own verbs, against what the page says happened.
//!
//! Every page keeps the truth about itself (`window.truth`). A verb that says it did
//! something the page knows nothing of is *silently wrong*, and no cell may be that.

mod cell;
mod drive;
mod libraries;
mod lists;
mod menus;
mod numbers;
mod overlays;
mod places;
mod pointer;
mod print;
mod row;
mod site;
mod traps;
mod typing;

pub use cell::Cell;
pub use drive::Stage;
pub use print::markdown;
pub use row::{Do, End, Row};
pub use site::Site;

/// Every row, in the order it is printed.
#[must_use]
pub fn rows() -> Vec<Row> {
    [
        lists::ROWS,
        libraries::ROWS,
        menus::ROWS,
        numbers::ROWS,
        typing::ROWS,
        overlays::ROWS,
        places::ROWS,
        pointer::ROWS,
        traps::ROWS,
    ]
    .concat()
}
