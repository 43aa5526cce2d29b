//! The macros find a renamed crate through their `crate` option.

#[endtoend::test(crate = "endtoend")]
async fn opens(info: endtoend::TestInfo) {
    assert_eq!(info.name(), "opens");
}

endtoend::main!();
