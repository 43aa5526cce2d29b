//! Macros that make several functions out of one work on top of `#[e2e::test]`.

use rstest::rstest;
use test_case::test_case;

#[rstest]
#[case(1, 2)]
#[case::equal(2, 2)]
#[e2e::test]
async fn with_rstest(#[case] a: u32, #[case] b: u32) {
    println!("CASE {a} {b}");
    assert!(a <= b);
}

#[test_case(1; "one")]
#[test_case(9; "nine")]
#[e2e::test]
async fn with_test_case(n: u32) {
    assert_eq!(n, 1);
}

e2e::main!();
