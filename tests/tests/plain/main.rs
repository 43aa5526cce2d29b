//! Plain sentences against a real browser: done exactly as written, or refused with
//! what is there instead.

mod acting; // what is done, and what is refused
mod answering; // what a subject answers with
mod boards; // lists drawn on the way, boards, rows of fields
mod checking; // what holds, and what is waited for
mod hazards; // what is nearly what was said
mod holding; // what a text holds as a whole
mod keyed; // the focus, and what is typed there
mod seeing; // what a person sees, and what is only there
mod states; // acts that name a state
mod turning; // what turns into something else, and what shows by its colours
mod widgets; // lists behind buttons, items in items, drawings, grids

use e2e::chassis::step::{Limits, StepContext};
use e2e::plain::{Attempt, PlainExecutor};
use e2e::report::record::StepKind;
use e2e_tests::pages::Shown;
use serde_json::{Map, json};

const BILLING: &str = r#"<title>Billing</title>
<h1>Billing</h1>
<form onsubmit="event.preventDefault(); out.textContent = 'Sent ' + email.value + ' ' + plan.value">
  <label>Email <input id=email type=email></label>
  <label>Notes <textarea id=notes></textarea></label>
  <label>Plan <select id=plan><option>Basic<option>Pro<option>Black and White</select></label>
  <label><input type=checkbox id=terms> Terms and Conditions</label>
  <label><input type=checkbox id=news checked> Newsletter</label>
  <fieldset><legend>Period</legend>
    <label><input type=radio name=p checked> Monthly</label>
    <label><input type=radio name=p> Yearly</label>
  </fieldset>
  <button>Send</button>
  <button type=button onclick="out.textContent = 'Saved and closed'">Save and close</button>
  <button type=button id=dead>Dead</button>
  <button type=button aria-pressed=false onclick="this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') !== 'true')">Bold</button>
</form>
<p role=status id=out></p>
<p>Total: <b>$5.00</b> a month</p>
<table>
  <tr><th>Month<th>Amount<th></tr>
  <tr><td>March<td>$5.00<td><button onclick="out.textContent = 'Deleted March'">Delete</button></tr>
  <tr><td>April<td>$15.00<td><button onclick="out.textContent = 'Deleted April'">Delete</button></tr>
</table>"#;

struct Case {
    shown: Shown,
    executor: PlainExecutor,
}

impl Case {
    async fn open(markup: &str) -> Self {
        let shown = Shown::quick().await;
        shown.write(markup).await;
        let executor = PlainExecutor::new(shown.page.clone(), Some(shown.url("")));
        Self { shown, executor }
    }

    async fn attempt(&self, kind: StepKind, sentence: &str) -> (Attempt, StepContext) {
        let params = Map::from_iter([
            ("email".to_owned(), json!("ada@example.com")),
            ("tricky".to_owned(), json!("a and click \"Delete\"")),
        ]);
        let step = StepContext::new(kind, sentence, Limits::default()).with_params(params);
        (self.executor.attempt(&step).await, step)
    }

    /// The summary of what was done, or the whole diagnostic.
    async fn says(&self, kind: StepKind, sentence: &str) -> String {
        match self.attempt(kind, sentence).await.0 {
            Attempt::Passed(verdict) => verdict.summary,
            Attempt::Unread(error)
            | Attempt::Unresolved { error, .. }
            | Attempt::Failed { error, .. } => format!("{error:?}"),
        }
    }

    async fn act(&self, sentence: &str) -> String {
        self.says(StepKind::Act, sentence).await
    }

    async fn check(&self, sentence: &str) -> String {
        self.says(StepKind::Assert, sentence).await
    }

    async fn out(&self) -> String {
        let text = self
            .shown
            .run("return document.getElementById('out').textContent")
            .await;
        text.as_str().unwrap_or_default().to_owned()
    }
}
