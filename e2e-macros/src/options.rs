//! The options in the parentheses of `#[e2e::test(…)]`.

use crate::errors::{self, Errors};
use crate::value;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Expr, LitStr, Meta, MetaList, MetaNameValue, Token};

/// Every option, in the order the documentation lists them.
const KNOWN: &[&str] = &[
    "timeout", "retries", "tags", "browsers", "viewport", "agent", "serial", "crate",
];

/// What was written, checked.
#[derive(Default)]
pub(crate) struct Options {
    timeout: Option<u64>,
    retries: Option<u32>,
    tags: Vec<LitStr>,
    browsers: Vec<TokenStream>,
    viewport: Option<(u32, u32)>,
    agent: Option<LitStr>,
    serial: Option<LitStr>,
    krate: Option<syn::Path>,
}

impl Options {
    /// Reads the options; what is wrong goes to `errors` and keeps its default.
    pub(crate) fn read(tokens: TokenStream, known: &[&str], errors: &mut Errors) -> Self {
        let mut options = Self::default();
        let metas = match Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(metas) => metas,
            Err(error) => {
                errors.push(error);
                return options;
            }
        };
        let mut seen: Vec<String> = Vec::new();
        for meta in &metas {
            let name = meta.path().to_token_stream().to_string();
            if !known.contains(&name.as_str()) {
                let message = match name.as_str() {
                    "ignore" | "should_panic" => format!(
                        "`{name}` is an attribute of its own: write `#[{name}]` below this one"
                    ),
                    _ => errors::unknown("option", &name, known),
                };
                errors.on(meta.path(), message);
            } else if seen.contains(&name) {
                errors.on(meta.path(), format!("option `{name}` is given twice"));
            } else if let Err(error) = options.take(&name, meta, errors) {
                errors.push(error);
            }
            seen.push(name);
        }
        options
    }

    /// Reads the options of a test.
    pub(crate) fn of_test(tokens: TokenStream, errors: &mut Errors) -> Self {
        Self::read(tokens, KNOWN, errors)
    }

    fn take(&mut self, name: &str, meta: &Meta, errors: &mut Errors) -> syn::Result<()> {
        match name {
            "timeout" => self.timeout = Some(value::millis(given(meta, "\"30s\"")?)?),
            "retries" => self.retries = Some(value::retries(given(meta, "2")?)?),
            "viewport" => self.viewport = Some(value::viewport(given(meta, "\"1280x720\"")?)?),
            "agent" => self.agent = Some(word(meta)?),
            "serial" => self.serial = Some(word(meta)?),
            "tags" => {
                self.tags = list(meta, "tags(\"smoke\", \"slow\")", errors)?;
                for tag in &self.tags {
                    value::tag(tag).unwrap_or_else(|error| errors.push(error));
                }
            }
            "browsers" => {
                for name in list(meta, "browsers(\"chromium\", \"firefox\")", errors)? {
                    match value::browser(&name) {
                        Ok(variant) => self.browsers.push(variant),
                        Err(error) => errors.push(error),
                    }
                }
            }
            // The caller lets only names of its list through, and this is the last.
            _ => {
                let text = value::string(given(meta, "\"my_crate::e2e\"")?, "\"my_crate::e2e\"")?;
                self.krate = Some(text.parse_with(syn::Path::parse_mod_style)?);
            }
        }
        Ok(())
    }

    /// Where the `e2e` crate is.
    pub(crate) fn krate(&self) -> TokenStream {
        match &self.krate {
            Some(path) => path.to_token_stream(),
            None => quote!(::e2e),
        }
    }

    /// The value of `TestDef::options`.
    pub(crate) fn to_value(&self, private: &TokenStream) -> TokenStream {
        let timeout = option(self.timeout);
        let retries = option(self.retries);
        let viewport = option(
            self.viewport
                .map(|(width, height)| quote!((#width, #height))),
        );
        let (agent, serial) = (option(self.agent.as_ref()), option(self.serial.as_ref()));
        let (tags, browsers) = (&self.tags, &self.browsers);
        quote! {
            #private::TestOptions {
                timeout_ms: #timeout,
                retries: #retries,
                tags: &[#(#tags),*],
                browsers: &[#(#private::BrowserKind::#browsers),*],
                viewport: #viewport,
                agent: #agent,
                serial: #serial,
            }
        }
    }
}

fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// The value in `name = value`.
fn given<'a>(meta: &'a Meta, example: &str) -> syn::Result<&'a Expr> {
    match meta {
        Meta::NameValue(MetaNameValue { value, .. }) => Ok(value),
        other => {
            let name = other.path().to_token_stream();
            Err(syn::Error::new_spanned(
                other,
                format!("expected `{name} = {example}`"),
            ))
        }
    }
}

fn word(meta: &Meta) -> syn::Result<LitStr> {
    value::string(given(meta, "\"name\"")?, "\"name\"")
}

/// The strings in `name("a", "b")`; a string given twice is an error of its own.
fn list(meta: &Meta, example: &str, errors: &mut Errors) -> syn::Result<Vec<LitStr>> {
    let wrong = || syn::Error::new_spanned(meta, format!("expected `{example}`"));
    let Meta::List(MetaList { tokens, .. }) = meta else {
        return Err(wrong());
    };
    let values = Punctuated::<LitStr, Token![,]>::parse_terminated
        .parse2(tokens.clone())
        .map_err(|_| wrong())?;
    if values.is_empty() {
        return Err(wrong());
    }
    let mut kept: Vec<LitStr> = Vec::new();
    for value in values {
        if value.value().trim().is_empty() {
            errors.on(&value, "this is empty");
        } else if kept.iter().any(|other| other.value() == value.value()) {
            errors.on(&value, format!("`{}` is given twice", value.value()));
        } else {
            kept.push(value);
        }
    }
    Ok(kept)
}
