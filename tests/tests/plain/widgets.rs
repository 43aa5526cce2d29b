//! Lists behind buttons, items that hold items, drawings, grids.

use super::Case;

#[tokio::test]
async fn a_button_that_opens_a_list_is_a_dropdown() {
    let case = Case::open(
        r#"<p role=status id=out></p>
        <button id=plan aria-haspopup=listbox aria-expanded=false aria-label=Plan aria-controls=plans>Free</button>
        <ul role=listbox id=plans aria-label=Plan hidden><li role=option aria-selected=true>Free<li role=option aria-selected=false>Pro<li role=option aria-selected=false>Gone</ul>
        <span id=label>Size</span>
        <button id=size aria-haspopup=listbox aria-expanded=false aria-labelledby="label size">Small</button>
        <div id=layer></div>
        <script>
          const show = (open) => { plans.hidden = !open; plan.setAttribute('aria-expanded', open); };
          plan.onclick = () => show(plans.hidden);
          plans.onclick = (event) => {
            const option = event.target.closest('[role=option]');
            show(false);
            if (option.textContent === 'Gone') return;
            plan.textContent = option.textContent;
          };
          size.onclick = () => {
            size.setAttribute('aria-expanded', true);
            layer.innerHTML = '<ul role=listbox aria-labelledby=label><li role=option>Small<li role=option>Large</ul>';
            layer.onclick = (event) => {
              size.textContent = event.target.textContent;
              size.setAttribute('aria-expanded', false);
              layer.textContent = '';
            };
          };
        </script>"#,
    )
    .await;
    for (sentence, script, shown) in [
        ("select Pro from Plan", "plan.textContent", "Pro"),
        (
            "choose Free in the Plan dropdown",
            "plan.textContent",
            "Free",
        ),
        ("set Plan to Pro", "plan.textContent", "Pro"),
        (
            "click Plan, then choose Free in Plan",
            "plan.textContent",
            "Free",
        ),
        ("select Large from Size", "size.textContent", "Large"),
        (
            "choose \"Small\" in the Size dropdown",
            "size.textContent",
            "Small",
        ),
    ] {
        let done = case.act(sentence).await;
        let is = case.shown.run(&format!("return {script}")).await;
        assert_eq!(is, shown, "{sentence}: {done}");
    }
    let said = case.act("select Gone from Plan").await;
    assert!(said.contains("does not show \"Gone\""), "{said}");
    let said = case.act("select Huge from Plan").await;
    assert!(said.contains("has no option \"Huge\""), "{said}");
    case.shown.close().await;
}

#[tokio::test]
async fn an_item_is_pressed_in_its_own_row() {
    let case = Case::open(
        r#"<p role=status id=out></p>
        <ul role=tree aria-label=Files><li role=treeitem id=src aria-expanded=true aria-labelledby=name><span id=name>src</span>
          <ul role=group><li role=treeitem>main.rs<li role=treeitem>lib.rs<li role=treeitem>text.rs</ul></ul>
        <ul aria-label=Topics><li aria-label=Rust>Rust <ul><li>Macros<li>Traits<li>Async</ul></ul>
        <svg width=90 height=50 style="display: block"><circle cx=20 cy=20 r=15 style="cursor: pointer" id=exit><title>Exit</title></circle>
          <rect x=50 width=30 height=30><title>Wall</title></rect></svg>
        <table role=grid><tr><th scope=row>5<td role=gridcell tabindex=0>5<td role=gridcell tabindex=0>7</table>
        <script>
          document.onclick = (event) => {
            const item = event.target.closest('li, circle, th, td');
            if (!item) return;
            out.textContent = item.id || item.firstChild.textContent.trim() + ' ' + item.localName;
            if (item === src) src.setAttribute('aria-expanded', src.getAttribute('aria-expanded') !== 'true');
          };
          exit.addEventListener('click', () => {});
        </script>"#,
    )
    .await;
    for (sentence, out) in [
        ("collapse src", "src"),
        ("expand src", "src"),
        ("click the src tree item", "src"),
        ("click the Rust list item", "Rust li"),
        ("click Exit", "exit"),
        ("click the \"5\" cell", "5 td"),
    ] {
        let done = case.act(sentence).await;
        assert_eq!(case.out().await, out, "{sentence}: {done}");
    }
    for (sentence, holds) in [
        ("src is collapsed", true),
        ("there is 1 \"5\" cell", true),
        ("there is no listbox", true),
        ("the Files listbox is visible", false),
    ] {
        let said = case.check(sentence).await;
        assert_eq!(!said.contains("ASSERTION"), holds, "{sentence}: {said}");
        assert!(!said.contains("MODEL_"), "{sentence}: {said}");
    }
    // Items that have no names, and hold several things.
    case.shown
        .write(
            r#"<style>[role=listitem] { position: absolute; left: 0; width: 400px }</style>
            <div role=list aria-label=Messages style="position: relative; height: 60px">
              <div role=listitem style="top: 0"><input type=checkbox aria-label="Select Lunch"> <span>Ada – Lunch on Friday</span> <button>Archive</button></div>
              <div role=listitem style="top: 30px"><input type=checkbox aria-label="Select Tea"> <span>Bob – Tea</span> <button>Archive</button></div>
            </div><div style="height: 2000px"></div><button onclick="window.scrollTo(0, 0)">Back to top</button><p id=out role=status></p>
            <script>onclick = (event) => { const item = event.target.closest('[role=listitem]'); if (item) out.textContent = item.textContent.trim(); };</script>"#,
        )
        .await;
    let done = case.act("click the list item \"Lunch on Friday\"").await;
    let out = case.out().await;
    assert!(out.starts_with("Ada – Lunch"), "{out}: {done}");
    let refused = case.act("click the list item \"Dinner\"").await;
    assert!(refused.starts_with("LOCATOR_NOT_FOUND"), "{refused}");
    let done = case.act("click Back to top").await;
    assert!(done.starts_with("tapped"), "{done}");
    case.shown.close().await;
}
