//! Files that go to the page, and files that come from it.

use super::act::judge;
use super::feed::Page;
use super::node::NodeId;
use super::ready::{Aim, Ready};
use super::route::differs;
use super::verb::{Effect, Verb};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

/// Most files of one upload.
const MOST: usize = 16;
/// How long the effect of an upload may take to show.
const WINDOW: Duration = Duration::from_secs(2);
/// How long a download may take to begin, and to be complete.
const BEGINS: Duration = Duration::from_secs(5);
const COMPLETE: Duration = Duration::from_secs(60);
/// How long lies between two looks into the folder.
const LOOK: Duration = Duration::from_millis(20);
/// What a browser calls a file that is not complete.
const PARTIAL: &[&str] = &["crdownload", "part", "tmp"];
/// The field the engine found.
const FIELD: &str = "return document[Symbol.for(\"e2e.engine\")].fileField";

/// What the engine says of the field behind a target.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Field {
    found: bool,
    /// It takes more than one file.
    many: bool,
    failed: Option<String>,
    detail: String,
}

impl Page {
    /// The same page with folders for files: without them nothing can be uploaded.
    #[must_use]
    pub fn with_folders(self, folders: super::Folders) -> Self {
        self.desk.set_folders(folders);
        self
    }

    pub(super) async fn upload(
        &self,
        verb: &Verb,
        target: &NodeId,
        files: &[String],
        aim: &Aim,
    ) -> Result<Effect> {
        let files = allowed(&self.desk.folders().package, files)?;
        let mut target = target.clone();
        let mut found = self.field("file_field", json!({ "id": target.0 })).await;
        if found
            .as_ref()
            .is_err_and(|e| e.code() == Code::LocatorNotFound)
        {
            target = self.relocate(&target).await?;
            found = self.field("file_field", json!({ "id": target.0 })).await;
        }
        let mut field = found?;
        let mut ready = match field.found {
            true => {
                let ready = self.field_ready(&target).await?;
                enough(&ready, &field, &files)?;
                ready
            }
            false => {
                // Its button asks the system for files; the question is caught.
                let tap = Verb::Tap {
                    target: target.clone(),
                };
                let ready = self.prepare(&tap, &target, aim).await?;
                self.field("catch_files", json!({})).await?;
                let place = ready.x.zip(ready.y).unwrap_or_default();
                let wire = self.engine.wire();
                let gesture = crate::browser::wire::Gesture::Tap;
                let sent = wire.pointer(gesture, place.0, place.1).await;
                let caught = self.field("caught_files", json!({ "timeout": 600 })).await;
                self.sent(verb, &ready, sent).await?;
                field = caught?;
                ready
            }
        };
        let before = self.before(&mut ready).await?;
        if field.found {
            enough(&ready, &field, &files)?;
            self.give(&files).await?;
        } else {
            self.drop_files(&ready, &files).await?;
        }
        let outcome = self.outcome(WINDOW).await?;
        let mut effect = judge(verb, &ready, before, outcome)?;
        // A field that holds files has changed, whoever tells of it.
        effect.visible |= field.found || differs(&effect.before, &effect.after);
        let names: Vec<String> = files.iter().map(|file| name_of(file)).collect();
        effect.notes.push(format!("gave it {}", names.join(", ")));
        Ok(effect)
    }

    async fn field(&self, function: &str, args: Value) -> Result<Field> {
        let limit = Duration::from_secs(10);
        let field = match self.engine.wait::<Field>(function, args, limit).await? {
            Answer::Value(field) => field,
            Answer::Navigated | Answer::Dialog(_) => Field::default(),
        };
        match field.failed.as_deref() {
            None => Ok(field),
            Some("attached") => Err(Error::new(
                Code::LocatorNotFound,
                "the element is not on the page any more",
            )
            .note("nothing was sent")),
            Some(_) => Err(Error::new(Code::NotActionable, field.detail).note("nothing was sent")),
        }
    }

    async fn field_ready(&self, target: &NodeId) -> Result<Ready> {
        let args = json!({ "id": target.0, "verb": "upload" });
        match self.engine.get::<Ready>("arm", args).await? {
            Answer::Value(ready) => Ok(ready),
            _ => Err(Error::new(
                Code::NotActionable,
                "the page was left before any file was chosen",
            )),
        }
    }

    /// Hands the files to the field the engine found, wherever it stands.
    async fn give(&self, files: &[PathBuf]) -> Result<()> {
        let wire = self.engine.wire();
        let expression = FIELD.trim_start_matches("return ");
        let found = wire
            .devtools("Runtime.evaluate", json!({ "expression": expression }))
            .await;
        match found {
            Ok(found) => {
                let object = found["result"]["objectId"].clone();
                let params = json!({ "objectId": object, "files": files });
                wire.devtools("DOM.setFileInputFiles", params)
                    .await
                    .map(drop)
            }
            Err(error) if error.code() == Code::AutomationUnsupported => {
                wire.give_files(FIELD, files).await
            }
            Err(error) => Err(error),
        }
    }

    /// Drops files the way a person does who drags them in from the desktop.
    async fn drop_files(&self, ready: &Ready, files: &[PathBuf]) -> Result<()> {
        let (x, y) = ready.x.zip(ready.y).unwrap_or_default();
        let wire = self.engine.wire();
        for kind in ["dragEnter", "dragOver", "drop"] {
            let params = json!({
                "type": kind, "x": x, "y": y,
                "data": { "items": [], "files": files, "dragOperationsMask": 1 },
            });
            wire.devtools("Input.dispatchDragEvent", params).await?;
        }
        Ok(())
    }

    /// Taps what begins a download, and waits until the file is there.
    pub(super) async fn download(&self, target: &NodeId, aim: &Aim) -> Result<Effect> {
        let folder = self.desk.folders().downloads;
        if folder.as_os_str().is_empty() {
            return Err(Error::new(
                Code::AutomationUnsupported,
                "this page has no folder for downloads",
            ));
        }
        self.receive_in(&folder).await?;
        let known = complete(&folder);
        let tap = Verb::Tap {
            target: target.clone(),
        };
        let ready = self.prepare(&tap, target, aim).await?;
        let mut effect = self.carry_out(&tap, ready).await?;
        let file = arrived(&folder, &known, &effect.target).await?;
        let size = tokio::fs::metadata(&file).await.map_or(0, |m| m.len());
        let name = name_of(&file);
        effect.notes.push(format!(
            "downloaded {name}, {size} bytes, to {}",
            file.display()
        ));
        effect.visible = true;
        Ok(effect)
    }

    async fn receive_in(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder).map_err(|error| {
            Error::new(
                Code::EnvironmentUnavailable,
                format!("{} cannot be made", folder.display()),
            )
            .caused_by(error)
        })?;
        let params = json!({ "behavior": "allow", "downloadPath": folder });
        let wire = self.engine.wire();
        wire.devtools("Browser.setDownloadBehavior", params)
            .await
            .map(drop)
    }
}

fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn enough(ready: &Ready, field: &Field, files: &[PathBuf]) -> Result<()> {
    if files.len() < 2 || field.many {
        return Ok(());
    }
    Err(Error::new(
        Code::InvalidArgument,
        format!("{} takes one file, not {}", ready.target, files.len()),
    )
    .note("no file was given to it"))
}

/// The files as they lie on the disk, each inside the package and nothing hidden.
fn allowed(package: &Path, files: &[String]) -> Result<Vec<PathBuf>> {
    if files.is_empty() || files.len() > MOST {
        return Err(Error::new(
            Code::InvalidArgument,
            format!("an upload takes 1 to {MOST} files, not {}", files.len()),
        ));
    }
    let denied = |file: &str, why: &str| {
        Error::new(
            Code::PolicyDenied,
            format!("\"{file}\" may not be uploaded: {why}"),
        )
        .note("nothing was sent")
        .help("only regular files inside the package may be")
    };
    if package.as_os_str().is_empty() {
        return Err(denied(&files[0], "this page belongs to no package"));
    }
    let missing = |file: &str, error: std::io::Error| {
        Error::new(
            Code::InvalidArgument,
            format!("there is no file \"{file}\" in {}", package.display()),
        )
        .caused_by(error)
        .note("nothing was sent")
    };
    let root = package
        .canonicalize()
        .map_err(|error| missing(&files[0], error))?;
    let mut out = Vec::new();
    for file in files {
        let written = Path::new(file);
        let up = written
            .components()
            .any(|part| matches!(part, Component::ParentDir));
        if up && !package.join(written).exists() {
            return Err(denied(file, "it leads out of the package"));
        }
        let found = package
            .join(written)
            .canonicalize()
            .map_err(|error| missing(file, error))?;
        let Ok(inside) = found.strip_prefix(&root) else {
            return Err(denied(file, "it lies outside the package"));
        };
        let hidden = |path: &Path| {
            path.components().any(|part| {
                matches!(part, Component::Normal(name) if name.to_string_lossy().starts_with('.'))
            })
        };
        if hidden(inside) || hidden(written) {
            return Err(denied(file, "it is hidden"));
        }
        if !found.is_file() {
            return Err(denied(file, "it is no regular file"));
        }
        out.push(found);
    }
    Ok(out)
}

/// The files of a folder that are complete.
fn complete(folder: &Path) -> BTreeSet<PathBuf> {
    entries(folder)
        .into_iter()
        .filter(|path| !is_partial(path))
        .collect()
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
    loop {
        let now = complete(folder);
        if let Some(file) = now.difference(known).next() {
            return Ok(file.clone());
        }
        let begun = entries(folder).iter().any(|path| is_partial(path));
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
