//! Prints the matrix of widgets and traps as markdown: `matrix [--times] [PAGE…]`.
//!
//! With `--times` each row's time goes to standard error.
//!
//! The browser is the one the configuration names; `E2E_BROWSER=firefox` prints the
//! column of another one.

use e2e_tests::matrix::{Cell, Stage, markdown, rows};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut only: Vec<String> = std::env::args().skip(1).collect();
    let timed = only.iter().any(|word| word == "--times");
    only.retain(|word| word != "--times");
    let rows: Vec<_> = rows()
        .into_iter()
        .filter(|row| only.is_empty() || only.iter().any(|part| row.page.contains(part.as_str())))
        .collect();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let stage = Stage::open(&e2e::config::load(root)?).await?;
    let mut cells = Vec::new();
    for row in &rows {
        let began = std::time::Instant::now();
        cells.push(stage.run(row).await);
        if timed {
            eprintln!("{:>6} ms {}", began.elapsed().as_millis(), row.page);
        }
    }
    let name = stage.browser();
    stage.close().await?;
    let wrong = cells.iter().any(|cell| matches!(cell, Cell::Wrong(_)));
    print!("{}", markdown(&rows, &[(name, cells)]));
    if wrong {
        return Err("a cell is silently wrong".into());
    }
    Ok(())
}
