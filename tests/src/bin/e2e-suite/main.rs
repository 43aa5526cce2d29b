//! A test binary that `tests/harness.rs` runs: every way a test can behave badly.

use e2e::{Code, Context, Error, Fixture, TestInfo};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

mod set_up;
mod shared;

mod prints {
    use super::*;

    #[e2e::test]
    async fn a_half_line() {
        print!("half");
    }

    #[e2e::test]
    async fn a_child() {
        let status = Command::new("sh")
            .args(["-c", "echo from-child; echo err-child >&2"])
            .status();
        assert!(status.unwrap().success());
    }

    #[e2e::test]
    async fn a_megabyte() {
        let line = "x".repeat(1023);
        for _ in 0..1024 {
            println!("{line}");
        }
        println!("last-line");
    }

    #[e2e::test]
    #[ignore]
    async fn from_a_thread_that_panics() {
        let thread = std::thread::spawn(|| panic!("on a thread of its own"));
        assert!(thread.join().is_err());
    }

    #[e2e::test]
    async fn and_fails() {
        println!("before-failure");
        eprintln!("error-stream");
        panic!("after-failure")
    }
}

mod crash {
    #[e2e::test]
    #[ignore]
    async fn aborts() {
        println!("before-abort");
        std::process::abort()
    }

    #[e2e::test]
    #[ignore]
    async fn exits_with_success() {
        println!("before-exit");
        std::process::exit(0)
    }

    #[e2e::test]
    #[ignore]
    async fn is_killed() {
        println!("before-kill");
        let own = std::process::id().to_string();
        let status = std::process::Command::new("kill")
            .args(["-KILL", &own])
            .status();
        unreachable!("still here: {status:?}")
    }

    /// Writes to every socket of its process, and so to the one the harness uses.
    #[cfg(target_os = "linux")]
    #[e2e::test]
    #[ignore]
    async fn writes_garbage() {
        use std::io::Write as _;
        use std::os::fd::{FromRawFd as _, IntoRawFd as _, RawFd};
        println!("before-garbage");
        let open = std::fs::read_dir("/proc/self/fd").unwrap().flatten();
        let sockets: Vec<RawFd> = open
            .filter(|entry| {
                let target = std::fs::read_link(entry.path());
                target.is_ok_and(|target| target.to_string_lossy().starts_with("socket:"))
            })
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .collect();
        assert!(!sockets.is_empty());
        for socket in sockets {
            #[expect(unsafe_code, reason = "nothing safe writes to a descriptor of others")]
            // SAFETY: the descriptor is open, and it is given back before it would close.
            let mut socket = unsafe { std::net::TcpStream::from_raw_fd(socket) };
            let _ = socket.write_all(b"what a library might print\n");
            let _ = socket.into_raw_fd();
        }
        tokio::time::sleep(std::time::Duration::from_secs(60)).await;
    }

    #[e2e::test]
    #[ignore]
    async fn next_to_it() {}

    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("second-panic")
        }
    }

    #[e2e::test]
    #[ignore]
    async fn panics_twice() {
        let _bomb = Bomb;
        panic!("first-panic")
    }
}

mod time {
    use super::*;

    #[e2e::test(timeout = "100ms")]
    #[ignore]
    async fn waits(_tidy: Tidy) {
        std::future::pending::<()>().await;
    }

    #[e2e::test(timeout = "100ms")]
    #[ignore]
    async fn blocks(_tidy: Tidy) {
        println!("before-block");
        loop {
            std::thread::park();
        }
    }

    #[e2e::test]
    #[ignore]
    async fn does_not_listen(_tidy: Tidy) {
        std::fs::write(lock(), "blocking").unwrap();
        loop {
            std::thread::park();
        }
    }

    #[e2e::test]
    #[ignore]
    async fn takes_a_moment() {
        tokio::time::sleep(Duration::from_millis(600)).await;
    }

    #[e2e::test]
    #[ignore]
    async fn hangs(_tidy: Tidy) {
        println!("hanging");
        std::fs::write(lock(), "hanging").unwrap();
        std::future::pending::<()>().await;
    }
}

mod screen {
    use super::*;

    /// Holds a browser until whoever runs it ends the process.
    #[e2e::test]
    #[ignore]
    async fn is_held(browser: e2e::Browser, _tidy: Tidy) -> e2e::Result {
        browser.goto("data:text/html,<h1>Held</h1>").await?;
        std::fs::write(lock(), "holding").unwrap();
        std::future::pending().await
    }

    /// Says how a dialog is to be answered that never opens.
    #[e2e::test]
    #[ignore]
    async fn is_never_asked(screen: e2e::Screen) -> e2e::Result {
        screen.accept_dialog().await
    }

    #[e2e::test(browsers("safari"))]
    #[ignore]
    async fn is_in(_browser: e2e::Browser) {
        unreachable!("a browser that is not here")
    }
}

/// A path that whoever runs the suite watches.
fn lock() -> PathBuf {
    std::env::var_os("SUITE_LOCK").expect("SUITE_LOCK").into()
}

/// Holds the path for a moment; fails when another test holds it.
async fn alone(path: PathBuf) {
    let file = std::fs::OpenOptions::new()
        .create_new(true)
        .write(true)
        .open(&path);
    let mut file = file.expect("another test holds it");
    writeln!(file, "{}", std::process::id()).unwrap();
    tokio::time::sleep(Duration::from_millis(150)).await;
    drop(file);
    std::fs::remove_file(path).unwrap();
}

/// Says when it is torn down.
#[derive(Clone)]
struct Tidy;

impl Fixture for Tidy {
    async fn setup(_: &Context) -> e2e::Result<Self> {
        Ok(Self)
    }

    async fn teardown(self, cx: &Context) -> e2e::Result {
        println!("tidied, failed: {}", cx.failed());
        Ok(())
    }
}

/// Cannot be set up.
#[derive(Clone)]
struct Broken;

impl Fixture for Broken {
    async fn setup(_: &Context) -> e2e::Result<Self> {
        Err(Error::new(Code::SeedDataMissing, "there is no plan \"Pro\"").help("seed it"))
    }
}

/// Cannot be torn down in time.
#[derive(Clone)]
struct Hanging;

impl Fixture for Hanging {
    async fn setup(_: &Context) -> e2e::Result<Self> {
        Ok(Self)
    }

    async fn teardown(self, _: &Context) -> e2e::Result {
        println!("hanging");
        std::future::pending().await
    }
}

mod fixtures {
    use super::*;

    #[e2e::test]
    #[ignore]
    async fn hangs_in_tear_down(_tidy: Tidy, _hanging: Hanging) {}

    #[e2e::test]
    async fn a_broken_one(_tidy: Tidy, _broken: Broken) {
        unreachable!("the body runs without its fixture")
    }

    #[e2e::test]
    async fn is_torn_down_after_a_panic(_tidy: Tidy) {
        panic!("in the body")
    }
}

mod tries {
    use super::*;

    #[e2e::test(retries = 2)]
    async fn third_time(info: TestInfo) {
        println!("attempt {}", info.attempt());
        assert_eq!(info.attempt(), 3);
    }

    #[e2e::test]
    async fn never(info: TestInfo) {
        panic!("attempt {} failed too", info.attempt())
    }
}

mod select {
    use super::TestInfo;

    #[e2e::test(tags("smoke"))]
    async fn quick() {}

    #[e2e::test(tags("smoke", "slow"))]
    async fn slow() {}

    #[e2e::test(browsers("chromium", "firefox"))]
    async fn per_browser(info: TestInfo) {
        println!("name {}", info.name());
        if info.name().ends_with("firefox") {
            e2e::skip!("no firefox here");
        }
    }
}

mod serial {
    use super::*;

    /// Fails when another test of the group runs meanwhile, in whatever process.
    async fn alone() {
        super::alone(lock()).await;
    }

    #[e2e::test(serial = "database")]
    #[ignore]
    async fn one() {
        alone().await;
    }

    #[e2e::test(serial = "database")]
    #[ignore]
    async fn two() {
        alone().await;
    }

    #[e2e::test(serial = "database")]
    #[ignore]
    async fn three() {
        alone().await;
    }
}

mod process {
    fn tell() {
        println!("in process {}", std::process::id());
    }

    #[e2e::test]
    #[ignore]
    async fn before() {
        tell();
    }

    #[e2e::test]
    #[ignore]
    async fn leaves_a_thread_at_work() {
        tell();
        drop(tokio::task::spawn_blocking(|| {
            loop {
                std::thread::park();
            }
        }));
    }

    #[e2e::test]
    #[ignore]
    async fn next() {
        tell();
    }
}

mod slots {
    use super::*;

    async fn hold(info: TestInfo) {
        println!("slot {}", info.slot());
        alone(lock().with_extension(info.slot().to_string())).await;
    }

    #[e2e::test]
    #[ignore]
    async fn one(info: TestInfo) {
        hold(info).await;
    }

    #[e2e::test]
    #[ignore]
    async fn two(info: TestInfo) {
        hold(info).await;
    }
}

mod within {
    #[expect(dead_code, reason = "what matters is what stands in it")]
    #[cfg_attr(
        test,
        expect(unnameable_test_items, reason = "the other harness cannot reach it")
    )]
    fn a_function() {
        #[e2e::test]
        async fn nested() {}
    }
}

e2e::main!(setup = set_up::prepare);
