//! Scripts and input in frames of other origins: the driver is switched into the frame,
//! and back.

use super::{COMMAND, GRACE, WireWebDriver, lock};
use crate::browser::pulse::of_frame;
use crate::browser::trouble::Trouble;
use crate::browser::wire::{Evaluated, Seat};
use crate::code::Code;
use crate::error::{Error, Result as Outcome};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The key under which WebDriver hands elements out.
pub(super) const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl WireWebDriver {
    /// Why a script in a frame came to nothing.
    pub(super) async fn error_inside(&self, trouble: Trouble, limit: Duration) -> Error {
        let late = matches!(trouble, Trouble::Late(_) | Trouble::ScriptTimeout);
        let error = self.link.error("running a script in a frame", trouble);
        match late {
            true => of_frame(error.await, limit),
            false => error.await,
        }
    }

    /// Runs a script inside the last of `frames`. Nothing else is sent meanwhile, and
    /// whoever gives this up half way leaves word that the driver is in a frame.
    pub(super) async fn inside(
        &self,
        frames: &[String],
        script: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Evaluated, Trouble> {
        let _alone = self.alone.write().await;
        let end = Instant::now() + limit + GRACE;
        if self.in_frame.swap(true, Ordering::SeqCst)
            && let Err(trouble) = self.to_top().await
        {
            return trouble.told();
        }
        self.hurry(limit).await?;
        let answer = match self.enter(frames, end).await {
            Ok(true) => self.here(script, args, end).await,
            Ok(false) => Ok(Evaluated::Navigated),
            Err(trouble) => Err(trouble),
        };
        let back = self.to_top().await;
        if back.is_ok() {
            self.in_frame.store(false, Ordering::SeqCst);
        }
        match answer {
            // The driver says the same of a frame that is gone; of a window that is gone
            // the next command tells.
            Err(Trouble::Window | Trouble::Navigated | Trouble::Script(_)) => {
                Ok(Evaluated::Navigated)
            }
            Err(Trouble::Other(refusal)) if WENT.contains(&refusal.error.as_str()) => {
                Ok(Evaluated::Navigated)
            }
            other => other.or_else(Trouble::told),
        }
    }

    /// Sends input to whatever it is meant for. Firefox gives it to the process of the
    /// frame the driver is in, whatever stands at the place: of a frame with a process of
    /// its own only the element around it would hear.
    pub(super) async fn input(
        &self,
        method: Method,
        actions: Option<&Value>,
    ) -> Result<Value, Trouble> {
        let Some(seat) = lock(&self.seat).clone() else {
            return self.call(method, "actions", actions, COMMAND).await;
        };
        let _alone = self.alone.write().await;
        if self.in_frame.swap(true, Ordering::SeqCst) {
            self.to_top().await?;
        }
        let sent = match self.enter(&seat.frames, Instant::now() + COMMAND).await {
            Ok(true) => self
                .http
                .call(method, "actions", actions, COMMAND)
                .await
                .map_err(Trouble::from),
            Ok(false) => Err(Trouble::Window),
            Err(trouble) => Err(trouble),
        };
        // With a dialog open the way back is taken before the next command.
        if self.to_top().await.is_ok() {
            self.in_frame.store(false, Ordering::SeqCst);
        }
        sent
    }

    /// A place of the page as one of the frame that input is sent into.
    pub(super) fn seated(&self, place: (f64, f64)) -> Outcome<(f64, f64)> {
        let near = |a: f64, b: f64| (a - b).abs() < 0.5;
        match lock(&self.seat).as_ref() {
            None => Ok(place),
            Some(Seat {
                same: Some((outer, inner)),
                ..
            }) if near(place.0, outer.0) && near(place.1, outer.1) => Ok(*inner),
            Some(_) => Err(Error::new(
                Code::AutomationUnsupported,
                "in a frame of another origin this browser takes no movement of the pointer from place to place",
            )
            .note("nothing was sent")),
        }
    }

    /// Leaves whatever frame the driver is in.
    pub(super) async fn to_top(&self) -> Result<(), Trouble> {
        let top = json!({ "id": null });
        let sent = self
            .http
            .call(Method::POST, "frame", Some(&top), COMMAND)
            .await;
        Ok(sent.map(drop)?)
    }

    /// Makes sure that the driver does not give a script up before its caller does.
    pub(super) async fn allow(&self, limit: Duration) -> Result<(), Trouble> {
        let wanted = u64::try_from((limit + GRACE * 2).as_millis()).unwrap_or(u64::MAX);
        if wanted > self.script_limit.load(Ordering::SeqCst) {
            // Twice as much, so that slowly growing limits do not ask again and again.
            let script = wanted.saturating_mul(2);
            self.post("timeouts", json!({ "script": script })).await?;
            self.script_limit.store(script, Ordering::SeqCst);
        }
        Ok(())
    }

    /// A frame that does not answer must not keep the driver from everything else.
    async fn hurry(&self, limit: Duration) -> Result<(), Trouble> {
        let wanted = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX).max(1);
        if self.script_limit.swap(wanted, Ordering::SeqCst) != wanted {
            let body = json!({ "script": wanted });
            self.http
                .call(Method::POST, "timeouts", Some(&body), COMMAND)
                .await?;
        }
        Ok(())
    }

    pub(super) async fn enter(&self, frames: &[String], end: Instant) -> Result<bool, Trouble> {
        for find in frames {
            let script = format!("return (function () {{{find}\n}})()");
            let body = json!({ "script": script, "args": [] });
            let left = end.saturating_duration_since(Instant::now());
            let found = self
                .http
                .call(Method::POST, "execute/sync", Some(&body), left)
                .await?;
            if found.get(ELEMENT).is_none() {
                return Ok(false);
            }
            let left = end.saturating_duration_since(Instant::now());
            let frame = json!({ "id": found });
            self.http
                .call(Method::POST, "frame", Some(&frame), left)
                .await?;
        }
        Ok(true)
    }

    async fn here(&self, script: &str, args: Value, end: Instant) -> Result<Evaluated, Trouble> {
        let body = json!({ "script": script, "args": [args] });
        let left = end.saturating_duration_since(Instant::now());
        let answer = self
            .http
            .call(Method::POST, "execute/sync", Some(&body), left)
            .await?;
        match answer {
            Value::Array(mut list) if list.len() == 1 => {
                Ok(Evaluated::Value(list.pop().unwrap_or_default()))
            }
            // A dialog makes the driver answer nothing.
            _ => match self
                .http
                .call(Method::GET, "alert/text", None, COMMAND)
                .await
            {
                Ok(text) => Ok(Evaluated::Dialog(
                    text.as_str().unwrap_or_default().to_owned(),
                )),
                Err(_) => Ok(Evaluated::Navigated),
            },
        }
    }
}

/// What drivers say of frames that are gone, or show something else by now.
const WENT: &[&str] = &[
    "no such frame",
    "no such element",
    "stale element reference",
    "no such execution context",
    "detached shadow root",
];
