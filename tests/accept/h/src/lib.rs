//! A package with an end-to-end test among its unit tests: those run under the
//! standard harness.

#[cfg(test)]
mod tests {
    #[e2e::test]
    async fn unit_style() {
        assert_eq!(1 + 1, 2);
    }
}
