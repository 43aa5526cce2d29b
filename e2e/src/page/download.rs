//! Files that come from the page.

use super::desk::Landing;
use super::effect::{LEAVING, NOTHING};
use super::feed::Page;
use super::files::name_of;
use super::node::NodeId;
use super::ready::Aim;
use super::verb::{Effect, Verb};
use crate::code::Code;
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How a file is told that came.
pub(super) const TOLD: &str = "downloaded ";
/// How long a download may take to begin, and to be complete.
const BEGINS: Duration = Duration::from_secs(8);
const COMPLETE: Duration = Duration::from_secs(60);
/// How long lies between two looks into the folder.
const LOOK: Duration = Duration::from_millis(20);
/// How long a file without content is waited for to get some.
const EMPTY: Duration = Duration::from_millis(500);
/// The folder in the one for downloads that the browser puts them into. Complete ones are
/// moved out of it: some browsers write over what lies there under the same name.
const ARRIVING: &str = "arriving";

impl Page {
    /// Taps what begins a download, and waits until the file is there.
    pub(super) async fn download(&self, target: &NodeId, aim: &Aim) -> Result<Effect> {
        let folder = self.desk.folders().downloads;
        if folder.as_os_str().is_empty() {
            return Err(Error::new(
                Code::AutomationUnsupported,
                "this page has no folder for downloads",
            ));
        }
        let lands = self.receive_in(&folder).await?;
        let partial = self.engine.wire().partial();
        // What is there and complete was not told of yet, and is not what comes now.
        self.note_downloads();
        let known = BTreeSet::from_iter(entries(&lands));
        let tap = Verb::Tap {
            target: target.clone(),
        };
        let ready = self.prepare(&tap, target, aim).await?;
        self.desk.fetch(true);
        let pressed = self.carry_out(&tap, ready).await;
        self.desk.fetch(false);
        let mut effect = pressed?;
        let awaited = Awaited {
            folder: &lands,
            known: &known,
            partial,
            limit: self.within(COMPLETE),
        };
        let file = awaited.file(&effect.target).await?;
        let file = moved(&file, &folder)?;
        effect
            .notes
            .retain(|note| note != NOTHING && note != LEAVING);
        let size = tokio::fs::metadata(&file).await.map_or(0, |m| m.len());
        let name = name_of(&file);
        effect
            .notes
            .push(format!("{TOLD}{name}, {size} bytes, to {}", file.display()));
        effect.visible = true;
        Ok(effect)
    }

    /// Has the browser keep downloads that nobody waits for, so that a look can tell of
    /// them. Asked once; a browser that cannot be told tells of none.
    pub(super) async fn expect_downloads(&self) {
        if !self.desk.is_to_receive() {
            return;
        }
        let folder = self.desk.folders().downloads;
        if let Ok(folder) = self.receive_in(&folder).await {
            let known = BTreeSet::from_iter(entries(&folder));
            let partial = self.engine.wire().partial();
            self.desk.set_landing(Landing {
                folder,
                known,
                partial,
            });
        }
    }

    /// Whether a file comes that nobody knew of, complete or not.
    pub(super) fn is_receiving(&self) -> bool {
        let landing = self.desk.landing();
        landing.is_some_and(|landing| {
            let mut files = entries(&landing.folder).into_iter();
            files.any(|file| !landing.known.contains(&file))
        })
    }

    /// Notes the files that are complete since the look before.
    pub(super) fn note_downloads(&self) {
        let Some(mut landing) = self.desk.landing().filter(|_| !self.desk.fetches()) else {
            return;
        };
        let folder = self.desk.folders().downloads;
        let now = BTreeSet::from_iter(entries(&landing.folder));
        // One that is gone may come again.
        landing.known.retain(|file| now.contains(file));
        let fresh: Vec<&PathBuf> = now.difference(&landing.known).collect();
        let whole = fresh
            .into_iter()
            .filter_map(|file| Some((file, size(file, landing.partial)?)));
        let whole: Vec<(PathBuf, u64)> = whole.map(|(file, size)| (file.clone(), size)).collect();
        for (file, size) in whole {
            // One that cannot be moved stays where it is, and is told of once.
            let kept = moved(&file, &folder).unwrap_or_else(|_| file.clone());
            self.note(format!("{TOLD}{}, {size} bytes", name_of(&kept)));
            landing.known.insert(file);
        }
        self.desk.set_landing(landing);
    }

    /// Makes the folder and has the browser use one in it; where it uses another one, that.
    async fn receive_in(&self, folder: &Path) -> Result<PathBuf> {
        let folder = &folder.join(ARRIVING);
        std::fs::create_dir_all(folder).map_err(|error| {
            Error::new(
                Code::EnvironmentUnavailable,
                format!("{} cannot be made", folder.display()),
            )
            .caused_by(error)
        })?;
        self.engine.wire().receive_in(folder).await
    }
}

/// Moves a file into a folder, under another name where its own is taken.
fn moved(file: &Path, folder: &Path) -> Result<PathBuf> {
    let name = name_of(file);
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() => (stem, format!(".{end}")),
        _ => (name.as_str(), String::new()),
    };
    let names = (1..).map(|n| format!("{stem} ({n}){end}"));
    let target = std::iter::once(name.clone())
        .chain(names)
        .map(|name| folder.join(name))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(&name));
    // Folders on two disks: what cannot be moved is copied.
    std::fs::rename(file, &target)
        .or_else(|_| {
            std::fs::copy(file, &target)?;
            std::fs::remove_file(file)
        })
        .map_err(|error| {
            Error::new(
                Code::EnvironmentUnavailable,
                format!(
                    "{name} was downloaded and cannot be kept in {}",
                    folder.display()
                ),
            )
            .caused_by(error)
        })?;
    Ok(target)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = std::fs::read_dir(folder).into_iter().flatten();
    read.filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect()
}

/// Browsers write under a name of their own first.
fn is_partial(path: &Path, partial: &str) -> bool {
    name_of(path).starts_with('.') || path.extension().is_some_and(|end| end == partial)
}

/// The size of a file that is complete. One without content may still get some.
fn size(file: &Path, partial: &str) -> Option<u64> {
    let about = std::fs::metadata(file).ok();
    let about = about.filter(|_| !is_partial(file, partial))?;
    let old = || about.modified().ok()?.elapsed().ok();
    (about.len() > 0 || old().is_some_and(|old| old > EMPTY)).then_some(about.len())
}

/// A download that is waited for.
struct Awaited<'a> {
    folder: &'a Path,
    known: &'a BTreeSet<PathBuf>,
    partial: &'a str,
    limit: Duration,
}

impl Awaited<'_> {
    /// The new file, once it is complete.
    async fn file(&self, target: &str) -> Result<PathBuf> {
        let start = Instant::now();
        let (mut seen, mut gone, mut empty) = (false, None, None);
        loop {
            let now = BTreeSet::from_iter(entries(self.folder));
            let (partial, whole): (Vec<&PathBuf>, Vec<&PathBuf>) = now
                .difference(self.known)
                .partition(|path| is_partial(path, self.partial));
            if let (Some(file), true) = (whole.first(), partial.is_empty()) {
                // Some browsers keep the name with an empty file before they write.
                let since = *empty.get_or_insert_with(Instant::now);
                if since.elapsed() > EMPTY || std::fs::metadata(file).is_ok_and(|m| m.len() > 0) {
                    return Ok((*file).clone());
                }
            }
            let begun = !partial.is_empty() || !whole.is_empty();
            seen |= begun;
            gone = gone.filter(|_| !begun);
            if seen && !begun && gone.get_or_insert_with(Instant::now).elapsed() > EMPTY {
                return Err(Error::new(
                    Code::ActionFailed,
                    format!("the download that {target} began broke off"),
                )
                .help("look at what the server sends: the connection ended before the file did"));
            }
            if !begun && start.elapsed() > BEGINS.min(self.limit) {
                return Err(Error::new(
                    Code::ActionFailed,
                    format!("no download began after {target} was tapped"),
                )
                .note("one that broke off at once, or whose name is too long, is none either")
                .help("look at the page: it may have opened the file instead"));
            }
            if start.elapsed() > self.limit {
                let bytes: u64 = partial
                    .iter()
                    .filter_map(|file| Some(std::fs::metadata(file).ok()?.len()))
                    .sum();
                let waited = crate::text::show_duration(self.limit);
                return Err(Error::new(
                    Code::ActionFailed,
                    format!("the download that {target} began is not complete"),
                )
                .note(format!("waited {waited}; {bytes} bytes have come so far")));
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}
