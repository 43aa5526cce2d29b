//! Keys and scrolls several times in a row: each time an action of its own.

use super::act::act;
use super::call::{Call, Run, Told};
use super::query::Query;
use super::{Locator, Screen};
use crate::browser::chord::Chord;
use crate::code::Code;
use crate::error::{Error, Result, SourceLocation};
use crate::page::Terms;
use crate::page::node::NodeId;
use crate::page::verb::{Direction, MOST_TIMES, Verb};
use crate::report::record::StepKind;
use std::panic::Location;
use std::time::{Duration, Instant};

impl Locator {
    /// Presses keys on it, 1 to 20 times; each time is an action in the report. It ends
    /// early when the page is left.
    ///
    /// ```no_run
    /// # async fn demo(screen: e2e::Screen) -> e2e::Result {
    /// screen.get_by_label("Guests").press_times("ArrowUp", 3).await
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Locator::press`]; `INVALID_ARGUMENT` for any other number of times, and
    /// `ACTION_FAILED` when the page was left before the last of them.
    #[track_caller]
    pub fn press_times(&self, keys: &str, times: u32) -> Call<()> {
        let call = format!("press_times({keys:?}, {times})");
        let (query, input) = (self.query().clone(), keys.to_owned());
        let chord = Chord::parse(keys);
        let run: Run<()> = Box::new(move |screen, timeout| {
            Box::pin(async move {
                let chord = chord?;
                let make = move |target| Verb::Press {
                    target: Some(target),
                    chord: chord.clone(),
                };
                repeat(&screen, Some(&query), timeout, times, &input, &make).await
            })
        });
        self.call(call, self.screen().timeouts().action, run)
    }

    /// Scrolls this box by most of its size, 1 to 20 times, with a look in between; it
    /// ends early where nothing scrolls any further.
    ///
    /// # Errors
    ///
    /// As for every verb; `INVALID_ARGUMENT` for any other number of times.
    #[track_caller]
    pub fn scroll(&self, direction: Direction, times: u32) -> Call<()> {
        let call = format!("scroll({direction:?}, {times})");
        let query = self.query().clone();
        let run: Run<()> = Box::new(move |screen, timeout| {
            Box::pin(async move {
                let input = format!("{direction:?}").to_lowercase();
                let make = move |target| Verb::Scroll {
                    direction,
                    target: Some(target),
                };
                repeat(&screen, Some(&query), timeout, times, &input, &make).await
            })
        });
        self.call(call, self.screen().timeouts().action, run)
    }
}

impl Screen {
    /// Scrolls the page by most of its height or width, 1 to 20 times, with a look in
    /// between; it ends early where it does not scroll any further.
    ///
    /// # Errors
    ///
    /// `INVALID_ARGUMENT` for any other number of times.
    #[track_caller]
    pub fn scroll(&self, direction: Direction, times: u32) -> Call<()> {
        let location = SourceLocation::from(Location::caller());
        let run: Run<()> = Box::new(move |screen, timeout| {
            Box::pin(async move {
                let input = format!("{direction:?}").to_lowercase();
                let make = move |_| Verb::Scroll {
                    direction,
                    target: None,
                };
                repeat(&screen, None, timeout, times, &input, &make).await
            })
        });
        let call = format!("scroll({direction:?}, {times})");
        let limit = self.timeouts().action;
        Call::new(self, StepKind::Locator, call, location, limit, run)
    }
}

/// One verb again and again. The time of the call is that of each one.
async fn repeat(
    screen: &Screen,
    query: Option<&Query>,
    timeout: Duration,
    times: u32,
    input: &str,
    make: &(impl Fn(NodeId) -> Verb + Send + Sync),
) -> Result<Told<()>> {
    if !(1..=MOST_TIMES).contains(&times) {
        return Err(Error::new(
            Code::InvalidArgument,
            format!("a verb is repeated 1 to {MOST_TIMES} times, not {times}"),
        )
        .note("nothing was sent"));
    }
    let mut told = Told::new((), String::new());
    let began = Instant::now();
    let ends = make(NodeId::default()).comes_to_an_end();
    for done in 0..times {
        let started = began.elapsed();
        let mut one = match query {
            Some(query) => act(screen, query, timeout, input.to_owned(), make).await?,
            None => {
                let verb = make(NodeId::default());
                let name = verb.name();
                let page = screen.page();
                let effect = page.perform_with(verb, &Terms::default()).await?;
                super::act::told(name, input.to_owned(), &effect, began)
            }
        };
        for action in &mut one.actions {
            action.started_ms = u64::try_from(started.as_millis()).unwrap_or(u64::MAX);
        }
        told.actions.append(&mut one.actions);
        told.summary = one.summary;
        if one.ended && ends {
            break;
        }
        // Further keys would reach whatever has the focus there.
        if done + 1 < times && one.left {
            return Err(Error::new(
                Code::ActionFailed,
                format!("the page was left after {} of {times} times", done + 1),
            ));
        }
    }
    Ok(told)
}
