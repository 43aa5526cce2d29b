//! Tabs and windows: which there are, and which one is looked at.

use super::feed::Page;
use super::verb::Effect;
use crate::browser::wire::Tab;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::text::clip;
use std::time::{Duration, Instant};

/// Between two looks for a tab that is to come.
const PAUSE: Duration = Duration::from_millis(50);

/// How many tabs are named from either end, and how much of each name.
const NAMED: usize = 6;
const LONG: usize = 120;

/// Said of an action that opened a tab.
pub(super) const OPENED: &str = "a new tab or window opened beside this page";

impl Page {
    pub(super) async fn switch_tab(&self, wanted: &str) -> Result<Effect> {
        let before = self.newest().unwrap_or_default();
        let tabs = self.tabs_with(wanted).await?;
        let tab = one(&tabs, wanted)?;
        self.engine.wire().show_tab(&tab.handle).await?;
        let (after, _) = self.held_still().await?;
        let target = format!("tab \"{}\"", called(tab));
        let mut effect = Effect::of(before, after, target, true);
        effect.already = tab.current;
        Ok(effect)
    }

    /// The tabs there are; a new one that a page opens late is waited for.
    async fn tabs_with(&self, wanted: &str) -> Result<Vec<Tab>> {
        let deadline = Instant::now() + self.timeouts().expect;
        loop {
            let tabs = self.engine.wire().tabs().await?;
            if !is_new(wanted) || tabs.len() > 1 || Instant::now() >= deadline {
                return Ok(tabs);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    pub(super) async fn close_tab(&self, wanted: Option<&str>) -> Result<Effect> {
        let before = self.newest().unwrap_or_default();
        let wire = self.engine.wire();
        let tabs = wire.tabs().await?;
        let current = tabs.iter().find(|tab| tab.current);
        let tab = match (wanted, current) {
            (Some(wanted), _) => one(&tabs, wanted)?,
            (None, Some(current)) => current,
            (None, None) => return Err(none(&tabs, "current")),
        };
        wire.show_tab(&tab.handle).await?;
        wire.close_tab().await?;
        if let Some(current) = current.filter(|current| *current != tab) {
            wire.show_tab(&current.handle).await?;
        }
        let (after, _) = self.held_still().await?;
        let target = format!("tab \"{}\"", called(tab));
        let mut effect = Effect::of(before, after, target, true);
        effect.notes.push(listed(&wire.tabs().await?));
        Ok(effect)
    }

    /// Names the tabs where one opened beside the page.
    pub(super) async fn beside(&self, mut effect: Effect) -> Effect {
        if effect.notes.iter().any(|note| note.as_str() == OPENED)
            && let Ok(tabs) = self.engine.wire().tabs().await
            && tabs.len() > 1
        {
            effect.notes.push(listed(&tabs));
        }
        effect
    }
}

fn called(tab: &Tab) -> &str {
    match tab.title.as_str() {
        "" => &tab.url,
        title => title,
    }
}

/// The tabs in words: the first, the one that is looked at, and the newest.
fn listed(tabs: &[Tab]) -> String {
    let mut left_out = 0;
    let mut names = Vec::new();
    for (at, tab) in tabs.iter().enumerate() {
        if !tab.current && at >= NAMED && at + NAMED < tabs.len() {
            left_out += 1;
            continue;
        }
        let here = if tab.current { ", looked at" } else { "" };
        let (name, url) = (clip(called(tab), LONG), clip(&tab.url, LONG));
        names.push(format!("{} \"{name}\" ({url}{here})", at + 1));
    }
    let more = match left_out {
        0 => String::new(),
        more => format!(", and {more} more between them"),
    };
    format!("tabs: {}{more}", names.join(", "))
}

fn none(tabs: &[Tab], wanted: &str) -> Error {
    Error::new(
        Code::LocatorNotFound,
        format!("there is no tab \"{wanted}\""),
    )
    .note(listed(tabs))
    .note("nothing was sent")
}

/// Whether the tab that was opened last is meant.
fn is_new(wanted: &str) -> bool {
    matches!(wanted.trim().to_lowercase().as_str(), "new" | "newest")
}

/// The one tab that is meant: by its number, its title or address, a part of either, or
/// as the one opened last.
fn one<'a>(tabs: &'a [Tab], wanted: &str) -> Result<&'a Tab> {
    if is_new(wanted) {
        let newest = tabs.last().filter(|_| tabs.len() > 1);
        return newest.ok_or_else(|| none(tabs, wanted));
    }
    let word = wanted.trim().to_lowercase();
    if let Some(tab) = word
        .parse()
        .ok()
        .and_then(|n: usize| tabs.get(n.wrapping_sub(1)))
    {
        return Ok(tab);
    }
    let whole = |tab: &&Tab| tab.title.to_lowercase() == word || tab.url.to_lowercase() == word;
    let part = |tab: &&Tab| {
        tab.title.to_lowercase().contains(&word) || tab.url.to_lowercase().contains(&word)
    };
    for fits in [
        tabs.iter().filter(whole).collect::<Vec<_>>(),
        tabs.iter().filter(part).collect(),
    ] {
        match fits.as_slice() {
            [] => {}
            [tab] => return Ok(tab),
            several => {
                return Err(Error::new(
                    Code::LocatorAmbiguous,
                    format!("{} tabs are called \"{wanted}\"", several.len()),
                )
                .note(listed(tabs))
                .help("name it by its number"));
            }
        }
    }
    Err(none(tabs, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_is_meant_exactly_or_not_at_all() {
        let tab = |handle: &str, title: &str, url: &str| Tab {
            handle: handle.into(),
            title: title.into(),
            url: url.into(),
            current: handle == "a",
        };
        let tabs = [
            tab("a", "Shop", "http://x/"),
            tab("b", "Shop help", "http://x/help"),
            tab("c", "", "http://x/pay"),
        ];
        for (wanted, found) in [
            ("shop", Ok("a")),
            ("help", Ok("b")),
            ("/pay", Ok("c")),
            ("2", Ok("b")),
            ("new", Ok("c")),
            ("x/", Err(Code::LocatorAmbiguous)),
            ("9", Err(Code::LocatorNotFound)),
            ("Basket", Err(Code::LocatorNotFound)),
        ] {
            let got = one(&tabs, wanted);
            let got = got.as_ref().map(|tab| tab.handle.as_str());
            assert_eq!(got.map_err(Error::code), found, "{wanted}");
        }
    }

    #[test]
    fn many_tabs_are_told_briefly() {
        let tabs: Vec<Tab> = (0..200)
            .map(|n| Tab {
                handle: n.to_string(),
                title: format!("Ad {n} {}", "x".repeat(5_000)),
                url: format!("http://x/{n}"),
                current: n == 100,
            })
            .collect();
        let said = listed(&tabs);
        assert!(said.len() < 4_000, "{}", said.len());
        for part in [
            "1 \"Ad 0 ",
            "101 \"Ad 100 ",
            "looked at",
            "200 \"Ad 199 ",
            "187 more",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}
