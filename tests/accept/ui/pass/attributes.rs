//! Attributes above and below the macro, conditions, and tests from other macros.
#![deny(warnings)]

#[ignore = "above"]
#[e2e::test]
async fn ignored_above() {
    panic!("runs although it is ignored")
}

#[e2e::test]
#[ignore]
async fn ignored_below() {
    panic!("runs although it is ignored")
}

#[e2e::test]
#[cfg_attr(all(), ignore = "always", allow(unused_variables))]
async fn ignored_when_the_condition_holds() {
    let unused = 1;
    panic!("runs although it is ignored")
}

#[e2e::test]
#[cfg_attr(any(), ignore = "never")]
async fn not_ignored_when_it_does_not() {}

#[e2e::test]
#[cfg(any())]
async fn not_there(_: DoesNotExist) {}

#[e2e::test]
#[should_panic(expected = "boom")]
async fn panics() {
    panic!("boom!")
}

#[e2e::test]
#[should_panic = "boom"]
async fn panics_in_the_old_form() {
    panic!("boom!")
}

/// Documented.
#[allow(unused_variables)]
#[e2e::test]
async fn allowed() {
    let unused = 1;
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(#[e2e::test] async fn $name() {})*
    };
}

tests!(one two);

macro_rules! with_fixture {
    ($name:ident $ty:ty) => {
        #[e2e::test]
        async fn $name(_first: $ty, second: e2e::TestInfo) {
            assert_eq!(second.name(), stringify!($name));
        }
    };
}

with_fixture!(three e2e::TestInfo);

fn prepare() -> Result<(), std::fmt::Error> {
    Ok(())
}

e2e::main!(setup = prepare);
