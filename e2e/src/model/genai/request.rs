//! A neutral request as genai's.

use super::lean::lean;
use super::provider::Provider;
use crate::config::{Effort, ModelOptions};
use crate::model::{Image, Message, Part, Reasoning, Request, Role, ToolChoice, ToolResult};
use ::genai::adapter::AdapterKind;
use ::genai::chat::{
    self, CacheControl, ChatMessage, ChatOptions, ChatRequest, ChatResponseFormat, ContentPart,
    JsonSpec, MessageContent, ReasoningEffort, Tool, ToolResponse,
};
use base64::Engine as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Conversation and tools.
pub(super) fn chat(provider: &Provider, request: &Request, model: &str) -> ChatRequest {
    let caches = provider.speaks_anthropic(model);
    let mut messages = Vec::with_capacity(request.messages.len() + 1);
    if !request.system.is_empty() && caches {
        // As a message the system text can carry a breakpoint; it covers the tools.
        messages.push(
            ChatMessage::system(request.system.as_str()).with_options(CacheControl::Ephemeral),
        );
    }
    for message in &request.messages {
        push(provider, model, message, &mut messages);
    }
    if caches {
        // Only the newest message: the one before it is found in the cache anyway.
        if let Some(newest) = messages.pop() {
            messages.push(newest.with_options(CacheControl::Ephemeral));
        }
    }
    let mut chat = ChatRequest::from_messages(messages);
    if !request.system.is_empty() && !caches {
        chat = chat.with_system(request.system.as_str());
    }
    if !request.tools.is_empty() {
        chat = chat.with_tools(request.tools.iter().map(|tool| {
            Tool::new(tool.name.as_str())
                .with_description(tool.description.as_str())
                .with_schema(lean(&tool.schema))
        }));
    }
    chat
}

/// Everything that is not conversation.
pub(super) fn options(
    provider: &Provider,
    model: &str,
    request: &Request,
    configured: &ModelOptions,
) -> ChatOptions {
    let mut options = ChatOptions::default().with_capture_raw_body(true);
    if !request.tools.is_empty() {
        options = options.with_tool_choice(match &request.choice {
            ToolChoice::Auto => chat::ToolChoice::Auto,
            ToolChoice::Required => chat::ToolChoice::Required,
            ToolChoice::Named(name) => chat::ToolChoice::tool(name.as_str()),
        });
    }
    if let Some(schema) = &request.response_schema {
        options = options.with_response_format(if provider.speaks_ollama() {
            ChatResponseFormat::JsonMode
        } else {
            ChatResponseFormat::JsonSpec(JsonSpec::new("answer", schema.clone()))
        });
    }
    if provider.is_openai() && !provider.elsewhere {
        options = options.with_prompt_cache_key(routing_key(&request.system));
    }
    // The smaller of the caller's bound and the configured one.
    let bounds = [request.max_output_tokens, configured.max_output_tokens];
    options.max_tokens = bounds.into_iter().flatten().min();
    options.temperature = configured.temperature;
    options.reasoning_effort = effort(provider, model, configured.reasoning);
    let extra = extra_body(provider, model);
    if !extra.is_null() {
        options = options.with_extra_body(extra);
    }
    options
}

fn effort(provider: &Provider, model: &str, wanted: Option<Effort>) -> Option<ReasoningEffort> {
    match wanted {
        Some(Effort::None) => Some(ReasoningEffort::Zero),
        Some(Effort::Low) => Some(ReasoningEffort::Low),
        Some(Effort::Medium) => Some(ReasoningEffort::Medium),
        Some(Effort::High) => Some(ReasoningEffort::High),
        Some(Effort::Max) => Some(ReasoningEffort::Max),
        // genai reads `-medium` and the like as a wish for reasoning and cuts it off
        // the name; with a budget set it does not, and a budget is not sent here.
        None if keeps_suffix(provider, model) => Some(ReasoningEffort::Budget(0)),
        None => None,
    }
}

/// Fields genai has no option for.
fn extra_body(provider: &Provider, model: &str) -> Value {
    match provider.kind {
        AdapterKind::OpenAI if !provider.elsewhere => json!({"store": false}),
        AdapterKind::OpenAIResp if reasons(model) => {
            // Nothing is stored, so reasoning has to travel with the conversation.
            json!({"include": ["reasoning.encrypted_content"]})
        }
        AdapterKind::OpenRouter => {
            let mut body = json!({"usage": {"include": true}});
            if provider.is_gateway_to_anthropic(model) {
                body["cache_control"] = json!({"type": "ephemeral"});
            }
            body
        }
        _ => Value::Null,
    }
}

/// Whether an OpenAI model reasons; others refuse to be asked for their reasoning.
fn reasons(model: &str) -> bool {
    let version = |prefix: &str| {
        model
            .strip_prefix(prefix)
            .and_then(|rest| rest.chars().next())
            .and_then(|digit| digit.to_digit(10))
    };
    version("gpt-").is_some_and(|major| major >= 5)
        || version("o").is_some()
        || model.contains("codex")
}

/// Whether genai would take the end of the model's name for a wish for reasoning.
fn keeps_suffix(provider: &Provider, model: &str) -> bool {
    !provider.speaks_anthropic(model)
        && !provider.speaks_gemini(model)
        && provider.kind != AdapterKind::DeepSeek
        && ReasoningEffort::from_model_name(model).0.is_some()
}

/// The same system text goes to the same cache.
fn routing_key(system: &str) -> String {
    let digest = Sha256::digest(system.as_bytes());
    digest[..8].iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn push(provider: &Provider, model: &str, message: &Message, out: &mut Vec<ChatMessage>) {
    match message.role {
        Role::User => out.push(ChatMessage::user(content(
            message.parts.iter().filter_map(said),
        ))),
        Role::Assistant => {
            let parts = message
                .parts
                .iter()
                .flat_map(|part| spoken(provider, model, part))
                .collect::<Vec<_>>();
            // A message of reasoning alone has nothing a provider accepts.
            if parts
                .iter()
                .any(|part| matches!(part, ContentPart::Text(_) | ContentPart::ToolCall(_)))
            {
                out.push(ChatMessage::assistant(content(parts)));
            }
        }
        Role::Tool => push_results(provider, model, message, out),
    }
}

fn content(parts: impl IntoIterator<Item = ContentPart>) -> MessageContent {
    MessageContent::from_parts(parts.into_iter().collect::<Vec<_>>())
}

/// A part of a user message.
fn said(part: &Part) -> Option<ContentPart> {
    match part {
        Part::Text(text) => Some(ContentPart::from_text(text.as_str())),
        Part::Image(image) => Some(picture(image)),
        _ => None,
    }
}

fn picture(image: &Image) -> ContentPart {
    ContentPart::from_binary_base64(image.media_type.as_str(), encode(image), None)
}

fn encode(image: &Image) -> String {
    base64::engine::general_purpose::STANDARD.encode(&image.data)
}

/// A part of an assistant message, signatures and sealed blocks as they came.
fn spoken(provider: &Provider, model: &str, part: &Part) -> Vec<ContentPart> {
    match part {
        Part::Text(text) if !text.is_empty() => vec![ContentPart::from_text(text.as_str())],
        Part::ToolCall(call) => vec![ContentPart::ToolCall(chat::ToolCall {
            call_id: call.id.clone(),
            fn_name: call.name.clone(),
            // A provider takes back only objects; the loop told the model what was
            // wrong with anything else.
            fn_arguments: if call.arguments.is_object() {
                call.arguments.clone()
            } else {
                json!({})
            },
            thought_signatures: call.signature.clone().map(|signature| vec![signature]),
        })],
        Part::Reasoning(reasoning) => thought(provider, model, reasoning),
        _ => Vec::new(),
    }
}

fn thought(provider: &Provider, model: &str, reasoning: &Reasoning) -> Vec<ContentPart> {
    if let Some(block) = &reasoning.block {
        return vec![ContentPart::from_custom(block.clone(), None)];
    }
    let text = || ContentPart::ReasoningContent(reasoning.text.clone());
    match &reasoning.signature {
        Some(signature) => {
            let mut parts = vec![ContentPart::ThoughtSignature(signature.clone())];
            if provider.speaks_anthropic(model) {
                parts.push(text());
            }
            parts
        }
        None if provider.wants_reasoning_back() => vec![text()],
        None => Vec::new(),
    }
}

/// Results of one turn. Anthropic takes pictures and failure marks inside a result;
/// elsewhere the picture follows in a message of its own and the text says it all.
fn push_results(provider: &Provider, model: &str, message: &Message, out: &mut Vec<ChatMessage>) {
    let results: Vec<&ToolResult> = message
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::ToolResult(result) => Some(result),
            _ => None,
        })
        .collect();
    if provider.speaks_anthropic(model) {
        out.push(ChatMessage::tool(content(
            results.iter().map(|result| anthropic_result(result)),
        )));
        return;
    }
    let plain = |result: &&ToolResult| {
        ContentPart::ToolResponse(
            ToolResponse::new(result.call_id.as_str(), result.text.as_str())
                .with_fn_name(result.name.as_str()),
        )
    };
    if provider.speaks_ollama() {
        // genai keeps only the last result of an Ollama message.
        out.extend(
            results
                .iter()
                .map(|result| ChatMessage::tool(content([plain(result)]))),
        );
    } else {
        out.push(ChatMessage::tool(content(results.iter().map(plain))));
    }
    let pictures: Vec<ContentPart> = results
        .iter()
        .filter_map(|result| Some((result, result.image.as_ref()?)))
        .flat_map(|(result, image)| {
            [
                ContentPart::from_text(format!(
                    "The picture that belongs to the result of {}:",
                    result.name
                )),
                picture(image),
            ]
        })
        .collect();
    if !pictures.is_empty() {
        out.push(ChatMessage::user(content(pictures)));
    }
}

fn anthropic_result(result: &ToolResult) -> ContentPart {
    let mut blocks = vec![json!({"type": "text", "text": result.text})];
    if let Some(image) = &result.image {
        blocks.push(json!({
            "type": "image",
            "source": {"type": "base64", "media_type": image.media_type, "data": encode(image)},
        }));
    }
    let mut block = json!({
        "type": "tool_result",
        "tool_use_id": result.call_id,
        "content": blocks,
    });
    if result.failed {
        block["is_error"] = json!(true);
    }
    ContentPart::from_custom(block, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_home(kind: AdapterKind) -> Provider {
        Provider {
            kind,
            elsewhere: false,
        }
    }

    fn sent(kind: AdapterKind, model: &str, system: &str) -> ChatOptions {
        let request = Request {
            system: system.to_owned(),
            ..Request::default()
        };
        options(&at_home(kind), model, &request, &ModelOptions::default())
    }

    #[test]
    fn openai_is_told_which_cache_and_to_keep_nothing() {
        for kind in [AdapterKind::OpenAI, AdapterKind::OpenAIResp] {
            let key = |system: &str| sent(kind, "gpt-5.2", system).prompt_cache_key.unwrap();
            let one = key("rules");
            assert!(
                one.len() == 16 && one.chars().all(|c| c.is_ascii_hexdigit()),
                "{one}"
            );
            assert_eq!(one, key("rules"), "the same text, the same cache");
            assert_ne!(one, key("other rules"));
        }
        let body = |kind, model| sent(kind, model, "rules").extra_body;
        assert_eq!(
            body(AdapterKind::OpenAI, "gpt-5.2"),
            Some(json!({"store": false}))
        );
        let include = Some(json!({"include": ["reasoning.encrypted_content"]}));
        assert_eq!(body(AdapterKind::OpenAIResp, "gpt-5.2"), include);
        assert_eq!(body(AdapterKind::OpenAIResp, "o4-mini"), include);
        assert_eq!(body(AdapterKind::OpenAIResp, "gpt-4.1"), None);
    }

    #[test]
    fn a_gateway_to_anthropic_is_asked_for_its_cache_and_its_cost() {
        let body = |model| sent(AdapterKind::OpenRouter, model, "rules").extra_body;
        assert_eq!(
            body("anthropic/claude-x"),
            Some(json!({"usage": {"include": true}, "cache_control": {"type": "ephemeral"}}))
        );
        assert_eq!(
            body("other/model"),
            Some(json!({"usage": {"include": true}}))
        );
    }

    #[test]
    fn other_providers_are_sent_nothing_of_this() {
        for kind in [
            AdapterKind::Anthropic,
            AdapterKind::Gemini,
            AdapterKind::Ollama,
            AdapterKind::Groq,
        ] {
            let options = sent(kind, "a-model", "rules");
            assert_eq!(
                (options.prompt_cache_key, options.extra_body),
                (None, None),
                "{kind:?}"
            );
        }
    }
}
