//! An annotated function, read without looking into its body.
//!
//! The body stays opaque tokens, so that a half-typed line in it neither hides the
//! test from the editor nor turns into an error of the macro.

use crate::errors::Errors;
use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Attribute, FnArg, Pat, ReturnType, Signature, Type, Visibility};

/// A function with its body as it was written.
pub(crate) struct Item {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) signature: Signature,
    pub(crate) body: TokenStream,
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        // A test cannot be called by name, so how visible it is means nothing.
        let _: Visibility = input.parse()?;
        Ok(Self {
            attributes,
            signature: input.parse()?,
            body: input.parse()?,
        })
    }
}

/// Reads the function, or says why `attribute` cannot be used here.
pub(crate) fn read(tokens: &TokenStream, attribute: &str) -> syn::Result<Item> {
    match Item::parse.parse2(tokens.clone()) {
        Ok(item) => Ok(item),
        // A broken signature has the better message; another item has ours.
        Err(error) if looks_like_fn(tokens) => Err(error),
        Err(_) => Err(syn::Error::new_spanned(
            tokens,
            format!("`#[{attribute}]` can only be used on an `async fn`"),
        )),
    }
}

fn looks_like_fn(tokens: &TokenStream) -> bool {
    tokens
        .clone()
        .into_iter()
        .take_while(|token| !matches!(token, TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace))
        .any(|token| matches!(token, TokenTree::Ident(ident) if ident == "fn"))
}

/// What both macros ask of a signature. Returns whether it takes `self`: then the
/// function is a method, where no expansion would be legal.
pub(crate) fn check(signature: &Signature, attribute: &str, errors: &mut Errors) -> bool {
    if signature.asyncness.is_none() {
        errors.on(
            signature.fn_token,
            format!("`#[{attribute}]` needs an `async fn`: write `async fn`"),
        );
    }
    if let Some(token) = &signature.constness {
        errors.on(token, format!("an `#[{attribute}]` cannot be `const`"));
    }
    if let Some(token) = &signature.unsafety {
        errors.on(
            token,
            format!("an `#[{attribute}]` cannot be `unsafe`: put the `unsafe` block in its body"),
        );
    }
    if let Some(token) = &signature.abi {
        errors.on(token, format!("an `#[{attribute}]` cannot be `extern`"));
    }
    if !signature.generics.params.is_empty() {
        errors.on(
            &signature.generics,
            format!("an `#[{attribute}]` cannot be generic: nothing could choose its parameters"),
        );
    }
    if let Some(clause) = &signature.generics.where_clause {
        errors.on(
            clause,
            format!("an `#[{attribute}]` cannot have a `where` clause"),
        );
    }
    if let Some(token) = &signature.variadic {
        errors.on(token, format!("an `#[{attribute}]` cannot be variadic"));
    }
    if let ReturnType::Type(_, ty) = &signature.output
        && matches!(**ty, Type::ImplTrait(_))
    {
        errors.on(ty, "write the returned type out");
    }
    let receiver = signature.receiver();
    if let Some(receiver) = receiver {
        errors.on(
            receiver,
            format!("`#[{attribute}]` cannot be used on a method: move it out of the `impl`"),
        );
    }
    receiver.is_some()
}

/// The types of the arguments, each of which is a fixture.
pub(crate) fn fixtures<'a>(signature: &'a Signature, errors: &mut Errors) -> Vec<&'a Type> {
    let mut types = Vec::new();
    for argument in &signature.inputs {
        let FnArg::Typed(argument) = argument else {
            continue;
        };
        match &*argument.ty {
            Type::ImplTrait(ty) => errors.on(
                ty,
                "a fixture is found by its type: write a type that implements `Fixture`",
            ),
            Type::Reference(reference) => {
                let name = match &*argument.pat {
                    Pat::Ident(name) => name.ident.to_string(),
                    _ => "fixture".to_owned(),
                };
                let ty = &reference.elem;
                // Tokens print with spaces between them.
                let ty = quote::quote!(#ty).to_string().replace(" :: ", "::");
                errors.on(
                    reference,
                    format!("a fixture is taken by value: write `{name}: {ty}`"),
                );
            }
            Type::Infer(ty) => errors.on(
                ty,
                "a fixture is found by its type: write a type that implements `Fixture`",
            ),
            ty => types.push(ty),
        }
    }
    types
}

/// The signature as it is emitted: a type left open and a `const` have our error, and
/// would have another one of the compiler's at the same place.
pub(crate) fn emitted(signature: &Signature) -> Signature {
    let mut signature = signature.clone();
    signature.constness = None;
    for argument in &mut signature.inputs {
        if let FnArg::Typed(argument) = argument
            && matches!(*argument.ty, Type::Infer(_))
        {
            *argument.ty = syn::parse_quote!(::core::convert::Infallible);
        }
    }
    signature
}
