//! Judges and readers: a statement holds, fails or cannot be told; data is typed or none.

use super::*;
use e2e::report::record::Usage;

/// A judge's answer that cites these pieces, each where and what.
pub(crate) fn answer(verdict: &str, explanation: &str, cited: &[(&str, &str)]) -> String {
    let piece = |(at, quote): &(&str, &str)| json!({"at": at, "quote": quote});
    json!({
        "protocol": "agent-judgment-3",
        "explanation": explanation,
        "evidence": cited.iter().map(piece).collect::<Vec<_>>(),
        "verdict": verdict
    })
    .to_string()
}

#[e2e::test]
async fn a_judge_holds_fails_or_cannot_tell(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let judge = |verdict: &str| {
        let answer = answer(verdict, "I looked.", &[("url", "/catalogue")]);
        agent.with_model(Arc::new(ScriptedModel::new().text(answer)))
    };
    judge("holds")
        .assert("it all looks rather inviting")
        .await?;
    for (verdict, code) in [
        ("fails", Code::AssertionFailed),
        ("inconclusive", Code::AssertionInconclusive),
    ] {
        let error = judge(verdict)
            .assert("it all looks rather inviting")
            .await
            .unwrap_err();
        assert_eq!(error.code(), code, "{verdict}");
        assert!(error.message().contains("I looked."));
    }
    Ok(())
}

#[e2e::test]
async fn a_judge_outside_the_form_is_asked_once_more(
    app: App,
    agent: Agent,
    info: TestInfo,
) -> e2e::Result {
    app.open("/catalogue").await?;
    let answer = answer("holds", "Yes.", &[("url", "/catalogue")]);
    let used = Usage {
        input_tokens: 90,
        output_tokens: 7,
        ..Usage::default()
    };
    let prose = Reply {
        usage: Some(used),
        ..Reply::of_text("It holds!")
    };
    let model = Arc::new(ScriptedModel::new().reply(prose).text(&*answer));
    agent
        .with_model(model.clone())
        .assert("it all looks rather inviting to {guest}")
        .param("guest", "Ada")
        .await?;
    // Asked for the form, of a bounded length, and for nothing else.
    let asked = &model.requests()[0];
    assert_eq!(
        (asked.max_output_tokens, asked.tools.len()),
        (Some(8_192), 0)
    );
    let form = asked.response_schema.as_ref().expect("a form");
    let fields = json!(["protocol", "explanation", "evidence", "verdict"]);
    assert_eq!(form["required"], fields);
    assert!(
        said(asked).contains("Parameters: {\"guest\":\"Ada\"}"),
        "{}",
        said(asked)
    );
    let told = said(&model.requests()[1]);
    for part in [
        "could not be used: expected value at line 1",
        "Its fields have to be: protocol, explanation, evidence, verdict",
        "<<<REJECTED\nIt holds!\nREJECTED>>>",
        "Do not repeat the rejected answer.",
    ] {
        assert!(told.contains(part), "no {part:?} in {told}");
    }
    let record = info.steps().pop().expect("a record");
    let events: Vec<_> = record
        .events
        .iter()
        .map(|event| event.kind.as_str())
        .collect();
    assert_eq!(
        events,
        ["phase", "model", "schema", "model", "phase", "phase"]
    );
    let rejected = record.events[2].failure.as_ref().expect("a reason");
    assert_eq!(rejected.code, Code::ModelOutputInvalid);
    let prose: Vec<_> = record.turns.iter().map(|turn| turn.text.as_str()).collect();
    assert_eq!(prose, ["It holds!", answer.as_str()]);
    let counted: Vec<_> = record.turns.iter().map(|turn| turn.usage).collect();
    assert_eq!(counted, [Some(used), None]);
    let stubborn = Arc::new(ScriptedModel::new().text("It holds!").text("It does hold!"));
    let error = agent
        .with_model(stubborn)
        .assert("it all looks rather inviting")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ModelOutputInvalid);
    assert!(
        error.message().contains("cannot be used: expected value"),
        "{error:?}"
    );
    assert!(
        format!("{error:?}").contains("it said: It does hold!"),
        "{error:?}"
    );
    let unwilling = ScriptedModel::new().reply(Reply {
        stop: model::Stop::Refusal,
        ..Reply::of_text("I will not look at that.")
    });
    let error = agent
        .with_model(Arc::new(unwilling))
        .assert("it all looks rather inviting")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ModelRefused);
    assert!(error.is_blocked());
    // The step's clock ends it, not its provider.
    let silent = agent.with_model(Arc::new(ScriptedModel::new().hang()));
    let check = silent.assert("it all looks rather inviting");
    let error = check.timeout(Duration::from_millis(700)).await.unwrap_err();
    assert_eq!(error.code(), Code::StepTimeout, "{error:?}");
    Ok(())
}

#[e2e::test]
async fn a_judge_without_an_answer_blocks_the_step(
    app: App,
    agent: Agent,
    info: TestInfo,
) -> e2e::Result {
    app.open("/catalogue").await?;
    // What is sent again is told. A request without an answer is no call, and its tokens
    // are not unknown: there are none.
    let down = |message: &str| model::ModelError::new(ModelErrorKind::Provider, message);
    let busy = down("busy").again(Some(Duration::from_millis(1)));
    let failing = ScriptedModel::new().fail(busy).fail(down("on fire"));
    let error = agent
        .with_model(Arc::new(failing))
        .assert("it all looks rather inviting")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ModelProviderFailed);
    let record = info.steps().pop().expect("a record");
    let told: Vec<_> = record.events.iter().map(|one| one.text.as_str()).collect();
    let again = "the request failed and is sent again in 1ms (retry 1 of 5): busy";
    assert!(told.contains(&again), "{told:?}");
    assert_eq!((record.model_calls, record.usage.partial), (0, false));
    // Who has to act is told by the code, and it is never the product.
    for (kind, code) in [
        (ModelErrorKind::Credential, Code::ModelUnavailable),
        (ModelErrorKind::ContextOverflow, Code::ContextOverflow),
        (ModelErrorKind::Provider, Code::ModelProviderFailed),
    ] {
        let failure = model::ModelError::new(kind, "no").with_hint("do this");
        let judge = agent.with_model(Arc::new(ScriptedModel::new().fail(failure)));
        let error = judge
            .assert("it all looks rather inviting")
            .await
            .unwrap_err();
        assert_eq!(
            (error.code(), error.is_blocked()),
            (code, true),
            "{error:?}"
        );
        assert!(
            error.helps().iter().any(|help| help == "do this"),
            "{error:?}"
        );
    }
    Ok(())
}

#[e2e::test]
async fn a_judge_proves_what_it_says_on_the_screen_it_judged(
    app: App,
    agent: Agent,
) -> e2e::Result {
    app.open("/catalogue").await?;
    let check = async |statement: &str, answers: &[String]| {
        let script = |model: ScriptedModel, answer: &String| model.text(answer);
        let model = Arc::new(answers.iter().fold(ScriptedModel::new(), script));
        let outcome = agent.with_model(model.clone()).assert(statement).await;
        (outcome, model.requests().last().map(said))
    };
    let holds = |cited: &[(&str, &str)]| answer("holds", "I looked.", cited);
    // Told once what is there, then believed no more.
    for (statement, cited, told) in [
        ("it all looks rather inviting", vec![], "without evidence"),
        (
            "the payment went through without trouble",
            vec![("title", "Payment confirmed, thank you")],
            "the title is not",
        ),
        (
            "the customer has bought something",
            vec![("n1", "Order placed. Thank you!")],
            "n1",
        ),
        (
            "nothing is for sale",
            vec![("absent", "reading LAMP")],
            "is not absent: it stands on the screen",
        ),
        (
            "the payment went through",
            vec![("absent", "declined")],
            "cite that",
        ),
    ] {
        let (outcome, repair) = check(statement, &[holds(&cited), holds(&cited)]).await;
        let error = outcome.unwrap_err();
        assert_eq!(
            error.code(),
            Code::VerdictUnproven,
            "{statement}: {error:?}"
        );
        let repair = repair.unwrap_or_default();
        assert!(repair.contains(told), "no {told:?} in {repair}");
    }
    // One repair; and the truth may be that it cannot be told.
    let (lie, truth) = (holds(&[]), holds(&[("absent", "declined")]));
    let (outcome, _) = check("nothing was declined here", &[lie.clone(), truth]).await;
    outcome?;
    let doubt = answer("inconclusive", "I do not know.", &[]);
    let (outcome, _) = check("nothing was declined here", &[lie, doubt]).await;
    let code = outcome.unwrap_err().code();
    assert_eq!(code, Code::AssertionInconclusive);
    Ok(())
}

#[derive(Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
struct Product {
    name: String,
    cents: u32,
}

#[e2e::test]
async fn data_is_read_typed_or_not_at_all(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let asked = std::cell::RefCell::new(Vec::new());
    let read = |answers: &[Value]| {
        let model = answers.iter().fold(ScriptedModel::new(), |model, answer| {
            model.text(answer.to_string())
        });
        let model = Arc::new(model);
        asked.borrow_mut().push(Arc::clone(&model));
        agent
            .with_model(model)
            .extract::<Product>("the first product of {shop}")
            .param("shop", "Larkspur")
    };
    let good =
        json!({"found": true, "value": {"name": "Reading lamp", "cents": 7200}, "missing": ""});
    let bad =
        json!({"found": true, "value": {"name": "Reading lamp", "cents": "a lot"}, "missing": ""});
    let lamp = Product {
        name: "Reading lamp".into(),
        cents: 7200,
    };
    assert_eq!(read(std::slice::from_ref(&good)).await?, lamp);
    let prompt = said(&asked.borrow()[0].requests()[0]);
    assert!(
        prompt.contains("Parameters: {\"shop\":\"Larkspur\"}"),
        "{prompt}"
    );
    assert_eq!(read(&[bad.clone(), good]).await?, lamp);
    let told = asked
        .borrow()
        .last()
        .map(|model| said(&model.requests()[1]));
    let told = told.unwrap_or_default();
    for part in [
        "`value` does not fit: invalid type: string \"a lot\"",
        "value.cents",
        "\"cents\":\"a lot\"",
        "Do not repeat the rejected answer. If the screen cannot satisfy the schema, answer found=false.",
    ] {
        assert!(told.contains(part), "no {part:?} in {told}");
    }
    assert_eq!(
        read(&[bad.clone(), bad]).await.unwrap_err().code(),
        Code::ModelOutputInvalid
    );
    let absent = json!({"found": false, "value": null, "missing": "no price is shown"});
    let error = read(&[absent]).await.unwrap_err();
    assert_eq!(error.code(), Code::AssertionInconclusive);
    assert!(error.message().contains("no price is shown"));
    Ok(())
}

#[e2e::test]
async fn a_judge_cannot_overrule_what_was_seen_of_a_thing_called_just_so(
    app: App,
    agent: Agent,
) -> e2e::Result {
    app.open("/catalogue").await?;
    let answer = answer("holds", "Sure.", &[("url", "/catalogue")]);
    let judge = Arc::new(ScriptedModel::new().always(move |_| Ok(Reply::of_text(answer.clone()))));
    let agent = agent.with_model(judge.clone());
    for denied in [
        "the Search products field is disabled",
        "the Search products field is not on the page",
        "the title is \"Elsewhere\"",
    ] {
        let check = agent.assert(denied).timeout(Duration::from_secs(1));
        let error = check.await.unwrap_err();
        assert_eq!(error.code(), Code::AssertionFailed, "{denied}: {error:?}");
    }
    assert!(judge.requests().is_empty(), "a judge was asked");
    // What is called otherwise may be meant.
    agent.assert("the looking glass field is visible").await?;
    assert_eq!(judge.requests().len(), 1);
    Ok(())
}
