mod limits;

use super::*;
use crate::case::{BodyFuture, ShouldPanic, TestDef, TestOptions, sample};
use crate::code::Code;
use crate::error::Error;
use crate::fixture::{Fixture, set_up};

/// What one attempt of a body comes to.
struct Tried {
    record: CaseRecord,
    end: End,
}

impl Tried {
    /// The failure text, which the tests below compare by its parts.
    fn text(&self) -> &str {
        match &self.record.outcome {
            Outcome::Failed(failure) => &failure.diagnostic,
            other => panic!("not failed: {other:?}"),
        }
    }

    fn code(&self) -> Option<Code> {
        match &self.record.outcome {
            Outcome::Failed(failure) => failure.code,
            _ => None,
        }
    }

    fn passed(&self) -> bool {
        self.record.outcome == Outcome::Passed
    }
}

fn attempt(should_panic: ShouldPanic, run: fn(Context) -> BodyFuture) -> Tried {
    attempt_with(should_panic, TestOptions::NONE, run)
}

fn attempt_with(
    should_panic: ShouldPanic,
    options: TestOptions,
    run: fn(Context) -> BodyFuture,
) -> Tried {
    let base = sample("ui::sub", "sample");
    let def: &'static TestDef = Box::leak(Box::new(TestDef {
        should_panic,
        options,
        run,
        ..*base
    }));
    let case = Arc::new(def.cases("ui").remove(0));
    let config = Arc::new(crate::config::load(Path::new(".")).unwrap());
    let attempt = Attempt::new(case, 1, 0, config, None);
    // Panics are kept for the thread they happen on, so each attempt has its own.
    std::thread::scope(|scope| {
        scope
            .spawn(|| {
                let (end, _) = attempt.run(None);
                Tried {
                    record: attempt.record(&end),
                    end,
                }
            })
            .join()
            .unwrap()
    })
}

fn failing(text: &str) -> BodyResult {
    crate::body::IntoOutcome::into_outcome(Err::<(), _>(text.to_owned()))
}

#[derive(Clone, Debug)]
struct Guard;

impl Fixture for Guard {
    async fn setup(_: &Context) -> crate::Result<Self> {
        Ok(Self)
    }

    async fn teardown(self, cx: &Context) -> crate::Result<()> {
        let word = if cx.failed() { "failed" } else { "fine" };
        cx.info().attach("seen.txt", word)?;
        Ok(())
    }
}

#[test]
fn a_panic_keeps_its_place_and_ends_with_a_note() {
    let tried = attempt(ShouldPanic::No, |_| Box::pin(async { panic!("boom") }));
    let lines: Vec<_> = tried.text().lines().collect();
    assert!(
        lines[0].starts_with("thread 'sub::sample' panicked at e2e/src/attempt/tests.rs:"),
        "{lines:?}"
    );
    assert_eq!(lines[1], "boom");
    assert_eq!(tried.code(), None);
    assert_eq!(tried.end.panicked.as_deref(), Some("boom"));
}

#[test]
fn an_error_has_the_tests_own_place() {
    let tried = attempt(ShouldPanic::No, |_| Box::pin(async { failing("boom") }));
    assert_eq!(
        tried.text(),
        "thread 'sub::sample' panicked at tests/sample.rs:7:10:\nError: \"boom\"\nnote: the test returned an error\n"
    );
    let tried = attempt(ShouldPanic::No, |_| {
        Box::pin(async {
            let error = Error::new(Code::LocatorNotFound, "no button");
            crate::body::IntoOutcome::into_outcome(Err::<(), _>(error))
        })
    });
    assert_eq!(tried.code(), Some(Code::LocatorNotFound));
    assert!(
        tried
            .text()
            .contains("Error: LOCATOR_NOT_FOUND (app): no button\n")
    );
}

#[test]
fn should_panic_wants_a_panic_of_that_text() {
    fn panics(_: Context) -> BodyFuture {
        Box::pin(async { panic!("foo bar") })
    }
    assert!(attempt(ShouldPanic::Yes, panics).passed());
    assert!(attempt(ShouldPanic::With("foo"), panics).passed());
    let wrong = attempt(ShouldPanic::With("zzz"), panics);
    assert!(
        wrong.text().ends_with(
            "note: panic did not contain expected string\n      panic message: \"foo bar\"\n expected substring: \"zzz\"\n"
        ),
        "{}",
        wrong.text()
    );
    let none = attempt(ShouldPanic::Yes, |_| Box::pin(async { Ok(()) }));
    assert!(
        none.text()
            .ends_with("note: test did not panic as expected at tests/sample.rs:7:10\n")
    );
}

#[test]
fn giving_up_is_neither_pass_nor_failure() {
    let tried = attempt(ShouldPanic::No, |_| {
        Box::pin(async { crate::body::skip("no key".to_owned()) })
    });
    assert_eq!(
        tried.record.outcome,
        Outcome::Skipped {
            reason: "no key".to_owned()
        }
    );
    assert!(tried.end.noise.is_empty());
}

#[test]
fn time_is_up_for_a_body_that_waits_and_fixtures_are_torn_down() {
    let options = TestOptions {
        timeout_ms: Some(50),
        ..TestOptions::NONE
    };
    let tried = attempt_with(ShouldPanic::No, options, |cx| {
        Box::pin(async move {
            set_up::<Guard>(&cx).await?;
            cx.journal().doing("waiting for the invoice");
            std::future::pending().await
        })
    });
    assert_eq!(tried.code(), Some(Code::StepTimeout));
    assert!(tried.text().contains("the test took longer than its 50ms"));
    assert!(tried.text().contains("last step: waiting for the invoice"));
    assert_eq!(tried.record.artifacts.len(), 1, "the tear-down ran");
}

#[test]
fn tear_downs_know_whether_the_body_failed() {
    fn seen(tried: &Tried) -> String {
        let artifact = &tried.record.artifacts[0];
        let config = crate::config::load(Path::new(".")).unwrap();
        let path = config.run.dir().join(&artifact.path);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        text
    }
    let fine = attempt(ShouldPanic::No, |cx| {
        Box::pin(async move { set_up::<Guard>(&cx).await.map(drop) })
    });
    assert_eq!(seen(&fine), "fine");
    let failed = attempt(ShouldPanic::No, |cx| {
        Box::pin(async move {
            set_up::<Guard>(&cx).await?;
            panic!("boom")
        })
    });
    assert_eq!(seen(&failed), "failed");
}

#[derive(Clone, Debug)]
struct Untidy;

impl Fixture for Untidy {
    async fn setup(_: &Context) -> crate::Result<Self> {
        Ok(Self)
    }

    async fn teardown(self, _: &Context) -> crate::Result<()> {
        Err(Error::new(
            Code::AppUnreachable,
            "cannot delete the workspace",
        ))
    }
}

#[test]
fn a_failed_tear_down_fails_a_pass_and_is_added_to_a_failure() {
    let passing = attempt(ShouldPanic::No, |cx| {
        Box::pin(async move { set_up::<Untidy>(&cx).await.map(drop) })
    });
    assert_eq!(passing.code(), Some(Code::AppUnreachable));
    assert!(
        passing
            .text()
            .contains("Error: tear-down of `Untidy` failed: APP_UNREACHABLE")
    );
    let failing = attempt(ShouldPanic::No, |cx| {
        Box::pin(async move {
            set_up::<Untidy>(&cx).await?;
            panic!("boom")
        })
    });
    let text = failing.text();
    assert!(text.contains("\nboom\n") && text.contains("note: tear-down of `Untidy` failed"));
    assert_eq!(failing.record.teardown_failures.len(), 1);
}

#[test]
fn what_a_person_should_read_stands_under_the_failure() {
    let tried = attempt(ShouldPanic::No, |cx| {
        Box::pin(async move {
            cx.journal().say("the browser is left open, process 7");
            panic!("boom")
        })
    });
    let text = tried.text();
    assert!(
        text.contains("note: the browser is left open, process 7"),
        "{text}"
    );
}

#[test]
fn a_call_that_was_never_awaited_fails_a_pass() {
    let tried = attempt(ShouldPanic::No, |cx| {
        Box::pin(async move {
            cx.journal().never_awaited("agent.act(\"buy\")");
            Ok(())
        })
    });
    assert!(tried.text().contains("a call was never awaited"));
    assert!(tried.text().contains("= note: agent.act(\"buy\")"));
}

#[test]
fn a_call_that_began_and_never_ended_fails_a_pass() {
    async fn check(journal: Arc<Journal>) {
        let _open = journal.begin("agent.assert(\"it is there\")");
        std::future::pending::<()>().await;
    }
    let cut = |cx: Context| -> BodyFuture {
        Box::pin(async move {
            let _ = tokio::time::timeout(Duration::from_millis(5), check(Arc::clone(cx.journal())))
                .await;
            Ok(())
        })
    };
    let left = |cx: Context| -> BodyFuture {
        Box::pin(async move {
            drop(tokio::spawn(check(Arc::clone(cx.journal()))));
            tokio::task::yield_now().await;
            Ok(())
        })
    };
    for tried in [
        attempt(ShouldPanic::No, cut),
        attempt(ShouldPanic::No, left),
    ] {
        let text = tried.text();
        assert!(text.contains("a call began and never ended"), "{text}");
        assert!(
            text.contains("= note: agent.assert(\"it is there\")"),
            "{text}"
        );
    }
    let panicked = attempt(ShouldPanic::Yes, |cx| {
        Box::pin(async move {
            drop(tokio::spawn(check(Arc::clone(cx.journal()))));
            tokio::task::yield_now().await;
            panic!("as it should")
        })
    });
    assert!(panicked.passed());
}

#[test]
fn a_panic_in_a_spawned_task_fails_a_pass() {
    let task = attempt(ShouldPanic::No, |_| {
        Box::pin(async {
            let _ = tokio::spawn(async { panic!("in a task") }).await;
            Ok(())
        })
    });
    assert!(task.text().contains("\nin a task\n"));
    assert!(task.text().contains("a task that the test spawned"));
    let thread = attempt(ShouldPanic::No, |_| {
        Box::pin(async {
            let _ = tokio::task::spawn_blocking(|| panic!("in a pool")).await;
            Ok(())
        })
    });
    assert!(thread.text().contains("\nin a pool\n"));
}

#[test]
fn a_panic_the_test_catches_itself_is_only_logged() {
    let tried = attempt(ShouldPanic::No, |_| {
        Box::pin(async {
            let caught = std::panic::catch_unwind(|| panic!("caught"));
            assert!(caught.is_err());
            Ok(())
        })
    });
    assert!(tried.passed());
    assert!(tried.end.noise[0].contains("\ncaught\n"));
}

#[test]
fn a_task_that_blocks_does_not_keep_the_attempt() {
    let (release, wait) = std::sync::mpsc::channel::<()>();
    static WAIT: std::sync::Mutex<Option<std::sync::mpsc::Receiver<()>>> =
        std::sync::Mutex::new(None);
    *WAIT.lock().unwrap() = Some(wait);
    let tried = attempt(ShouldPanic::No, |_| {
        Box::pin(async {
            let wait = WAIT.lock().unwrap().take().unwrap();
            tokio::task::spawn_blocking(move || wait.recv());
            Ok(())
        })
    });
    assert!(tried.passed());
    drop(release);
}

#[test]
fn folders_are_plain_and_not_too_long() {
    let run = Path::new("run");
    let case = |name: &'static str| sample("ui::a", name).cases("ui").remove(0);
    assert_eq!(folder(run, &case("b"), 2), Path::new("run/ui/a.b/2"));
    // The records of the run are in a folder of that name.
    let cases = sample("cases::a", "b").cases("cases").remove(0);
    assert_eq!(folder(run, &cases, 1), Path::new("run/cases.tests/a.b/1"));
    let long = folder(run, &case("x".repeat(300).leak()), 1);
    let name = long.parent().unwrap().file_name().unwrap();
    assert!(name.len() <= 120, "{name:?}");
    let other = format!("{}y", "x".repeat(299));
    assert_ne!(folder(run, &case(other.leak()), 1), long);
}
