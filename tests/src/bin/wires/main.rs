//! Runs suites over every wire and prints one table of test by wire as markdown:
//! `wires [--on WIRE,…] [TARGET…]`.
//!
//! The targets are names of test targets of this workspace, such as `02_forms` or
//! `agent`; with none, all suites of the examples. It ends with an error when a test does
//! not come to the same everywhere, or fails anywhere. What failed is told in full on
//! standard error.
//!
//! Firefox needs geckodriver (`E2E_DRIVER` names it, and is kept from the others). The
//! suite that needs a language model is given one that plays its part.

mod shopper;
mod suite;
mod table;

use e2e_tests::provider::Provider;
use std::collections::BTreeMap;
use table::Column;

/// A wire, and what chooses it: the browser and `E2E_WIRE`.
struct Way {
    name: &'static str,
    title: &'static str,
    browser: Option<&'static str>,
    wire: &'static str,
}

const WAYS: [Way; 5] = [
    Way {
        name: "devtools",
        title: "shell, DevTools",
        browser: None,
        wire: "devtools",
    },
    Way {
        name: "webdriver",
        title: "shell, WebDriver",
        browser: None,
        wire: "webdriver",
    },
    Way {
        name: "chromium-devtools",
        title: "Chromium, DevTools",
        browser: Some("chromium"),
        wire: "devtools",
    },
    Way {
        name: "chromium-webdriver",
        title: "Chromium, WebDriver",
        browser: Some("chromium"),
        wire: "webdriver",
    },
    Way {
        name: "firefox",
        title: "Firefox",
        browser: Some("firefox"),
        wire: "webdriver",
    },
];

impl Way {
    /// Everything that says how its tests run; an empty value removes the variable.
    fn settings(&self) -> BTreeMap<&'static str, String> {
        let mut settings = BTreeMap::from([
            ("E2E_WIRE", self.wire.to_owned()),
            ("E2E_BROWSER", self.browser.unwrap_or_default().to_owned()),
        ]);
        if self.name != "firefox" {
            settings.insert("E2E_DRIVER", String::new());
        }
        settings
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (mut on, mut targets) = (Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        match word.as_str() {
            "--on" => on.extend(
                words
                    .next()
                    .iter()
                    .flat_map(|list| list.split(','))
                    .map(str::to_owned),
            ),
            _ => targets.push(word),
        }
    }
    if let Some(name) = on
        .iter()
        .find(|name| WAYS.iter().all(|way| way.name != **name))
    {
        let names = WAYS.map(|way| way.name).join(", ");
        return Err(format!("no wire is called {name}; there are {names}").into());
    }
    let suites = suite::find(&targets)?;
    let provider = Provider::start([]).await;
    let mut columns = Vec::new();
    for way in WAYS
        .iter()
        .filter(|way| on.is_empty() || on.iter().any(|name| name == way.name))
    {
        let mut column = Column::new(way.title);
        for suite in &suites {
            provider.play(shopper::script());
            let mut settings = way.settings();
            if suite.name == "05_with_a_model" {
                settings.extend(shopper::settings(&provider));
            }
            let ran = suite.run(&settings).await?;
            if !ran.passed {
                eprintln!("=== {} on {}\n{}", suite.name, way.title, ran.output);
            }
            column.add(&suite.name, ran);
        }
        eprintln!("{}", column.sum());
        columns.push(column);
    }
    print!("{}", table::markdown(&columns));
    match table::differ(&columns) {
        true => Err("not every test passes on every wire".into()),
        false => Ok(()),
    }
}
