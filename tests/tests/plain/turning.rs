//! What turns into something else while it is used.

use super::Case;

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
