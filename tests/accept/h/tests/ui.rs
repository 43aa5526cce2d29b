//! The reference tests of the acceptance run, one for each way a test can end.

use e2e::TestInfo;
use std::time::Duration;

mod smoke {
    #[e2e::test]
    async fn passes() {
        println!("OUT-passes");
        eprintln!("ERR-passes");
    }

    #[e2e::test]
    async fn passes_longer() {}

    #[e2e::test]
    async fn fails_with_err() -> Result<(), String> {
        println!("OUT-fails");
        Err("boom-err".into())
    }

    #[e2e::test]
    async fn panics() {
        panic!("boom-panic")
    }

    #[e2e::test]
    async fn eq_fails() {
        assert_eq!("a", "b");
    }
}

mod ign {
    #[e2e::test]
    #[ignore = "needs network"]
    async fn ignored_reason() {}

    #[e2e::test]
    #[ignore]
    async fn ignored_fails() {
        panic!("ign-fail")
    }
}

mod sp {
    #[e2e::test]
    #[should_panic(expected = "foo")]
    async fn ok() {
        panic!("foo bar")
    }

    #[e2e::test]
    #[should_panic(expected = "zzz")]
    async fn wrong() {
        panic!("foo bar")
    }

    #[e2e::test]
    #[should_panic]
    async fn none() {}
}

mod slow {
    use super::Duration;

    #[e2e::test]
    async fn sleep_400ms() {
        tokio::time::sleep(Duration::from_millis(400)).await;
    }
}

mod flaky {
    use super::TestInfo;

    #[e2e::test]
    #[ignore]
    async fn second_attempt(info: TestInfo) {
        assert_eq!(info.attempt(), 2);
    }
}

mod hang {
    use super::Duration;

    #[e2e::test]
    #[ignore]
    async fn forever() {
        tokio::time::sleep(Duration::from_secs(60)).await;
    }
}

mod param {
    #[e2e::test(browsers("chromium", "firefox"))]
    async fn login() {}
}

mod partial {
    #[e2e::test]
    async fn no_newline() {
        print!("partial-line");
    }
}

e2e::main!();
