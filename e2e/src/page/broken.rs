//! Pages that are none, or that nobody can look at.

use super::feed::{ARRIVAL, Page};
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;

/// So many dialogs in a row, and the page will not stop opening them.
const STORM: usize = 20;

/// Whether this is the address of an error page of the browser.
pub(super) fn is_error_page(url: &str) -> bool {
    ["chrome-error:", "about:neterror", "about:certerror"]
        .iter()
        .any(|start| url.starts_with(start))
}

/// What the browser's own error page says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Broken {
    /// The address it stands for, where the page tells.
    address: String,
    said: String,
}

impl Page {
    /// The error for a page that is none: what an absence on it says of the app is nothing.
    pub(crate) async fn unreachable(&self, broken: Broken) -> Error {
        let address = match self.engine.wire().location().await {
            Ok((url, _)) if !is_error_page(&url) => url,
            _ => broken.address,
        };
        let what = match address.as_str() {
            "" => "the page cannot be opened".to_owned(),
            url => format!("{url} cannot be opened"),
        };
        let error = Error::new(
            Code::AppUnreachable,
            format!("{what}: the browser shows its error page"),
        );
        let error = match broken.said.as_str() {
            "" => error,
            said => error.note(format!(
                "the browser says: {}",
                crate::text::clip(said, 200)
            )),
        };
        error.help("is the app running, and does it answer at this address?")
    }
}

/// Counts one more dialog of a page that is only looked at.
pub(super) fn endure(dialogs: &mut Vec<String>, text: &str) -> Result<()> {
    dialogs.push(crate::text::clip(&crate::text::collapse(text), 200));
    match (dialogs.len() > STORM, dialogs.first()) {
        (true, Some(first)) => Err(Error::new(
            Code::ActionFailed,
            format!("the page keeps opening dialogs: {STORM} were answered, and the next is open"),
        )
        .note(format!("the first of them says \"{first}\""))
        .help("find the script that opens them again and again; nothing else works meanwhile")),
        _ => Ok(()),
    }
}

pub(super) fn restless() -> Error {
    Error::new(
        Code::DriverFailed,
        format!(
            "the page cannot be read: documents replaced each other for {}",
            crate::text::show_duration(ARRIVAL)
        ),
    )
    .help("look for a redirect that leads back to itself")
}
