//! Values that must not leave the process, and the one way texts are cleaned of them.
//!
//! [`Secret`] is what a test declares. [`known::Known`] remembers every value that was
//! used, of the process and of one attempt. [`mask::Mask`] replaces them in a text,
//! in whatever spelling (`spell`) the text has them: escaped, encoded, in another case.
//! [`places`] says on which origins a value may be typed.
//! Every text that goes to a model, a file or a terminal passes it.

mod encoded;
mod glue;
pub(crate) mod known;
pub(crate) mod mask;
pub(crate) mod places;
mod spell;
mod spread;
mod value;

pub(crate) use known::Known;
pub use value::Secret;
pub(crate) use value::show;
