//! The expansion of `#[e2e::app]`: the user's function and one registration.

use crate::errors::Errors;
use crate::item;
use crate::options::Options;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ReturnType;

const ATTRIBUTE: &str = "e2e::app";

pub(crate) fn expand(options: TokenStream, tokens: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = Options::read(options, &["crate"], &mut errors);
    let item = match item::read(tokens, ATTRIBUTE) {
        Ok(item) => item,
        Err(error) => {
            errors.push(error);
            let errors = errors.into_tokens();
            return quote!(#errors #tokens);
        }
    };
    let is_method = item::check(&item.signature, ATTRIBUTE, &mut errors);
    if !item.signature.inputs.is_empty() && !is_method {
        errors.on(
            &item.signature.inputs,
            "an `#[e2e::app]` takes no arguments: it runs once, before any test",
        );
    }
    let returned = match &item.signature.output {
        ReturnType::Type(_, ty) => quote!(#ty),
        ReturnType::Default => {
            errors.on(
                &item.signature.ident,
                "an `#[e2e::app]` returns the app: write `-> axum::Router`, or what it is",
            );
            quote!(())
        }
    };
    if !errors.is_empty() {
        let errors = errors.into_tokens();
        return quote!(#errors #tokens);
    }
    let private = {
        let krate = options.krate();
        quote!(#krate::__private)
    };
    let name = &item.signature.ident;
    let text = name.to_string();
    let line = quote_spanned!(name.span()=> ::core::line!());
    let cfgs = item
        .attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"));
    quote! {
        #[allow(clippy::unused_async)]
        #tokens

        #(#cfgs)*
        const _: () = {
            #private::register! {
                #private::AppDef {
                    name: #text,
                    file: ::core::file!(),
                    line: #line,
                    start: || ::std::boxed::Box::pin(async {
                        #private::into_app::<#returned>(#name().await).await
                    }),
                }
            }
        };
    }
}
