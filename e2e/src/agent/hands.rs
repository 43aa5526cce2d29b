//! One verb for the agent: counted, performed, recorded, and told as text.

use super::mishap::Deeds;
use super::moves::{Move, input_of};
use super::shown::Shown;
use crate::chassis::{Opening, SHOWN_WITHIN, StepContext, ToolOutput};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::Image;
use crate::page::hush::hushed;
use crate::page::node::{Node, Observation};
use crate::page::text::{self as screen_text, TextOptions};
use crate::page::verb::{Effect, Verb};
use crate::page::{Diff, Page, Picture, Terms};
use crate::report::journal::Journal;
use crate::report::record::ActionRecord;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Performs verbs for one step and remembers what the model was shown.
pub(super) struct Hands {
    pub(super) page: Arc<Page>,
    pub(super) journal: Arc<Journal>,
    /// Base address of the app, for paths and for shortening links.
    pub(super) base_url: Option<String>,
    /// Other origins that a model may go to.
    pub(super) allowed: Vec<String>,
    /// Every screen the model was shown in this step; updates are told against the
    /// last one.
    pub(super) shown: Shown,
    /// The screen as it was before anything of this step was done, when it was seen.
    before: Mutex<Option<Arc<Observation>>>,
    /// What was carried out.
    moves: Mutex<Vec<Move>>,
    /// The same with what failed once it was sent.
    pub(super) deeds: Deeds,
    /// Whether the step passed because there was nothing to do.
    already: AtomicBool,
    /// Most bytes of a screen.
    room: AtomicUsize,
}

impl Hands {
    pub(super) fn new(
        page: Arc<Page>,
        journal: Arc<Journal>,
        base_url: Option<String>,
        allowed: Vec<String>,
    ) -> Self {
        page.belongs_to(base_url.as_deref());
        Self {
            page,
            journal,
            base_url,
            allowed,
            shown: Shown::default(),
            before: Mutex::default(),
            moves: Mutex::default(),
            deeds: Deeds::default(),
            already: AtomicBool::new(false),
            room: AtomicUsize::new(TextOptions::default().budget_bytes),
        }
    }

    /// Names the screen the step began on, where an earlier tier already acted.
    pub(super) fn began_on(&self, screen: Option<Arc<Observation>>) {
        *self.before.lock().unwrap_or_else(PoisonError::into_inner) = screen;
    }

    pub(super) fn before(&self) -> Option<Arc<Observation>> {
        self.before
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(super) fn claim_already(&self, already: bool) {
        self.already.store(already, Ordering::Relaxed);
    }

    pub(super) fn was_already(&self) -> bool {
        self.already.load(Ordering::Relaxed)
    }

    pub(super) fn moves(&self) -> MutexGuard<'_, Vec<Move>> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn text_options(&self) -> TextOptions {
        TextOptions {
            origin: self.base_url.clone(),
            budget_bytes: self.room.load(Ordering::Relaxed),
        }
    }

    /// Shows at most so many bytes of a screen.
    pub(super) fn fit(&self, bytes: usize) {
        self.room.store(bytes, Ordering::Relaxed);
    }

    /// The first look of a step, whole.
    pub(super) async fn open(&self, step: &StepContext) -> Result<Opening> {
        let raw = self.page.observe().await?;
        let screen = hushed(Arc::clone(&raw), &self.journal.known().mask());
        let text = screen_text::render(&screen, &self.text_options());
        let mut opening = Opening::of_screen(text);
        // Where nothing that is listed can be used, what there is may be drawn.
        let drawn = !screen.nodes.iter().any(Node::is_interactive);
        if drawn
            && !step.is_tainted()
            && let Ok(picture) = self.page.picture().await
        {
            opening = opening.with_image(Image::png(picture.png));
        }
        self.shown.push(&raw, &screen, step);
        self.began_on(Some(screen));
        Ok(opening)
    }

    /// Looks without touching, for who wants all of it. The first look of a step is what
    /// it began on.
    pub(super) async fn look(&self, step: &StepContext) -> Result<Arc<Observation>> {
        step.checkpoint()?;
        let raw = self.page.observe().await?;
        let screen = hushed(Arc::clone(&raw), &self.journal.known().mask());
        if self.shown.is_empty() && step.actions_used() == 0 {
            self.began_on(Some(Arc::clone(&screen)));
        }
        self.shown.push(&raw, &screen, step);
        Ok(screen)
    }

    /// A picture of the page, unless it may show what nobody may see.
    pub(super) async fn picture(&self, step: &StepContext) -> Result<Picture> {
        step.checkpoint()?;
        // Only what nobody may read is covered in it, and the page may echo a secret
        // anywhere.
        if step.is_tainted() {
            let denied = Error::new(
                Code::PolicyDenied,
                "PIXEL_TAINTED: a secret was typed in this test, and a picture cannot be masked",
            )
            .help("go by what the screen lists");
            step.record_refusal("screenshot", &denied);
            return Err(denied);
        }
        self.page.picture().await
    }

    /// Looks without touching; told as what changed since the model last saw it.
    pub(super) async fn observe(&self, step: &StepContext) -> Result<ToolOutput> {
        step.checkpoint()?;
        let screen = self.page.observe().await?;
        let mut lead = String::from("The screen now.");
        for note in self.page.take_notes() {
            lead.push(' ');
            lead.push_str(&note);
        }
        Ok(self.tell(lead, &screen, step))
    }

    /// Searches the whole page without touching it.
    pub(super) async fn find(
        &self,
        step: &StepContext,
        role: &str,
        text: &str,
    ) -> Result<ToolOutput> {
        step.checkpoint()?;
        if role.trim().is_empty() && text.trim().is_empty() {
            let what = "find failed: name a role, or words, or both";
            return Ok(ToolOutput::failure(what.to_owned()));
        }
        let hits = self.page.search(role.trim(), text).await?;
        Ok(ToolOutput::whole(hits.render(&self.text_options())))
    }

    /// Performs a verb. `aim` names the tool and what it was aimed at; `quiet` says
    /// that nothing on the screen needs to change for it to have worked.
    pub(super) async fn perform(
        &self,
        step: &StepContext,
        aim: &str,
        verb: Verb,
        quiet: bool,
    ) -> Result<ToolOutput> {
        self.repeat(step, aim, verb, quiet, 1).await
    }

    /// The same, several times: each time is one action, looked at before the next. It
    /// ends early at a failure, at the end of what scrolls, and where the page was left:
    /// further keys would reach whatever has the focus there.
    pub(super) async fn repeat(
        &self,
        step: &StepContext,
        aim: &str,
        verb: Verb,
        quiet: bool,
        times: u32,
    ) -> Result<ToolOutput> {
        for done in 1..=times {
            let outcome = self.once(step, aim, &verb).await?;
            let count = match times {
                1 => String::new(),
                _ => format!(" {done} of {times} times."),
            };
            match outcome {
                Ok(effect) => {
                    let over = effect.left() || (verb.comes_to_an_end() && !effect.visible);
                    if done == times || over {
                        let lead = lead(aim, &effect, quiet) + count.as_str();
                        return Ok(self.tell(lead, &effect.after, step));
                    }
                }
                Err(error) => {
                    let mut text = account(aim, &error);
                    if done > 1 {
                        text = format!("{text}\nit was done {} times before", done - 1);
                    }
                    return Ok(self.failed(text, error, step).await);
                }
            }
        }
        Err(Error::new(Code::InvalidArgument, "times is 0"))
    }

    /// One verb, counted and recorded.
    async fn once(
        &self,
        step: &StepContext,
        aim: &str,
        verb: &Verb,
    ) -> Result<std::result::Result<Effect, Error>> {
        // What a pass is measured against is how things were before the first action.
        if self.shown.is_empty() {
            self.look(step).await?;
        }
        step.take_action()?;
        step.touched();
        self.journal.acting(aim, step.model_calls());
        let started_ms = self.journal.elapsed_ms();
        let mut record = ActionRecord {
            verb: verb.name().to_owned(),
            target: String::new(),
            input: input_of(verb),
            started_ms,
            duration_ms: 0,
            effect: String::new(),
            ok: false,
        };
        let behind = step.changed_by();
        let terms = Terms {
            limit: Some(step.working_time()),
            secrets: step.secret_rules(),
            // What the newest look lists under an id nobody has read yet.
            read_on: behind
                .as_ref()
                .and(verb.target())
                .and_then(|id| self.shown.read_on(id, step)),
            ..Terms::default()
        };
        let outcome = self.page.perform_with(verb.clone(), &terms).await;
        let outcome = outcome.map_err(|error| match &behind {
            Some(tool) => error.note(format!("{tool} ran after the screen was read")),
            None => error,
        });
        // A model may decide about a dialog that never comes.
        if matches!(verb, Verb::AnswerDialog { .. }) {
            self.page.tried_answer();
        }
        for text in self.page.take_passwords() {
            self.journal.known().typed(&text);
        }
        let shown = self.shown.told().len();
        self.deeds.note(verb, shown, outcome.as_ref().err());
        record.duration_ms = self.journal.elapsed_ms().saturating_sub(started_ms);
        match &outcome {
            Ok(effect) => {
                record.ok = true;
                self.moves().push(Move::new(verb, effect));
                record.target.clone_from(&effect.target);
                record.effect = self.summary(effect);
            }
            Err(error) => {
                record.effect = format!("{}: {}", error.code(), error.message());
                step.record_refusal(aim, error);
            }
        }
        step.record_action(record);
        Ok(outcome)
    }

    /// What a failure tells the model. The current screen comes along, so that no turn is
    /// spent on a look.
    async fn failed(&self, text: String, error: Error, step: &StepContext) -> ToolOutput {
        let mut failed = ToolOutput::failure(text);
        failed.cause = Some(error.clone());
        if is_fatal(error.code()) {
            return failed.stopping(error);
        }
        let Ok(screen) = self.page.observe().await else {
            return failed;
        };
        let mut told = self.tell(failed.text.clone(), &screen, step);
        (told.failed, told.cause) = (true, failed.cause);
        told
    }

    /// What a tool of the project said, and what the page shows of it: a page that
    /// hears of it hears of it soon.
    pub(super) async fn show_after(
        &self,
        said: ToolOutput,
        before: Option<Arc<Observation>>,
        step: &StepContext,
    ) -> Result<ToolOutput> {
        let screen = self.page.unlike(before.as_deref(), SHOWN_WITHIN).await?;
        let mut told = self.tell(said.text, &screen, step);
        (told.image, told.failed, told.shown) = (said.image, said.failed, true);
        Ok(told)
    }

    /// A lead, and the update against what was shown last: a whole screen where most
    /// changed, else a line for each change.
    fn tell(&self, lead: String, raw: &Arc<Observation>, step: &StepContext) -> ToolOutput {
        let options = self.text_options();
        let screen = &hushed(Arc::clone(raw), &self.journal.known().mask());
        let output = match self.shown.last() {
            Some(before) => {
                let diff = Diff::between(&before, screen, &options);
                match diff.is_whole() {
                    true => ToolOutput::whole(lead).with_screen(diff.render()),
                    false => ToolOutput::whole(format!("{lead}\n\n{}", diff.render())),
                }
            }
            None => ToolOutput::whole(lead).with_screen(screen_text::render(screen, &options)),
        };
        self.shown.push(raw, screen, step);
        output
    }

    /// The effect in a few words, for the record.
    fn summary(&self, effect: &Effect) -> String {
        let mut out = match (effect.already, effect.visible) {
            (true, _) => "already so".to_owned(),
            (false, true) => {
                Diff::between(&effect.before, &effect.after, &self.text_options()).summary()
            }
            (false, false) => "no visible effect".to_owned(),
        };
        for note in &effect.notes {
            out.push_str("; ");
            out.push_str(note);
        }
        out
    }
}

/// Without a browser nothing the model does can help.
fn is_fatal(code: Code) -> bool {
    matches!(
        code,
        Code::BrowserCrashed | Code::DriverFailed | Code::BrowserUnavailable
    )
}

/// A failure as a tool result: the first line says that it failed, and with what.
fn account(aim: &str, error: &Error) -> String {
    let mut text = format!("{aim} failed: {}: {}", error.code(), error.message());
    for note in error.notes() {
        text.push('\n');
        text.push_str(note);
    }
    text
}

fn lead(aim: &str, effect: &Effect, quiet: bool) -> String {
    let mut lead = match (effect.target.as_str(), effect.already) {
        (target, true) => format!("{aim}: {target} is already so; nothing was sent."),
        ("", false) => format!("{aim}: done."),
        (target, false) => format!("{aim}: done on {target}."),
    };
    if !effect.visible && !effect.already && (!quiet || effect.is_unscrolled()) {
        lead.push_str(
            " It had no visible effect; what was seen stands behind this. Find another way, or \
             conclude.",
        );
    }
    for note in &effect.notes {
        lead.push(' ');
        lead.push_str(note);
    }
    lead
}
