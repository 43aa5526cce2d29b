//! What cleans up when the test process itself is killed.
//!
//! On Unix a small shell waits at the end of a pipe that only this process holds.
//! The pipe closes however this process ends, even by SIGKILL, and the shell then
//! ends every process that names our folder and removes the folder. It sits in a
//! process group of its own, so a signal to the whole group of the test does not
//! take it along, and it holds none of our output.
//!
//! On Windows there is no such process: a job object that ends its processes when its
//! last handle closes belongs here, in [`Watchdog::start`].

use std::io;
use std::path::Path;

/// The waiting process.
#[derive(Debug)]
pub(super) struct Watchdog {
    #[cfg(unix)]
    child: std::process::Child,
}

impl Watchdog {
    /// Starts it for everything that names `folder`.
    #[cfg(unix)]
    pub(super) fn start(folder: &Path) -> io::Result<Self> {
        use std::os::unix::process::CommandExt as _;
        use std::process::{Command, Stdio};
        let mut child = Command::new("/bin/sh")
            .args(["-c", include_str!("watchdog.sh")])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            .process_group(0)
            .spawn()?;
        let mut watchdog = Self {
            child: {
                // The folder goes through the pipe: on the command line the watchdog
                // would carry the mark of the processes it has to end.
                let told = tell(&mut child, &format!("{}\n", folder.display()));
                if let Err(e) = told {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(e);
                }
                child
            },
        };
        // A shell that could not start is noticed now rather than when it is needed.
        match watchdog.child.try_wait()? {
            None => Ok(watchdog),
            Some(status) => Err(io::Error::other(format!("the watchdog ended: {status}"))),
        }
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "the Unix twin can fail")]
    pub(super) fn start(_folder: &Path) -> io::Result<Self> {
        Ok(Self {})
    }

    /// Ends it; nothing is left for it to do.
    #[cfg(unix)]
    pub(super) fn dismiss(mut self) {
        let _ = tell(&mut self.child, "bye\n");
        self.child.stdin = None;
        let _ = self.child.wait();
    }

    /// Ends it; nothing is left for it to do.
    #[cfg(not(unix))]
    pub(super) fn dismiss(self) {}

    /// Spares what names one of the folders below the watched one.
    #[cfg(unix)]
    pub(super) fn spare(&mut self, folder: &Path) {
        if let Some(name) = folder.file_name() {
            let _ = tell(&mut self.child, &format!("spare {}\n", name.display()));
        }
    }

    #[cfg(not(unix))]
    pub(super) fn spare(&mut self, _folder: &Path) {}
}

#[cfg(unix)]
fn tell(child: &mut std::process::Child, word: &str) -> io::Result<()> {
    use io::Write as _;
    match &mut child.stdin {
        Some(pipe) => pipe.write_all(word.as_bytes()),
        None => Err(io::Error::from(io::ErrorKind::BrokenPipe)),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    fn folder() -> tempfile::TempDir {
        tempfile::Builder::new().prefix("e2e-0-").tempdir().unwrap()
    }

    fn marked(folder: &Path) -> std::process::Child {
        Command::new("sh")
            .args(["-c", "sleep 600 & wait"])
            .env("TMPDIR", format!("{}/x", folder.display()))
            .stdin(Stdio::null())
            .spawn()
            .unwrap()
    }

    #[test]
    fn a_closed_pipe_ends_everything_and_removes_the_folder() {
        let folder = folder();
        let mut child = marked(folder.path());
        let mut watchdog = Watchdog::start(folder.path()).unwrap();
        watchdog.child.stdin = None;
        assert!(watchdog.child.wait().unwrap().success());
        assert!(child.wait().unwrap().code().is_none(), "ended by a signal");
        assert!(!folder.path().exists());
    }

    #[test]
    fn what_is_spared_stays_and_nothing_else() {
        let folder = folder();
        let below = |name: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir(&path).unwrap();
            path
        };
        let (spared, other) = (below("s1"), below("s2"));
        let (mut kept, mut gone) = (marked(&spared), marked(&other));
        let mut watchdog = Watchdog::start(folder.path()).unwrap();
        watchdog.spare(&spared);
        watchdog.child.stdin = None;
        assert!(watchdog.child.wait().unwrap().success());
        assert!(gone.wait().unwrap().code().is_none(), "ended by a signal");
        assert!(kept.try_wait().unwrap().is_none());
        assert!(spared.exists() && !other.exists());
        // With nothing to end, nothing is ended.
        let mut again = Watchdog::start(folder.path()).unwrap();
        again.spare(&spared);
        again.child.stdin = None;
        assert!(again.child.wait().unwrap().success());
        assert!(kept.try_wait().unwrap().is_none());
        super::super::process::end(&spared, &[], std::time::Duration::from_secs(5));
        kept.wait().unwrap();
    }

    #[test]
    fn a_dismissed_watchdog_touches_nothing() {
        let folder = folder();
        let mut child = marked(folder.path());
        Watchdog::start(folder.path()).unwrap().dismiss();
        assert!(child.try_wait().unwrap().is_none());
        assert!(folder.path().exists());
        super::super::process::end(folder.path(), &[], std::time::Duration::from_secs(5));
        child.wait().unwrap();
    }
}
