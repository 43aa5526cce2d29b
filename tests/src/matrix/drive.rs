//! Drives rows through one browser.

use super::cell::Cell;
use super::row::{Do, End, Row};
use super::site::Site;
use e2e::browser::Session;
use e2e::browser::wire::Evaluated;
use e2e::chassis::step::{Limits, StepContext};
use e2e::config::{Config, Timeouts};
use e2e::page::verb::Verb;
use e2e::page::{Folders, Page};
use e2e::plain::{Attempt, PlainExecutor};
use e2e::report::journal::Journal;
use e2e::report::record::StepKind;
use e2e::screen::{Locator, Role, Screen, exact};
use e2e::{Code, Result};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a page may take to tell the truth a row asks for, once its last verb is done.
const TRUTH: Duration = Duration::from_secs(4);

/// A browser and the pages, for as many rows as one likes.
#[derive(Debug)]
pub struct Stage {
    session: Session,
    page: Arc<Page>,
    screen: Screen,
    site: Site,
    /// Pictures of what failed, gone with the stage.
    _folder: tempfile::TempDir,
}

/// A package with files to give away, and some that must not be.
fn package(root: &Path) -> std::io::Result<Folders> {
    let package = root.join("package");
    std::fs::create_dir(&package)?;
    for (name, text) in [
        ("report.txt", "hello"),
        ("photo.png", "png"),
        (".secret", "no"),
        ("../outside.txt", "no"),
    ] {
        std::fs::write(package.join(name), text)?;
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(root.join("outside.txt"), package.join("link.txt"))?;
    let mut folders = Folders::default();
    folders.package = package;
    folders.downloads = root.join("downloads");
    Ok(folders)
}

impl Stage {
    /// Opens a browser.
    ///
    /// # Errors
    ///
    /// As [`Session::start`].
    ///
    /// # Panics
    ///
    /// When no port of 127.0.0.1 can be bound.
    pub async fn open(config: &Config) -> Result<Self> {
        let session = Session::start(config).await?;
        let mut timeouts = Timeouts::default();
        timeouts.action = Duration::from_millis(1_000);
        timeouts.expect = Duration::from_millis(1_000);
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let folders = package(folder.path()).expect("files can be written");
        let page = Arc::new(Page::new(session.wire(), timeouts).with_folders(folders));
        let journal = Arc::new(Journal::new(folder.path(), folder.path().join("matrix")));
        let screen = Screen::new(Arc::clone(&page), journal, timeouts);
        Ok(Self {
            session,
            page,
            screen,
            site: Site::start().await,
            _folder: folder,
        })
    }

    /// Name and version of the browser.
    #[must_use]
    pub fn browser(&self) -> String {
        let about = self.session.about();
        format!("{} {}", about.name, about.version)
    }

    /// Closes the browser.
    ///
    /// # Errors
    ///
    /// As [`Session::close`].
    pub async fn close(self) -> Result<()> {
        self.session.close().await
    }

    /// Carries one row out.
    pub async fn run(&self, row: &Row) -> Cell {
        self.alone().await;
        let url = self.site.url(row.page);
        if let Err(error) = self.page.perform(Verb::Navigate { url }).await {
            return Cell::Fails(format!("the page does not open: {error:?}"));
        }
        // What a page left behind must not tell the next one anything.
        let forget = "sessionStorage.clear()";
        let limit = Duration::from_secs(10);
        let _ = self.session.wire().eval(forget, Value::Null, limit).await;
        let mut done = Ok(());
        let mut at = 0;
        for step in row.steps {
            at += 1;
            done = self.carry_out(*step).await;
            if done.is_err() {
                break;
            }
        }
        let last = at == row.steps.len();
        match (row.end, done) {
            (End::Truth(wanted), Ok(())) => match self.comes_to(wanted).await {
                Ok(()) => Cell::Works,
                Err(is) => Cell::Wrong(format!("the page says {is:?}, not {wanted:?}")),
            },
            (End::Truth(_), Err(error)) => {
                let said = format!("step {at}: {}: {}", error.code(), error.message());
                let untouched = self.truth().await.is_empty();
                match error.code() {
                    Code::AutomationUnsupported | Code::NotActionable if untouched => {
                        Cell::Unsupported(said)
                    }
                    _ => {
                        let why = error.notes().iter().filter(|n| !n.contains('\n'));
                        let why: Vec<&str> = why.map(|note| &**note).collect();
                        Cell::Fails(format!("{said} ({})", why.join("; ")))
                    }
                }
            }
            (End::Refused(wanted), Err(_)) if last => match self.truth().await {
                is if is == wanted => Cell::Works,
                is => Cell::Wrong(format!("refused, but the page says {is:?}")),
            },
            (End::Refused(_), Err(error)) => {
                Cell::Fails(format!("step {at}: {}: {}", error.code(), error.message()))
            }
            (End::Refused(_), Ok(())) => Cell::Wrong(format!(
                "it passes, and the page says {:?}",
                self.truth().await
            )),
        }
    }

    /// Closes what rows before this one opened beside the page.
    async fn alone(&self) {
        let wire = self.session.wire();
        while wire.tabs().await.is_ok_and(|tabs| tabs.len() > 1) {
            if wire.close_tab().await.is_err() {
                return;
            }
        }
    }

    /// Waits until the page says so; what it says instead once the time is up.
    async fn comes_to(&self, wanted: &str) -> std::result::Result<(), String> {
        let end = Instant::now() + TRUTH;
        loop {
            let is = self.truth().await;
            if is == wanted {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(is);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn truth(&self) -> String {
        let read = "return \"\" + window.truth";
        let limit = Duration::from_secs(10);
        match self.session.wire().eval(read, Value::Null, limit).await {
            Ok(Evaluated::Value(Value::String(truth))) => truth,
            other => format!("{other:?}"),
        }
    }

    fn at(&self, target: &str) -> Locator {
        let (role, name) = target.split_once(' ').unwrap_or((target, ""));
        match role {
            "css" => self.screen.locator(name),
            "text" => self.screen.get_by_text(exact(name)),
            _ => {
                let role: Role = role.parse().expect("a target begins with a role");
                match name {
                    "" => self.screen.get_by_role(role),
                    name => self.screen.get_by_role((role, exact(name))),
                }
            }
        }
    }

    async fn carry_out(&self, step: Do) -> Result<()> {
        match step {
            Do::Tap(target) => self.at(target).click().await,
            Do::DoubleTap(target) => self.at(target).dblclick().await,
            Do::RightClick(target) => self.at(target).right_click().await,
            Do::Hover(target) => self.at(target).hover().await,
            Do::Fill(target, text) => self.at(target).fill(text).await,
            Do::Append(target, text) => self.at(target).press_sequentially(text).await,
            Do::Press(target, keys) => self.at(target).press(keys).await,
            Do::Select(target, option) => self.at(target).select_option(option).await,
            Do::Check(target) => self.at(target).check().await,
            Do::Uncheck(target) => self.at(target).uncheck().await,
            Do::ScrollTo(target) => self.at(target).scroll_into_view().await,
            Do::LongPress(target) => self.at(target).long_press().await,
            Do::Drag(target, to) => self.at(target).drag_to(&self.at(to)).await,
            Do::Upload(target, files) => self.at(target).upload(files.iter().copied()).await,
            Do::Download(target) => self.at(target).download().await,
            Do::Seek(text) => self.screen.scroll_to_text(text).await,
            Do::SwitchTab(tab) => self.screen.switch_tab(tab).await,
            Do::CloseTab => self.screen.close_tab().await,
            Do::Accept => self.screen.accept_dialog().await,
            Do::Dismiss => self.screen.dismiss_dialog().await,
            Do::Answer(text) => self.screen.answer_dialog(text).await,
            Do::Picture => self.page.picture().await.map(drop),
            Do::TapAt(x, y) => self.screen.tap_at(x, y).await,
            Do::Reload => self.screen.reload().await,
            Do::Interruption(when, tap) => {
                self.screen.interruption(when, tap, 1);
                Ok(())
            }
            Do::Say(sentence) => self.say(sentence).await,
        }
    }

    async fn say(&self, sentence: &str) -> Result<()> {
        let plain = PlainExecutor::new(Arc::clone(&self.page), Some(self.site.url("")));
        let step = StepContext::new(StepKind::Act, sentence, Limits::default());
        match plain.attempt(&step).await {
            Attempt::Passed(_) => Ok(()),
            Attempt::Unread(error)
            | Attempt::Unresolved { error, .. }
            | Attempt::Failed { error, .. } => Err(error),
        }
    }
}
