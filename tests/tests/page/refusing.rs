//! What a server refused, or never answered, is no effect of the press that asked for it.

use e2e::Code;
use e2e::config::Timeouts;
use e2e::page::DialogPolicy;
use e2e_tests::pages::Shown;
use std::time::{Duration, Instant};

const REFUSED: &str = "<button id=silent>Silent</button> <button id=kept>Kept</button>
    <button id=old>Old</button> <button id=cut>Cut</button> <button id=locked>Locked</button>
    <button id=hoped>Hoped</button> <button id=works>Save</button> <button id=done>Send</button>
    <button id=told>Told</button> <button id=off>Off</button>
    <ul id=list><li>One</ul> <p id=why role=status>-</p>
    <script>
    const ask = (more, method) => fetch('/echo?' + more, { method });
    silent.onclick = () => ask('code=500', 'POST');
    kept.onclick = () => ask('', 'POST');
    old.onclick = () => {
        const request = new XMLHttpRequest();
        request.open('POST', '/echo?code=503');
        request.send();
    };
    cut.onclick = () => fetch('http://127.0.0.1:1/').catch(() => 0);
    locked.onclick = async () => {
        locked.disabled = true;
        await ask('ms=300&code=500');
        locked.disabled = false;
    };
    hoped.onclick = async () => {
        const item = document.createElement('li');
        item.textContent = 'Two';
        list.append(item);
        const answer = await ask('ms=1500&code=500');
        if (!answer.ok) item.remove();
    };
    works.onclick = () => {
        works.textContent = 'Saving…';
        setTimeout(() => works.textContent = 'Save', 1300);
    };
    done.onclick = () => {
        done.textContent = 'Sending...';
        setTimeout(() => done.textContent = 'Sent', 1300);
    };
    told.onclick = async () => {
        const answer = await ask('code=422', 'POST');
        why.textContent = answer.ok ? 'ok' : 'Not like this';
    };
    off.onclick = () => {
        const stop = new AbortController();
        fetch('/echo?ms=5000', { signal: stop.signal }).catch(() => 0);
        setTimeout(() => stop.abort(), 50);
    };
    </script>";

#[tokio::test]
async fn what_a_server_refused_is_no_effect() {
    let shown = Shown::start().await;
    shown.write(REFUSED).await;
    for (name, is_effect, said) in [
        ("Silent", false, "POST"),
        ("Silent", false, "which was refused with 500"),
        ("Kept", true, ""),
        ("Old", false, "which was refused with 503"),
        ("Cut", false, "which got no answer"),
        ("Locked", false, "which was refused with 500"),
        ("Hoped", false, "which was refused with 500"),
        ("Save", false, "nothing on the page changed"),
        ("Send", true, ""),
        ("Told", true, ""),
        ("Off", true, ""),
    ] {
        let effect = shown.tap("button", name).await.unwrap();
        let notes = effect.notes.concat();
        assert_eq!(effect.visible, is_effect, "{name}: {:?}", effect.notes);
        assert!(notes.contains(said), "{name}: {:?}", effect.notes);
    }
    assert_eq!(shown.run("return works.textContent").await, "Save");
    assert_eq!(shown.run("return done.textContent").await, "Sent");
    shown.close().await;
}

const NEVER: &str = "/slow/blank.html?ms=60000";

#[tokio::test]
async fn a_page_that_never_comes_is_no_effect() {
    let shown = Shown::opening().await;
    let page = format!(
        "<a href='{NEVER}'>Go</a> <button onclick=\"location = '{NEVER}'\">Move</button>
        <form action='/echo?code=204' method=post><button>Nothing</button></form>
        <a href='mailto:ann@example.com'>Write</a>
        <a href='/slow/blank.html?ms=900'>Slow</a>"
    );
    for (role, name) in [("link", "Go"), ("button", "Move"), ("button", "Nothing")] {
        if name != "Nothing" && shown.is_over_the_driver() {
            // The driver runs nothing in such a page, and says so in its own time.
            continue;
        }
        shown.write(&page).await;
        let began = Instant::now();
        led_nowhere(&shown, role, name).await;
        // It was waited for as long as a page may take to open.
        assert!(began.elapsed() > Duration::from_millis(2_400), "{name}");
    }
    shown.write(&page).await;
    let effect = shown.tap("link", "Slow").await.unwrap();
    assert_ne!(effect.before.document, effect.after.document, "{effect:?}");
    if !shown.is_firefox() {
        shown.write(&page).await;
        let effect = shown.tap("link", "Write").await.unwrap();
        assert!(effect.visible, "{:?}", effect.notes);
        let notes = effect.notes.concat();
        assert!(notes.contains("mailto:ann@example.com"), "{notes}");
    }
    shown.close().await;
}

async fn led_nowhere(shown: &Shown, role: &str, name: &str) {
    let error = shown.tap(role, name).await.unwrap_err();
    let said = format!("{error:?}");
    assert_eq!(error.code(), Code::ActionMayHaveCommitted, "{name}: {said}");
    assert!(said.contains("led to did not answer"), "{name}: {said}");
    assert!(said.contains(name), "{name}: {said}");
}

/// Longer than a page that is about to go is asked how it stands.
#[tokio::test]
async fn a_page_that_comes_late_is_waited_for() {
    let mut timeouts = Timeouts::default();
    timeouts.navigation = Duration::from_millis(6_500);
    let shown = Shown::timed(DialogPolicy::default(), timeouts).await;
    let late = "/slow/blank.html?ms=5600";
    let page = format!("<a href='{late}'>Late</a> <a href='{NEVER}'>Never</a>");
    shown.write(&page).await;
    let effect = shown.tap("link", "Late").await.unwrap();
    assert_ne!(effect.before.document, effect.after.document, "{effect:?}");
    if !shown.is_over_the_driver() {
        shown.write(&page).await;
        led_nowhere(&shown, "link", "Never").await;
    }
    shown.close().await;
}
