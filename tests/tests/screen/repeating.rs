//! Verbs several times in a row, and controls that are moved to a value.

use super::{Case, refused};
use e2e::Code;
use e2e::page::verb::Direction;
use e2e::screen::Role;

const CONTROLS: &str = r#"<title>Controls</title><p id=out></p>
<div id=keys role=slider tabindex=0 aria-label=Keys aria-valuemin=0 aria-valuemax=10 aria-valuenow=5 style="width:100px;height:20px;background:#ddd"></div>
<div id=even role=slider tabindex=0 aria-label=Even aria-valuemin=0 aria-valuemax=10 aria-valuenow=0 style="width:100px;height:20px;background:#ddd"></div>
<div id=track style="width:300px;height:20px;background:#ddd;position:relative"><div id=thumb role=slider aria-label=Thumb aria-valuemin=0 aria-valuemax=60 aria-valuenow=0 style="position:absolute;left:0;width:20px;height:20px;background:#36c"></div></div>
<div id=spin role=spinbutton tabindex=0 aria-label=Guests aria-valuemin=1 aria-valuemax=9 aria-valuenow=2>2</div>
<a id=go tabindex=0 role=link>Leave</a>
<div style="height:6000px"></div><p>The end</p>
<script>
const at = (el) => +el.getAttribute("aria-valuenow");
const set = (el, v) => { el.setAttribute("aria-valuenow", v); };
let pressed = 0;
keys.onkeydown = (e) => { pressed++; const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key]; if (by) set(keys, at(keys) + by); out.textContent = pressed + " keys"; };
even.onkeydown = (e) => { const by = { ArrowRight: 2, ArrowLeft: -2 }[e.key]; if (by) set(even, at(even) + by); };
spin.onkeydown = (e) => { const by = { ArrowUp: 1, ArrowDown: -1 }[e.key]; if (by) set(spin, spin.textContent = at(spin) + by); };
let held = false;
thumb.onpointerdown = (e) => { held = true; thumb.setPointerCapture(e.pointerId); };
thumb.onpointermove = (e) => { if (!held) return; const r = track.getBoundingClientRect(); const v = Math.round(Math.max(0, Math.min(1, (e.clientX - r.left - 10) / 280)) * 60); set(thumb, v); thumb.style.left = v / 60 * 280 + "px"; };
thumb.onpointerup = () => { held = false; };
go.onkeydown = () => { location = "/blank.html"; };
</script>"#;

#[tokio::test]
async fn a_control_on_a_scale_is_moved_to_its_value_by_keys_or_by_a_drag() {
    let case = Case::open(CONTROLS).await;
    let slider = |name| case.screen.get_by_role((Role::Slider, name));
    let value = async |id: &str| {
        let script =
            format!("return document.getElementById({id:?}).getAttribute('aria-valuenow')");
        case.shown.run(&script).await.as_str().unwrap().to_owned()
    };
    slider("Keys").fill("8").await.unwrap();
    assert_eq!(value("keys").await, "8");
    assert_eq!(case.out().await, "3 keys");
    // It is there already, so nothing is sent.
    slider("Keys").fill("8").await.unwrap();
    assert_eq!(case.out().await, "3 keys");
    // No keys are heard there.
    slider("Thumb").fill("45").await.unwrap();
    assert_eq!(value("thumb").await, "45");
    let guests = case.screen.get_by_role((Role::SpinButton, "Guests"));
    guests.fill("7").await.unwrap();
    assert_eq!(value("spin").await, "7");
    for wrong in ["12", "many"] {
        refused(
            slider("Keys").fill(wrong).await,
            Code::InvalidArgument,
            &["Keys", wrong, "nothing was sent"],
        );
    }
    assert_eq!(value("keys").await, "8");
    // Its steps lead past it.
    refused(
        slider("Even").fill("5").await,
        Code::ActionFailed,
        &["Even", "not at 5"],
    );
    case.shown.close().await;
}

#[tokio::test]
async fn keys_and_scrolls_are_repeated_and_end_early_where_they_must() {
    let case = Case::open(CONTROLS).await;
    let keys = case.screen.get_by_role((Role::Slider, "Keys"));
    keys.press_times("ArrowRight", 3).await.unwrap();
    assert_eq!(case.out().await, "3 keys");
    let actions = |case: &Case| case.journal.steps().pop().unwrap().actions.len();
    assert_eq!(actions(&case), 3, "each time is an action");
    for wrong in [0, 21] {
        let part = format!("not {wrong}");
        refused(
            keys.press_times("ArrowRight", wrong).await,
            Code::InvalidArgument,
            &["1 to 20 times", &part],
        );
    }
    assert_eq!(case.out().await, "3 keys");
    case.screen.scroll(Direction::Down, 2).await.unwrap();
    assert_eq!(actions(&case), 2);
    case.screen.scroll(Direction::Down, 20).await.unwrap();
    let scrolls = actions(&case);
    assert!((5..20).contains(&scrolls), "{scrolls}: the page ended");
    case.screen.scroll(Direction::Up, 1).await.unwrap();
    // The second key would reach whatever has the focus on the next page.
    let link = case.screen.get_by_role((Role::Link, "Leave"));
    refused(
        link.press_times("Enter", 5).await,
        Code::ActionFailed,
        &["left after 1 of 5 times"],
    );
    case.shown.close().await;
}
