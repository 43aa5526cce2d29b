//! Text as keys, one after the other.

use super::socket::Sent;
use super::tab::{Input, Tab};
use super::{COMMAND, WireCdp, keyboard};
use crate::browser::input;
use crate::browser::loading::Carrier as _;
use crate::code::Code;
use crate::error::{Error, Result};
use std::collections::VecDeque;

/// How many characters may be on their way at once: the browser hands a key over while
/// the page is still at work with the one before, as it does for a hand that types fast.
const AHEAD: usize = 3;

impl WireCdp {
    /// Types text key by key. Where one does not arrive, no more than the few that were on
    /// their way by then come behind it; behind a key that is more than a character, none.
    pub(super) async fn type_keys(&self, text: &str) -> Result<()> {
        let characters = input::characters(text)?;
        let tab = match self.tab().await {
            Ok(tab) => tab,
            Err(trouble) => return Err(self.error("typing", trouble).await),
        };
        let mut typed = 0;
        let Some(stopped) = self.keys(&tab, characters, &mut typed).await else {
            return Ok(());
        };
        match self.acted(stopped, "typing").await {
            Err(error) if typed > 0 && error.code() != Code::BrowserCrashed => Err(Error::new(
                Code::ActionMayHaveCommitted,
                format!("typing stopped after {typed} characters"),
            )
            .caused_by(error)),
            told => told,
        }
    }

    /// What stopped the keys, if anything did; `typed` counts those that were taken.
    async fn keys(&self, tab: &Tab, characters: Vec<char>, typed: &mut usize) -> Option<Input> {
        let mut ahead = VecDeque::new();
        for character in characters {
            let most = match character.is_control() {
                true => 0,
                false => AHEAD - 1,
            };
            if let Some(stopped) = self.wait_for(tab, &mut ahead, most, typed).await {
                return Some(stopped);
            }
            let events = keyboard::character(character).to_vec();
            match tab.hand_over(&self.socket, METHOD, events) {
                Ok(handed) => ahead.push_back(handed),
                Err(trouble) => {
                    // Those are on their way all the same.
                    *typed += ahead.len();
                    return Some(Input::NotSent(trouble));
                }
            }
            if most == 0
                && let Some(stopped) = self.wait_for(tab, &mut ahead, 0, typed).await
            {
                return Some(stopped);
            }
        }
        self.wait_for(tab, &mut ahead, 0, typed).await
    }

    /// Waits until no more than `most` characters are on their way.
    async fn wait_for(
        &self,
        tab: &Tab,
        ahead: &mut VecDeque<Vec<Sent>>,
        most: usize,
        typed: &mut usize,
    ) -> Option<Input> {
        while ahead.len() > most {
            let handed = ahead.pop_front()?;
            match tab.taken(&self.socket, handed, COMMAND).await {
                Input::Sent => *typed += 1,
                stopped => return Some(stopped),
            }
        }
        None
    }
}

/// How a key is sent.
const METHOD: &str = "Input.dispatchKeyEvent";
