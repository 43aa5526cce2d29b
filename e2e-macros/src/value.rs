//! Checked values of options: each reads a literal or says what to write instead.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprLit, Lit, LitStr};

/// The browsers that can be named, with the variants they stand for.
const BROWSERS: &[(&str, &str)] = &[
    ("chrome", "Chrome"),
    ("chromium", "Chromium"),
    ("headless-shell", "HeadlessShell"),
    ("edge", "Edge"),
    ("firefox", "Firefox"),
    ("safari", "Safari"),
];

/// How often a failed attempt may be tried again at most.
const MAX_RETRIES: u32 = 10;

/// A string literal that is not blank.
pub(crate) fn string(value: &Expr, example: &str) -> syn::Result<LitStr> {
    if let Expr::Lit(ExprLit {
        lit: Lit::Str(text),
        ..
    }) = value
    {
        if text.value().trim().is_empty() {
            return Err(syn::Error::new_spanned(
                text,
                format!("this is empty: write a string like {example}"),
            ));
        }
        return Ok(text.clone());
    }
    Err(syn::Error::new_spanned(
        value,
        format!("expected a string like {example}"),
    ))
}

/// Milliseconds of `"30s"`, `"500ms"`, `"2m"`, `"1h"`.
pub(crate) fn millis(value: &Expr) -> syn::Result<u64> {
    let text = string(value, "\"30s\"")?;
    let wrong = || {
        syn::Error::new_spanned(
            &text,
            format!(
                "`{}` is no duration: write a whole number and ms, s, m or h, like \"30s\"",
                text.value()
            ),
        )
    };
    let written = text.value();
    let written = written.trim();
    let digits = written
        .find(|c: char| !c.is_ascii_digit())
        .ok_or_else(wrong)?;
    let (number, unit) = written.split_at(digits);
    let factor = match unit.trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return Err(wrong()),
    };
    let millis = number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(factor))
        .ok_or_else(wrong)?;
    if millis == 0 {
        return Err(syn::Error::new_spanned(
            &text,
            "a test cannot finish in no time: write at least \"1ms\"",
        ));
    }
    Ok(millis)
}

/// How often to try again.
pub(crate) fn retries(value: &Expr) -> syn::Result<u32> {
    let number = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse::<u32>().ok(),
        _ => None,
    };
    number.filter(|n| *n <= MAX_RETRIES).ok_or_else(|| {
        syn::Error::new_spanned(
            value,
            format!("expected a whole number from 0 to {MAX_RETRIES}"),
        )
    })
}

/// Width and height of `"1280x720"`.
pub(crate) fn viewport(value: &Expr) -> syn::Result<(u32, u32)> {
    let text = string(value, "\"1280x720\"")?;
    let side = |side: &str| {
        side.trim()
            .parse::<u32>()
            .ok()
            .filter(|n| (100..=10_000).contains(n))
    };
    text.value()
        .split_once('x')
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| {
            syn::Error::new_spanned(
                &text,
                format!(
                    "`{}` is no viewport: write width x height in CSS pixels, like \"1280x720\", 100 to 10000 each",
                    text.value()
                ),
            )
        })
}

/// The variant of `BrowserKind` that a name stands for.
pub(crate) fn browser(name: &LitStr) -> syn::Result<TokenStream> {
    let written = name.value();
    BROWSERS
        .iter()
        .find(|(known, _)| *known == written)
        .map(|(_, variant)| {
            let variant = syn::Ident::new(variant, name.span());
            quote!(#variant)
        })
        .ok_or_else(|| {
            let names: Vec<_> = BROWSERS.iter().map(|(name, _)| *name).collect();
            syn::Error::new_spanned(name, crate::errors::unknown("browser", &written, &names))
        })
}

/// A tag can be written in `E2E_TAGS`, where a comma separates and `!` negates.
pub(crate) fn tag(tag: &LitStr) -> syn::Result<()> {
    let written = tag.value();
    if written.starts_with('!') || written.contains(|c: char| c == ',' || c.is_whitespace()) {
        return Err(syn::Error::new_spanned(
            tag,
            "a tag is one word without commas that does not start with `!`: E2E_TAGS could not name it",
        ));
    }
    Ok(())
}
