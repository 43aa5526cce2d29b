//! What turns into something else while it is used, and what shows only by its colours.

use super::Case;

#[tokio::test]
async fn a_list_drawn_anew_in_other_colours_has_changed() {
    let case = Case::open(
        r#"<style>.on { background: #def } .off { background: #fff }</style>
        <div id=list tabindex=0 role=list aria-label=Messages></div>
        <div id=dead tabindex=0 role=list aria-label=Notes></div>
        <script>
          let at = 0;
          const draw = (box, at) => {
            box.innerHTML = '';
            for (const [i, name] of ['One', 'Two', 'Three'].entries()) {
              const row = document.createElement('div');
              row.setAttribute('role', 'listitem');
              row.className = i === at ? 'row on' : 'row off';
              row.textContent = name;
              box.append(row);
            }
          };
          draw(list, 0); draw(dead, 0);
          list.onkeydown = (event) => { if (event.key === 'j') { at++; draw(list, at); } };
          // Drawn anew, and looking just the same.
          dead.onkeydown = () => draw(dead, 0);
        </script>"#,
    )
    .await;
    let done = case
        .act("focus on the Messages list, then press the j key")
        .await;
    assert!(done.contains("pressed j"), "{done}");
    let refused = case
        .act("focus on the Notes list, then press the k key")
        .await;
    assert!(refused.starts_with("ACTION_NO_EFFECT"), "{refused}");
    case.shown.close().await;
}

#[tokio::test]
async fn a_row_that_becomes_another_one_at_the_press_is_not_pressed() {
    let case = Case::open(
        r#"<p role=status id=out></p>
        <table id=months><tr><td>March<td><button>Delete</button><tr><td>April<td><button>Delete</button></table>
        <ul><li>Mug <button id=more>More</button> <span id=state>1 left</span></ul>
        <dl><dt>Seats</dt><dd>3 <button onclick="out.textContent = 'seats'">Edit</button></dd>
          <dt>Plan</dt><dd>Pro <button onclick="out.textContent = 'plan'">Edit</button></dd></dl>
        <script>
          for (const button of months.querySelectorAll('button')) {
            const cell = button.closest('tr').cells[0];
            button.onclick = () => { out.textContent += 'deleted ' + cell.textContent; };
            button.onpointerdown = () => { cell.textContent = cell.textContent === 'March' ? 'April' : 'March'; };
          }
          // A row may well say that something is under way.
          more.onpointerdown = () => { state.textContent = 'Ordering'; };
          more.onclick = () => { out.textContent = 'more'; };
        </script>"#,
    )
    .await;
    let refused = case.act("click Delete in the row \"March\"").await;
    assert!(!refused.starts_with("tapped"), "{refused}");
    assert_eq!(case.out().await, "", "{refused}");
    for (sentence, out) in [
        ("click More in the \"Mug\" list item", "more"),
        ("click Edit next to Seats", "seats"),
        ("click Edit next to Plan", "plan"),
    ] {
        let done = case.act(sentence).await;
        assert_eq!(case.out().await, out, "{sentence}: {done}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn who_is_looked_up_by_name_is_chosen() {
    let case = Case::open(
        r#"<div role=dialog aria-label="New message">
          <div>To <span id=chips></span><input id=to role=combobox aria-label=To aria-expanded=false aria-controls=people>
            <div id=people role=listbox aria-label=People hidden></div></div>
          <label>Subject <input></label><button>Send</button><button>Discard</button></div>
        <label>File <input type=file></label>
        <script>
          const names = ['Grace Hopper', 'Grace Kelly', 'Ada Lovelace'];
          to.oninput = () => {
            people.replaceChildren(...names.filter((name) => to.value && name.toLowerCase().includes(to.value.toLowerCase())).map((name) => {
              const option = document.createElement('div');
              option.setAttribute('role', 'option');
              option.textContent = `${name} <${name.split(' ')[0].toLowerCase()}@example.com>`;
              // At the press, so that the field keeps the focus.
              option.onmousedown = (event) => {
                event.preventDefault();
                chips.innerHTML += `<span>${name}</span> `;
                to.value = '';
                people.hidden = true;
              };
              return option;
            }));
            people.hidden = !people.childElementCount;
            to.setAttribute('aria-expanded', String(!people.hidden));
          };
        </script>"#,
    )
    .await;
    let chips = "return chips.textContent.trim()";
    case.act("type \"Ada\" into To").await;
    let done = case.act("click \"Ada Lovelace <ada@example.com>\"").await;
    assert_eq!(case.shown.run(chips).await, "Ada Lovelace", "{done}");
    for sentence in [
        "select \"Grace Hopper\" from To",
        "select \"Grace Kelly <grace@example.com>\" from To",
    ] {
        let done = case.act(sentence).await;
        assert!(done.starts_with("chose"), "{sentence}: {done}");
    }
    assert_eq!(
        case.shown.run(chips).await,
        "Ada Lovelace Grace Hopper Grace Kelly"
    );
    // What shows as a button is found as a field; here it may take no file at all.
    let refused = case.act("upload \"data/none.csv\" to the File field").await;
    assert!(refused.starts_with("POLICY_DENIED"), "{refused}");
    let held = case
        .check("the dialog contains a Send button and a Discard button")
        .await;
    assert!(!held.contains("ASSERTION"), "{held}");
    let denied = case
        .check("the dialog contains a Send button and a Delete button")
        .await;
    assert!(denied.contains("ASSERTION_FAILED"), "{denied}");
    case.shown.close().await;
}
