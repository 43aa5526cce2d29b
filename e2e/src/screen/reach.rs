//! Verbs beyond one click on one control: drags, files, tabs, dialogs, places.

use super::act::{locate, told};
use super::call::{Call, Run};
use super::{Locator, Screen};
use crate::browser::chord::Chord;
use crate::browser::wire::History;
use crate::config::Interruption;
use crate::error::SourceLocation;
use crate::page::verb::{Deed, Direction, Verb};
use crate::report::record::StepKind;
use std::panic::Location;
use std::time::Instant;

impl Locator {
    /// Presses it and holds for most of a second.
    #[track_caller]
    pub fn long_press(&self) -> Call<()> {
        self.verb("long_press()", String::new(), |target| Verb::LongPress {
            target,
        })
    }

    /// Drags it onto something else: pressed, moved, let go, as a mouse does.
    ///
    /// ```no_run
    /// # async fn demo(screen: e2e::Screen) -> e2e::Result {
    /// let card = screen.get_by_text("Write the report");
    /// card.drag_to(&screen.get_by_label("Done")).await
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Locator::click`]; also `NOT_ACTIONABLE` when both are not in view together.
    #[track_caller]
    pub fn drag_to(&self, to: &Locator) -> Call<()> {
        let (from, onto) = (self.query().clone(), to.query().clone());
        let run: Run<()> = Box::new(move |screen, timeout| {
            Box::pin(async move {
                let began = Instant::now();
                let page = screen.page();
                let end = locate(page, &onto, timeout).await?;
                let end = end.one(&onto).map_err(|error| error.note(end.tried()))?;
                let found = locate(page, &from, timeout).await?;
                let one = found
                    .one(&from)
                    .map_err(|error| error.note(found.tried()))?;
                let verb = Verb::Drag {
                    target: one.id.clone(),
                    to: end.id.clone(),
                };
                let effect = page.perform_with(verb, &one.terms(timeout)).await?;
                Ok(told("drag", end.in_words(), &effect, began))
            })
        });
        let call = format!("drag_to({to})");
        self.call(call, self.screen().timeouts().action, run)
    }

    /// Chooses files for a field, for the button or label in front of one, or for a drop
    /// zone. Paths are relative to the package under test.
    ///
    /// # Errors
    ///
    /// `POLICY_DENIED` for what is hidden or lies outside the package, `INVALID_ARGUMENT`
    /// for what is missing, for more than 16 files, and for more than the field takes.
    #[track_caller]
    pub fn upload<I, P>(&self, files: I) -> Call<()>
    where
        I: IntoIterator<Item = P>,
        P: Into<String>,
    {
        let files: Vec<String> = files.into_iter().map(Into::into).collect();
        let names = files.join(", ");
        self.verb(format!("upload({names:?})"), names, move |target| {
            Verb::Upload {
                target,
                files: files.clone(),
            }
        })
    }

    /// Clicks what begins a download, and waits until the file lies in the test's folder
    /// for artifacts. The step's record says its name and size.
    ///
    /// # Errors
    ///
    /// As [`Locator::click`]; also `ACTION_FAILED` when no download begins, and
    /// `AUTOMATION_UNSUPPORTED` where the browser cannot be told the folder.
    #[track_caller]
    pub fn download(&self) -> Call<()> {
        self.verb("download()", String::new(), |target| Verb::Download {
            target,
        })
    }

    /// Scrolls this list until a text is in view, however much it loads or draws anew.
    #[track_caller]
    pub fn scroll_to_text(&self, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        let call = format!("scroll_to_text({text:?})");
        self.verb(call, text.clone(), move |target| Verb::ScrollToText {
            text: text.clone(),
            target: Some(target),
            direction: None,
        })
    }

    /// The same upwards from where the list is, as in a conversation that loads what is
    /// older above what is shown.
    #[track_caller]
    pub fn scroll_up_to_text(&self, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        let call = format!("scroll_up_to_text({text:?})");
        self.verb(call, text.clone(), move |target| Verb::ScrollToText {
            text: text.clone(),
            target: Some(target),
            direction: Some(Direction::Up),
        })
    }
}

impl Screen {
    #[track_caller]
    fn verb(&self, call: String, input: String, verb: Verb) -> Call<()> {
        let location = SourceLocation::from(Location::caller());
        let run: Run<()> = Box::new(move |screen, _| {
            Box::pin(async move {
                let began = Instant::now();
                let name = verb.name();
                let effect = screen.page().perform(verb).await?;
                Ok(told(name, input, &effect, began))
            })
        });
        let limit = self.timeouts().navigation;
        Call::new(self, StepKind::Locator, call, location, limit, run)
    }

    /// Scrolls the page until a text is in view.
    #[track_caller]
    pub fn scroll_to_text(&self, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        let call = format!("scroll_to_text({text:?})");
        let verb = Verb::ScrollToText {
            text: text.clone(),
            target: None,
            direction: None,
        };
        self.verb(call, text, verb)
    }

    /// Ends something that may come in between, such as a cookie banner: whenever a text
    /// shows before a verb, the one control of this name is tapped, at most so many
    /// times. It never becomes part of what a step did.
    pub fn interruption(&self, when: impl Into<String>, tap: impl Into<String>, times: u32) {
        let rule = Interruption {
            when: when.into(),
            tap: tap.into(),
            times,
        };
        self.page().interrupt_with([rule]);
    }

    /// Accepts the dialog that is open, or the next one that opens: call it before the
    /// click that asks. Without it dialogs are dismissed.
    #[track_caller]
    pub fn accept_dialog(&self) -> Call<()> {
        let verb = Verb::AnswerDialog {
            accept: true,
            text: None,
        };
        self.verb("accept_dialog()".to_owned(), String::new(), verb)
    }

    /// Dismisses the dialog that is open, or the next one that opens.
    #[track_caller]
    pub fn dismiss_dialog(&self) -> Call<()> {
        let verb = Verb::AnswerDialog {
            accept: false,
            text: None,
        };
        self.verb("dismiss_dialog()".to_owned(), String::new(), verb)
    }

    /// Answers the prompt that is open, or the next one that opens.
    #[track_caller]
    pub fn answer_dialog(&self, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        let verb = Verb::AnswerDialog {
            accept: true,
            text: Some(text.clone()),
        };
        self.verb(format!("answer_dialog({text:?})"), text, verb)
    }

    /// Looks at another tab from now on: its title or address, a part of either, its
    /// number from 1, or `"new"` for the one opened last.
    ///
    /// # Errors
    ///
    /// `LOCATOR_NOT_FOUND` or `LOCATOR_AMBIGUOUS` with the list of tabs.
    #[track_caller]
    pub fn switch_tab(&self, tab: impl Into<String>) -> Call<()> {
        let tab = tab.into();
        let verb = Verb::SwitchTab { tab: tab.clone() };
        self.verb(format!("switch_tab({tab:?})"), tab, verb)
    }

    /// Closes the tab that is looked at, and goes back to the one before it.
    #[track_caller]
    pub fn close_tab(&self) -> Call<()> {
        let verb = Verb::CloseTab { tab: None };
        self.verb("close_tab()".to_owned(), String::new(), verb)
    }

    /// One step back in history.
    #[track_caller]
    pub fn go_back(&self) -> Call<()> {
        self.verb(
            "go_back()".into(),
            String::new(),
            Verb::History(History::Back),
        )
    }

    /// One step forward in history.
    #[track_caller]
    pub fn go_forward(&self) -> Call<()> {
        self.verb(
            "go_forward()".into(),
            String::new(),
            Verb::History(History::Forward),
        )
    }

    /// Loads the page anew.
    #[track_caller]
    pub fn reload(&self) -> Call<()> {
        self.verb(
            "reload()".into(),
            String::new(),
            Verb::History(History::Reload),
        )
    }

    /// Clicks at a place of the viewport, CSS pixels from its left and top: for what is
    /// drawn and has no elements. Take a [`crate::page::Page::picture`] first, or use a
    /// locator.
    #[track_caller]
    pub fn tap_at(&self, x: f64, y: f64) -> Call<()> {
        self.place("tap_at", x, y, Deed::Tap)
    }

    /// Moves the pointer to a place of the viewport.
    #[track_caller]
    pub fn hover_at(&self, x: f64, y: f64) -> Call<()> {
        self.place("hover_at", x, y, Deed::Hover)
    }

    /// Clicks at a place of the viewport and types.
    #[track_caller]
    pub fn type_at(&self, x: f64, y: f64, text: impl Into<String>) -> Call<()> {
        let text = text.into();
        self.place(
            "type_at",
            x,
            y,
            Deed::Type {
                text,
                replace: false,
            },
        )
    }

    /// Presses a key or chord, such as `Enter` or `Control+A`, on what is at a place of
    /// the viewport.
    ///
    /// # Errors
    ///
    /// Also `INVALID_ARGUMENT` for keys that cannot be pressed.
    #[track_caller]
    pub fn press_at(&self, x: f64, y: f64, keys: &str) -> Call<()> {
        match Chord::parse(keys) {
            Ok(chord) => self.place("press_at", x, y, Deed::Press { chord }),
            Err(error) => {
                let run: Run<()> = Box::new(move |_, _| Box::pin(async move { Err(error) }));
                let location = SourceLocation::from(Location::caller());
                let (call, limit) = (format!("press_at({x}, {y})"), self.timeouts().navigation);
                Call::new(self, StepKind::Locator, call, location, limit, run)
            }
        }
    }

    /// Chooses an option of the list at a place of the viewport, by its visible label.
    #[track_caller]
    pub fn select_at(&self, x: f64, y: f64, option: impl Into<String>) -> Call<()> {
        let option = option.into();
        self.place("select_at", x, y, Deed::Select { option })
    }

    #[track_caller]
    fn place(&self, name: &str, x: f64, y: f64, deed: Deed) -> Call<()> {
        let call = format!("{name}({x}, {y})");
        self.verb(call, format!("{x},{y}"), Verb::Point { x, y, deed })
    }
}
