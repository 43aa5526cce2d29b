//! Exact locators and expectations against a real browser.

mod across; // frames of other origins
mod denying; // what nobody can deny
mod expecting; // statements that are tried until they hold
mod interrupting; // what comes in between
mod locating; // what queries find, and what verbs do with it
mod making; // controls of every make
mod repeating; // several times in a row, and to a value
mod seeing; // what a person sees, and what is only there

use e2e::config::Timeouts;
use e2e::report::journal::Journal;
use e2e::screen::Screen;
use e2e::{Code, Error};
use e2e_tests::pages::Shown;
use std::sync::Arc;
use std::time::Duration;

const PAGE: &str = r#"<title>Orders – Shop</title>
<h1>Orders</h1>
<label>Email <input id=email type=email placeholder="you@example.com"></label>
<label>Password <input id=pass type=password value=hunter2></label>
<label>Plan <select id=plan><option>Basic<option>Pro</select></label>
<label><input type=checkbox id=terms> Accept the terms</label>
<input id=search aria-label="Search orders" data-testid=search title="Find orders">
<img alt="Company logo" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=20 height=20>
<button onclick="out.textContent = 'Saved  as\n draft'">Save</button>
<button onclick="out.textContent = 'Saved and closed'">Save and close</button>
<button disabled>Locked</button>
<button style="display:none">Ghost</button>
<p role=status id=out>Nothing yet</p>
<p>Total: <b>$5.00</b> a month</p>
<table>
  <tr><td>March<td><button onclick="out.textContent = 'Deleted March'">Delete</button></tr>
  <tr><td>April<td><button onclick="out.textContent = 'Deleted April'">Delete</button></tr>
</table>
<div id=host></div>
<iframe id=frame srcdoc="<button onclick='this.textContent = &quot;Framed&quot;'>In the frame</button>"></iframe>
<script>
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = '<button>In the shadow</button><label>Nick <input></label>';
  root.querySelector('button').onclick = () => out.textContent = 'Shadow';
</script>"#;

struct Case {
    shown: Shown,
    screen: Screen,
    journal: Arc<Journal>,
}

impl Case {
    async fn open(markup: &str) -> Self {
        let shown = Shown::quick().await;
        shown.write(markup).await;
        let folder = std::env::temp_dir();
        let journal = Arc::new(Journal::new(&folder, folder.join("none")));
        let mut timeouts = Timeouts::default();
        timeouts.action = Duration::from_millis(1_000);
        timeouts.expect = Duration::from_millis(1_000);
        let screen = Screen::new(shown.page.clone(), journal.clone(), timeouts);
        Self {
            shown,
            screen,
            journal,
        }
    }

    async fn out(&self) -> String {
        let text = self
            .shown
            .run("return document.getElementById('out').textContent")
            .await;
        text.as_str().unwrap_or_default().to_owned()
    }
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>, code: Code, parts: &[&str]) {
    let error = result.unwrap_err();
    let text = format!("{error:?}");
    assert_eq!(error.code(), code, "{text}");
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}
