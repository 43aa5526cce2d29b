//! Takes what this process prints while one test runs.
//!
//! By file descriptor, so that it holds for prints, for other languages and for
//! child processes alike. It is exact only while nothing else runs.

/// Whether it can be done here.
pub(super) const AVAILABLE: bool = cfg!(unix);

pub(super) use imp::Capture;

#[cfg(unix)]
mod imp {
    use std::fs::File;
    use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
    use std::os::fd::{AsFd as _, OwnedFd};

    /// Output goes to a file without a name until [`Self::end`]: unlike a pipe it
    /// never fills up and needs nobody to read along.
    #[derive(Debug)]
    pub(in crate::harness) struct Capture {
        file: File,
        out: OwnedFd,
        err: OwnedFd,
    }

    impl Capture {
        pub(in crate::harness) fn begin() -> io::Result<Self> {
            let file = nameless()?;
            let _ = io::stdout().flush();
            let out = io::stdout().as_fd().try_clone_to_owned()?;
            let err = io::stderr().as_fd().try_clone_to_owned()?;
            rustix::stdio::dup2_stdout(&file)?;
            rustix::stdio::dup2_stderr(&file)?;
            Ok(Self { file, out, err })
        }

        /// Puts the streams back and returns what was printed.
        pub(in crate::harness) fn end(self) -> String {
            let Self { mut file, out, err } = self;
            let _ = io::stdout().flush();
            let _ = rustix::stdio::dup2_stdout(&out);
            let _ = rustix::stdio::dup2_stderr(&err);
            let mut bytes = Vec::new();
            let _ = file
                .seek(SeekFrom::Start(0))
                .and_then(|_| file.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        }
    }

    /// In memory where the system can: a full disk must not make a test's prints fail.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn nameless() -> io::Result<File> {
        use rustix::fs::{MemfdFlags, memfd_create};
        match memfd_create(c"e2e-output", MemfdFlags::CLOEXEC) {
            Ok(fd) => Ok(File::from(fd)),
            Err(_) => tempfile::tempfile(),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn nameless() -> io::Result<File> {
        tempfile::tempfile()
    }
}

#[cfg(not(unix))]
mod imp {
    use std::io;

    /// Never made: one test runs in a worker process here.
    #[derive(Debug)]
    pub(in crate::harness) enum Capture {}

    impl Capture {
        pub(in crate::harness) fn begin() -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(in crate::harness) fn end(self) -> String {
            match self {}
        }
    }
}
