//! Running cargo and standing aside: its output, its exit code, and whatever signal
//! was meant for it.

use crate::code::Code;
use crate::error::{Error, Result};
use std::process::{Command, ExitCode, ExitStatus};

/// Runs a command to its end, with this process's own input and output.
pub(super) fn run(command: Command) -> Result<ExitStatus> {
    let program = command.get_program().to_owned();
    let failed = |error: std::io::Error| {
        Error::new(
            Code::EnvironmentUnavailable,
            format!("cannot run `{}`", program.display()),
        )
        .caused_by(error)
    };
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(failed)?
        .block_on(attend(command))
        .map_err(failed)
}

/// A child's exit code as ours; a signal counts from 128, as in a shell.
pub(super) fn exit_code(status: ExitStatus) -> ExitCode {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX));
        }
    }
    match status.code() {
        Some(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        None => ExitCode::FAILURE,
    }
}

/// A person's Ctrl-C reaches every process of a terminal's job by itself: this one
/// only has to live on until the child is done. Where nobody watches, the child gets
/// a group of its own, and what this process is told is passed on to all of it, so
/// that test binaries and their browsers hear it too.
#[cfg(unix)]
async fn attend(mut command: Command) -> std::io::Result<ExitStatus> {
    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    use std::os::unix::process::CommandExt as _;
    use tokio::signal::unix::{SignalKind, signal};

    let attended = super::terminal::is_attended();
    if !attended {
        command.process_group(0);
    }
    // Before the child starts, so that no signal falls between.
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    // A hang-up that is ignored, as `nohup` asks for it, is so in the child too.
    let mut hangup = match crate::config::is_hang_up_ignored() {
        true => None,
        false => Some(signal(SignalKind::hangup())?),
    };
    let mut child = tokio::process::Command::from(command).spawn()?;
    let pid = child
        .id()
        .and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    loop {
        let heard = tokio::select! {
            status = child.wait() => return status,
            _ = interrupt.recv() => Signal::INT,
            _ = terminate.recv() => Signal::TERM,
            Some(_) = async { hangup.as_mut()?.recv().await } => Signal::HUP,
        };
        let Some(pid) = pid else { continue };
        // A child that has just ended cannot be told; its status comes next.
        let _ = match (attended, heard) {
            (true, Signal::INT) => Ok(()),
            (true, _) => kill_process(pid, heard),
            (false, _) => kill_process_group(pid, heard),
        };
    }
}

/// The console tells every process of it about Ctrl-C; this one only lives on.
#[cfg(not(unix))]
async fn attend(command: Command) -> std::io::Result<ExitStatus> {
    let mut child = tokio::process::Command::from(command).spawn()?;
    loop {
        tokio::select! {
            status = child.wait() => return status,
            heard = tokio::signal::ctrl_c() => heard?,
        }
    }
}
