//! What is on the page: the observation, its text form, what changed, when it is
//! quiet; and the one way every verb takes to the page.

pub mod node;
pub mod verb;

mod feed;
mod fold;
mod identity;
mod outline;
mod table;
pub mod text;

mod abroad;
mod act;
mod arrive;
mod broken;
mod brought;
mod change;
mod desk;
mod dialogs;
pub mod diff;
mod download;
mod drag;
mod effect;
mod entry;
pub(crate) mod evidence;
pub mod excerpt;
mod faults;
mod files;
pub(crate) mod footing;
mod frames;
mod gauge;
mod given;
pub(crate) mod hush;
mod interruption;
mod keys;
mod leaving;
mod left_so;
mod list;
mod marks;
mod passwords;
mod picture;
mod placed;
mod point;
mod ready;
mod roots;
mod route;
mod search;
mod seek;
mod segments;
mod standing;
mod tabs;
mod terms;
mod through;
mod together;
mod travel;
mod vault;

pub(crate) use broken::Broken;
pub use desk::Folders;
pub use dialogs::DialogPolicy;
pub use diff::Diff;
pub use feed::Page;
pub use picture::Picture;
pub use search::Hits;
pub use terms::Terms;
