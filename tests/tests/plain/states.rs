//! Acts that name a state: done once the page is in it, and not before.

use super::Case;

#[tokio::test]
async fn an_act_that_names_a_state_sees_it_reached() {
    let case = Case::open(
        r#"<p role=status id=out></p>
        <button aria-expanded=false onclick="out.textContent = 'Cannot load'">More</button>
        <button aria-expanded=true onclick="out.textContent = +out.textContent + 1">Menu</button>
        <button aria-expanded=false onclick="setTimeout(() => this.setAttribute('aria-expanded', true), 300); out.textContent = 'Loading'">Late</button>
        <button aria-expanded=false onclick="out.textContent = 'Shown'; this.remove()">Show all</button>
        <button aria-expanded=false onclick="keys.showModal()">Keys</button>
        <details><summary>Terms</summary><p>Small print</p></details>
        <div role=tablist>
          <button role=tab aria-selected=true>One</button>
          <button role=tab aria-selected=false onclick="out.textContent = 'Save first'">Two</button>
          <button role=tab aria-selected=false onclick="setTimeout(() => { document.querySelectorAll('[role=tab]').forEach((tab) => tab.setAttribute('aria-selected', tab === this)) }, 200); out.textContent = 'Three'">Three</button>
        </div>
        <ul role=listbox aria-label=Sizes><li role=option aria-selected=false onclick="out.textContent = 'Sold out'">Large</ul>
        <form aria-label=Mail onsubmit="event.preventDefault()"><input aria-label=Word required><button>Send</button></form>
        <div role=dialog aria-label=Box>Text <button onclick="out.textContent = 'Unsaved changes'">Close</button></div>
        <div role=dialog aria-label=News>Text <button onclick="setTimeout(() => this.parentNode.remove(), 250); out.textContent = 'Bye'">Close</button></div>
        <dialog id=keys aria-label=Keys>Text <input aria-label=Key></dialog>"#,
    )
    .await;
    for (sentence, part) in [
        ("expand More", "button \"More\" is still collapsed"),
        ("open More", "button \"More\" is still closed"),
        ("switch to the Two tab", "tab \"Two\" is still not selected"),
        ("choose Large", "option \"Large\" is still not selected"),
        ("close the Box dialog", "dialog \"Box\" is still open"),
        ("submit the Mail form", "Word"),
    ] {
        let said = case.act(sentence).await;
        assert!(said.starts_with("ACTION_"), "{sentence}: {said}");
        assert!(said.contains(part), "{sentence}: {said}");
    }
    for (sentence, part) in [
        ("open Keys", "tapped"),
        ("press the Escape key", "pressed"),
        ("expand Late", "tapped"),
        ("open Late", "it was open already"),
        ("expand Late", "it was expanded already"),
        ("expand Show all", "tapped"),
        ("expand Terms", "tapped"),
        ("collapse Terms", "tapped"),
        ("collapse Terms", "it was collapsed already"),
        ("switch to the One tab", "it was selected already"),
        ("switch to the Three tab", "tapped"),
        ("open the Three tab", "it was selected already"),
        ("close the News dialog", "tapped"),
    ] {
        let done = case.act(sentence).await;
        assert!(done.contains(part), "{sentence}: {done}");
    }
    case.shown.run("keys.showModal()").await;
    let done = case.act("close the Keys dialog").await;
    assert!(done.starts_with("pressed Escape"), "{done}");
    case.shown.close().await;
}
