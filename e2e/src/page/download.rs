//! Files that come from the page.

use super::desk::Landing;
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

/// How long a download may take to begin, and to be complete.
const BEGINS: Duration = Duration::from_secs(5);
const COMPLETE: Duration = Duration::from_secs(60);
/// How long lies between two looks into the folder.
const LOOK: Duration = Duration::from_millis(20);
/// How long a file without content is waited for to get some.
const EMPTY: Duration = Duration::from_millis(500);
/// What a browser calls a file that is not complete.
const PARTIAL: &[&str] = &["crdownload", "part", "tmp"];

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
        let known = BTreeSet::from_iter(entries(&lands));
        let tap = Verb::Tap {
            target: target.clone(),
        };
        let ready = self.prepare(&tap, target, aim).await?;
        let mut effect = self.carry_out(&tap, ready).await?;
        let mut file = arrived(&lands, &known, &effect.target).await?;
        // A look may have told of it already, with less than is said here.
        self.note_downloads();
        let told = format!("downloaded {}, ", name_of(&file));
        effect.notes.retain(|note| !note.starts_with(&told));
        self.seen().notes.retain(|note| !note.starts_with(&told));
        if lands != folder {
            file = moved(&file, &folder)?;
        }
        let size = tokio::fs::metadata(&file).await.map_or(0, |m| m.len());
        let name = name_of(&file);
        effect.notes.push(format!(
            "downloaded {name}, {size} bytes, to {}",
            file.display()
        ));
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
        if let Ok(folder) = self.engine.wire().receive_in(&folder).await {
            let known = BTreeSet::from_iter(entries(&folder));
            self.desk.set_landing(Landing { folder, known });
        }
    }

    /// Notes the files that are complete since the look before.
    pub(super) fn note_downloads(&self) {
        let Some(mut landing) = self.desk.landing() else {
            return;
        };
        let now = BTreeSet::from_iter(entries(&landing.folder));
        // One that is gone may come again.
        landing.known.retain(|file| now.contains(file));
        let fresh: Vec<&PathBuf> = now.difference(&landing.known).collect();
        let whole = fresh
            .into_iter()
            .filter_map(|file| Some((file, size(file)?)));
        let whole: Vec<(PathBuf, u64)> = whole.map(|(file, size)| (file.clone(), size)).collect();
        for (file, size) in whole {
            self.note(format!("downloaded {}, {size} bytes", name_of(&file)));
            landing.known.insert(file);
        }
        self.desk.set_landing(landing);
    }

    /// Makes the folder and has the browser use it; where it uses another one, that.
    async fn receive_in(&self, folder: &Path) -> Result<PathBuf> {
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
fn is_partial(path: &Path) -> bool {
    let name = name_of(path);
    name.starts_with('.')
        || path
            .extension()
            .is_some_and(|end| PARTIAL.iter().any(|part| end == *part))
}

/// The size of a file that is complete. One without content may still get some.
fn size(file: &Path) -> Option<u64> {
    let about = std::fs::metadata(file).ok().filter(|_| !is_partial(file))?;
    let old = || about.modified().ok()?.elapsed().ok();
    (about.len() > 0 || old().is_some_and(|old| old > EMPTY)).then_some(about.len())
}

/// The new file, once it is complete.
async fn arrived(folder: &Path, known: &BTreeSet<PathBuf>, target: &str) -> Result<PathBuf> {
    let start = Instant::now();
    let mut empty_since = None;
    loop {
        let now = BTreeSet::from_iter(entries(folder));
        let (partial, whole): (Vec<&PathBuf>, Vec<&PathBuf>) =
            now.difference(known).partition(|path| is_partial(path));
        if let (Some(file), true) = (whole.first(), partial.is_empty()) {
            // Some browsers keep the name with an empty file before they write.
            let since = *empty_since.get_or_insert_with(Instant::now);
            if since.elapsed() > EMPTY || std::fs::metadata(file).is_ok_and(|m| m.len() > 0) {
                return Ok((*file).clone());
            }
        }
        let begun = !partial.is_empty() || !whole.is_empty();
        if !begun && start.elapsed() > BEGINS {
            return Err(Error::new(
                Code::ActionFailed,
                format!("no download began after {target} was tapped"),
            )
            .help("look at the page: it may have opened the file instead"));
        }
        if start.elapsed() > COMPLETE {
            return Err(Error::new(
                Code::ActionFailed,
                format!("the download that {target} began is not complete"),
            )
            .note(format!("waited {}", crate::text::show_duration(COMPLETE))));
        }
        tokio::time::sleep(LOOK).await;
    }
}
