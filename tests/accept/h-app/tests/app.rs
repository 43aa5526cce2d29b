//! Tests that need the app, in as many processes as there are tests.

use e2e::Api;

macro_rules! tests {
    ($($name:ident)*) => {$(
        #[e2e::test]
        async fn $name(api: Api) {
            assert!(api.get("/").send().await.unwrap().status().is_success());
        }
    )*};
}

tests! { one two three four }

e2e::main!();
