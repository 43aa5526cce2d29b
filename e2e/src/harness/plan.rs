//! Which cases run, and in which order.

use super::args::{Args, Order, Which};
use crate::case::{Case, ShouldPanic, TestDef};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// What is going to happen.
#[derive(Debug)]
pub(super) struct Plan {
    /// In the order of running.
    pub(super) cases: Vec<Planned>,
    /// How many cases the filters left out.
    pub(super) filtered_out: usize,
    /// The seed of a shuffled order.
    pub(super) shuffle_seed: Option<u64>,
}

/// A case and what is done with it.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) case: Arc<Case>,
    /// The reason why it is only reported and not run; may be empty.
    pub(super) ignored: Option<&'static str>,
}

impl Plan {
    /// How many cases really run.
    pub(super) fn runnable(&self) -> usize {
        self.cases.iter().filter(|p| p.ignored.is_none()).count()
    }
}

/// Every case of the registered tests, by name.
///
/// # Errors
///
/// A text that names two functions which would have one name: runners would show
/// them as one test.
pub(super) fn cases(
    tests: impl Iterator<Item = &'static TestDef>,
    target: &str,
) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = tests.flat_map(|test| test.cases(target)).collect();
    cases.sort_by(|a, b| a.name().cmp(b.name()));
    let clashes: Vec<String> = cases
        .windows(2)
        .filter_map(|pair| match pair {
            [one, other] if one.name() == other.name() => Some(format!(
                "two tests are named `{}`: at {} and at {}",
                one.name(),
                one.def().location(),
                other.def().location()
            )),
            _ => None,
        })
        .collect();
    match clashes.is_empty() {
        true => Ok(cases),
        false => Err(clashes.join("\n")),
    }
}

/// Applies filters, `#[ignore]` and the order.
pub(super) fn plan(cases: Vec<Case>, args: &Args, tags: &[String]) -> Plan {
    let total = cases.len();
    let mut cases: Vec<_> = cases
        .into_iter()
        .filter(|case| selected(case, args) && tagged(case, tags))
        .map(|case| {
            let ignored = case.def().ignore;
            Planned {
                ignored: match args.which {
                    _ if args.only_benchmarks => Some(""),
                    Which::NotIgnored => ignored,
                    Which::Ignored | Which::All => None,
                },
                case: Arc::new(case),
            }
        })
        .collect();
    let filtered_out = total - cases.len();
    if args.order == Order::Source {
        // Cases of one function keep the order of their names.
        cases.sort_by_key(|planned| {
            let def = planned.case.def();
            (def.file, def.line, def.column)
        });
    }
    if let Some(seed) = args.shuffle {
        shuffle(&mut cases, seed);
    }
    Plan {
        cases,
        filtered_out,
        shuffle_seed: args.shuffle,
    }
}

fn selected(case: &Case, args: &Args) -> bool {
    let fits = |filter: &String| match args.exact {
        // The function's name stands for all its cases: it is what a click on the
        // function sends.
        true => filter == case.name() || filter == case.function(),
        false => case.name().contains(filter.as_str()),
    };
    let should_panic = case.def().should_panic != ShouldPanic::No;
    (args.filters.is_empty() || args.filters.iter().any(fits))
        && !args.skip.iter().any(fits)
        && !(args.exclude_should_panic && should_panic)
        && (args.which != Which::Ignored || case.def().ignore.is_some())
}

/// Any of the plain tags, if there are plain ones, and none of those after `!`.
fn tagged(case: &Case, tags: &[String]) -> bool {
    let has = |tag: &str| case.tags().contains(&tag);
    let mut wanted = tags.iter().filter(|tag| !tag.starts_with('!')).peekable();
    let refused = tags.iter().filter_map(|tag| tag.strip_prefix('!'));
    (wanted.peek().is_none() || wanted.any(|tag| has(tag))) && !refused.into_iter().any(has)
}

/// A seed for an order nobody asked for by number.
pub(super) fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| u64::from(now.subsec_nanos()) ^ now.as_secs())
}

/// Fisher–Yates with splitmix64: the same seed gives the same order everywhere.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for last in (1..items.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        let bound = u64::try_from(last).unwrap_or(u64::MAX).saturating_add(1);
        items.swap(last, usize::try_from(mixed % bound).unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::args::{Asked, parse};
    use super::*;
    use crate::case::{TestOptions, sample};
    use crate::config::{BrowserKind, Launch};
    use std::ffi::OsString;

    fn args(line: &str) -> Args {
        ordered(line, None)
    }

    fn ordered(line: &str, order: Option<&str>) -> Args {
        let words = line.split_whitespace().map(OsString::from);
        let launch = Launch {
            order: order.map(str::to_owned),
            ..Launch::default()
        };
        match parse(words, &launch).unwrap() {
            Asked::Run(args) => args,
            Asked::Help => panic!("help"),
        }
    }

    fn variant(
        base: &'static TestDef,
        options: TestOptions,
        ignore: Option<&'static str>,
    ) -> &'static TestDef {
        Box::leak(Box::new(TestDef {
            options,
            ignore,
            run: base.run,
            ..*base
        }))
    }

    fn panicking(base: &'static TestDef) -> &'static TestDef {
        Box::leak(Box::new(TestDef {
            should_panic: ShouldPanic::With("boom"),
            run: base.run,
            ..*base
        }))
    }

    fn suite() -> Vec<Case> {
        let none = TestOptions::NONE;
        let tests = [
            sample("ui::smoke", "passes"),
            sample("ui::smoke", "passes_longer"),
            variant(sample("ui::ign", "later"), none, Some("why")),
            panicking(sample("ui", "panics")),
            variant(
                sample("ui", "login"),
                TestOptions {
                    browsers: &[BrowserKind::Chromium, BrowserKind::Firefox],
                    tags: &["smoke", "slow"],
                    ..none
                },
                None,
            ),
            variant(
                sample("ui", "tagged"),
                TestOptions {
                    tags: &["smoke"],
                    ..none
                },
                None,
            ),
        ];
        cases(tests.into_iter(), "ui").unwrap()
    }

    fn names(line: &str, tags: &[&str]) -> Vec<String> {
        let tags: Vec<_> = tags.iter().map(|tag| (*tag).to_owned()).collect();
        let plan = plan(suite(), &args(line), &tags);
        assert_eq!(plan.filtered_out + plan.cases.len(), 7);
        plan.cases
            .iter()
            .map(|planned| {
                let mark = if planned.ignored.is_some() { "-" } else { "" };
                format!("{mark}{}", planned.case.name())
            })
            .collect()
    }

    #[test]
    fn filters_select_by_part_or_exactly() {
        assert_eq!(
            names("", &[]),
            [
                "-ign::later",
                "login::chromium",
                "login::firefox",
                "panics",
                "smoke::passes",
                "smoke::passes_longer",
                "tagged"
            ]
        );
        for (line, expected) in [
            (
                "smoke::passes",
                &["smoke::passes", "smoke::passes_longer"][..],
            ),
            ("smoke::passes --exact", &["smoke::passes"]),
            ("login --exact", &["login::chromium", "login::firefox"]),
            ("login::firefox --exact", &["login::firefox"]),
            ("--exact nothing login::firefox", &["login::firefox"]),
            ("smoke tagged --skip longer", &["smoke::passes", "tagged"]),
            ("login --exact --skip login::firefox", &["login::chromium"]),
            ("--ignored", &["ign::later"]),
            ("later --include-ignored", &["ign::later"]),
            ("passes --exact", &[]),
            (
                "pa tagged --exclude-should-panic --skip longer",
                &["smoke::passes", "tagged"],
            ),
            ("smoke::passes --exact --bench", &["-smoke::passes"]),
        ] {
            assert_eq!(names(line, &[]), expected, "{line}");
        }
    }

    #[test]
    fn tags_are_any_of_and_none_of() {
        for (tags, expected) in [
            (
                &["smoke"][..],
                &["login::chromium", "login::firefox", "tagged"][..],
            ),
            (&["smoke", "!slow"], &["tagged"]),
            (&["nope", "slow"], &["login::chromium", "login::firefox"]),
            (
                &["!smoke"],
                &[
                    "-ign::later",
                    "panics",
                    "smoke::passes",
                    "smoke::passes_longer",
                ],
            ),
        ] {
            assert_eq!(names("", tags), expected, "{tags:?}");
        }
    }

    #[test]
    fn tests_can_run_in_the_order_they_stand_in() {
        let at = |file, line, name| -> &'static TestDef {
            let base = sample("ui", name);
            Box::leak(Box::new(TestDef {
                file,
                line,
                ..*base
            }))
        };
        let suite = || {
            let tests = [
                at("b.rs", 1, "first"),
                at("a.rs", 20, "alpha"),
                at("a.rs", 3, "zeta"),
            ];
            cases(tests.into_iter(), "ui").unwrap()
        };
        let names = |line, order| {
            let plan = plan(suite(), &ordered(line, order), &[]);
            let names = plan
                .cases
                .iter()
                .map(|planned| planned.case.name().to_owned());
            names.collect::<Vec<_>>()
        };
        for (order, expected) in [
            (None, ["alpha", "first", "zeta"]),
            (Some("name"), ["alpha", "first", "zeta"]),
            (Some("source"), ["zeta", "alpha", "first"]),
        ] {
            assert_eq!(names("", order), expected, "{order:?}");
        }
        // Whoever asks for another order gets it.
        let shuffled = |order| names("--shuffle-seed 3", order);
        assert_ne!(shuffled(Some("source")), names("", Some("source")));
    }

    #[test]
    fn one_name_for_two_tests_is_refused() {
        let twice = [sample("ui::a", "b"), sample("ui::a", "b")];
        let error = cases(twice.into_iter(), "ui").unwrap_err();
        assert_eq!(
            error,
            "two tests are named `a::b`: at tests/sample.rs:7:10 and at tests/sample.rs:7:10"
        );
    }

    #[test]
    fn a_seed_fixes_the_order() {
        let order = |seed: u64| {
            let mut items: Vec<u32> = (0..20).collect();
            shuffle(&mut items, seed);
            items
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
        let mut sorted = order(7);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<u32>>());
    }
}
