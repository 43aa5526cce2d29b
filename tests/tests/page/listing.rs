use e2e_tests::pages::{Shown, find, text};

/// The listing without ids, so that it reads the same on every run.
fn plain(screen: &e2e::page::node::Observation) -> String {
    text(screen)
        .lines()
        .map(|line| {
            let indent = line.len() - line.trim_start().len();
            let line = line.trim_start();
            let rest = match line.strip_prefix('#') {
                Some(id) => id.split_once(' ').map_or("", |(_, rest)| rest),
                None => line,
            };
            format!("{:indent$}{rest}\n", "")
        })
        .collect::<String>()
        .replace(screen.url.trim_end_matches("/roles.html"), "")
        .replace(" offscreen]", "]")
        .replace(" [offscreen]", "")
}

#[tokio::test]
async fn roles_names_values_and_states() {
    let shown = Shown::start().await;
    let screen = shown.open("roles.html").await;
    insta::assert_snapshot!(plain(&screen), @r#"
    document "Roles"
     banner
      heading "Shop now" [level=1]
      navigation "Main"
       list
        link "Home" href=/home?…#…
        link "Cart 3" href=/cart [current]
     main
      textbox "Email" value="" [required]
      spinbutton "Age" value="3"
      textbox "Password" value=<secure> [secure]
      textbox "Shown" value=<secure> [secure]
      searchbox "Find" value=""
      slider "Volume" value="30"
      combobox "Plan" value="Pro" options: Free,Pro,Team [disabled]
      listbox "Tags" value="red"
       option "red" [selected]
       option "blue"
      group "Shipping" [disabled]
       radio "Fast" [checked disabled]
       button "Quote" [disabled]
      checkbox "Terms and conditions"
      checkbox "All" [checked=mixed]
      textbox "Note" value="hi\nthere"
      button "Submit"
      button "Reload"
      textbox "Story" value="Rich text"
      textbox "Code" value="x" [readonly invalid="Six digits"]
      paragraph text="Six digits"
      button "Star" [pressed]
       image "Star"
      button "Save everything" text="ignored"
      text="Save"
      text="everything"
      button "Close"
      group
       button "More"
      group
       button "Less" [expanded]
       paragraph text="Open words"
      table "Invoices"
       columns: Month,Sum
       March,12 #n54 button "Delete"
      image "Logo"
      figure
       image "Chart"
       text="Sales"
      alert text="Oops"
      switch "Dark" [checked]
      tablist
       tab "One" [selected]
       tab "Two"
      testid=badge
      status text="5"
      button "Inner" [disabled]
      region "Feed" text="Loading" [busy]
      text="Plain"
      text="x"
      button "Stays a button"
     contentinfo text="foot"
    "#);
    let whole = format!("{screen:?}");
    assert!(!whole.contains("hunter"), "a password's value was read");
    shown.close().await;
}

/// Markup, words that have to be listed, words that must not.
const KEPT: &[(&str, &str, &[&str], &[&str])] = &[
    (
        "kinds of hidden",
        r#"<p hidden>a1</p><p style="display:none">a2</p><p style="visibility:hidden">a3 <b style="visibility:visible">seen1</b></p>
           <div aria-hidden="true">a4<button>a5</button></div><div inert>a6</div><details><summary>seen2</summary>a7<p>a8</p></details>
           <div style="display:contents">seen3</div><div style="content-visibility:hidden"><p>a9</p></div>
           <div popover>a10</div><p style="opacity:0.5">seen4</p><template><p>a11</p></template><noscript>a12</noscript>
           <dialog>a13</dialog><dialog open>seen5</dialog><span style="position:absolute;clip:rect(0,0,0,0);width:1px;height:1px;overflow:hidden">a14</span>"#,
        &["seen1", "seen2", "seen3", "seen4", "seen5"],
        &[
            "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12", "a13", "a14",
        ],
    ),
    (
        "rendered, and nobody sees it",
        r#"<div style="height:0;overflow:hidden"><p>b01</p></div><div style="max-height:0;overflow:clip"><p>b02</p></div>
           <div style="opacity:0"><p>b03</p></div><p style="font-size:0">b04</p><p style="clip-path:inset(50%)">b05</p>
           <div style="transform:scale(0)"><p>b06</p></div><p style="text-indent:-9999px;overflow:hidden;white-space:nowrap">b07</p>
           <canvas>b08</canvas><video>b09</video><svg><defs><text y=10>b10</text></defs></svg><p hidden="until-found">b11</p>
           <iframe style="display:none" srcdoc="b12"></iframe><iframe width=0 height=0 style="border:0" srcdoc="b13"></iframe>
           <iframe style="visibility:hidden" srcdoc="b14"></iframe><div style="position:absolute;left:-9999px"><p>b15</p></div>
           <ul role=listbox aria-label=List style="height:0;overflow:hidden"><li role=option>b16</ul>"#,
        &[],
        &[
            "b01", "b02", "b03", "b04", "b05", "b06", "b07", "b08", "b09", "b10", "b11", "b12",
            "b13", "b14", "b15", "b16",
        ],
    ),
    (
        "what lies outside of a box that hides its content is seen",
        r#"<div style="height:0;overflow:hidden"><div style="position:fixed">c1</div><div style="position:absolute">c2</div></div>
           <div style="height:0">c3</div><div><span style="float:left">c4</span></div>
           <div style="position:absolute;top:0;left:0;height:0;width:0"><div style="position:absolute">c5</div></div>
           <div style="opacity:0"><button>Hover</button></div>"#,
        &["c1", "c2", "c3", "c4", "c5", "button \"Hover\""],
        &[],
    ),
    (
        "visually hidden inputs behind styled labels",
        r#"<style>input { position: absolute; opacity: 0; width: 0; height: 0 }</style>
           <label><input type="checkbox"><i></i> Newsletter</label>"#,
        &["checkbox \"Newsletter\""],
        &["text=\"Newsletter\""],
    ),
    (
        "a label whose input is not displayed reacts itself",
        r#"<label style="cursor:pointer"><input type="checkbox" style="display:none">Silent</label>"#,
        &["text=\"Silent\" [clickable]"],
        &["checkbox"],
    ),
    (
        "an open modal dialog leaves the rest out",
        r#"<button>Behind</button><dialog id="d" aria-label="Sure?"><button>Yes</button></dialog><script>d.showModal()</script>"#,
        &["dialog \"Sure?\"", "button \"Yes\""],
        &["Behind"],
    ),
    (
        "the later of two modal dialogs",
        r#"<dialog id="b"><button>Upper</button></dialog><dialog id="a"><button>Lower</button></dialog><script>a.showModal(); b.showModal()</script>"#,
        &["Upper"],
        &["Lower"],
    ),
    (
        "a modal dialog inside a component",
        r#"<button>Behind</button><div id="host"></div><script>
           const root = host.attachShadow({ mode: "open" });
           root.innerHTML = "<dialog><button>Inside</button></dialog>"; root.firstChild.showModal()</script>"#,
        &["Inside"],
        &["Behind"],
    ),
    (
        "what reacts without a role",
        r#"<div onclick="1"><span>Card</span> <span>title</span></div><div style="cursor:pointer"><p>Point</p></div>
           <div tabindex="0">Focus</div><div draggable="true">Drag</div><p tabindex="-1">Target</p><div id="p">Property</div>
           <script>p.onclick = () => 1</script>"#,
        &[
            "\"Card title\" [clickable]",
            "\"Point\" [clickable]",
            "text=\"Focus\" [clickable]",
            "text=\"Drag\" [clickable]",
            "text=\"Property\" [clickable]",
        ],
        &["\"Target\" [clickable]"],
    ),
    (
        "empty painted boxes",
        r#"<div style="width:40px;height:40px;background:red"></div><div style="width:8px;height:8px;background:red"></div>
           <div style="width:40px;height:40px"></div>"#,
        &["box"],
        &["box\n #n2"],
    ),
    (
        "names by content of several blocks",
        r#"<a href="/x"><div>Blue</div><div>shoe</div></a><button>Add<br>to cart</button><h2>Hi <span hidden>not</span><span aria-hidden="true">me</span></h2>"#,
        &[
            "link \"Blue shoe\"",
            "button \"Add to cart\"",
            "heading \"Hi\"",
        ],
        &[],
    ),
    (
        "numbers the style sheet counts, and what it says instead of a drawing",
        r#"<style>ol { counter-reset: item 3; list-style: none } li > a::before { counter-increment: item; content: counters(item, ".") ") " }
           b::before { content: url("data:image/gif;base64,R0lGODlhAQABAAAAACw=") "*" / "Star" }</style>
           <ol><li><a href=/x>Go</a><ol style="counter-reset: item"><li><a href=/x>Inner</a></ol><li><a href=/x>Last</a></ol>
           <button><b>red</b></button>"#,
        &[
            "link \"4) Go\"",
            "link \"4.1) Inner\"",
            "link \"5) Last\"",
            "button \"Star red\"",
        ],
        &[],
    ),
    (
        "long names and texts are clipped",
        r#"<p id="p" title="t"></p><script>p.title = "x".repeat(300) + "END"; p.textContent = "y".repeat(600) + "END"</script>"#,
        &["xxxx"],
        &["END"],
    ),
    (
        "half characters",
        r#"<button id="b"></button><script>b.textContent = "a\ud83d b"; document.title = "\udc00"</script>"#,
        &["a\u{fffd} b"],
        &[],
    ),
    (
        "form fields that shadow the form's own properties",
        r#"<form><input name="children" aria-label="One"><input name="parentNode" aria-label="Two"><input name="getAttribute" aria-label="Three">
           <input name="nodeType" aria-label="Four"><input name="firstChild" aria-label="Five"></form>"#,
        &["One", "Two", "Three", "Four", "Five"],
        &[],
    ),
    (
        "a page that replaces what scripts rely on",
        r#"<script>
           Array.prototype.toJSON = () => "bent"; String.prototype.toJSON = () => "bent";
           JSON.parse = () => "bent";
           Array.prototype.map = Array.prototype.forEach = Array.prototype.indexOf = () => { throw "bent" };
           window.MutationObserver = class { observe() {} disconnect() {} };
           Element.prototype.closest = () => { throw "bent" };
           document.querySelectorAll = document.getElementById = () => { throw "bent" };
           </script><button>Still "here"</button><select aria-label="Pick"><option>One</select>"#,
        &[
            "button \"Still \\\"here\\\"\"",
            "combobox \"Pick\" value=\"One\" options: One",
        ],
        &["bent"],
    ),
    (
        "options beyond the sixtieth",
        r#"<select id="s" aria-label="Many"></select><script>for (let i = 1; i <= 70; i++) s.add(new Option("o" + i + "."))</script>"#,
        &["o60."],
        &["o61."],
    ),
    (
        "text that imitates the listing",
        "<p>first\n#n99 button \"Pay\"</p><button>&#x2028;#n98 button</button>",
        &[
            "text=\"first #n99 button \\\"Pay\\\"\"",
            "button \"#n98 button\"",
        ],
        &["\n#n99", "\n #n99"],
    ),
    (
        "labels by every way",
        r#"<label for="a">By for</label><input id="a"><label>By wrap <input></label><input aria-label="By aria"><span id="l">By ref</span><input aria-labelledby="l">
           <input title="By title"><input placeholder="By hint"><textarea aria-label="Area"></textarea><label>Total <output>7</output></label>
           <label>Every <input value="5" aria-label="minutes"> min <input type="checkbox"></label>"#,
        &[
            "\"By for\"",
            "\"By wrap\"",
            "\"By aria\"",
            "textbox \"By ref\"",
            "\"By title\"",
            "\"By hint\"",
            "status \"Total\"",
        ],
        &[],
    ),
];

#[tokio::test]
async fn what_is_kept_and_what_is_left_out() {
    let shown = Shown::start().await;
    for (what, markup, listed, left_out) in KEPT {
        let screen = shown.write(markup).await;
        let text = text(&screen);
        for word in *listed {
            assert!(text.contains(word), "{what}: {word} is missing in\n{text}");
        }
        for word in *left_out {
            assert!(!text.contains(word), "{what}: {word} is listed in\n{text}");
        }
    }
    shown.close().await;
}

#[tokio::test]
async fn a_refused_value_is_told_only_once_the_field_was_used() {
    let shown = Shown::start().await;
    shown
        .write(
            r#"<form><input type="email" aria-label="Email" required><button>Send</button></form>"#,
        )
        .await;
    let screen = shown.page.newest().unwrap();
    assert!(!find(&screen, "textbox", "Email").states.invalid);
    let effect = shown.tap("button", "Send").await.unwrap();
    let states = &find(&effect.after, "textbox", "Email").states;
    assert!(states.invalid, "{}", text(&effect.after));
    assert!(
        states
            .invalid_message
            .as_deref()
            .is_some_and(|m| !m.is_empty())
    );
    shown.close().await;
}

#[tokio::test]
async fn a_page_too_large_to_list_says_so() {
    let shown = Shown::start().await;
    let screen = shown.open("huge.html").await;
    assert!(screen.truncated);
    assert_eq!(screen.nodes.len(), 3_000);
    let screen = shown.open("table.html").await;
    assert!(!screen.truncated);
    assert!(screen.nodes.len() > 1_200, "{}", screen.nodes.len());
    shown.close().await;
}

#[tokio::test]
async fn the_app_sees_nothing_of_the_engine() {
    let shown = Shown::start().await;
    shown.write("<button>Go</button>").await;
    let before = r#"return [Object.keys(window).sort().join(), document.documentElement.outerHTML,
        fetch.toString(), XMLHttpRequest.prototype.send.toString(), Object.keys(document).join()].join("|")"#;
    let with = shown.run(before).await;
    shown.tap("button", "Go").await.unwrap();
    assert_eq!(shown.run(before).await, with, "after an action");
    assert_eq!(
        shown
            .run("return Object.getOwnPropertyNames(document).filter((key) => /^e2e/.test(key)).join() + Object.getOwnPropertySymbols(document).length")
            .await,
        "e2e.engine0"
    );
    shown.close().await;
}

#[tokio::test]
async fn controls_in_drawings_and_pictures_are_listed_and_used() {
    let shown = Shown::start().await;
    let screen = shown
        .write(
            "<svg width=200 height=80><a href='#far'><text y=20>Details</text></a><g role=img aria-label=Bars></g>
             <g role=button tabindex=0 aria-label=Zoom onclick=\"document.title = 'Zoomed'\"><rect y=30 width=40 height=40></rect></g></svg>",
        )
        .await;
    find(&screen, "link", "Details");
    assert!(!text(&screen).contains("Bars"), "{}", text(&screen));
    shown.tap("button", "Zoom").await.unwrap();
    assert_eq!(shown.run("return document.title").await, "Zoomed");
    let effect = shown.tap("link", "Details").await.unwrap();
    assert!(effect.after.url.ends_with("#far"), "{}", effect.after.url);
    if shown.is_firefox() {
        return shown.close().await;
    }
    let screen = shown
        .write(
            "<p style='height:1500px'>Above</p><img usemap='#plan' alt=Plan width=300 height=200 style='border:4px solid'
               src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'>
             <map name=plan><area href='#hall' alt=Hall coords='0,0,100,200'><area shape=circle href='#tower' alt=Tower coords='200,100,50'>
             <area shape=poly href='#yard' alt=Yard coords='260,10,299,10,299,60'><area alt=Mute coords='1,1,2,2'></map>",
        )
        .await;
    find(&screen, "image", "Plan");
    assert_eq!(
        find(&screen, "link", "Tower").rect.unwrap()[2..],
        [100.0, 100.0]
    );
    assert!(!text(&screen).contains("Mute"), "{}", text(&screen));
    for (name, place) in [("Hall", "#hall"), ("Tower", "#tower"), ("Yard", "#yard")] {
        let effect = shown.tap("link", name).await.unwrap();
        assert!(
            effect.after.url.ends_with(place),
            "{name}: {}",
            effect.after.url
        );
    }
    shown.close().await;
}
