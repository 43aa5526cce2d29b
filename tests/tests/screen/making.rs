//! Controls of every make: custom elements, drawings, parts of a picture, masked fields.

use super::{Case, refused};
use e2e::Code;
use e2e::screen::{Role, expect};
use std::time::Duration;

/// Nothing here comes later.
const ONCE: Duration = Duration::from_millis(1);

#[tokio::test]
async fn custom_elements_are_what_they_say_of_themselves() {
    let case = Case::open(
        "<my-switch id=wifi>Wifi</my-switch><label for=shade>Shade</label><my-box id=shade tabindex=0></my-box>
         <script>
           class Box extends HTMLElement { static formAssociated = true; inner = this.attachInternals(); }
           customElements.define('my-box', class extends Box { constructor() { super(); this.inner.role = 'textbox' } });
           customElements.define('my-switch', class extends Box {
             constructor() { super(); this.inner.role = 'switch'; this.inner.ariaChecked = 'false'; this.tabIndex = 0;
               this.onclick = () => this.inner.ariaChecked = this.inner.ariaChecked === 'true' ? 'false' : 'true' }
           });
         </script>",
    )
    .await;
    // Nothing can be run before a page's own scripts there.
    if case.shown.is_firefox() {
        return case.shown.close().await;
    }
    let screen = &case.screen;
    let wifi = screen.get_by_role((Role::Switch, "Wifi"));
    expect(wifi.clone()).to_be_unchecked().await.unwrap();
    wifi.click().await.unwrap();
    expect(wifi.clone()).to_be_checked().await.unwrap();
    // What it says so is no attribute.
    assert_eq!(wifi.get_attribute("role").await.unwrap(), None);
    for shade in [
        screen.get_by_label("Shade"),
        screen.get_by_role((Role::Textbox, "Shade")),
    ] {
        assert_eq!(shade.get_attribute("id").await.unwrap().unwrap(), "shade");
    }
    let traces = "const inner = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'attachInternals');
         return [inner.value.name, inner.value.length, inner.writable, inner.enumerable, inner.configurable,
           '' + Reflect.ownKeys(wifi.inner), wifi.inner instanceof ElementInternals].join()";
    assert_eq!(
        case.shown.run(traces).await,
        "attachInternals,0,true,true,true,,true"
    );
    case.shown.close().await;
}

#[tokio::test]
async fn drawn_controls_and_areas_are_found_and_told_of() {
    let case = Case::open(
        "<svg width=200 height=80><a href='#far'><text y=20>Details</text></a>
           <g role=button tabindex=0 aria-label=Zoom aria-disabled=true><rect y=30 width=40 height=40></rect></g>
           <g role=checkbox tabindex=0 aria-checked=true aria-label=Grid data-testid=grid><rect x=60 y=30 width=40 height=40></rect></g></svg>
         <img usemap='#plan' alt=Plan width=300 height=200 src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'>
         <map name=plan><area href='#hall' alt=Hall coords='0,0,100,200'><area shape=circle href='#tower' alt=Tower title=High coords='200,100,50'></map>
         <div hidden><img usemap='#none' alt=None width=30 height=20><map name=none><area href='#gone' alt=Gone coords='0,0,10,10'></map></div>",
    )
    .await;
    let screen = &case.screen;
    let details = screen.get_by_role((Role::Link, "Details"));
    expect(details.clone()).to_be_visible().await.unwrap();
    expect(details.clone())
        .to_have_text("Details")
        .await
        .unwrap();
    expect(screen.get_by_role((Role::Button, "Zoom")))
        .to_be_disabled()
        .await
        .unwrap();
    expect(screen.get_by_test_id("grid"))
        .to_be_checked()
        .await
        .unwrap();
    details.click().await.unwrap();
    expect(screen).to_contain_url("#far").await.unwrap();
    if case.shown.is_firefox() {
        return case.shown.close().await;
    }
    for hall in [
        screen.get_by_role((Role::Link, "Hall")),
        screen.get_by_alt_text("Hall"),
        screen.locator("area").first(),
    ] {
        expect(hall.clone()).to_be_visible().await.unwrap();
        expect(hall).to_be_enabled().await.unwrap();
    }
    screen.get_by_title("High").click().await.unwrap();
    expect(screen).to_contain_url("#tower").await.unwrap();
    screen.get_by_alt_text("Hall").hover().await.unwrap();
    let gone = screen.get_by_alt_text("Gone");
    expect(gone.clone()).to_be_hidden().await.unwrap();
    let error = expect(gone).timeout(ONCE).to_be_visible().await;
    refused(error, Code::AssertionFailed, &["hidden"]);
    expect(screen.get_by_role(Role::Link))
        .to_have_count(3)
        .await
        .unwrap();
    case.shown.close().await;
}

#[tokio::test]
async fn what_stands_as_dots_is_read_by_nobody() {
    let case = Case::open(
        "<style>.dots { -webkit-text-security: disc }</style><input class=dots aria-label=Pin value=4711>
         <textarea class=dots aria-label=Notes>4712</textarea><div class=dots contenteditable role=textbox aria-label=Draft>4713</div>
         <p>Code <b class=dots>4714</b></p><button>Use <i class=dots>4715</i></button>",
    )
    .await;
    let look = case.shown.page.look().await.unwrap();
    let told = e2e_tests::pages::text(&look);
    assert!(!told.contains("471"), "{told}");
    assert_eq!(told.matches("[secure]").count(), 3, "{told}");
    let screen = &case.screen;
    for name in ["Pin", "Notes", "Draft"] {
        let error = screen.get_by_label(name).input_value().await.unwrap_err();
        assert!(format!("{error:?}").contains("password"), "{error:?}");
    }
    let code = expect(screen.get_by_text("4714")).timeout(ONCE);
    assert!(code.to_be_visible().await.is_err());
    screen.get_by_label("Pin").fill("98765").await.unwrap();
    let value = "return document.querySelector('input').value";
    assert_eq!(case.shown.run(value).await, "98765");
    let told = e2e_tests::pages::text(&case.shown.page.look().await.unwrap());
    assert!(!told.contains("987"), "{told}");
    case.shown.close().await;
}

#[tokio::test]
async fn what_stands_above_a_line_breaks_no_word_of_it() {
    let case = Case::open(
        "<p id=line>in <ruby>東<rp>(</rp><rt>tou</rt><rp>)</rp>京<rt>kyou</rt></ruby>で end</p>",
    )
    .await;
    let screen = &case.screen;
    for text in ["東京で", "in 東京", "tou", "kyou"] {
        expect(screen.get_by_text(text))
            .to_be_visible()
            .await
            .unwrap();
        let denied = expect(screen.get_by_text(text))
            .timeout(ONCE)
            .to_be_hidden();
        assert!(denied.await.is_err(), "{text}");
    }
    expect(screen.locator("#line"))
        .to_have_text("in 東京で end tou kyou")
        .await
        .unwrap();
    case.shown.close().await;
}

#[tokio::test]
async fn what_lies_behind_a_dialog_over_the_whole_page_is_not_seen() {
    const WHOLE: &str = "position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;border:0;margin:0;background:#fff";
    let case = Case::open("").await;
    for (what, markup, seen) in [
        (
            "a dialog",
            format!("<p>Behind it</p><dialog style='{WHOLE}'>Front</dialog>"),
            false,
        ),
        (
            "its backdrop",
            "<style>::backdrop { background: #123 }</style><p>Behind it</p><dialog>Front</dialog>"
                .to_owned(),
            false,
        ),
        (
            "a layer over what is inert",
            format!(
                "<main inert><p>Behind it</p></main><div role=dialog aria-modal=true style='{WHOLE}'>Front</div>"
            ),
            false,
        ),
        (
            "a backdrop that lets it through",
            "<p>Behind it</p><dialog>Front</dialog>".to_owned(),
            true,
        ),
        (
            "a dialog beside it",
            "<p>Behind it</p><dialog style='margin:300px 0 0;background:#fff'>Front</dialog>"
                .to_owned(),
            true,
        ),
    ] {
        case.shown.write(&markup).await;
        let modal = "const d = document.querySelector('dialog'); if (d) d.showModal()";
        case.shown.run(modal).await;
        let front = expect(case.screen.get_by_text("Front")).to_be_visible();
        front.await.unwrap();
        let behind = || expect(case.screen.get_by_text("Behind it")).timeout(ONCE);
        assert_eq!(behind().to_be_visible().await.is_ok(), seen, "{what}");
        assert!(behind().to_be_hidden().await.is_err(), "{what}");
    }
    case.shown.close().await;
}
