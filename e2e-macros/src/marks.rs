//! `#[ignore]`, `#[should_panic]` and `#[cfg]`: attributes of the function that the
//! expansion has to understand. The compiler no longer checks the first two once
//! the macro has taken them, so they are checked here.

use crate::errors::Errors;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, MetaNameValue, ReturnType, Token};

/// The attributes of the function, sorted by what they are for.
#[derive(Default)]
pub(crate) struct Marks {
    /// On everything the macro writes: `#[cfg(…)]`.
    pub(crate) everywhere: Vec<Attribute>,
    /// On the stub, for the standard harness: `#[ignore]`, `#[should_panic]`.
    pub(crate) stub: Vec<TokenStream>,
    /// On the user's function: all others.
    pub(crate) inner: Vec<TokenStream>,
    ignore: Vec<(Option<TokenStream>, Option<LitStr>)>,
    should_panic: Vec<(Option<TokenStream>, Option<LitStr>)>,
}

impl Marks {
    /// Sorts the attributes; what is wrong goes to `errors`.
    pub(crate) fn sort(attributes: Vec<Attribute>, errors: &mut Errors) -> Self {
        let mut marks = Self::default();
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("cfg") {
                marks.everywhere.push(attribute);
            } else if path.is_ident("cfg_attr") {
                marks.conditional(&attribute, errors);
            } else if !marks.take(None, &attribute.meta, errors) {
                marks.inner.push(attribute.to_token_stream());
            }
        }
        marks
    }

    /// `#[cfg_attr(predicate, a, b)]`: each part goes where it belongs, still under
    /// its predicate.
    fn conditional(&mut self, attribute: &Attribute, errors: &mut Errors) {
        let parts = attribute
            .meta
            .require_list()
            .and_then(|list| {
                Punctuated::<Meta, Token![,]>::parse_terminated.parse2(list.tokens.clone())
            })
            .ok();
        let Some(parts) = parts else {
            // The compiler has the better words for it.
            self.inner.push(attribute.to_token_stream());
            return;
        };
        let mut parts = parts.into_iter();
        let Some(predicate) = parts.next() else {
            return;
        };
        let predicate = predicate.to_token_stream();
        for part in parts {
            if !self.take(Some(&predicate), &part, errors) {
                self.inner.push(quote!(#[cfg_attr(#predicate, #part)]));
            }
        }
    }

    /// Takes the attribute if it is one of the two marks, or what has no place here.
    fn take(&mut self, predicate: Option<&TokenStream>, meta: &Meta, errors: &mut Errors) -> bool {
        if let Some(other) = other_test(meta) {
            errors.on(
                meta.path(),
                format!("`#[{other}]` goes: `#[e2e::test]` makes the function a test by itself"),
            );
            return true;
        }
        let result = if meta.path().is_ident("ignore") {
            ignore(meta).map(|reason| self.ignore.push((predicate.cloned(), reason)))
        } else if meta.path().is_ident("should_panic") {
            should_panic(meta).map(|text| self.should_panic.push((predicate.cloned(), text)))
        } else {
            return false;
        };
        match result {
            Ok(()) => self.stub.push(match predicate {
                None => quote!(#[#meta]),
                Some(predicate) => quote!(#[cfg_attr(#predicate, #meta)]),
            }),
            Err(error) => errors.push(error),
        }
        true
    }

    /// A test that should panic has nothing to return.
    pub(crate) fn check_return(&self, output: &ReturnType, errors: &mut Errors) {
        if let (false, ReturnType::Type(_, ty)) = (self.should_panic.is_empty(), output) {
            let unit = matches!(&**ty, syn::Type::Tuple(tuple) if tuple.elems.is_empty());
            if !unit && !matches!(**ty, syn::Type::Never(_)) {
                errors.on(
                    ty,
                    "a test with `#[should_panic]` returns `()`: an `Err` is no panic",
                );
            }
        }
    }

    /// The value of `TestDef::ignore`.
    pub(crate) fn ignore_value(&self) -> TokenStream {
        choose(
            &self.ignore,
            |reason| {
                let reason = reason.map_or_else(String::new, LitStr::value);
                quote!(::core::option::Option::Some(#reason))
            },
            quote!(::core::option::Option::None),
        )
    }

    /// The value of `TestDef::should_panic`.
    pub(crate) fn should_panic_value(&self, private: &TokenStream) -> TokenStream {
        choose(
            &self.should_panic,
            |text| match text {
                None => quote!(#private::ShouldPanic::Yes),
                Some(text) => quote!(#private::ShouldPanic::With(#text)),
            },
            quote!(#private::ShouldPanic::No),
        )
    }
}

/// The first mark whose predicate holds decides, as a constant expression.
fn choose(
    marks: &[(Option<TokenStream>, Option<LitStr>)],
    some: impl Fn(Option<&LitStr>) -> TokenStream,
    none: TokenStream,
) -> TokenStream {
    marks.iter().rev().fold(none, |rest, (predicate, text)| {
        let value = some(text.as_ref());
        match predicate {
            None => value,
            Some(predicate) => quote!(if ::core::cfg!(#predicate) { #value } else { #rest }),
        }
    })
}

/// The name of an attribute that makes a test of its own: `test`, `tokio::test`.
fn other_test(meta: &Meta) -> Option<String> {
    let path = meta.path();
    let last = path.segments.last()?;
    let named: Vec<_> = path
        .segments
        .iter()
        .map(|one| one.ident.to_string())
        .collect();
    let known = matches!(
        last.ident.to_string().as_str(),
        "test" | "rstest" | "test_case"
    );
    known.then(|| named.join("::"))
}

fn ignore(meta: &Meta) -> syn::Result<Option<LitStr>> {
    match meta {
        Meta::Path(_) => return Ok(None),
        Meta::NameValue(pair) => {
            if let Some(text) = text(pair) {
                return Ok(Some(text));
            }
        }
        Meta::List(_) => {}
    }
    Err(syn::Error::new_spanned(
        meta,
        "write `#[ignore]` or `#[ignore = \"reason\"]`",
    ))
}

fn should_panic(meta: &Meta) -> syn::Result<Option<LitStr>> {
    let wrong = || {
        syn::Error::new_spanned(
            meta,
            "write `#[should_panic]` or `#[should_panic(expected = \"text\")]`",
        )
    };
    match meta {
        Meta::Path(_) => Ok(None),
        Meta::NameValue(pair) => text(pair).map(Some).ok_or_else(wrong),
        Meta::List(list) => {
            let pair: MetaNameValue = list.parse_args().map_err(|_| wrong())?;
            if !pair.path.is_ident("expected") {
                return Err(wrong());
            }
            text(&pair).map(Some).ok_or_else(wrong)
        }
    }
}

fn text(pair: &MetaNameValue) -> Option<LitStr> {
    match &pair.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.clone()),
        _ => None,
    }
}
