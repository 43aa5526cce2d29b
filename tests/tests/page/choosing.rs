use e2e::Code;
use e2e::config::Timeouts;
use e2e::page::Page;
use e2e::page::verb::Verb;
use e2e_tests::pages::{Shown, find};
use std::sync::Arc;
use std::time::Duration;

#[tokio::test]
async fn checkboxes_are_brought_into_a_state_and_never_flipped() {
    let shown = Shown::start().await;
    shown.write(r#"<style>.v { position: absolute; opacity: 0; width: 0; height: 0 }</style>
        <label><input type=checkbox class=v>Terms and <a href="/roles.html">conditions</a></label>
        <div role=switch aria-checked=false tabindex=0 onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">Dark</div>
        <label><input type=radio name=r checked>Slow</label><label><input type=radio name=r>Fast</label>
        <input type=checkbox aria-label=Stuck onclick="event.preventDefault()"><button>Plain</button>"#).await;
    for (role, name) in [
        ("checkbox", "Terms and conditions"),
        ("switch", "Dark"),
        ("radio", "Fast"),
    ] {
        let target = shown.id(role, name);
        let check = |checked| Verb::Check {
            target: target.clone(),
            checked,
        };
        let effect = shown.perform(check(true)).await.unwrap();
        assert!(!effect.already && effect.visible, "{name}");
        assert_eq!(
            find(&effect.after, role, name).states.checked,
            Some(e2e::page::node::Tristate::True),
            "{name}"
        );
        let effect = shown.perform(check(true)).await.unwrap();
        assert!(effect.already, "{name}");
        assert_eq!(
            find(&effect.after, role, name).states.checked,
            Some(e2e::page::node::Tristate::True),
            "{name}"
        );
    }
    for (role, name, checked, code) in [
        ("checkbox", "Stuck", true, Code::ActionFailed),
        ("radio", "Fast", false, Code::NotActionable),
        ("button", "Plain", true, Code::NotActionable),
    ] {
        let target = shown.id(role, name);
        let error = shown
            .perform(Verb::Check { target, checked })
            .await
            .unwrap_err();
        assert_eq!(error.code(), code, "{name}: {error:?}");
    }
    shown.close().await;
}

const LISTS: &str = r#"
<select aria-label="Plan" onchange="document.title = 'changed ' + this.value"><option value=f>Free<option value=p>Pro<option disabled>Team<option>Twin<option>Twin</select>
<select aria-label="Late" id="late"></select>
<script>setTimeout(() => late.add(new Option("Arrived")), 500)</script>
<button role="combobox" aria-expanded="false" aria-controls="colours" aria-label="Colour" id="combo">None</button>
<ul role="listbox" id="colours" hidden><li role="option">Red</li><li role="option">Blue</li></ul>
<script>
combo.onclick = () => { colours.hidden = false; combo.setAttribute("aria-expanded", "true") };
for (const o of colours.children) o.onclick = () => { combo.textContent = o.textContent; colours.hidden = true; combo.setAttribute("aria-expanded", "false") };
</script>
<div role="listbox" aria-label="Size"><div role="option" aria-selected="false" onclick="this.setAttribute('aria-selected', 'true')">Large</div></div>"#;

#[tokio::test]
async fn options_are_chosen_by_their_label_in_any_kind_of_list() {
    let mut shown = Shown::start().await;
    shown.write(LISTS).await;
    let select = async |shown: &Shown, role: &str, name: &str, option: &str| {
        let target = shown.id(role, name);
        let option = option.into();
        shown.perform(Verb::Select { target, option }).await
    };
    let effect = select(&shown, "combobox", "Plan", "pro").await.unwrap();
    assert_eq!(
        find(&effect.after, "combobox", "Plan").value.as_deref(),
        Some("Pro")
    );
    assert_eq!(shown.run("return document.title").await, "changed p");
    assert!(
        select(&shown, "combobox", "Plan", "Pro")
            .await
            .unwrap()
            .already
    );
    select(&shown, "combobox", "Late", "Arrived").await.unwrap();
    let effect = select(&shown, "combobox", "Colour", "Blue").await.unwrap();
    assert_eq!(
        find(&effect.after, "combobox", "Colour").value.as_deref(),
        Some("Blue")
    );
    assert_eq!(effect.target, "combobox \"Colour\"");
    let effect = select(&shown, "listbox", "Size", "Large").await.unwrap();
    assert_eq!(
        find(&effect.after, "option", "Large").states.selected,
        Some(true)
    );
    shown.hurry();
    shown.page.observe().await.unwrap();
    for (option, code, said) in [
        ("Gold", Code::LocatorNotFound, "its options: Free, Pro"),
        ("Twin", Code::LocatorAmbiguous, "2 options read"),
        ("Team", Code::NotActionable, "is disabled"),
    ] {
        let error = select(&shown, "combobox", "Plan", option)
            .await
            .unwrap_err();
        assert_eq!(error.code(), code, "{error:?}");
        assert!(format!("{error:?}").contains(said), "{error:?}");
    }
    shown.close().await;
}

#[tokio::test]
async fn a_choice_of_a_closed_list_can_be_tapped_and_a_list_does_not_block() {
    let mut shown = Shown::start().await;
    shown.write(r#"<select aria-label="Plan"><option>Free<option>Pro<option disabled>Team</select><button onclick="this.textContent = 'Done'">Go</button>"#).await;
    let effect = shown.tap("option", "Pro").await.unwrap();
    assert_eq!(
        find(&effect.after, "combobox", "Plan").value.as_deref(),
        Some("Pro")
    );
    assert!(effect.visible);
    // The list itself opens a menu of the system, which must not swallow what follows.
    shown.tap("combobox", "Plan").await.unwrap();
    let effect = shown.tap("button", "Go").await.unwrap();
    find(&effect.after, "button", "Done");
    shown.hurry();
    shown.page.observe().await.unwrap();
    let error = shown.tap("option", "Team").await.unwrap_err();
    assert_eq!(error.code(), Code::NotActionable, "{error:?}");
    shown.close().await;
}

#[tokio::test]
async fn a_choice_the_list_does_not_take_is_an_error() {
    let shown = Shown::start().await;
    shown.write("<div role=combobox tabindex=0 aria-label=Plan aria-controls=l aria-expanded=false onclick=\"l.hidden=false\">Basic</div>
        <ul id=l role=listbox hidden><li role=option onclick=\"l.hidden=true\">Pro</ul>").await;
    let target = shown.id("combobox", "Plan");
    let option = "Pro".into();
    let error = shown
        .perform(Verb::Select { target, option })
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
    assert!(format!("{error:?}").contains("Basic"), "{error:?}");
    shown.close().await;
}

/// A list that shows what fits the text beside it: a choice that is not there leaves the
/// text as it was.
#[tokio::test]
async fn a_choice_that_is_not_there_leaves_the_filter_as_it_was() {
    let mut shown = Shown::start().await;
    shown
        .write(
            "<input id=city role=combobox aria-label=City aria-controls=l aria-expanded=false value=Oslo>
             <ul id=l role=listbox hidden></ul><script>
             const draw = () => {
               const fit = ['Oslo', 'Bergen'].filter(one => one.startsWith(city.value));
               l.innerHTML = fit.map(one => '<li role=option>' + one).join('');
               l.hidden = false; city.ariaExpanded = 'true';
             };
             city.onfocus = city.oninput = draw;
             l.onmousedown = event => { city.value = event.target.textContent; l.hidden = true; city.ariaExpanded = 'false' };
             </script>",
        )
        .await;
    // The list is drawn with the text, so nothing comes later.
    let mut timeouts = Timeouts::default();
    timeouts.expect = Duration::from_millis(400);
    let wire = shown.page.engine().wire().clone();
    shown.page = Arc::new(Page::new(wire, timeouts));
    shown.page.observe().await.unwrap();
    let target = shown.id("combobox", "City");
    let option = "Atlantis".to_owned();
    let error = shown
        .perform(Verb::Select { target, option })
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}");
    assert_eq!(shown.run("return city.value").await, "Oslo");
    // One that the text does not fit yet is found by it.
    let (target, option) = (shown.id("combobox", "City"), "Bergen".to_owned());
    shown
        .perform(Verb::Select { target, option })
        .await
        .unwrap();
    assert_eq!(shown.run("return city.value").await, "Bergen");
    shown.close().await;
}
