//! `report.html`: one file that works from disk, without a request to anywhere.
//!
//! [`page`] lays the file out, [`case`] and [`step`] fill it, [`markup`] is the only
//! way to write into it: markup is a constant of the program, everything else is
//! escaped. [`picture`] keeps the file within bounds.

mod case;
mod failure;
mod header;
mod markup;
mod page;
mod picture;
mod step;

pub(super) use page::render;
pub(super) use picture::Picture;
