//! Every mistake of one use of a macro, reported together.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::fmt::Display;

/// Collects errors, each on the tokens it is about.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Adds an error that underlines `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error that already knows its place.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            None => self.0 = Some(error),
            Some(first) => first.combine(error),
        }
    }

    /// Whether nothing was wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The `compile_error!` items; nothing when nothing was wrong.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.map(|e| e.to_compile_error()).unwrap_or_default()
    }
}

/// The candidate most like `word`, when one is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    candidates
        .iter()
        .map(|candidate| (strsim::jaro_winkler(word, candidate), *candidate))
        .filter(|(score, _)| *score > 0.75)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}

/// `unknown WHAT `word`` with the nearest name and the list of names.
pub(crate) fn unknown(what: &str, word: &str, known: &[&str]) -> String {
    let near = nearest(word, known)
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    format!(
        "unknown {what} `{word}`{near}\nexpected one of: {}",
        known.join(", ")
    )
}
