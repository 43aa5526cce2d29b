//! A thousand empty tests.

macro_rules! make {
    ($($module:ident)*) => {$(
        mod $module {
            #[e2e::test]
            async fn t0() {}
            #[e2e::test]
            async fn t1() {}
            #[e2e::test]
            async fn t2() {}
            #[e2e::test]
            async fn t3() {}
            #[e2e::test]
            async fn t4() {}
            #[e2e::test]
            async fn t5() {}
            #[e2e::test]
            async fn t6() {}
            #[e2e::test]
            async fn t7() {}
            #[e2e::test]
            async fn t8() {}
            #[e2e::test]
            async fn t9() {}
        }
    )*};
}

include!("../names/modules.rs");

e2e::main!();
