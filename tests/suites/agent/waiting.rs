//! Waits that are judged: beside the plain reading, again after a change, until the clock.

use super::judging::answer;
use super::*;
use axum::response::Html;
use axum::routing::get;
use std::time::Instant;

/// A page that never stays as it is.
const TICKING: &str = r#"<!doctype html><title>Ticking</title><p id=p>Step 0</p><button>Stay</button>
<script>let n = 0; setInterval(() => p.textContent = "Step " + ++n, 100)</script>"#;

/// Makes a thing appear that is called just as the wait says.
const SHOW: &str = "document.body.append(Object.assign(document.createElement('button'), \
                    {textContent: 'it all looks rather inviting'}))";

pub(crate) fn router() -> axum::Router {
    axum::Router::new().route("/ticking", get(|| async { Html(TICKING) }))
}

/// A judge whose second answer comes at a given time.
struct Late(Arc<ScriptedModel>, Instant);

#[e2e::chassis::async_trait]
impl Model for Late {
    fn id(&self) -> model::ModelId {
        self.0.id()
    }

    async fn generate(&self, request: &Request) -> Result<Reply, model::ModelError> {
        let reply = self.0.generate(request).await;
        if self.0.requests().len() == 2 {
            tokio::time::sleep_until(self.1.into()).await;
        }
        reply
    }
}

#[e2e::test]
async fn a_wait_for_what_names_nothing_on_the_page_is_judged(
    app: App,
    agent: Agent,
    browser: Browser,
    info: TestInfo,
) -> e2e::Result {
    let judge = |verdicts: &[&str]| {
        let cited = [("url", "/ticking")];
        let said = verdicts
            .iter()
            .map(|word| answer(word, "I looked.", &cited));
        Arc::new(said.fold(ScriptedModel::new(), ScriptedModel::text))
    };
    let wait = async |model: Arc<dyn Model>, words: &str, limit: u64| {
        let wait = agent.with_model(model).wait_for(words);
        wait.timeout(Duration::from_millis(limit)).await
    };
    // What the record tells besides the polls of the plain reading beside it.
    let events = || {
        let events = info.steps().pop().expect("a record").events;
        let told = |event: &StepEvent| (event.kind, event.text.clone(), event.failure.is_some());
        let own = events
            .iter()
            .filter(|event| event.text != "it does not hold yet");
        own.map(told).collect::<Vec<_>>()
    };
    let asked = || (EventKind::Model, "scripted::script".to_owned(), false);
    let poll = || {
        let text = "judged: it does not hold yet";
        (EventKind::Poll, text.to_owned(), false)
    };
    let phase = |failed| (EventKind::Phase, "agent.wait_for".to_owned(), failed);
    app.open("/ticking").await?;
    let words = "it all looks rather inviting";
    // A judgment may be asked for in another form, and another one still follows it.
    let cited = [("url", "/ticking")];
    let model = ScriptedModel::new()
        .text("Hardly.")
        .text(answer("inconclusive", "I looked.", &cited))
        .text(answer("holds", "I looked.", &cited));
    wait(Arc::new(model), words, 2_400).await?;
    let rejected = (
        EventKind::Schema,
        "the answer was rejected".to_owned(),
        true,
    );
    let expected = [asked(), rejected, asked(), poll(), asked(), phase(false)];
    assert_eq!(events(), expected);
    // What may come soon is given time first, and however much the page changes, some
    // time is between two judgments.
    let record = info.steps().pop().expect("a record");
    let mut judged = record
        .events
        .iter()
        .filter(|event| event.kind == EventKind::Model);
    let mut asked_at = || judged.next().expect("a judgment").at_ms;
    let (begun, first, second) = (asked_at(), asked_at(), asked_at());
    assert!(begun - record.started_ms >= 590, "{begun} {record:?}");
    // An event is written a while after what it tells of.
    assert!(second - first >= 300, "{first} {second}");
    // What does not read at all is judged at once, or by nobody.
    let unread = "rather inviting ".repeat(31);
    wait(judge(&["holds"]), &unread, 1_000).await?;
    let error = agent.wait_for(&*unread).await.unwrap_err();
    assert!(error.is_blocked(), "{error:?}");
    // A citation that is not there is told once; of a second one the wait fails.
    let elsewhere = answer("holds", "I looked.", &[("url", "/elsewhere")]);
    let liar = ScriptedModel::new().always(move |_| Ok(Reply::of_text(elsewhere.clone())));
    let liar = Arc::new(liar);
    let error = wait(liar.clone(), words, 1_000).await.unwrap_err();
    assert_eq!(error.code(), Code::VerdictUnproven, "{error:?}");
    assert_eq!(liar.requests().len(), 2);
    // What is read exactly, and what is seen of a thing called just so, nobody judges.
    let nobody = judge(&["holds"]);
    for words in [
        "the page shows \"Inviting\"",
        "the button \"Inviting\" is visible",
        "the Stay button is disabled",
    ] {
        let error = wait(nobody.clone(), words, 400).await.unwrap_err();
        assert_eq!(error.code(), Code::StepTimeout, "{error:?}");
    }
    assert!(nobody.requests().is_empty());
    // What the plain reading sees after somebody was asked, it decides.
    let doubting = judge(&["fails"; 9]);
    let comes = async {
        while doubting.requests().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        browser.execute(SHOW, Vec::new()).await
    };
    let (held, shown) = tokio::join!(wait(doubting.clone(), words, 1_600), comes);
    shown.expect("it is shown");
    held?;
    let record = info.steps().pop().expect("a record");
    assert!(record.model_calls > 0);
    assert_eq!(record.tier, Some(Tier::Plain), "{record:?}");
    // Once somebody was asked, the clock tells the last judgment, though it comes when the
    // plain reading has given up.
    app.open("/ticking").await?;
    let last = |error: &Error| {
        let notes = error.notes().iter();
        let mut told = notes.filter_map(|note| note.strip_prefix("the last judgment: "));
        told.next().unwrap_or_default().to_owned()
    };
    let (first, second) = (
        answer("fails", "Not yet.", &[]),
        answer("fails", "Nearly.", &[]),
    );
    let said = Arc::new(ScriptedModel::new().text(first).text(second));
    let late = Late(said, Instant::now() + Duration::from_millis(1_850));
    let error = wait(Arc::new(late), words, 1_600).await.unwrap_err();
    assert_eq!(error.code(), Code::StepTimeout, "{error:?}");
    assert_eq!(last(&error), "Nearly.", "{error:?}");
    // On a page that stays as it is nobody is asked again.
    app.open("/todo").await?;
    let error = wait(judge(&["fails"]), words, 1_000).await.unwrap_err();
    assert_eq!(error.code(), Code::StepTimeout, "{error:?}");
    assert_eq!(last(&error), "I looked.", "{error:?}");
    assert_eq!(events(), [asked(), poll(), phase(true)]);
    Ok(())
}
