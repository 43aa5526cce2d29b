//! Forty tests that sign in, which the bench of whole runs compares with another
//! runner's. The app is the one `E2E_APP_URL` names, its sign-in page `E2E_BENCH_PAGE`.

use e2e::prelude::*;
use e2e::screen::{Role, expect};

async fn sign_in(app: &App, screen: &Screen) -> e2e::Result {
    let page = std::env::var("E2E_BENCH_PAGE").unwrap_or_else(|_| "/login".to_owned());
    app.open(&page).await?;
    screen.get_by_label("Email").fill("ada@example.com").await?;
    screen
        .get_by_label("Password")
        .fill("correct horse")
        .await?;
    let go = screen.get_by_role((Role::Button, "Sign in"));
    go.click().await?;
    expect(screen.get_by_role((Role::Heading, "Welcome")))
        .to_be_visible()
        .await
}

macro_rules! make {
    ($($module:ident)*) => {$(
        mod $module {
            use super::*;
            #[e2e::test]
            async fn t0(app: App, screen: Screen) -> e2e::Result {
                sign_in(&app, &screen).await
            }
            #[e2e::test]
            async fn t1(app: App, screen: Screen) -> e2e::Result {
                sign_in(&app, &screen).await
            }
            #[e2e::test]
            async fn t2(app: App, screen: Screen) -> e2e::Result {
                sign_in(&app, &screen).await
            }
            #[e2e::test]
            async fn t3(app: App, screen: Screen) -> e2e::Result {
                sign_in(&app, &screen).await
            }
        }
    )*};
}

make!(m0 m1 m2 m3 m4 m5 m6 m7 m8 m9);

e2e::main!();
