//! What is told of things, rule by rule, where no larger page would miss one.

use e2e::browser::wire::History;
use e2e::page::text::TextOptions;
use e2e::page::verb::Verb;
use e2e_tests::pages::{Shown, find, text};

const THINGS: &str = r#"<style>.hand { cursor: pointer } .tall { height: 3000px }</style>
    <button aria-current=false>Plain</button>
    <input aria-label=Code aria-invalid=true aria-describedby=hint><p id=hint>Six digits only</p>
    <form><input aria-label=Own required aria-invalid=false><input aria-label=Filled type=password value=x></form>
    <select aria-label=Pick><option label="Short">A long one</option></select>
    <table summary="Old sums"><tr><td>1<td>2<tr><td>3<td>4</table>
    <button>Volume <input type=range value=30 aria-label=V> up</button>
    <div class=hand>Go <span>on</span></div>
    <input aria-label=Hidden placeholder="Type your town" data-testid=town-field value=Berlin>
    <style>.star::before { content: "*" / "starred" }</style><button class=star>Mail</button><button>Long<wbr>word</button>
    <input role=combobox autocomplete=current-password aria-label=Account value=Ada>
    <div aria-disabled=true><button aria-disabled=false>Freed</button></div>
    <ul role=tree aria-label=Files><li role=treeitem>Branch<ul role=group><li role=treeitem>Leaf</ul></ul>
    <iframe title=Outer srcdoc="<div style='height:3000px'></div><iframe srcdoc='<button>Far down</button>'></iframe>"></iframe>"#;

#[tokio::test]
async fn states_names_and_places_are_told_as_they_are() {
    let shown = Shown::start().await;
    let screen = shown.write(THINGS).await;
    assert!(!find(&screen, "button", "Plain").states.current);
    let code = &find(&screen, "textbox", "Code").states;
    assert_eq!(code.invalid_message.as_deref(), Some("Six digits only"));
    // What the page says of a field goes before what the browser thinks of it.
    assert!(!find(&screen, "textbox", "Own").states.unfit);
    assert_eq!(find(&screen, "textbox", "Filled").states.blank, Some(false));
    let pick = find(&screen, "combobox", "Pick");
    assert_eq!(pick.value.as_deref(), Some("Short"));
    find(&screen, "option", "Short");
    find(&screen, "table", "Old sums");
    find(&screen, "button", "Volume 30 up");
    // What is spoken instead of what is drawn, and a place where a word may break.
    find(&screen, "button", "starred Mail");
    find(&screen, "button", "Longword");
    // Branches of a tree have names of their own.
    find(&screen, "treeitem", "Branch");
    // A list to choose from only says so to be left alone by the browser.
    let account = find(&screen, "combobox", "Account");
    assert_eq!(account.value.as_deref(), Some("Ada"));
    // The hand belongs to what set it, not to what stands inside.
    let hand = |words| find(&screen, "", words).states.clickable;
    assert!(hand("Go") && !hand("on"));
    // Out of sight in a frame that is out of sight in another: listed without a place.
    assert_eq!(find(&screen, "button", "Far down").rect, None);
    // A name by the label; who stands in a slot stands in what is around the slot.
    let asked = "const { nameOf, isInert } = document['e2e.engine'].engine;
        const host = document.body.appendChild(document.createElement('div'));
        host.attachShadow({ mode: 'open' }).innerHTML = '<p inert><slot></slot></p>';
        host.innerHTML = '<button>Asleep</button>';
        return [nameOf(document.querySelector('option')), isInert(host.firstChild)].join()";
    assert_eq!(shown.run(asked).await, "Short,true");
    // What says that it can be used can be, whatever is said around it.
    shown.tap("button", "Freed").await.unwrap();
    let options = TextOptions::default();
    for (words, fits) in [
        ("berlin", true),
        ("your town", true),
        ("town-field", true),
        ("nowhere", false),
    ] {
        let hits = shown.page.search("", words).await.unwrap();
        assert_eq!(hits.count == 1, fits, "{words}: {}", hits.render(&options));
    }
    shown.close().await;
}

#[tokio::test]
async fn an_id_is_never_given_twice_though_a_document_comes_back() {
    let shown = Shown::start().await;
    let first = shown
        .write("<title>One</title><button>First</button><div id=box></div>")
        .await;
    let old = find(&first, "button", "First").id.clone();
    let second = shown
        .write("<title>Two</title><button>Second</button><button>Third</button>")
        .await;
    let taken: Vec<_> = second
        .nodes
        .iter()
        .skip(1)
        .map(|node| node.id.clone())
        .collect();
    assert!(!taken.contains(&old), "{}", text(&second));
    shown.perform(Verb::History(History::Back)).await.unwrap();
    shown
        .run("box.innerHTML = '<button>New</button><button>Newer</button>'")
        .await;
    let again = shown.page.look().await.unwrap();
    for name in ["New", "Newer"] {
        let id = &find(&again, "button", name).id;
        assert!(!taken.contains(id) && *id != old, "{name}: {id}");
    }
    shown.close().await;
}
