//! What listings are held to: the example shop's pages, and what a token is worth.

/// The example shop's pages.
pub const SHOP: &[&str] = &[
    "/",
    "/catalogue",
    "/products/anvil",
    "/products/cast-iron-pan",
    "/cart",
    "/signin",
    "/signup",
    "/account",
    "/settings/billing",
    "/checkout/address",
    "/todo",
    "/dialogs",
    "/frame",
    "/slow",
];

/// The fewest bytes a token of o200k stood for in a listing, a table of short codes; so
/// the number of tokens is an upper bound.
const BYTES_PER_TOKEN: f64 = 1.7;

/// How many tokens of o200k a listing takes at most.
#[must_use]
pub fn tokens(bytes: usize) -> f64 {
    bytes as f64 / BYTES_PER_TOKEN
}
