//! From configuration to a model.

use super::agent;
use e2e::Code;

#[test]
fn what_cannot_be_connected_says_what_to_do() {
    for (model, url, expected) in [
        ("antropic::claude-x", "", "did you mean `anthropic`?"),
        ("mystery", "", "write `provider::model`"),
        ("openai::x", "not an address", "no http address"),
        ("openai::x", "file:///x", "its scheme is `file`"),
        ("", "http://127.0.0.1:1/v1", "no model is named"),
    ] {
        let mut agent = agent();
        agent.model = (!model.is_empty()).then(|| model.to_owned());
        agent.model_url = (!url.is_empty()).then(|| url.to_owned());
        let error = e2e::model::connect(&agent).err().unwrap();
        assert_eq!(error.code(), Code::ModelUnavailable);
        assert!(format!("{error:?}").contains(expected), "{error:?}");
    }
}

#[test]
fn a_missing_key_is_named_by_its_variable() {
    // A provider whose key no machine that runs this has.
    let mut agent = agent();
    agent.model = Some("heabsy::qwen".to_owned());
    if std::env::var_os("HEABSY_API_KEY").is_none() {
        let error = e2e::model::connect(&agent).err().unwrap();
        assert_eq!(error.code(), Code::ModelUnavailable);
        let text = format!("{error:?}");
        assert!(text.contains("HEABSY_API_KEY is not set"), "{text}");
    }
    // At an address of one's own no key is needed.
    agent.model_url = Some("http://127.0.0.1:1/v1".to_owned());
    assert!(e2e::model::connect(&agent).unwrap().is_some());
}

#[test]
fn no_model_is_no_error() {
    assert!(e2e::model::connect(&agent()).unwrap().is_none());
}

#[test]
fn a_model_is_known_by_provider_and_name() {
    let mut agent = agent();
    agent.model = Some("local".to_owned());
    agent.model_url = Some("http://127.0.0.1:1/v1/".to_owned());
    let model = e2e::model::connect(&agent).unwrap().unwrap();
    assert_eq!(model.id().to_string(), "openai::local");
}

#[tokio::test]
async fn an_address_may_end_in_a_slash_or_carry_a_query() {
    use e2e_tests::provider::{Dialect, Provider, Say};
    for end in ["", "/", "?api-version=1"] {
        let provider = Provider::start([Say::text("hi").into()]).await;
        let mut agent = agent();
        agent.model = Some("local".to_owned());
        agent.model_url = Some(format!("{}{end}", provider.url(Dialect::Completions)));
        let model = e2e::model::connect(&agent).unwrap().unwrap();
        let reply = super::asked(&*model, &super::request(), &super::patience())
            .await
            .0;
        assert_eq!(reply.unwrap().text(), "hi", "{end}");
        assert_eq!(provider.requests()[0].path, "/v1/chat/completions");
    }
}
