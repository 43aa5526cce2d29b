//! The same conversation in every protocol.

use super::{asked, connect, patience, request};
use e2e::model::{
    Image, Message, Part, Reasoning, Reply, Role, Stop, ToolCall, ToolChoice, ToolResult,
};
use e2e_tests::provider::{Dialect, Fault, Provider, Say};
use serde_json::{Value, json};

async fn reply(dialect: Dialect, say: Say) -> Reply {
    let provider = Provider::start([say.into()]).await;
    let model = connect(&provider, dialect);
    asked(&*model, &request(), &patience()).await.0.unwrap()
}

#[tokio::test]
async fn calls_text_and_usage_come_back_from_every_protocol() {
    for dialect in Dialect::ALL {
        let say = Say::text("pressing").and_call("press", json!({"key": "a"}));
        let reply = reply(dialect, say).await;
        assert_eq!(reply.text(), "pressing", "{dialect:?}");
        let calls: Vec<_> = reply
            .calls()
            .map(|call| (&*call.name, &call.arguments))
            .collect();
        assert_eq!(calls, [("press", &json!({"key": "a"}))], "{dialect:?}");
        let usage = reply.usage.unwrap();
        assert_eq!(
            (usage.input_tokens, usage.cached_tokens),
            (100, 40),
            "{dialect:?}"
        );
        assert_eq!(usage.output_tokens, 20, "{dialect:?}");
        let reasoning = if dialect == Dialect::Ollama { 0 } else { 5 };
        assert_eq!(usage.reasoning_tokens, reasoning, "{dialect:?}");
        let cost = (dialect == Dialect::Completions).then_some(0.25);
        assert_eq!(usage.cost_usd, cost, "{dialect:?}");
        assert!(!usage.partial);
    }
}

#[tokio::test]
async fn usage_may_be_missing() {
    for dialect in Dialect::ALL {
        let reply = reply(dialect, Say::text("hm").without_usage()).await;
        assert_eq!(reply.usage, None, "{dialect:?}");
    }
}

/// A judge's answer has a form; each protocol has its own words for it.
#[tokio::test]
async fn the_form_of_an_answer_is_passed_on() {
    let form = json!({"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"], "additionalProperties": false});
    for (dialect, pointer) in [
        (Dialect::Completions, "/response_format/json_schema/schema"),
        (Dialect::Responses, "/text/format/schema"),
        (Dialect::Anthropic, "/output_config/format/schema"),
        (Dialect::Gemini, "/generationConfig/responseJsonSchema"),
        (Dialect::Ollama, "/format"),
    ] {
        let provider = Provider::start([Say::text("{}").into()]).await;
        let model = connect(&provider, dialect);
        let mut request = request();
        (request.tools, request.response_schema) = (Vec::new(), Some(form.clone()));
        asked(&*model, &request, &patience()).await.0.unwrap();
        let sent = provider.requests()[0].body.clone();
        let told = sent.pointer(pointer).map(|form| &form["properties"]);
        match dialect {
            Dialect::Ollama => assert_eq!(sent["format"], "json", "{sent}"),
            _ => assert_eq!(told, Some(&form["properties"]), "{dialect:?}: {sent}"),
        }
    }
}

#[tokio::test]
async fn a_forced_choice_is_passed_on_in_the_protocols_own_words() {
    for (dialect, pointer, required, named) in [
        (
            Dialect::Completions,
            "/tool_choice",
            json!("required"),
            json!({"type": "function", "function": {"name": "press"}}),
        ),
        (
            Dialect::Responses,
            "/tool_choice",
            json!("required"),
            json!({"type": "function", "name": "press"}),
        ),
        (
            Dialect::Anthropic,
            "/tool_choice",
            json!({"type": "any"}),
            json!({"type": "tool", "name": "press"}),
        ),
        (
            Dialect::Gemini,
            "/toolConfig/functionCallingConfig",
            json!({"mode": "ANY"}),
            json!({"mode": "ANY", "allowedFunctionNames": ["press"]}),
        ),
    ] {
        for (choice, expected) in [
            (ToolChoice::Required, required),
            (ToolChoice::Named("press".into()), named),
        ] {
            let provider = Provider::start([Say::call("press", json!({"key": "a"})).into()]).await;
            let model = connect(&provider, dialect);
            let mut request = request();
            request.choice = choice;
            let reply = asked(&*model, &request, &patience()).await.0.unwrap();
            assert!(!reply.choice_downgraded);
            let sent = provider.requests()[0].body.clone();
            assert_eq!(
                sent.pointer(pointer),
                Some(&expected),
                "{dialect:?}: {sent}"
            );
        }
    }
}

#[tokio::test]
async fn a_provider_that_cannot_be_forced_says_so() {
    let reply = reply(Dialect::Ollama, Say::call("press", json!({"key": "a"}))).await;
    assert!(reply.choice_downgraded);
}

#[tokio::test]
async fn a_declined_request_is_a_refusal_in_every_protocol_that_knows_one() {
    for dialect in Dialect::ALL {
        let reply = reply(dialect, Say::refusing("I will not")).await;
        assert_eq!(reply.text(), "I will not", "{dialect:?}");
        let expected = match dialect {
            Dialect::Gemini => Stop::ContentFilter,
            Dialect::Ollama => Stop::End,
            _ => Stop::Refusal,
        };
        assert_eq!(reply.stop, expected, "{dialect:?}");
    }
}

#[tokio::test]
async fn a_filtered_and_a_cut_answer_are_told_apart() {
    for (dialect, word, expected) in [
        (Dialect::Completions, "content_filter", Stop::ContentFilter),
        (Dialect::Completions, "length", Stop::Length),
        (Dialect::Responses, "content_filter", Stop::ContentFilter),
        (Dialect::Responses, "length", Stop::Length),
        (Dialect::Anthropic, "max_tokens", Stop::Length),
        (Dialect::Gemini, "MAX_TOKENS", Stop::Length),
        (Dialect::Gemini, "SAFETY", Stop::ContentFilter),
        (Dialect::Ollama, "length", Stop::Length),
    ] {
        let reply = reply(dialect, Say::text("half a").finishing(word)).await;
        assert_eq!(reply.stop, expected, "{dialect:?} {word}");
    }
}

/// A turn with reasoning and two calls, one of which shows a picture, sent back.
async fn second_request(dialect: Dialect) -> Value {
    let first = Say::call("press", json!({"key": "a"}))
        .and_call("press", json!({"key": "b"}))
        .with_reasoning("a first", "sig-1");
    let provider = Provider::start([first.into(), Say::text("done").into()]).await;
    let model = connect(&provider, dialect);
    let mut request = request();
    let reply = asked(&*model, &request, &patience()).await.0.unwrap();
    let results = reply.calls().enumerate().map(|(index, call)| {
        Part::ToolResult(ToolResult {
            call_id: call.id.clone(),
            name: call.name.clone(),
            text: format!("pressed {index}"),
            image: (index == 1).then(|| Image::png(vec![1, 2, 3])),
            failed: index == 0,
        })
    });
    let results = results.collect();
    request.messages.push(Message {
        role: Role::Assistant,
        parts: reply.parts,
    });
    request.messages.push(Message {
        role: Role::Tool,
        parts: results,
    });
    asked(&*model, &request, &patience()).await.0.unwrap();
    provider.requests()[1].body.clone()
}

#[tokio::test]
async fn signatures_results_and_pictures_go_back_the_way_each_protocol_wants_them() {
    let sent = second_request(Dialect::Anthropic).await;
    let [_, assistant, results] = sent["messages"].as_array().unwrap().as_slice() else {
        panic!("{sent}")
    };
    assert_eq!(
        assistant["content"][0],
        json!({"type": "thinking", "thinking": "a first", "signature": "sig-1"})
    );
    assert_eq!(results["content"][0]["is_error"], json!(true));
    assert_eq!(
        results["content"][1]["content"][1]["source"]["data"],
        json!("AQID")
    );

    let sent = second_request(Dialect::Responses).await;
    let input = sent["input"].as_array().unwrap();
    assert_eq!(input[1]["encrypted_content"], json!("sig-1"));
    assert_eq!(input[4]["output"], json!("pressed 0"));
    assert_eq!(input[6]["content"][1]["type"], json!("input_image"));

    let sent = second_request(Dialect::Gemini).await;
    let contents = sent["contents"].as_array().unwrap();
    assert_eq!(contents[1]["parts"][0]["thoughtSignature"], json!("sig-1"));
    assert_eq!(contents[1]["parts"][1].get("thoughtSignature"), None);
    assert_eq!(
        contents[2]["parts"][0]["functionResponse"]["name"],
        json!("press")
    );
    assert_eq!(
        contents[3]["parts"][1]["inline_data"]["data"],
        json!("AQID")
    );

    let sent = second_request(Dialect::Completions).await;
    let messages = sent["messages"].as_array().unwrap();
    let roles: Vec<_> = messages
        .iter()
        .map(|message| message["role"].as_str().unwrap())
        .collect();
    assert_eq!(
        roles,
        ["system", "user", "assistant", "tool", "tool", "user"]
    );
    assert_eq!(
        messages[5]["content"][1]["image_url"]["url"],
        json!("data:image/png;base64,AQID")
    );

    let sent = second_request(Dialect::Ollama).await;
    let messages = sent["messages"].as_array().unwrap();
    let texts: Vec<_> = messages
        .iter()
        .filter(|message| message["role"] == "tool")
        .map(|message| message["content"].clone())
        .collect();
    assert_eq!(texts, [json!("pressed 0"), json!("pressed 1")]);
}

/// Each signed call keeps its own signature, not only the first of a turn.
#[tokio::test]
async fn every_signed_call_gets_its_signature_back() {
    let call = |key: &str| json!({"functionCall": {"name": "press", "args": {"key": key}}, "thoughtSignature": format!("sig-{key}")});
    let content = json!({"role": "model", "parts": [call("a"), call("b")]});
    let body = json!({"candidates": [{"content": content, "finishReason": "STOP"}]});
    let first = Fault::Body("application/json", body.to_string());
    let provider = Provider::start([first.into(), Say::text("done").into()]).await;
    let model = connect(&provider, Dialect::Gemini);
    let mut request = request();
    let reply = asked(&*model, &request, &patience()).await.0.unwrap();
    request.messages.push(Message {
        role: Role::Assistant,
        parts: reply.parts,
    });
    asked(&*model, &request, &patience()).await.0.unwrap();
    let sent = provider.requests()[1].body.clone();
    let parts = sent["contents"][1]["parts"].as_array().unwrap();
    let signed: Vec<_> = parts
        .iter()
        .map(|part| {
            (
                &part["functionCall"]["args"]["key"],
                &part["thoughtSignature"],
            )
        })
        .collect();
    assert_eq!(
        signed,
        [
            (&json!("a"), &json!("sig-a")),
            (&json!("b"), &json!("sig-b"))
        ]
    );
}

#[tokio::test]
async fn anthropic_gets_a_breakpoint_on_the_system_text_and_on_the_newest_message_only() {
    let sent = second_request(Dialect::Anthropic).await;
    assert_eq!(
        sent["system"][0]["cache_control"],
        json!({"type": "ephemeral"})
    );
    let text = sent["messages"].to_string();
    assert_eq!(text.matches("cache_control").count(), 1);
    let newest = &sent["messages"][2]["content"][1];
    assert_eq!(newest["cache_control"], json!({"type": "ephemeral"}));
}

#[tokio::test]
async fn a_server_of_ones_own_is_sent_no_field_it_may_not_know() {
    let sent = second_request(Dialect::Completions).await;
    let fields: Vec<_> = sent
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        fields,
        ["model", "stream", "tools", "tool_choice", "messages"]
    );
}

#[tokio::test]
async fn nothing_is_stored_and_reasoning_travels_with_the_conversation() {
    let sent = second_request(Dialect::Responses).await;
    assert_eq!(sent["store"], json!(false));
    assert_eq!(sent["include"], json!(["reasoning.encrypted_content"]));
}

#[tokio::test]
async fn the_end_of_a_models_name_is_part_of_it() {
    let provider = Provider::start([Say::text("hi").into()]).await;
    let mut agent = super::agent();
    agent.model = Some("mistral::mistral-medium".to_owned());
    agent.model_url = Some(provider.url(Dialect::Completions));
    let model = e2e::model::connect(&agent).unwrap().unwrap();
    asked(&*model, &request(), &patience()).await.0.unwrap();
    let sent = provider.requests()[0].body.clone();
    assert_eq!(sent["model"], json!("mistral-medium"));
    assert_eq!(sent.get("reasoning_effort"), None);
}

#[tokio::test]
async fn unsigned_reasoning_stays_out_of_a_protocol_that_does_not_ask_for_it() {
    let provider = Provider::start([Say::text("hi").into()]).await;
    let model = connect(&provider, Dialect::Completions);
    let mut request = request();
    let thought = Reasoning {
        text: "hm".to_owned(),
        ..Reasoning::default()
    };
    let call = ToolCall::new("c1", "press", json!({"key": "a"}));
    request.messages.push(Message {
        role: Role::Assistant,
        parts: vec![Part::Reasoning(thought), Part::ToolCall(call)],
    });
    asked(&*model, &request, &patience()).await.0.unwrap();
    assert!(!provider.requests()[0].body.to_string().contains("hm"));
}

#[tokio::test]
async fn configured_options_reach_the_provider_and_prices_make_a_cost() {
    let root = tempfile::tempdir().unwrap();
    let toml = "[agent.options]\nreasoning = \"low\"\ntemperature = 0.5\nmax_output_tokens = 700\n\
                prices = { input = 10.0, cached_input = 1.0, output = 100.0 }\n";
    std::fs::write(root.path().join("e2e.toml"), toml).unwrap();
    let provider = Provider::start([Say::text("hi").into(), Say::text("hi").into()]).await;
    let mut agent = e2e::config::load(root.path()).unwrap().agent;
    agent.model = Some(Dialect::Anthropic.model().to_owned());
    agent.judge = Some(Dialect::Responses.model().to_owned());
    agent.model_url = Some(provider.url(Dialect::Anthropic));
    let model = e2e::model::connect(&agent).unwrap().unwrap();
    let reply = asked(&*model, &request(), &patience()).await.0.unwrap();
    // 60 fresh at 10, 40 cached at 1, 20 out at 100, by the million.
    assert!((reply.usage.unwrap().cost_usd.unwrap() - 2_640e-6).abs() < 1e-9);
    let sent = provider.requests()[0].body.clone();
    assert_eq!(
        (&sent["temperature"], &sent["max_tokens"]),
        (&json!(0.5), &json!(700))
    );

    let judge = e2e::model::connect_judge(&agent).unwrap().unwrap();
    assert_eq!(judge.id().to_string(), "openai_resp::gpt-5-test");
    asked(&*judge, &request(), &patience()).await.0.unwrap();
    assert_eq!(
        provider.requests()[1].body["reasoning"]["effort"],
        json!("low")
    );
}
