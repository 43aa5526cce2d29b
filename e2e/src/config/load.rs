//! File and environment merged into a [`Config`].

use super::agent;
use super::env::{self, Env};
use super::file::{self, File};
use super::placeholder;
use super::{
    AppConfig, BrowserConfig, Config, Interruption, Isolation, RunConfig, Timeouts, Viewport,
    WireChoice,
};
use crate::code::Code;
use crate::error::Error;
use std::path::{Path, PathBuf};

/// Reads `e2e.toml` in `root` and the environment.
///
/// # Errors
///
/// [`Code::InvalidConfig`] for an unreadable file, an unknown key (with the nearest
/// one), or a value outside its choices (with the choices).
pub fn load(root: &Path) -> Result<Config, Error> {
    merge(root, file::read(&super::path(root))?, env::read()?)
}

fn merge(root: &Path, file: File, env: Env) -> Result<Config, Error> {
    let toml = super::path(root);
    let origin = |key: &str| format!("{}: {key}", toml.display());
    let browser = browser(root, file.browser, &env, &origin)?;
    let defaults = Timeouts::default();
    let time = |written: Option<file::Time>, default| written.map_or(default, |time| time.0);
    let timeouts = Timeouts {
        test: env
            .timeout
            .unwrap_or_else(|| time(file.timeouts.test, defaults.test)),
        act: time(file.timeouts.act, defaults.act),
        judgment: time(file.timeouts.judgment, defaults.judgment),
        action: time(file.timeouts.action, defaults.action),
        expect: time(file.timeouts.expect, defaults.expect),
        navigation: time(file.timeouts.navigation, defaults.navigation),
        startup: time(file.timeouts.startup, defaults.startup),
        teardown: time(file.timeouts.teardown, defaults.teardown),
    };
    let mut agent = agent::over(agent::default(), file.agent, &|key| {
        origin(&format!("agent.{key}"))
    })?;
    // The environment speaks of the default agent; a named one says what it differs in.
    agent.model = env.model.or(agent.model);
    agent.model_url = env.model_url.or(agent.model_url);
    let mut agents = agent::named(file.agents, &agent, &origin)?;
    if let Some(tiers) = env.tiers {
        for agent in agents.values_mut().chain([&mut agent]) {
            agent.tiers = tiers;
        }
    }
    let mut config = Config {
        root: root.to_owned(),
        browser,
        agent,
        agents,
        app: AppConfig {
            url: env.app_url.or(file.app.url),
            command: file.app.command,
            args: file.app.args.unwrap_or_default(),
            env: file.app.env.unwrap_or_default(),
            ready: file.app.ready,
            reuse_existing: file.app.reuse_existing.unwrap_or(false),
            startup_timeout: file.app.startup_timeout.map(|time| time.0),
        },
        timeouts,
        interruptions: interruptions(file.interruptions, &origin)?,
        run: RunConfig {
            id: env
                .run_id
                .or_else(|| env.nextest.as_ref().and_then(|n| n.run_id.clone()))
                .unwrap_or_else(own_run_id),
            output: output(
                root,
                env.nextest
                    .as_ref()
                    .and_then(|n| n.workspace_root.as_deref()),
            ),
            attempt: env.nextest.as_ref().map_or(1, |n| n.attempt),
            slot: env.nextest.as_ref().and_then(|n| n.slot),
            nextest: env.nextest.is_some(),
            retries: env.retries,
            ci: env.ci,
            debug: env.debug.unwrap_or(false),
        },
    };
    placeholder::check(&config.app, &origin)?;
    // The agent of tests that name none.
    if let Some(name) = &env.agent {
        config.agent = config.agent_named(name)?.clone();
    }
    Ok(config)
}

/// What may come in between, each with something to look for and something to tap.
fn interruptions(
    written: Vec<file::Interruption>,
    origin: &impl Fn(&str) -> String,
) -> Result<Vec<Interruption>, Error> {
    let each = written.into_iter().map(|one| {
        let times = one.times.unwrap_or(1);
        let blank = one.when.trim().is_empty() || one.tap.trim().is_empty();
        if blank || !(1..=100).contains(&times) {
            return Err(Error::new(
                Code::InvalidConfig,
                format!("{} cannot be used", origin("interruptions")),
            )
            .help(
                "write `when` a text of the page, `tap` the name of a control, `times` 1 to 100",
            ));
        }
        Ok(Interruption {
            when: one.when,
            tap: one.tap,
            times,
        })
    });
    each.collect()
}

fn browser(
    root: &Path,
    file: file::Browser,
    env: &Env,
    origin: &impl Fn(&str) -> String,
) -> Result<BrowserConfig, Error> {
    let mut kind = match &file.name {
        Some(name) => Some(env::kind(name, &origin("browser.name"))?),
        None => None,
    };
    let mut binary = file.binary.map(|path| root.join(path));
    match &env.browser {
        Some(env::Browser::Kind(named)) => {
            kind = Some(*named);
            // A name in the environment asks for another browser than the file's.
            binary = None;
        }
        Some(env::Browser::Binary(path)) => binary = Some(path.clone()),
        None => {}
    }
    let viewport = match &file.viewport {
        None => Viewport {
            width: 1280,
            height: 720,
        },
        Some(written) => viewport(written).ok_or_else(|| {
            Error::new(
                Code::InvalidConfig,
                format!("{} is `{written}`", origin("browser.viewport")),
            )
            .help("write width x height in CSS pixels, like \"1280x720\", 100 to 10000 each")
        })?,
    };
    let wire = match (env.wire, &file.wire) {
        (Some(wire), _) => wire,
        (None, Some(written)) => env::wire(written, &origin("browser.wire"))?,
        (None, None) => WireChoice::default(),
    };
    let isolation = match (env.isolation, &file.isolation) {
        (Some(isolation), _) => isolation,
        (None, Some(written)) => env::isolation(written, &origin("browser.isolation"))?,
        (None, None) => Isolation::default(),
    };
    Ok(BrowserConfig {
        wire,
        isolation,
        kind,
        binary,
        driver: env
            .driver
            .clone()
            .or_else(|| file.driver.map(|path| root.join(path))),
        webdriver_url: env.webdriver_url.clone().or(file.webdriver_url),
        args: env.browser_args.clone().or(file.args).unwrap_or_default(),
        headed: env.headed.or(file.headed).unwrap_or(false),
        keep_open: env.keep_open.unwrap_or(false),
        viewport,
    })
}

fn viewport(written: &str) -> Option<Viewport> {
    let (width, height) = written.split_once('x')?;
    let side = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|n| (100..=10_000).contains(n))
    };
    Some(Viewport {
        width: side(width)?,
        height: side(height)?,
    })
}

/// A run of its own: time first so that folders sort, process id against a clash.
fn own_run_id() -> String {
    let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
    format!("{now}-{}", std::process::id())
}

/// `target/e2e`: beside the running test binary when that sits in a target folder
/// (this follows `CARGO_TARGET_DIR` and cargo's own settings), else in the package.
fn output(root: &Path, workspace: Option<&Path>) -> PathBuf {
    let from_exe = std::env::current_exe().ok().and_then(|exe| {
        exe.ancestors()
            .find(|dir| dir.join("CACHEDIR.TAG").is_file())
            .map(Path::to_owned)
    });
    from_exe
        .unwrap_or_else(|| workspace.unwrap_or(root).join("target"))
        .join("e2e")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewports_are_two_sane_numbers() {
        assert_eq!(
            viewport("1280x720"),
            Some(Viewport {
                width: 1280,
                height: 720
            })
        );
        for wrong in ["1280", "x", "1280x", "0x0", "1280x720x2", "-1x300"] {
            assert_eq!(viewport(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_replaced_in_the_app_is_known() {
        let error = read("[app]\nurl = \"http://localhost:{port}\"\nargs = [\"{prot}\"]\n");
        let text = format!("{:?}", error.unwrap_err());
        assert!(text.contains("app.args is `{prot}`"), "{text}");
    }

    fn read(source: &str) -> Result<Config, Error> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("e2e.toml");
        std::fs::write(&path, source).unwrap();
        merge(dir.path(), file::read(&path)?, Env::default())
    }

    #[test]
    fn a_named_agent_takes_from_the_default_one_what_it_does_not_say() {
        let config = read(
            r#"
            [agent]
            model = "openai::a"
            judge = "openai::j"
            context = "a shop"
            budget = { step_tokens = 1000, run_cost_usd = 2.5 }
            [agents.careful]
            model = "anthropic::b"
            max_model_calls = 40
            budget = { step_tokens = 5000 }
            options = { reasoning = "high", prices = { input = 3, output = 15 } }
            [agents.cheap]
            tiers = ["plain"]
            "#,
        )
        .unwrap();
        let careful = config.agent_named("careful").unwrap();
        assert_eq!(careful.model.as_deref(), Some("anthropic::b"));
        assert_eq!(
            careful.judge, None,
            "another model's judge is not inherited"
        );
        assert_eq!(careful.context, "a shop");
        assert_eq!((careful.max_model_calls, careful.max_actions), (40, 25));
        assert_eq!(careful.budget.step_tokens, Some(5000));
        assert_eq!(careful.budget.run_cost_usd, Some(2.5));
        assert_eq!(careful.options.prices.unwrap().cached_input, 3.0);
        let cheap = config.agent_named("cheap").unwrap();
        assert_eq!(cheap.judge.as_deref(), Some("openai::j"));
        assert!(!cheap.tiers.model && config.agent.tiers.model);
        let error = format!("{:?}", config.agent_named("carful").unwrap_err());
        assert!(error.contains("did you mean `careful`?"), "{error}");
    }

    #[test]
    fn interruptions_are_read_whole_or_refused_by_name() {
        assert!(
            read("").unwrap().interruptions.is_empty(),
            "none is built in"
        );
        let config = read(
            "[[interruptions]]\nwhen = \"a\"\ntap = \"b\"\n\
             [[interruptions]]\nwhen = \"c\"\ntap = \"d\"\ntimes = 100",
        );
        let read_back: Vec<_> = config
            .unwrap()
            .interruptions
            .into_iter()
            .map(|rule| (rule.when, rule.tap, rule.times))
            .collect();
        let text = str::to_owned;
        assert_eq!(
            read_back,
            [(text("a"), text("b"), 1), (text("c"), text("d"), 100)]
        );
        for (rule, expected) in [
            (
                "when = \"a\"\ntap = \"b\"\ntime = 2",
                "did you mean `times`?",
            ),
            ("tap = \"b\"", "when"),
            ("when = \"a\"", "tap"),
            ("when = 7\ntap = \"b\"", "when"),
            (
                "when = \" \"\ntap = \"b\"",
                "write `when` a text of the page",
            ),
            ("when = \"a\"\ntap = \"\"", "`tap` the name of a control"),
            ("when = \"a\"\ntap = \"b\"\ntimes = 0", "`times` 1 to 100"),
            ("when = \"a\"\ntap = \"b\"\ntimes = 101", "`times` 1 to 100"),
            ("when = \"a\"\ntap = \"b\"\ntimes = -1", "times"),
        ] {
            let source = format!("[[interruptions]]\n{rule}");
            let error = format!("{:?}", read(&source).unwrap_err());
            assert!(error.starts_with("INVALID_CONFIG (setup)"), "{error}");
            assert!(error.contains(expected), "{rule}: {error}");
        }
    }

    #[test]
    fn a_setting_that_means_nothing_is_named_with_its_section() {
        let long = format!("[agents.x]\ncontext = \"{}\"", "x".repeat(16_385));
        for (source, expected) in [
            ("[agent]\nmax_actions = 0", "agent.max_actions is 0"),
            (
                "[agents.x]\nmax_model_calls = 101",
                "agents.x.max_model_calls is 101",
            ),
            (
                "[agents.x]\nobservation_bytes = 1023",
                "agents.x.observation_bytes is 1023",
            ),
            (
                "[agent]\nmax_input_tokens = 3999",
                "agent.max_input_tokens is 3999",
            ),
            (
                "[agents.x.budget]\nstep_tokens = 0",
                "agents.x.budget.step_tokens is 0",
            ),
            (
                "[agent.budget]\nrun_cost_usd = -1.0",
                "agent.budget.run_cost_usd is -1",
            ),
            (
                "[agent.options]\nreasoning = \"lots\"",
                "use one of: none, low, medium, high, max",
            ),
            (
                "[agent.options]\ntemperature = 3.0",
                "use a number from 0 to 2",
            ),
            (
                "[agent.options.prices]\ninput = -1.0\noutput = 1.0",
                "for a million tokens",
            ),
            (
                "[agents.x]\nallow_origins = [\"https://a.test/x\"]",
                "agents.x.allow_origins is \"https://a.test/x\"",
            ),
            ("[agents.x]\nmodl = \"y\"", "did you mean `model`?"),
            ("[agents.x]\ntiers = []", "agents.x.tiers names no tier"),
            (&long, "agents.x.context is 16385 bytes long"),
        ] {
            let error = format!("{:?}", read(source).unwrap_err());
            assert!(error.starts_with("INVALID_CONFIG (setup)"), "{error}");
            assert!(error.contains(expected), "{source}: {error}");
        }
    }

    #[test]
    fn the_environment_wins_over_the_file() {
        let file = File {
            browser: file::Browser {
                headed: Some(false),
                ..Default::default()
            },
            ..Default::default()
        };
        let env = Env {
            headed: Some(true),
            ..Default::default()
        };
        assert!(merge(Path::new("."), file, env).unwrap().browser.headed);
    }
}
