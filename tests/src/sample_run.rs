//! A run as it may end, with everything a report has to show.

use e2e::report::record::{
    ActionRecord, Artifact, CallRecord, CaseRecord, FailureRecord, Outcome, StepKind, StepRecord,
    StepResult, Tier, TurnRecord, Usage, VERSION,
};
use e2e::report::store;
use e2e::{Code, Error, SourceLocation};
use std::fs;
use std::path::Path;

const EVIL: &str = "</script><script>document.title='owned'</script>\
    <img src=x onerror=\"document.title='owned'\">\u{202E}gnp.exe";

fn place(line: u32) -> SourceLocation {
    SourceLocation {
        file: "examples/tests/shop.rs".into(),
        line,
        column: 11,
    }
}

fn case(name: &str, outcome: Outcome, steps: Vec<StepRecord>) -> CaseRecord {
    CaseRecord {
        version: VERSION,
        name: name.into(),
        binary: "shop".into(),
        location: place(12),
        attempt: 1,
        started_at: "2025-03-01T10:00:00Z".into(),
        duration_ms: 4_200,
        outcome,
        browser: Some("chromium 140.0.1".into()),
        wire: None,
        steps,
        artifacts: Vec::new(),
        teardown_failures: Vec::new(),
    }
}

fn step(kind: StepKind, text: &str, tier: Tier, started_ms: u64, result: StepResult) -> StepRecord {
    StepRecord {
        index: 0,
        kind,
        text: text.into(),
        location: Some(place(14)),
        tier: Some(tier),
        passed_on: Vec::new(),
        started_ms,
        duration_ms: 640,
        result,
        summary: String::new(),
        actions: Vec::new(),
        turns: Vec::new(),
        evidence: Vec::new(),
        events: Vec::new(),
        model_calls: 0,
        usage: Usage::default(),
        url: "http://127.0.0.1:40213/settings/billing".into(),
        screenshot: None,
        screen: String::new(),
    }
}

fn action(verb: &str, target: &str, input: &str, effect: &str, ok: bool) -> ActionRecord {
    ActionRecord {
        verb: verb.into(),
        target: target.into(),
        input: input.into(),
        started_ms: 100,
        duration_ms: 85,
        effect: effect.into(),
        ok,
    }
}

fn error(code: Code) -> Error {
    let sentence = "upgrade the workspace to the Pro plan";
    Error::new(code, "\"Pro plan\" fits 2 buttons")
        .sentence(sentence, 29..37, "which one?")
        .at(place(14))
        .note(
            "button \"Choose\" in card \"Pro plan, monthly\"\n\
             button \"Choose\" in card \"Pro plan, yearly\"",
        )
        .help("name the card: \"upgrade the workspace to the Pro plan, monthly\"")
}

/// A failing test as the model leaves it, with everything a record can hold.
fn full(code: Code, shot: &str) -> CaseRecord {
    let why = FailureRecord::from(&error(code));
    let mut opened = step(
        StepKind::Open,
        "/settings/billing",
        Tier::Code,
        40,
        StepResult::Passed,
    );
    opened.duration_ms = 210;
    let mut plain = step(
        StepKind::Act,
        "open the plans",
        Tier::Plain,
        300,
        StepResult::Passed,
    );
    plain.passed_on = vec!["replay: no recording of this sentence yet".into()];
    plain.actions = vec![action(
        "tap",
        "link \"Plans\"",
        "",
        "14 added, url changed",
        true,
    )];
    let mut bad = step(
        StepKind::Act,
        "upgrade the workspace to the Pro plan",
        Tier::Model,
        1_000,
        StepResult::Failed(why.clone()),
    );
    bad.duration_ms = 3_100;
    bad.passed_on = vec![
        "replay: no recording of this sentence yet".into(),
        "plain: two elements fit \"Pro plan\"".into(),
    ];
    bad.summary = "Two cards offer a Pro plan; the sentence does not say which.".into();
    bad.actions = vec![
        action("tap", "tab \"Monthly\"", "", "2 added, 2 changed", true),
        action(
            "type",
            "textbox \"Coupon\"",
            "SPRING",
            "no visible effect",
            true,
        ),
        action(
            "tap",
            "button \"Choose\"",
            "",
            "covered by dialog \"Cookies\"",
            false,
        ),
    ];
    let call = |call: &str, result: &str, failed| CallRecord {
        call: call.into(),
        result: result.into(),
        failed,
    };
    bad.turns = vec![TurnRecord {
        index: 1,
        text: "I see two cards. I will look at the monthly one first.".into(),
        calls: vec![
            call("tap({\"target\":\"e14\"})", "2 added, 2 changed", false),
            call("tap({\"target\":\"e99\"})", "no such target", true),
        ],
        notes: vec!["reminded of the remaining budget".into()],
        model_ms: 1_240,
        ..TurnRecord::default()
    }];
    bad.model_calls = 3;
    bad.usage = Usage {
        input_tokens: 12_300,
        cached_tokens: 9_000,
        output_tokens: 410,
        cost_usd: Some(0.021),
        ..Usage::default()
    };
    bad.screenshot = Some(shot.into());
    bad.screen = "heading \"Plans\"\ncard \"Pro plan, monthly\"\n  button \"Choose\"\n\
        card \"Pro plan, yearly\"\n  button \"Choose\""
        .into();
    let mut case = case(
        &format!("billing::upgrade::{}", code.as_str().to_lowercase()),
        Outcome::Failed(why),
        vec![opened, plain, bad],
    );
    case.artifacts = vec![Artifact {
        kind: "log".into(),
        label: "browser console".into(),
        path: "a/console.log".into(),
    }];
    case
}

/// Leaves a run with passes, a failure of each class, pictures and hostile text.
///
/// # Panics
///
/// When the folder cannot be written to.
pub fn sample(run: &Path, png: &[u8]) {
    fs::create_dir_all(run.join("a")).expect("a folder");
    fs::write(run.join("a/shot.png"), png).expect("a picture");
    let mut records = vec![];
    for code in [
        Code::AssertionFailed,
        Code::ReplayStale,
        Code::SentenceAmbiguous,
        Code::StepTimeout,
        Code::ModelUnavailable,
        Code::BrowserCrashed,
    ] {
        records.push(full(code, "a/shot.png"));
    }
    for name in [
        "cart::adds_a_book",
        "cart::removes_a_book",
        "search::finds_by_title",
    ] {
        let mut added = step(
            StepKind::Act,
            "add the book to the cart",
            Tier::Replay,
            200,
            StepResult::Passed,
        );
        added.actions = vec![action("tap", "button \"Add\"", "", "1 changed", true)];
        let seen = step(
            StepKind::Expect,
            "get_by_role(status).to_contain_text(\"1\")",
            Tier::Code,
            900,
            StepResult::Passed,
        );
        records.push(case(name, Outcome::Passed, vec![added, seen]));
    }
    let mut again = full(Code::DriverFailed, "a/shot.png");
    again.name = "search::survives_a_slow_driver".into();
    records.push(again.clone());
    again.attempt = 2;
    again.outcome = Outcome::Passed;
    records.push(again);
    let reason = "needs a payment sandbox".into();
    records.push(case("pay::refunds", Outcome::Skipped { reason }, vec![]));
    let mut hostile = full(Code::ActionNoEffect, "../../etc/passwd");
    hostile.name = format!("hostile::{EVIL}{}", "long".repeat(500));
    hostile.binary = "zzz".into();
    for step in &mut hostile.steps {
        step.text = EVIL.into();
        step.screen = EVIL.repeat(1_000);
        step.url = "javascript:alert(1)".into();
    }
    records.push(hostile);
    for record in &records {
        store::save(run, record).expect("a record");
    }
}
