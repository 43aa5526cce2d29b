use super::*;

fn run(line: &str, launch: &Launch) -> Result<Args, String> {
    let words = line.split_whitespace().map(|word| {
        // An empty filter is a word of its own.
        OsString::from(if word == "''" { "" } else { word })
    });
    match parse(words, launch)? {
        Asked::Run(args) => Ok(args),
        Asked::Help => Err("help".to_owned()),
    }
}

fn plain(line: &str) -> Args {
    run(line, &Launch::default()).unwrap()
}

#[test]
fn the_lines_of_editors_and_tools_are_understood() {
    let args = plain("mod::name --exact --nocapture --include-ignored");
    assert_eq!(args.filters, ["mod::name"]);
    assert!(args.exact && args.nocapture);
    assert_eq!(args.which, Which::All);

    let args = plain("a b --skip c --skip=d -- --exact");
    assert_eq!(args.filters, ["a", "b", "--exact"]);
    assert_eq!(args.skip, ["c", "d"]);
    assert!(!args.exact);

    for line in [
        "-Z unstable-options --format=json --show-output",
        "-Zunstable-options --format json --show-output",
    ] {
        let args = plain(line);
        assert_eq!(args.format, Format::Json);
        assert!(args.show_output && args.filters.is_empty());
    }
    assert_eq!(plain("'' --nocapture").filters, [""]);
    assert_eq!(plain("-q").format, Format::Terse);
    assert_eq!(plain("--quiet --format=pretty").format, Format::Pretty);
    assert!(plain("x --bench").only_benchmarks);
    assert!(!plain("x --bench --test").only_benchmarks);
    assert_eq!(plain("--shuffle-seed 7").shuffle, Some(7));
    assert!(plain("--shuffle").shuffle.is_some());
    assert_eq!(run("--help", &Launch::default()).unwrap_err(), "help");
}

#[test]
fn wrong_arguments_say_what_is_wrong() {
    for (line, expected) in [
        ("--bogus", "unknown option --bogus"),
        ("--nocaptur", "did you mean --nocapture?"),
        ("--test-threads=0", "must not be 0"),
        ("--test-threads x", "a number > 0 (was \"x\")"),
        ("--test-threads", "needs a value"),
        ("--format nonsense", "pretty, terse, json, or junit"),
        ("--color pink", "auto, always, or never"),
        ("--ignored --include-ignored", "mutually exclusive"),
        ("--exact=yes", "takes no value"),
        ("--shuffle-seed x", "must be a number"),
    ] {
        let error = run(line, &Launch::default()).unwrap_err();
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn flags_win_over_variables() {
    let launch = Launch {
        threads: Some("3".to_owned()),
        nocapture: true,
        no_color: true,
        cargo_color: Some("always".to_owned()),
        shuffle_seed: Some("9".to_owned()),
        ..Launch::default()
    };
    let args = run("", &launch).unwrap();
    assert_eq!((args.threads, args.nocapture), (3, true));
    assert_eq!((args.color, args.shuffle), (Color::Never, Some(9)));
    let args = run("--test-threads 2 --color always --shuffle-seed 1", &launch).unwrap();
    assert_eq!(
        (args.threads, args.color, args.shuffle),
        (2, Color::Always, Some(1))
    );
    let cargo = Launch {
        cargo_color: Some("always".to_owned()),
        shuffle: true,
        ..Launch::default()
    };
    let args = run("", &cargo).unwrap();
    assert_eq!(args.color, Color::Always);
    assert!(args.shuffle.is_some());
    let zero = Launch {
        threads: Some("0".to_owned()),
        ..Launch::default()
    };
    let error = run("", &zero).unwrap_err();
    assert_eq!(error, "RUST_TEST_THREADS must not be 0");
}

#[test]
fn an_order_is_one_there_is() {
    let ordered = |order: &str| {
        let launch = Launch {
            order: Some(order.to_owned()),
            ..Launch::default()
        };
        run("", &launch).map(|args| args.order)
    };
    assert_eq!(ordered("source"), Ok(Order::Source));
    assert_eq!(ordered("name"), Ok(Order::Name));
    let error = ordered("sauce").unwrap_err();
    assert_eq!(error, "E2E_ORDER must be name or source (was \"sauce\")");
}

#[test]
fn help_names_every_option() {
    for flag in FLAGS {
        assert!(HELP.contains(flag), "{flag}");
    }
}

#[test]
fn ensure_time_takes_its_limit_from_the_variable() {
    let launch = |text: &str| Launch {
        time_limits: Some(text.to_owned()),
        ..Launch::default()
    };
    let limit = |text| run("--ensure-time", &launch(text)).map(|args| args.time_limit);
    assert_eq!(limit("5,20"), Ok(Some(Duration::from_millis(20))));
    assert!(limit("20,5").unwrap_err().contains("WARN,CRITICAL"));
    assert_eq!(plain("").time_limit, None);
}
