//! Files that come from the page.

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
