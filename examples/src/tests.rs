//! The main flows, over HTTP.

mod api;
mod buying;
mod client;
mod pages;
