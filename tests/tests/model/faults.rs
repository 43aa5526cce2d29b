//! Answers that come slowly, and calls that are malformed.

use super::{asked, connect, patience, request};
use e2e::model::{Message, ModelErrorKind, Part, Patience, Role, Stop, ToolResult};
use e2e_tests::provider::{Dialect, Fault, Provider, Say};
use futures::future::join_all;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn a_body_that_stalls_after_its_headers_is_abandoned_and_asked_for_again() {
    join_all(Dialect::ALL.map(async |dialect| {
        let provider = Provider::start([Fault::Stall.into(), Say::text("ok").into()]).await;
        let model = connect(&provider, dialect);
        let impatient = Patience {
            stall: Duration::from_millis(1_500),
            ..patience()
        };
        let (result, events) = asked(&*model, &request(), &impatient).await;
        assert_eq!(result.unwrap().text(), "ok", "{dialect:?}");
        assert_eq!(events[0], "the request stalled for 1.5s and was abandoned");
        assert_eq!(provider.requests().len(), 2);
    }))
    .await;
}

#[tokio::test]
async fn a_dripping_body_is_bounded_as_a_whole() {
    let body = Dialect::Completions.render(&Say::text("slow"));
    let drip = Fault::Drip(body, Duration::from_millis(100));
    let provider = Provider::start([drip.into(), Say::text("ok").into()]).await;
    let model = connect(&provider, Dialect::Completions);
    let impatient = Patience {
        stall: Duration::from_millis(1_500),
        ..patience()
    };
    let (result, _) = asked(&*model, &request(), &impatient).await;
    assert_eq!(result.unwrap().text(), "ok");
}

#[tokio::test]
async fn the_time_of_the_call_is_a_bound_of_its_own() {
    let provider = Provider::start([Fault::Stall.into(), Say::text("late").into()]).await;
    let model = connect(&provider, Dialect::Completions);
    let mut request = request();
    request.timeout = Some(Duration::from_millis(300));
    let (result, events) = asked(&*model, &request, &patience()).await;
    assert_eq!(result.unwrap_err().kind, ModelErrorKind::TimedOut);
    assert!(events.is_empty(), "{events:?}");
    assert_eq!(provider.left(), 1);
}

#[tokio::test]
async fn arguments_that_are_no_json_come_back_as_text() {
    for dialect in [Dialect::Completions, Dialect::Responses] {
        let say = Say::text("hm")
            .and_call("press", Value::String("{\"key\": \"a".to_owned()))
            .and_call("press", json!({"key": "b"}))
            .and_call("press", Value::String(String::new()));
        let provider = Provider::start([say.into()]).await;
        let model = connect(&provider, dialect);
        let reply = asked(&*model, &request(), &patience()).await.0.unwrap();
        let arguments: Vec<_> = reply.calls().map(|call| call.arguments.clone()).collect();
        assert_eq!(
            arguments,
            [json!("{\"key\": \"a"), json!({"key": "b"}), json!({})],
            "{dialect:?}"
        );
        assert_eq!(reply.text(), "hm");
        assert_eq!(reply.usage.unwrap().input_tokens, 100);
        assert_eq!(reply.stop, Stop::End);
        assert_eq!(
            provider.requests().len(),
            1,
            "it is an answer, not a failure"
        );
    }
}

/// Such a call is mostly one that was cut, and the loop then asks for less; what goes
/// back has to be an object.
#[tokio::test]
async fn a_cut_call_says_that_it_was_cut_and_goes_back_as_an_object() {
    let cut = || {
        let arguments = Value::String("{\"key\": \"a".to_owned());
        Say::default().and_call("press", arguments)
    };
    let unfinished = cut().finishing("length");
    let provider = Provider::start([unfinished.into(), Say::text("hm").into()]).await;
    let model = connect(&provider, Dialect::Completions);
    let reply = asked(&*model, &request(), &patience()).await.0.unwrap();
    assert_eq!(reply.stop, Stop::Length);
    let mut request = request();
    let result = ToolResult {
        call_id: reply.calls().next().unwrap().id.clone(),
        name: "press".to_owned(),
        text: "no object".to_owned(),
        image: None,
        failed: true,
    };
    for (role, parts) in [
        (Role::Assistant, reply.parts),
        (Role::Tool, vec![Part::ToolResult(result)]),
    ] {
        request.messages.push(Message { role, parts });
    }
    asked(&*model, &request, &patience()).await.0.unwrap();
    let sent = provider.requests()[1].body.clone();
    let mut messages = sent["messages"].as_array().unwrap().iter();
    let call = messages.find_map(|message| message.pointer("/tool_calls/0/function/arguments"));
    assert_eq!(call, Some(&json!("{}")), "{sent}");
}

#[tokio::test]
async fn a_huge_call_comes_through() {
    let key = "k".repeat(2 * 1024 * 1024);
    for dialect in Dialect::ALL {
        let provider = Provider::start([Say::call("press", json!({"key": key})).into()]).await;
        let model = connect(&provider, dialect);
        let reply = asked(&*model, &request(), &patience()).await.0.unwrap();
        assert_eq!(
            reply.calls().next().unwrap().arguments["key"],
            json!(key),
            "{dialect:?}"
        );
    }
}
