//! The expansion of `#[e2e::test]`: a stub for editors and the standard harness,
//! the user's function untouched, and one registration.

use crate::errors::Errors;
use crate::item::{self, Item};
use crate::marks::Marks;
use crate::options::Options;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ReturnType;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

const ATTRIBUTE: &str = "e2e::test";

pub(crate) fn expand(options: TokenStream, tokens: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = Options::of_test(options, &mut errors);
    let item = match item::read(tokens, ATTRIBUTE) {
        Ok(item) => item,
        Err(error) => {
            errors.push(error);
            let errors = errors.into_tokens();
            return quote!(#errors #tokens);
        }
    };
    let mut broken = Errors::default();
    let is_method = item::check(&item.signature, ATTRIBUTE, &mut broken);
    if is_method {
        let (errors, broken) = (errors.into_tokens(), broken.into_tokens());
        return quote!(#errors #broken #tokens);
    }
    let Item {
        attributes,
        signature,
        body,
    } = item;
    let fixtures = item::fixtures(&signature, &mut broken);
    let marks = Marks::sort(attributes, &mut errors);
    marks.check_return(&signature.output, &mut errors);

    let krate = options.krate();
    let private = quote!(#krate::__private);
    let name = &signature.ident;
    let text = name.to_string();
    // Two tests of one name clash here, and the compiler shows where their names are. It
    // has a name also because an `impl` takes no `const _`: there the only error is then
    // that of `#[test]`, which belongs on a free function.
    let marker = format_ident!("__e2e_test_{}", name.unraw(), span = name.span());
    let Marks {
        everywhere,
        stub,
        inner,
        ..
    } = &marks;
    // A signature that cannot be called is still emitted, for its own errors and for
    // the editor, and is not registered.
    let registration = broken.is_empty().then(|| {
        let definition = definition(&private, name, &options, &marks);
        let run = run(&private, name, &fixtures, &signature.output);
        quote! {
            #private::register! { #private::TestDef { #definition run: #run } }
        }
    });
    let (errors, broken) = (errors.into_tokens(), broken.into_tokens());
    let emitted = item::emitted(&signature);
    let content = quote! {
        #(#inner)*
        #[allow(dead_code, clippy::unused_async)]
        #emitted #body

        #registration
    };
    let marked = quote_spanned!(name.span()=> const #marker: () = { #content };);
    quote! {
        #errors
        #broken

        #(#everywhere)*
        #[::core::prelude::v1::test]
        #(#stub)*
        #[allow(dead_code)]
        fn #name() {
            #private::run_under_libtest(::core::module_path!(), #text)
        }

        #(#everywhere)*
        #[doc(hidden)]
        #[allow(non_upper_case_globals, dead_code)]
        #marked
    }
}

/// The fields of `TestDef` that are plain data.
fn definition(
    private: &TokenStream,
    name: &syn::Ident,
    options: &Options,
    marks: &Marks,
) -> TokenStream {
    let text = name.to_string();
    let ignore = marks.ignore_value();
    let should_panic = marks.should_panic_value(private);
    let options = options.to_value(private);
    // Spanned to the name, `line!` and `column!` give the function's place instead
    // of the attribute's.
    let line = quote_spanned!(name.span()=> ::core::line!());
    let column = quote_spanned!(name.span()=> ::core::column!());
    quote! {
        module: ::core::module_path!(),
        name: #text,
        file: ::core::file!(),
        line: #line,
        column: #column,
        crate_name: ::core::env!("CARGO_PKG_NAME"),
        manifest_dir: ::core::env!("CARGO_MANIFEST_DIR"),
        ignore: #ignore,
        should_panic: #should_panic,
        options: #options,
    }
}

/// The value of `TestDef::run`. Each fixture is spanned to its type and the result
/// to the return type, so that a wrong one is underlined where it is written.
fn run(
    private: &TokenStream,
    name: &syn::Ident,
    fixtures: &[&syn::Type],
    output: &ReturnType,
) -> TokenStream {
    // A name that comes from the macro itself, wherever the types come from: names
    // of variables are told apart by that.
    let context = format_ident!("__context");
    let arguments: Vec<_> = (0..fixtures.len())
        .map(|n| format_ident!("__argument_{n}"))
        .collect();
    let set_up = fixtures.iter().zip(&arguments).map(|(ty, argument)| {
        quote_spanned!(ty.span()=> let #argument = #private::set_up::<#ty>(&#context).await?;)
    });
    let conclude = match output {
        ReturnType::Default => quote!(#name(#(#arguments),*).await; #private::passed()),
        ReturnType::Type(_, ty) if matches!(**ty, syn::Type::Never(_)) => {
            quote!(match #name(#(#arguments),*).await {})
        }
        ReturnType::Type(_, ty) => {
            let conclude = quote_spanned!(ty.span()=> #private::conclude::<#ty>);
            quote!(#conclude(#name(#(#arguments),*).await))
        }
    };
    quote! {
        |#context| ::std::boxed::Box::pin(async move {
            #(#set_up)*
            let _ = &#context;
            #conclude
        })
    }
}
