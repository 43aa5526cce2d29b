//! Ctrl-C, termination, as nextest sends it at a time limit, and the end of the
//! terminal or the connection that the run was started from.

/// Calls `handle` with each signal's name and number, on a thread of its own.
///
/// Whatever the handler does, a second signal ends the process at once, and so does
/// the first one after a while: whoever sent it will not wait for ever. A hang-up that
/// is ignored, as `nohup` asks for it, stays ignored.
#[cfg(unix)]
pub(super) fn watch(handle: impl Fn(&str, u8) + Send + 'static) {
    use super::exit_guard;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::time::Duration;

    const PATIENCE: Duration = Duration::from_secs(8);

    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    if !crate::config::is_hang_up_ignored() {
        // Without it the other two still work.
        let _ = signals.add_signal(SIGHUP);
    }
    let _ = std::thread::Builder::new()
        .name("e2e-signals".to_owned())
        .spawn(move || {
            let mut seen = false;
            let exit = |code: u8| -> ! {
                exit_guard::release();
                std::process::exit(code.into())
            };
            for signal in signals.forever() {
                let code = exit_code(signal);
                if seen {
                    exit(code);
                }
                seen = true;
                let _ = std::thread::Builder::new().spawn(move || {
                    std::thread::sleep(PATIENCE);
                    exit(code);
                });
                let name = match signal {
                    SIGINT => "SIGINT",
                    SIGHUP => "SIGHUP",
                    _ => "SIGTERM",
                };
                handle(name, code);
            }
        });
}

/// Elsewhere the system ends the process, and with it what the job object holds.
#[cfg(not(unix))]
pub(super) fn watch(handle: impl Fn(&str, u8) + Send + 'static) {
    drop(handle);
}

/// What a shell shows for a process that a signal ended.
#[cfg(unix)]
fn exit_code(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(super::FAILED)
}
