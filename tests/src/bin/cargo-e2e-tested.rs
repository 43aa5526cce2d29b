//! `cargo e2e` as a program of this package, so that tests of the package can run it.

fn main() -> std::process::ExitCode {
    e2e::cli::main()
}
