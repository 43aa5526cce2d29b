//! What happens to the conversation before each request.

use super::conclude;
use super::guards::{self, Alarm};
use super::run::Run;

/// Forced turns at the end: two, so that one verdict sent back can be repaired.
const FORCED: u32 = 2;

/// Turns left when the model is told to wrap up.
const WRAP_UP: u32 = 5;

impl Run<'_> {
    /// Prepares the next request; the order matters. Returns whether the turn is
    /// forced to conclude.
    pub(super) fn prepare(&mut self) -> bool {
        if let Some(reason) = self.plan.prepare.prepare(&mut self.history) {
            self.notices.guard_stop.get_or_insert(reason);
        }
        let turns_left = self.max_turns - self.turns_used;
        // Never on the first turn, so that a very short step still gets to work once.
        let low_clock = self.turns_used > 0 && self.step.remaining() < self.wind_down;
        if low_clock && !self.notices.low_clock {
            self.notices.low_clock = true;
            self.tell(
                "the time of the step is running out",
                "The time for this step is almost over. Give your verdict now: passed only if you \
                 verified the outcome, failed if the product misbehaved, blocked with an errorCode \
                 if something outside it stopped you.",
            );
        }
        if self.notices.guard_stop.is_none() {
            let alarm = guards::repetition(&self.history);
            self.heed(
                alarm,
                "You are going in circles. Change your approach, or give your verdict if the step \
                 cannot be done.",
            );
        }
        if self.notices.guard_stop.is_none() {
            let alarm = guards::failures(&self.history);
            self.heed(
                alarm,
                "Read what the failures say and what is there now. Change your approach, or give \
                 your verdict if the step cannot be done.",
            );
        }
        if let Some(reason) = self.notices.guard_stop.clone() {
            if self.notices.noticed.as_ref() != Some(&reason) {
                self.tell(
                    &format!("only a verdict is accepted from here: {reason}"),
                    &format!(
                        "Stop: {reason}. Repeating it will not help. Call {} now.",
                        conclude::NAME
                    ),
                );
                self.notices.noticed = Some(reason);
            }
        } else if turns_left == WRAP_UP && !self.notices.wrap_up {
            self.notices.wrap_up = true;
            self.tell(
                &format!("{WRAP_UP} turns are left"),
                &format!(
                    "{WRAP_UP} turns are left, the last {FORCED} of them only for your verdict. Finish \
                     what matters and verify it."
                ),
            );
        }
        turns_left <= FORCED || self.notices.guard_stop.is_some() || low_clock
    }

    /// Acts on a guard's alarm.
    fn heed(&mut self, alarm: Option<Alarm>, advice: &str) {
        match alarm {
            None => {}
            Some(Alarm::Stop(reason)) => self.notices.guard_stop = Some(reason),
            Some(Alarm::Warn(reason)) if self.notices.noticed.as_ref() == Some(&reason) => {}
            Some(Alarm::Warn(reason)) => {
                self.tell(&reason, &format!("Notice: {reason}. {advice}"));
                self.notices.noticed = Some(reason);
            }
        }
    }

    /// Notes it for people and says it to the model.
    fn tell(&mut self, note: &str, notice: &str) {
        self.trail.note(note);
        self.history.notice(notice);
    }
}
