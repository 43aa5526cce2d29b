//! How long an attempt may take, and what goes on after it.

use super::*;

#[test]
fn nextest_has_the_clock_unless_the_test_says_otherwise() {
    let mut config = crate::config::load(Path::new(".")).unwrap();
    let base = sample("ui::a", "b");
    let of = |timeout_ms, config: &Config| {
        let options = TestOptions {
            timeout_ms,
            ..TestOptions::NONE
        };
        let def: &'static TestDef = Box::leak(Box::new(TestDef {
            options,
            run: base.run,
            ..*base
        }));
        limit(&def.cases("ui")[0], config)
    };
    let own = Some(Duration::from_millis(70));
    config.run.nextest = false;
    assert_eq!(of(None, &config), Some(config.timeouts.test));
    assert_eq!(of(Some(70), &config), own);
    config.run.nextest = true;
    assert_eq!(of(None, &config), None);
    assert_eq!(of(Some(70), &config), own);
}

#[test]
fn a_tear_down_that_was_cut_off_may_go_on() {
    let tainted = |hung: bool| {
        let case = Arc::new(sample("ui::a", "b").cases("ui").remove(0));
        let config = Arc::new(crate::config::load(Path::new(".")).unwrap());
        let attempt = Attempt::new(case, 1, 0, config, None);
        let failure = crate::fixture::TeardownFailure {
            text: "it went wrong".to_owned(),
            error: None,
            hung,
        };
        let end = judge::judge(
            &attempt,
            BodyEnd::Returned(Ok(())),
            vec![failure],
            Vec::new(),
        );
        assert!(matches!(end.ended, Ended::Failed(_)));
        end.tainted
    };
    assert!(tainted(true) && !tainted(false));
}
