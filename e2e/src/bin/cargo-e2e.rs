//! The `cargo e2e` command.

fn main() -> std::process::ExitCode {
    e2e::cli::main()
}
