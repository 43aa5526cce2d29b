//! What the variables of the environment say, and what they may not.

use super::*;

fn with(name: &'static str, value: &'static str) -> Result<Env, Error> {
    from(move |asked| (asked == name).then(|| OsString::from(value)))
}

#[test]
fn a_bad_value_lists_the_choices() {
    for (name, value, expected) in [
        ("E2E_HEADED", "maybe", "use one of: 1, 0, true, false"),
        ("E2E_BROWSER", "chromum", "did you mean `chromium`?"),
        (
            "E2E_BROWSER",
            "netscape",
            "use one of: chrome, chromium, headless-shell",
        ),
        ("E2E_TIERS", "magic", "use one of: replay, plain, model"),
        ("E2E_TIERS", ",", "names no tier"),
        ("E2E_TIMEOUT", "soon", "like 30s"),
        ("E2E_RETRIES", "11", "a whole number from 0 to 10"),
        ("E2E_RUN_ID", "../up", "no folder name"),
    ] {
        let error = format!("{:?}", with(name, value).unwrap_err());
        assert!(error.contains(expected), "{name}={value}: {error}");
        assert!(
            error.starts_with(&format!("INVALID_CONFIG (setup): {name} ")),
            "{error}"
        );
    }
}

#[test]
fn a_variable_that_means_nothing_is_told_with_the_nearest_one() {
    let names = [
        "E2E_BROWSR",
        "E2E_RUN_ID",
        "E2E_OWNER",
        super::super::REPORTED,
        "PATH",
        "E2E_QQQ",
    ];
    assert_eq!(
        unknown_of(names.into_iter().map(str::to_owned)),
        [
            ("E2E_BROWSR".to_owned(), Some("E2E_BROWSER")),
            ("E2E_QQQ".to_owned(), None)
        ]
    );
}

#[test]
fn an_empty_variable_is_an_unset_one() {
    assert!(with("E2E_HEADED", "").unwrap().headed.is_none());
}

#[test]
fn a_browser_is_a_name_or_a_path() {
    assert!(matches!(
        with("E2E_BROWSER", "firefox").unwrap().browser,
        Some(Browser::Kind(BrowserKind::Firefox))
    ));
    assert!(matches!(
        with("E2E_BROWSER", "/opt/chrome").unwrap().browser,
        Some(Browser::Binary(_))
    ));
}
