//! Lists that draw on the way, boards, and fields that hand the focus on.

use super::Case;

#[tokio::test]
async fn what_is_drawn_on_the_way_is_scrolled_to() {
    let case = Case::open(
        r#"<title>Orders</title><h1>Orders</h1>
        <div id=box style="height: 300px; overflow: auto; position: relative" role=list tabindex=0>
          <div id=all style="height: 3300px"></div></div>
        <script>
          const draw = () => {
            const first = Math.min(Math.floor(box.scrollTop / 30), 98);
            all.replaceChildren(...Array.from({ length: 12 }, (_, i) => {
              const item = document.createElement('div');
              item.setAttribute('role', 'listitem');
              item.textContent = `Order ${first + i}`;
              item.style.cssText = `position: absolute; top: ${(first + i) * 30}px; height: 30px`;
              return item;
            }));
          };
          box.onscroll = draw; draw();
        </script>"#,
    )
    .await;
    let done = case.act("scroll to \"Order 90\"").await;
    let shown = "return [...document.querySelectorAll('[role=listitem]')].some((item) => {
        const [row, frame] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
        return item.textContent === 'Order 90' && row.top >= frame.top && row.bottom <= frame.bottom;
      }) ? 'seen' : 'out of view'";
    assert_eq!(case.shown.run(shown).await, "seen", "{done}");
    // One that was drawn outside of the box is not in view yet.
    let done = case.act("scroll to the \"Order 96\" list item").await;
    let next = shown.replace("90", "96");
    assert_eq!(case.shown.run(&next).await, "seen", "{done}");
    // What is nowhere is still said to be nowhere, and a part of a name is no name.
    let said = case.act("scroll to \"Order 9000\"").await;
    assert!(said.starts_with("LOCATOR_NOT_FOUND"), "{said}");
    case.shown.close().await;
}

#[tokio::test]
async fn what_stands_in_boxes_and_boards_is_acted_on() {
    let case = Case::open(
        r#"<title>Board</title><h1>Board</h1><p role=status id=out></p>
        <button id=plus onclick="out.textContent = this.dataset.n = +(this.dataset.n || 0) + 1">+</button>
        <label><input type=checkbox id=all> Select all</label><script>all.indeterminate = true</script>
        <label>Zone <select><option>Berlin<option>Lima</select></label>
        <table><tr><th>File<tr tabindex=0 onkeydown="if (event.key === 'F2') out.textContent = 'Renaming'"><td>notes.txt<td>4 KB</table>
        <ul aria-label="In progress" id=doing style="min-height: 60px" ondragover="event.preventDefault()"
          ondrop="this.append(document.getElementById('card')); out.textContent = 'Dropped'"><li>Other</ul>
        <ul><li draggable=true id=card style="width: 200px"><span>Fix login bug</span> <button>Move</button></ul>
        <div role=group aria-label=Code>
          <input maxlength=1 aria-label="Digit 1"><input maxlength=1 aria-label="Digit 2"><input maxlength=1 aria-label="Digit 3"></div>
        <script>
          const digits = [...document.querySelectorAll('[maxlength]')];
          digits.forEach((digit, n) => digit.oninput = () => digits[n + 1]?.focus());
        </script>"#,
    )
    .await;
    for (sentence, part) in [
        ("click \"+\" 3 times", "tapped"),
        ("click the row \"notes.txt\" and press F2", "pressed F2"),
        ("type \"406\" into Digit 1", "spread it over the fields"),
    ] {
        let done = case.act(sentence).await;
        assert!(done.contains(part), "{sentence}: {done}");
    }
    for (sentence, holds) in [
        ("the \"+\" button is visible", true),
        ("the status says Renaming", true),
        ("the Select all checkbox is partially checked", true),
        ("the Select all checkbox is not partially checked", false),
        ("the first list item is \"Other\"", true),
        ("the Digit 3 field has value \"6\"", true),
        ("the first row shows \"4 KB\"", true),
    ] {
        let said = case.check(sentence).await;
        assert_eq!(!said.starts_with("ASSERTION"), holds, "{sentence}: {said}");
    }
    // What does not fit the boxes was not typed.
    let said = case.act("fill Digit 1 with \"4061\"").await;
    assert!(said.starts_with("ACTION_FAILED"), "{said}");
    let done = case
        .act("drag the \"Fix login bug\" list item to In progress")
        .await;
    // Firefox drops nothing that its driver drags, and is not asked to.
    match case.shown.is_firefox() {
        true => assert!(done.starts_with("AUTOMATION_UNSUPPORTED"), "{done}"),
        false => assert_eq!(case.out().await, "Dropped", "{done}"),
    }
    case.shown.close().await;
}

#[tokio::test]
async fn what_is_meant_is_what_a_person_sees() {
    let case = Case::open(
        r#"<title>Mail</title>
        <h1 style="color: transparent; background: #ddd">Ada Lovelace</h1>
        <p role=status id=out></p><p role=status aria-label=Success>Failure</p>
        <button onclick="out.textContent = 'Opened'" aria-label="Unread: Grace Hopper - Bug found"><b>Grace Hopper</b> - <span>Bug found</span></button>
        <table><tr><th><button onclick="out.textContent = 'Sorted'">Age</button><th>Name<tr><td>3<td>Ann</table>
        <button id=remove onclick="if (confirm('Sure?')) out.textContent = 'Removed'">Remove</button>"#,
    )
    .await;
    for (sentence, out) in [
        ("click the text \"Bug found\"", "Opened"),
        ("click the \"Age\" column header", "Sorted"),
    ] {
        let done = case.act(sentence).await;
        assert_eq!(case.out().await, out, "{sentence}: {done}");
    }
    for (sentence, part) in [
        ("the heading \"Ada Lovelace\" is visible", "nobody can see"),
        ("the second status is \"Success\"", "found: \"Failure\""),
    ] {
        let said = case.check(sentence).await;
        assert!(said.starts_with("ASSERTION_FAILED"), "{sentence}: {said}");
        assert!(said.contains(part), "{sentence}: {said}");
    }
    let said = case.act("click Remove").await;
    assert!(said.contains("then accept the dialog"), "{said}");
    case.shown.close().await;
}

/// A conversation that begins at its end and loads what is older above it.
const OLDER: &str = "<div id=box role=log aria-label=Chat style='height: 200px; overflow: auto'></div>
    <script>
    let first = 60, busy = false;
    const draw = from => { for (let n = first - 1; n >= from; n--) box.insertAdjacentHTML('afterbegin', '<p>Message ' + n + '</p>'); first = from };
    draw(40);
    box.scrollTop = 9999;
    box.onscroll = () => {
        if (busy || box.scrollTop > 50 || first === 0) return;
        busy = true;
        setTimeout(() => { const height = box.scrollHeight; draw(first - 20); box.scrollTop += box.scrollHeight - height; busy = false }, 100);
    };
    </script>";

#[tokio::test]
async fn what_is_older_is_looked_for_upwards() {
    let case = Case::open(OLDER).await;
    let done = case.act("scroll up to \"Message 3\"").await;
    assert!(done.contains("scrolled to"), "{done}");
    let held = case.check("the page shows \"Message 3\"").await;
    assert!(!held.starts_with("ASSERTION_FAILED"), "{held}");
    let refused = case.act("scroll up to \"Message 77\"").await;
    assert!(refused.starts_with("LOCATOR_NOT_FOUND"), "{refused}");
    case.shown.close().await;
}
