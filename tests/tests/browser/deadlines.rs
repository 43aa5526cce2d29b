//! Whatever hangs, every command to the browser ends in its time and says what happened.

use super::sessions::{is_gone, pid_of};
use super::{LIMIT, site};
use e2e::__private::within;
use e2e::Code;
use e2e::browser::Session;
use e2e::browser::chord::Chord;
use e2e::browser::wire::{Gesture, History};
use e2e::config::{Timeouts, WireChoice};
use e2e::page::verb::{Direction, Verb};
use e2e::page::{Folders, Page};
use e2e::report::journal::Journal;
use e2e::screen::{Role, Screen, expect};
use serde_json::{Value, json};
use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time of the work around each command.
const WORK: Duration = Duration::from_millis(300);
/// So long a command may take where nothing is around it: who takes as long has no end
/// from the work around it.
const ALONE: Duration = Duration::from_secs(15);
/// So much each command asks for.
const ASKED: Duration = Duration::from_secs(60);

/// What a command came to: nothing, or the error as it is shown.
type Told = Result<(), (Option<Code>, String)>;
type Row = (&'static str, Pin<Box<dyn Future<Output = Told>>>);

fn told<T>(result: Result<T, e2e::Error>) -> Told {
    result
        .map(drop)
        .map_err(|error| (Some(error.code()), format!("{error:?}")))
}

/// Rows of one kind, each with what it uses.
macro_rules! rows {
    ($rows:ident, $with:ident = $make:expr; $($name:literal: $call:expr,)*) => {
        $({
            let $with = $make;
            let command = async move { told(within(WORK, async { $call.await }).await) };
            $rows.push(($name, Box::pin(command)));
        })*
    };
}

/// Every kind of command there is.
fn commands(session: &Session, site: &str, file: &Path) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let (url, file) = (format!("{site}/two"), file.to_owned());
    let folder = file.parent().unwrap_or(&file).to_owned();
    rows! { rows, with = (session.wire(), url.clone(), file.clone(), folder.clone());
        "wire navigate": with.0.navigate(&with.1, ASKED),
        "wire back": with.0.history(History::Back, ASKED),
        "wire reload": with.0.history(History::Reload, ASKED),
        "wire eval": with.0.eval("return 1", Value::Null, ASKED),
        "wire eval_async": with.0.eval_async("return 1", Value::Null, ASKED),
        "wire tap": with.0.pointer(Gesture::Tap, 5.0, 5.0),
        "wire hover": with.0.pointer(Gesture::Hover, 5.0, 5.0),
        "wire drag": with.0.drag(&[(5.0, 5.0), (9.0, 9.0)], Duration::ZERO),
        "wire press": with.0.press(&"Enter".parse::<Chord>().unwrap_or_else(|_| unreachable!())),
        "wire type": with.0.type_text("a"),
        "wire insert": with.0.insert_text("a"),
        "wire screenshot": with.0.screenshot(),
        "wire location": with.0.location(),
        "wire dialog": with.0.dialog(),
        "wire answer_dialog": with.0.answer_dialog(true, None),
        "wire follow_window": with.0.follow_window(),
        "wire tabs": with.0.tabs(),
        "wire close_tab": with.0.close_tab(),
        "wire show_tab": with.0.show_tab("gone"),
        "wire downloads": with.0.receive_in(&with.3),
        "wire cookies": with.0.devtools("Network.getCookies", json!({})),
        "wire files": with.0.give_files("return field", std::slice::from_ref(&with.2)),
        "wire frame": with.0.eval_inside(&["return frames[0].frameElement".to_owned()], "return 1", Value::Null, false, ASKED),
    }
    let page = |session: &Session| {
        let mut folders = Folders::default();
        folders.package.clone_from(&folder);
        folders.downloads.clone_from(&folder);
        let mut timeouts = Timeouts::default();
        (timeouts.action, timeouts.expect) = (WORK, WORK);
        Arc::new(Page::new(session.wire(), timeouts).with_folders(folders))
    };
    rows! { rows, page = page(session);
        "observe": page.observe(),
        "look": page.look(),
        "find": page.search("button", ""),
        "screenshot": page.picture(),
    }
    rows! { rows, with = (page(session), url.clone());
        "navigate": with.0.perform(Verb::Navigate { url: with.1 }),
    }
    let screen = |session: &Session| {
        let journal = Arc::new(Journal::new(&folder, folder.join("none")));
        let page = page(session);
        let timeouts = *page.timeouts();
        Screen::new(page, journal, timeouts)
    };
    rows! { rows, on = screen(session);
        "click": on.get_by_role(Role::Button).click(),
        "dblclick": on.get_by_role(Role::Button).dblclick(),
        "right_click": on.get_by_role(Role::Button).right_click(),
        "hover": on.get_by_role(Role::Button).hover(),
        "long_press": on.get_by_role(Role::Button).long_press(),
        "focus": on.get_by_role(Role::Button).focus(),
        "fill": on.get_by_role(Role::Textbox).fill("a"),
        "clear": on.get_by_role(Role::Textbox).clear(),
        "type": on.get_by_role(Role::Textbox).press_sequentially("a"),
        "press": on.get_by_role(Role::Textbox).press("Enter"),
        "press_times": on.get_by_role(Role::Textbox).press_times("Enter", 2),
        "check": on.get_by_role(Role::Checkbox).check(),
        "select": on.get_by_role(Role::Combobox).select_option("Pro"),
        "scroll_to": on.get_by_role(Role::Button).scroll_into_view(),
        "scroll": on.scroll(Direction::Down, 2),
        "scroll_to_text": on.scroll_to_text("far"),
        "drag": on.get_by_role(Role::Button).drag_to(&on.get_by_role(Role::Textbox)),
        "upload": on.locator("#field").upload(["a.txt"]),
        "download": on.get_by_role(Role::Link).download(),
        "accept_dialog": on.accept_dialog(),
        "answer_dialog": on.answer_dialog("a"),
        "switch_tab": on.switch_tab("2"),
        "close_tab": on.close_tab(),
        "go_back": on.go_back(),
        "go_forward": on.go_forward(),
        "reload": on.reload(),
        "tap_at": on.tap_at(5.0, 5.0),
        "hover_at": on.hover_at(5.0, 5.0),
        "type_at": on.type_at(5.0, 5.0, "a"),
        "press_at": on.press_at(5.0, 5.0, "Enter"),
        "select_at": on.select_at(5.0, 5.0, "Pro"),
        "text_content": on.get_by_role(Role::Button).text_content(),
        "input_value": on.get_by_role(Role::Textbox).input_value(),
        "get_attribute": on.get_by_role(Role::Textbox).get_attribute("id"),
        "is_checked": on.get_by_role(Role::Checkbox).is_checked(),
        "is_visible": on.get_by_role(Role::Button).is_visible(),
        "count": on.get_by_role(Role::Button).count(),
        "expect": expect(on.get_by_role(Role::Button)).to_be_visible(),
        "expect url": expect(&on).to_have_url("/"),
    }
    macro_rules! driver_rows {
        ($driver:ident; $($name:literal: $call:expr,)*) => {
            $({
                let ($driver, url) = (session.driver().clone(), url.clone());
                let command = async move {
                    let _ = &url;
                    let done = within(WORK, async { $call(&$driver, &url).await }).await;
                    done.map_err(|said: String| (None, said))
                };
                rows.push(($name, Box::pin(command)));
            })*
        };
    }
    macro_rules! says {
        ($driver:ident, $url:ident, $call:expr) => {
            async |$driver: &thirtyfour::WebDriver, $url: &str| {
                let _ = $url;
                $call.await.map(drop).map_err(|error| format!("{error:?}"))
            }
        };
    }
    driver_rows! { driver;
        "driver cookies": says!(d, _u, d.get_all_cookies()),
        "driver delete cookies": says!(d, _u, d.delete_all_cookies()),
        "driver goto": says!(d, u, d.goto(u)),
        "driver windows": says!(d, _u, d.windows()),
        "driver new tab": says!(d, _u, d.new_tab()),
        "driver script": says!(d, _u, d.execute("return 1", vec![])),
        "driver find": says!(d, _u, d.find(thirtyfour::By::Tag("button"))),
        "driver frame": says!(d, _u, d.enter_frame(0)),
        "driver screenshot": says!(d, _u, d.screenshot_as_png()),
    }
    rows
}

/// What hangs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cause {
    BrowserStopped,
    BrowserKilled,
    DriverStopped,
    DriverKilled,
}

const CAUSES: [Cause; 4] = [
    Cause::BrowserStopped,
    Cause::BrowserKilled,
    Cause::DriverStopped,
    Cause::DriverKilled,
];

fn signal(signal: &str, pid: u32) {
    let status = Command::new("kill")
        .args([format!("-{signal}"), pid.to_string()])
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok());
}

/// Whether a command that failed says whose fault it was.
fn is_clear(cause: Cause, (code, said): &(Option<Code>, String)) -> bool {
    let says = |parts: &[&str]| parts.iter().any(|part| said.contains(part));
    let Some(code) = code else {
        // Whoever drives the session directly gets the driver's own word.
        return says(&[
            "no answer within",
            "error sending request",
            "invalid session id",
        ]);
    };
    match (cause, code) {
        (_, Code::AutomationUnsupported) => said.contains("choosing files"),
        (Cause::BrowserKilled, _) => *code == Code::BrowserCrashed,
        (Cause::BrowserStopped, Code::BrowserCrashed) => says(&["stopped answering"]),
        // What was sent cannot be called back.
        (Cause::BrowserStopped, Code::ActionMayHaveCommitted) => says(&["did not answer in time"]),
        (Cause::DriverStopped, Code::DriverFailed) => {
            says(&["stopped answering", "does not answer"])
        }
        (Cause::DriverStopped, Code::ActionMayHaveCommitted) => says(&["did not answer in time"]),
        (Cause::DriverKilled, Code::DriverFailed) => says(&["died during"]),
        _ => false,
    }
}

/// What goes past the driver of the faster wire, and through it all the same.
const THROUGH_THE_DRIVER: &[&str] = &["wire drag", "wire show_tab"];

/// All commands at once in one browser, after the cause came about; what is wrong.
async fn stage(wire: WireChoice, cause: Cause) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (program, mut config) = super::own_driver(folder.path());
    config.browser.wire = wire;
    let session = Session::start(&config).await.unwrap();
    let site = site::start().await;
    let page = format!("{site}/everything");
    session.wire().navigate(&page, LIMIT).await.unwrap();
    let file = folder.path().join("a.txt");
    std::fs::write(&file, "a").unwrap();
    let (alone, rows): (Vec<_>, Vec<_>) = commands(&session, &site, &file)
        .into_iter()
        .partition(|(name, _)| wire == WireChoice::WebDriver && *name == "wire frame");
    let (browser, driver) = (session.about().pid.unwrap(), pid_of(&program));
    match cause {
        Cause::BrowserStopped => signal("STOP", browser),
        Cause::BrowserKilled => signal("KILL", browser),
        Cause::DriverStopped => signal("STOP", driver),
        Cause::DriverKilled => signal("KILL", driver),
    }
    // Past a driver that is gone the page is used as ever, and all at once as nobody does.
    let usable =
        wire == WireChoice::DevTools && matches!(cause, Cause::DriverStopped | Cause::DriverKilled);
    let began = Instant::now();
    let timed = rows.into_iter().map(|(name, command)| async move {
        let ended = tokio::time::timeout(ALONE, command).await;
        let told = ended.unwrap_or_else(|_| Err((None, "it never ends".to_owned())));
        (name, told, began.elapsed())
    });
    let mut wrong = Vec::new();
    let mut all = futures::future::join_all(timed).await;
    // Nothing else is sent over a driver that is in a frame, so this one has its own time.
    let began = Instant::now();
    for (name, command) in alone {
        let ended = tokio::time::timeout(ALONE, command).await;
        let told = ended.unwrap_or_else(|_| Err((None, "it never ends".to_owned())));
        all.push((name, told, began.elapsed()));
    }
    for (name, told, took) in all {
        let clear = match &told {
            Ok(()) => usable,
            Err((Some(_), _)) if usable && !THROUGH_THE_DRIVER.contains(&name) => true,
            Err(error) => is_clear(cause, error),
        };
        if !clear || took >= ALONE {
            let told = format!("{told:?}");
            wrong.push(format!("{wire:?} {cause:?} {name}, {took:?}: {told:.600}"));
        }
    }
    let closing = Instant::now();
    session.close().await.unwrap();
    assert!(closing.elapsed() < LIMIT, "{wire:?} {cause:?}");
    assert!(is_gone(browser), "{wire:?} {cause:?}: the browser is left");
    signal("KILL", driver);
    wrong
}

#[tokio::test]
async fn every_command_ends_in_its_time_whatever_hangs() {
    let stages = [WireChoice::DevTools, WireChoice::WebDriver]
        .into_iter()
        .flat_map(|wire| CAUSES.map(|cause| stage(wire, cause)));
    let wrong = futures::future::join_all(stages).await.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
