//! What an executor does to the target of its step, without the tool loop: the same
//! verbs under the same accounting, in one queue, with the same end.

use super::evidence::{self, Checked};
use super::step::StepContext;
use super::target::{Look, Seen, Target};
use super::tool::{self, Tool, ToolOutput};
use super::{closed, conclude, schema};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::report::record::EventKind;
use crate::text::nearest;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// Most citations of one pass.
const CITED: usize = 8;

/// What every PNG picture begins with.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

tokio::task_local! {
    /// The work of a call that holds the queue: what waits in it for the queue would
    /// wait for itself.
    static IN_QUEUE: ();
}

impl StepContext {
    /// Gives the step something to act on.
    #[must_use]
    pub fn with_target(mut self, target: Arc<dyn Target>) -> Self {
        self.given.target = Some(target);
        self
    }

    /// What the step acts on.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidArgument`] when it acts on nothing.
    pub fn target(&self) -> Result<&dyn Target> {
        self.given.target.as_deref().ok_or_else(|| {
            Error::new(Code::InvalidArgument, "the step has nothing to act on")
                .help("give it a target with `StepContext::with_target`")
        })
    }

    /// Looks at the target without touching it, once what is being done to it is done.
    ///
    /// ```no_run
    /// # async fn demo(step: &e2e::chassis::StepContext) -> e2e::Result {
    /// use e2e::chassis::Look;
    /// use serde_json::json;
    ///
    /// let seen = step.observe(Look::TREE).await?;
    /// if let Some(save) = seen.find("button", "Save") {
    ///     step.act("tap", json!({"target": save.id})).await?;
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// The hard stop of the step; what [`Target::look`] fails with.
    pub async fn observe(&self, look: Look) -> Result<Seen> {
        let target = self.target()?;
        not_in_queue("look")?;
        let _turn = self.given.queue.lock().await;
        self.may_go_on()?;
        let mut seen = self
            .bounded(async {
                self.await_change().await?;
                target.look(look, self).await
            })
            .await?;
        self.has_read();
        let mask = self.mask_for_model();
        seen.text = mask.redact(&seen.text).into_owned();
        seen.place = mask.redact(&seen.place).into_owned();
        for item in &mut seen.items {
            for text in [&mut item.name, &mut item.reads] {
                *text = mask.redact(text).into_owned();
            }
        }
        Ok(seen)
    }

    /// Does one of the target's verbs, by its name and with an input of its form, as the
    /// built-in agent does it: counted as an action, recorded, in one queue with
    /// everything else that is done, and returned once the target shows what came of it.
    ///
    /// A pass of a step that acted so rests on what [`Self::prove`] was shown.
    ///
    /// # Errors
    ///
    /// The hard stop of the step, [`Code::StepBudgetExhausted`] among them;
    /// [`Code::AutomationUnsupported`] for a verb the target does not declare and
    /// [`Code::InvalidArgument`] for an input outside the verb's form, neither of which
    /// takes an action; else why the verb was not carried out.
    pub async fn act(&self, verb: &str, input: Value) -> Result<ToolOutput> {
        let target = self.target()?;
        let Some(tool) = named(target, verb) else {
            let unknown = undeclared(target, verb);
            self.reject(verb, &unknown);
            return Err(unknown);
        };
        self.call(&**tool, input, true).await
    }

    /// Calls a tool of the executor's own under the same rules. One that
    /// [mutates](Tool::mutates) takes an action, is recorded, and waits its turn; it may
    /// not look or act itself. One that only reads runs at once and may look.
    ///
    /// # Errors
    ///
    /// As [`Self::act`]; [`Code::InvalidArgument`] for a tool with the name of a verb or
    /// of `complete_step`; [`Code::AutomationUnsupported`] for one that is for another
    /// [platform](Tool::platforms).
    pub async fn run_tool(&self, tool: Arc<dyn Tool>, input: Value) -> Result<ToolOutput> {
        let target = self.target()?;
        let name = tool.spec().name;
        if name == conclude::NAME || named(target, &name).is_some() {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("the tool `{name}` has a name that is taken"),
            )
            .help("give it another name"));
        }
        if !tool::is_for(&*tool, target.platform()) {
            return Err(Error::new(
                Code::AutomationUnsupported,
                format!(
                    "the tool `{name}` is for {}, and {} is {}",
                    tool.platforms().join(", "),
                    target.name(),
                    target.platform()
                ),
            ));
        }
        let mutates = tool.mutates();
        self.call(&*target.bind(tool), input, mutates).await
    }

    /// Shows what a pass rests on, and has it checked on the target. What holds is kept
    /// as the evidence of the step; nothing may be done after it.
    ///
    /// For a page: `{"node": "n12", "quote": "Thank you"}`, `{"url": "/orders/7"}` or
    /// `{"gone": "Your cart"}`.
    ///
    /// # Errors
    ///
    /// [`Code::VerdictUnproven`] for the second citation of the step that does not hold,
    /// and for every one after it; [`Code::InvalidArgument`] for one outside the form;
    /// the hard stop of the step; when it cannot be checked.
    pub async fn prove(&self, cited: &[Value]) -> Result<Checked> {
        let target = self.target()?;
        not_in_queue("prove")?;
        let _turn = self.given.queue.lock().await;
        self.may_go_on()?;
        if self.log().unproven > 1 {
            return Err(unproven("two citations of the step did not hold before"));
        }
        let evidence = target.evidence();
        let form = closed::closed(&evidence.schema());
        let outside = match cited.len() {
            0..=CITED => cited.iter().find_map(|one| schema::check(&form, one).err()),
            many => Some(format!("{many} citations; at most {CITED} are looked at")),
        };
        if let Some(why) = outside {
            let outside = Error::new(Code::InvalidArgument, format!("nothing was proven: {why}"));
            let outside = outside.help(format!("cite {}", evidence.describe()));
            self.reject("prove", &outside);
            return Err(outside);
        }
        let checked = match cited.is_empty() {
            true => Checked::Wrong(format!("nothing is cited; cite {}", evidence.describe())),
            false => {
                self.bounded(async {
                    self.await_change().await?;
                    evidence.check(cited, self).await
                })
                .await?
            }
        };
        match checked {
            Checked::Proven(found) => {
                self.set_evidence(evidence::records(cited, &found, self));
                Ok(Checked::Proven(found))
            }
            Checked::Wrong(why) => {
                let mut times = 0;
                self.record(|log| {
                    log.unproven += 1;
                    times = log.unproven;
                });
                match times {
                    0 | 1 => Ok(Checked::Wrong(why)),
                    _ => Err(unproven(&why)),
                }
            }
        }
    }

    /// Whether a picture of the target may show a declared secret by now. Once it may, it
    /// does for the rest of the attempt, and no picture is taken or kept.
    #[must_use]
    pub fn pixels_tainted(&self) -> bool {
        self.is_tainted()
    }

    /// Keeps a PNG picture with the attempt, and returns the artifact's id: where it is,
    /// relative to the run.
    ///
    /// # Errors
    ///
    /// [`Code::PolicyDenied`] where it may show a secret; [`Code::InvalidArgument`] for
    /// what is no PNG; the hard stop of the step; when it cannot be written.
    pub fn attach_screenshot(&self, png: &[u8], label: &str) -> Result<String> {
        let target = self.target()?;
        self.checkpoint()?;
        if self.is_tainted() {
            let denied = Error::new(
                Code::PolicyDenied,
                "the picture is not kept: a secret was typed in this test, and a picture cannot \
                 be masked",
            );
            self.record_refusal("attach_screenshot", &denied);
            return Err(denied);
        }
        if !png.starts_with(PNG) {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("{label}: these {} bytes are no PNG picture", png.len()),
            ));
        }
        target.keep(png, &self.redact(label))
    }

    /// Keeps an account of one's own beside the turns in the step's transcript, which is
    /// written with `E2E_DEBUG=1` only; a later one replaces it.
    pub fn attach_transcript(&self, text: impl Into<String>) {
        self.record(|log| log.account = text.into());
    }

    /// Something was done to the target, so a pass needs evidence.
    pub(crate) fn touched(&self) {
        self.record(|log| log.touched = true);
    }

    async fn call(&self, tool: &dyn Tool, input: Value, queued: bool) -> Result<ToolOutput> {
        let spec = tool.spec();
        let form = closed::closed(&spec.schema);
        let unchecked = closed::unchecked(&form).map(|rule| format!("nobody checks `{rule}`"));
        if let Some(why) = unchecked.or_else(|| schema::check(&form, &input).err()) {
            let outside = Error::new(
                Code::InvalidArgument,
                format!("{} did not run: {why}", spec.name),
            );
            self.reject(&spec.name, &outside);
            return Err(outside);
        }
        let output = if queued {
            let before = self.actions_used();
            let called = self
                .bounded(self.called(tool, &spec.name, input, true))
                .await;
            if self.actions_used() > before {
                self.touched();
            }
            called?
        } else {
            self.may_go_on()?;
            self.bounded(tool.call(input, self)).await?
        };
        self.told(&spec.name, output)
    }

    /// An output without what must not be seen, or the error it stands for.
    fn told(&self, name: &str, mut output: ToolOutput) -> Result<ToolOutput> {
        if let Some(stop) = output.stop {
            return Err(self.stop(stop));
        }
        let mask = self.mask_for_model();
        output.text = mask.redact(&output.text).into_owned();
        if !output.failed {
            output.screen = output
                .screen
                .map(|screen| mask.redact(&screen).into_owned());
            return Ok(output);
        }
        Err(output.cause.unwrap_or_else(|| {
            let first = output.text.lines().next().unwrap_or(name).to_owned();
            Error::new(Code::ActionFailed, first)
        }))
    }

    /// Calls a tool once everything that is done to the target is done; from inside of it
    /// nothing can be done or looked at.
    pub(super) async fn in_queue(
        &self,
        call: impl Future<Output = Result<ToolOutput>>,
    ) -> Result<ToolOutput> {
        not_in_queue("act")?;
        let _turn = self.given.queue.lock().await;
        self.may_go_on()?;
        IN_QUEUE.scope((), call).await
    }

    /// Whether the step's target declares a verb of that name.
    pub(super) fn is_verb(&self, name: &str) -> bool {
        self.target()
            .is_ok_and(|target| named(target, name).is_some())
    }

    /// What is going on ends with the step; a hard stop is the step's.
    async fn bounded<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let ended = tokio::select! {
            biased;
            ended = work => ended,
            stop = self.ended() => Err(stop),
        };
        ended.map_err(|error| match error.code() {
            Code::StepBudgetExhausted | Code::StepTimeout | Code::Cancelled => self.stop(error),
            _ => error,
        })
    }

    /// After the first hard stop nothing is done any more, whatever is left.
    fn may_go_on(&self) -> Result<()> {
        self.checkpoint()?;
        self.hard_stop().map_or(Ok(()), Err)
    }

    fn reject(&self, what: &str, why: &Error) {
        self.record_event(EventKind::Schema, what, Duration::ZERO, Some(why));
    }
}

fn named<'a>(target: &'a dyn Target, name: &str) -> Option<&'a Arc<dyn Tool>> {
    target.verbs().iter().find(|tool| tool.spec().name == name)
}

fn undeclared(target: &dyn Target, verb: &str) -> Error {
    let names: Vec<_> = target.verbs().iter().map(|tool| tool.spec().name).collect();
    let error = Error::new(
        Code::AutomationUnsupported,
        format!("{} declares no verb `{verb}`", target.name()),
    );
    let error = error.note(format!("it declares {}", names.join(", ")));
    match nearest(verb, names.iter().map(String::as_str)) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error,
    }
}

fn not_in_queue(what: &str) -> Result<()> {
    match IN_QUEUE.try_with(|()| ()) {
        Err(_) => Ok(()),
        Ok(()) => Err(Error::new(
            Code::InvalidArgument,
            format!("a tool that changes something cannot {what}: it would wait for itself"),
        )
        .help("look before it or after it")),
    }
}

fn unproven(why: &str) -> Error {
    Error::new(
        Code::VerdictUnproven,
        format!("a pass cited evidence that does not hold, twice: {why}"),
    )
}
