//! The focus, and what is typed where it is.

use super::Case;

#[tokio::test]
async fn the_focus_is_brought_without_a_press() {
    let case = Case::open(
        r#"<p role=status id=out></p>
        <button onclick="out.textContent = 'Deleted'">Delete all</button>
        <label><input type=checkbox id=news> News</label>
        <label>Email <input onfocus="out.textContent = 'Email'"></label>
        <label>Code <input disabled></label>
        <h2>Title</h2>
        <svg width=60 height=40 style="display: block"><g role=checkbox aria-label="Seat B4" aria-checked=false tabindex=0
          onclick="this.setAttribute('aria-checked', true)"><rect width=40 height=40></rect></g></svg>
        <table role=grid aria-label=Sheet><tr><td role=gridcell tabindex=0 id=cell>10</td></tr></table>
        <script>
          cell.onkeydown = (event) => {
            if (cell.firstElementChild || event.key.length > 1) return;
            cell.innerHTML = '<input aria-label=Cell>';
            cell.firstChild.focus();
            cell.firstChild.onkeydown = (event) => {
              if (event.key === 'Enter') { out.textContent = 'Cell ' + cell.firstChild.value; cell.textContent = cell.firstChild.value; }
            };
          };
        </script>"#,
    )
    .await;
    for (sentence, what) in [
        ("focus on the \"Delete all\" button", "Delete all"),
        ("focus on the News checkbox", "News"),
        ("focus on News", "News"),
        ("focus on the \"Seat B4\" checkbox", "\"Seat B4\" checkbox"),
        ("focus on the Email field", "Email"),
        ("focus the Email field", "Email"),
    ] {
        let done = case.act(sentence).await;
        assert!(done.starts_with("focused "), "{sentence}: {done}");
        let said = case.check(&format!("{what} is focused")).await;
        assert!(!said.contains("ASSERTION"), "{sentence}: {said}");
    }
    assert_eq!(case.out().await, "Email");
    let state =
        "return [news.checked, document.querySelector('g').getAttribute('aria-checked')].join()";
    assert_eq!(case.shown.run(state).await, "false,false");
    let said = case.act("focus on the heading \"Title\"").await;
    assert!(said.starts_with("NOT_ACTIONABLE"), "{said}");
    assert!(said.contains("takes no focus"), "{said}");
    let done = case
        .act("click the \"10\" cell, type \"25\" and press Enter")
        .await;
    assert_eq!(case.out().await, "Cell 25", "{done}");
    // Keys that press what has the focus are no typing.
    case.act("focus on the \"Delete all\" button").await;
    let said = case.act("type \"a b\"").await;
    assert!(said.contains("no field has the focus"), "{said}");
    assert_eq!(case.out().await, "Cell 25");
    case.shown.close().await;
}

#[tokio::test]
async fn what_is_typed_at_the_focus_is_added() {
    let case = Case::open(
        r#"<label>Name <input id=named value=abc></label><label>Word <input type=password id=word></label>
        <label>Note <textarea id=note>abc</textarea></label>
        <div contenteditable role=textbox aria-label=Text id=text>abc</div>
        <label>Excess <input type=range min=0 max=500 step=10 value=100></label>
        <label>Price <input type=range max=500 value=100></label><label>Price <input id=price></label>
        <label>Seek bar <input type=range id=seek></label><label>Seek time <input id=time></label>
        <p role=status id=out></p>"#,
    )
    .await;
    for (sentence, script, holds) in [
        ("focus on Name and type \"x\"", "named.value", "abcx"),
        ("focus on Note and type \"x\"", "note.value", "abcx"),
        ("type \"yz\"", "note.value", "abcxyz"),
        (
            "focus on Word and type \"pw\", then type \"pw\"",
            "word.value",
            "pwpw",
        ),
        (
            "type \"hi\" into Text, then type \" you\"",
            "text.innerText",
            "hi you",
        ),
        ("fill Name with \"new\"", "named.value", "new"),
        (
            "set Excess to 300",
            "document.querySelector('input[type=range]').value",
            "300",
        ),
        (
            "fill Excess with \"350\"",
            "document.querySelector('input[type=range]').value",
            "350",
        ),
        // A field of that name goes before a slider, a slider of just that name before a
        // field with a longer one.
        ("fill Price with \"7\"", "price.value", "7"),
        ("fill \"Seek bar\" with \"90\"", "seek.value", "90"),
    ] {
        let done = case.act(sentence).await;
        let script = format!("return ({script}).replace('\\u00a0', ' ')");
        assert_eq!(case.shown.run(&script).await, holds, "{sentence}: {done}");
    }
    case.shown.close().await;
}
