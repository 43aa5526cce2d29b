//! Files that go to the page.

use super::act::judge;
use super::feed::Page;
use super::given::{is_taken, refused};
use super::node::NodeId;
use super::ready::{Aim, Ready};
use super::route::differs;
use super::verb::{Effect, Verb};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// Most files of one upload.
const MOST: usize = 16;
/// How long the effect of an upload may take to show.
const WINDOW: Duration = Duration::from_secs(2);
/// The field the engine found.
const FIELD: &str = "return document[\"e2e.engine\"].engine.fileField";

/// What the engine says of the field behind a target.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Field {
    found: bool,
    /// It takes more than one file.
    many: bool,
    /// Nothing about the target listens for a press, as far as is known.
    silent: bool,
    /// A person sees it, what it takes, and how many files it holds.
    shown: bool,
    takes: String,
    held: usize,
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
        let (package, named) = (self.desk.folders().package, files);
        let files = allowed(&package, named)?;
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
            false if field.silent && !self.engine.wire().drops_files() => {
                let ready = self.field_ready(&target).await?;
                return Err(undroppable(&ready).note("nothing was sent"));
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
        // Getting there took a while, and what lies there now is what is sent.
        if allowed(&package, named)? != files {
            return Err(replaced(named));
        }
        if field.found {
            enough(&ready, &field, &files)?;
            self.give(&files).await?;
        } else if !self.engine.wire().drops_files() {
            return Err(undroppable(&ready).note("it was tapped, and asked for no files"));
        } else {
            self.drop_files(&ready, &files).await?;
        }
        let outcome = self.outcome(WINDOW).await?;
        let sent = outcome
            .effects
            .as_ref()
            .is_none_or(|seen| seen.requests > 0 || seen.moved || seen.leaving);
        let mut effect = judge(verb, &ready, before, outcome)?;
        let names: Vec<String> = files.iter().map(|file| name_of(file)).collect();
        let now = match field.found {
            true => self
                .field("given_files", json!({}))
                .await
                .unwrap_or_default(),
            false => Field::default(),
        };
        let emptied = now.found && now.held == 0;
        if emptied && !sent && !is_taken(now.shown, &now.takes, &effect, &names) {
            return Err(refused(&effect, &names));
        }
        if emptied {
            let note = "the page took the files out of the field again";
            effect.notes.push(note.to_owned());
        }
        // A field that holds files has changed, whoever tells of it.
        let holds = field.found && !emptied;
        effect.visible |= holds || differs(&effect.before, &effect.after);
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
                // WebDriver reaches only what stands in the page.
                self.field("seat_file", json!({})).await?;
                let given = wire.give_files(FIELD, files).await;
                self.field("unseat_file", json!({})).await?;
                given
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
}

pub(super) fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The error for a drop zone where the browser lets nobody drop files.
fn undroppable(ready: &Ready) -> Error {
    Error::new(
        Code::AutomationUnsupported,
        format!(
            "files cannot be given to {}: dropping them is not possible in this browser",
            ready.target
        ),
    )
    .help("name a field or a button that opens one, or run this test in Chromium")
}

/// The error for files that were put in the place of others meanwhile.
fn replaced(files: &[String]) -> Error {
    Error::new(
        Code::PolicyDenied,
        format!(
            "\"{}\" became something else while it was to be uploaded",
            files.join("\", \"")
        ),
    )
    .note("no file was given to the page")
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
        // What lies above the package is nobody's choice here.
        let named = match written.is_absolute() {
            true => written.strip_prefix(package).unwrap_or(inside),
            false => written,
        };
        if hidden(inside) || hidden(named) {
            return Err(denied(file, "it is hidden"));
        }
        if !found.is_file() {
            return Err(denied(file, "it is no regular file"));
        }
        out.push(found);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A package with files in it, and one beside it.
    fn package() -> (tempfile::TempDir, PathBuf) {
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join("package");
        std::fs::create_dir_all(package.join("data/.git")).unwrap();
        for name in [
            "a.txt",
            "data/b.txt",
            ".env",
            "data/.git/config",
            "../outside.txt",
        ] {
            std::fs::write(package.join(name), "x").unwrap();
        }
        (root, package)
    }

    fn check(package: &Path, files: &[&str], expected: Result<usize, (Code, &str)>) {
        let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        match (allowed(package, &files), expected) {
            (Ok(found), Ok(count)) => assert_eq!(found.len(), count, "{files:?}"),
            (Err(error), Err((code, part))) => {
                let said = format!("{error:?}");
                assert_eq!(error.code(), code, "{files:?}: {said}");
                assert!(said.contains(part), "{files:?}: {said}");
            }
            (got, expected) => panic!("{files:?}: {got:?}, not {expected:?}"),
        }
    }

    #[test]
    fn only_files_of_the_package_may_be_uploaded() {
        let (root, package) = package();
        let denied = |part| Err((Code::PolicyDenied, part));
        let bad = |part| Err((Code::InvalidArgument, part));
        let outside = root.path().join("outside.txt");
        let inside = package.join("a.txt");
        for (files, expected) in [
            (&["a.txt"][..], Ok(1)),
            (&["data/b.txt", "a.txt"], Ok(2)),
            (&["data/../a.txt"], Ok(1)),
            (&[inside.to_str().unwrap()], Ok(1)),
            (&[".env"], denied("it is hidden")),
            (&["data/.git/config"], denied("it is hidden")),
            (&["../outside.txt"], denied("outside the package")),
            (&["../nothing.txt"], denied("leads out of the package")),
            (&[outside.to_str().unwrap()], denied("outside the package")),
            (&["data"], denied("no regular file")),
            (&["."], denied("no regular file")),
            (&["nothing.txt"], bad("there is no file \"nothing.txt\"")),
            (&["a.txt", ".env"], denied("it is hidden")),
            (&[], bad("1 to 16 files, not 0")),
            (&["a.txt"; 16], Ok(16)),
            (&["a.txt"; 17], bad("1 to 16 files, not 17")),
        ] {
            check(&package, files, expected);
        }
        check(Path::new(""), &["a.txt"], denied("belongs to no package"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_what_it_leads_to() {
        use std::os::unix::fs::symlink;
        let (root, package) = package();
        symlink(root.path().join("outside.txt"), package.join("out.txt")).unwrap();
        symlink(root.path(), package.join("up")).unwrap();
        symlink(package.join(".env"), package.join("env.txt")).unwrap();
        symlink(package.join("a.txt"), package.join("same.txt")).unwrap();
        symlink(package.join("gone"), package.join("broken.txt")).unwrap();
        let denied = |part| Err((Code::PolicyDenied, part));
        check(&package, &["out.txt"], denied("outside the package"));
        check(&package, &["up/outside.txt"], denied("outside the package"));
        check(&package, &["env.txt"], denied("it is hidden"));
        check(&package, &["same.txt"], Ok(1));
        let missing = Err((Code::InvalidArgument, "there is no file"));
        check(&package, &["broken.txt"], missing);
    }
}
