//! The same tests under the standard harness.

macro_rules! make {
    ($($module:ident)*) => {$(
        mod $module {
            #[test]
            fn t0() {}
            #[test]
            fn t1() {}
            #[test]
            fn t2() {}
            #[test]
            fn t3() {}
            #[test]
            fn t4() {}
            #[test]
            fn t5() {}
            #[test]
            fn t6() {}
            #[test]
            fn t7() {}
            #[test]
            fn t8() {}
            #[test]
            fn t9() {}
        }
    )*};
}

include!("../names/modules.rs");
