//! A picture of the page for whoever reads pixels.

use super::desk::Pictured;
use super::effect::NOTHING;
use super::feed::Page;
use super::verb::Effect;
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::json;
use std::fmt;
use std::time::Duration;

/// Longest side of a picture, pixels.
const LONGEST: u32 = 768;
/// How long it may take to be made.
const LIMIT: Duration = Duration::from_secs(10);

/// The viewport as a PNG: secure fields and frames nobody could look into are covered.
#[derive(Clone)]
#[non_exhaustive]
pub struct Picture {
    /// The PNG.
    pub png: Vec<u8>,
    /// Width in pixels, at most 768.
    pub width: u32,
    /// Height in pixels, at most 768.
    pub height: u32,
    /// Pixels of the picture for one CSS pixel of the viewport.
    pub scale: f64,
}

#[derive(Deserialize)]
struct Made {
    png: String,
    width: u32,
    height: u32,
    scale: f64,
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Picture")
            .field("width", &self.width)
            .field("height", &self.height)
            .field("scale", &self.scale)
            .finish_non_exhaustive()
    }
}

impl Picture {
    /// Size and coordinates in words.
    #[must_use]
    pub fn space(&self) -> String {
        format!(
            "{} × {} pixels, {:.3} for one of the viewport; the origin is the viewport's upper left corner; grey parts are covered",
            self.width, self.height, self.scale
        )
    }
}

impl Page {
    /// Takes a picture of the viewport as it is now; from then on places of it can be
    /// acted on.
    ///
    /// # Errors
    ///
    /// What the wire reports; [`Code::AutomationUnsupported`] where the browser cannot
    /// cover what nobody may read.
    pub async fn picture(&self) -> Result<Picture> {
        let _turn = self.turn.lock().await;
        let screen = self.raw().await?;
        // What moves while the picture is taken is covered where it was and where it is.
        let boxes = match self
            .engine
            .get::<Vec<[f64; 4]>>("covered", json!({}))
            .await?
        {
            Answer::Value(boxes) => boxes,
            Answer::Navigated | Answer::Dialog(_) => return Err(uncovered("the page was left")),
        };
        let png = STANDARD.encode(self.engine.wire().screenshot().await?);
        let args = json!({ "png": png, "boxes": boxes, "longest": LONGEST });
        let made = match self
            .engine
            .wait_here::<Option<Made>>("picture", args, LIMIT)
            .await?
        {
            Answer::Value(Some(made)) => made,
            Answer::Value(None) => {
                return Err(uncovered("the browser cannot draw beside the page"));
            }
            Answer::Navigated | Answer::Dialog(_) => return Err(uncovered("the page was left")),
        };
        let png = STANDARD.decode(made.png).map_err(|error| {
            Error::new(Code::DriverFailed, "the picture cannot be read").caused_by(error)
        })?;
        self.desk.pictured(Pictured {
            document: screen.document.clone(),
            url: screen.url.clone(),
            scale: made.scale,
        });
        Ok(Picture {
            png,
            width: made.width,
            height: made.height,
            scale: made.scale,
        })
    }
}

/// Said of what had an effect that only a picture shows.
const DRAWN: &str = "no listed node changed, but what is drawn there did";

impl Page {
    /// Counts as an effect what only the pixels of a canvas tell. `was` is how the page
    /// looked before, `x` and `y` a place of the viewport on what was used.
    pub(super) async fn note_redrawn(
        &self,
        effect: &mut Effect,
        was: Option<&[u8]>,
        (x, y): (f64, f64),
    ) {
        let Some(was) = was.filter(|_| !effect.visible && !effect.already) else {
            return;
        };
        let Ok(is) = self.engine.wire().screenshot().await else {
            return;
        };
        let (was, is) = (STANDARD.encode(was), STANDARD.encode(is));
        let args = json!({ "was": was, "is": is, "x": x, "y": y });
        let answer = self.engine.wait_here::<bool>("redrawn", args, LIMIT).await;
        if matches!(answer, Ok(Answer::Value(true))) {
            effect.visible = true;
            effect.notes.retain(|note| note != NOTHING);
            effect.notes.push(DRAWN.to_owned());
        }
    }
}

fn uncovered(why: &str) -> Error {
    Error::new(
        Code::AutomationUnsupported,
        "no picture: what nobody may read could not be covered",
    )
    .note(why)
}
