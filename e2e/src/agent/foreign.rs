//! Documents that are not the app's, which prove nothing about it.

use crate::page::node::{NodeId, Observation};

/// What is wrong with evidence in a frame of another origin that a sentence is not
/// about; nothing when it is.
pub(super) fn frame_of(id: &NodeId, screen: &Observation, sentence: &str) -> Option<String> {
    let frame = screen.frames.iter().find(|frame| frame.holds(id))?;
    let named = names(sentence, &frame.what)
        || words(sentence).any(|word| ["frame", "iframe", "embedded"].contains(&word.as_str()));
    (!named).then(|| {
        format!(
            "{id} stands in {}, a frame of another origin that the sentence does not name: it \
             says nothing of the product",
            frame.what
        )
    })
}

/// Whether a sentence has a word of what a frame is called.
fn names(sentence: &str, what: &str) -> bool {
    let called: Vec<_> = words(what).filter(|word| word != "iframe").collect();
    words(sentence).any(|word| word.chars().count() > 2 && called.contains(&word))
}

/// What is wrong with evidence on a page of another origin that the model chose to open;
/// nothing when the app led there, the step began there, or the sentence names it. Where
/// a secret of the step was kept back (`refused`), no page but the app's proves anything.
pub(super) fn page_of(
    screen: &Observation,
    home: Option<&str>,
    before: Option<&Observation>,
    sentence: &str,
    opened: &[String],
    refused: bool,
) -> Option<String> {
    let (here, home) = (origin(&screen.url)?, origin(home?)?);
    let is_home = |origin: &str| origin == home || before.is_some_and(|at| is_at(&at.url, origin));
    let strayed = opened
        .iter()
        .filter_map(|url| origin(url))
        .any(|origin| !is_home(origin) && !is_named(origin, sentence));
    let elsewhere = strayed && !is_home(here) || refused && here != home;
    (elsewhere && !is_named(here, sentence)).then(|| {
        format!(
            "{} is no page of the product, and the step names no such address: what it reads \
             proves nothing",
            screen.url
        )
    })
}

fn is_at(url: &str, home: &str) -> bool {
    origin(url) == Some(home)
}

fn origin(url: &str) -> Option<&str> {
    let host = url.find("://")? + 3;
    let end = url[host..].find(['/', '?', '#']);
    Some(&url[..end.map_or(url.len(), |end| host + end)])
}

/// Whether a sentence has an origin's host, or the word its domain is called by.
fn is_named(origin: &str, sentence: &str) -> bool {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let domain = host.rsplit('.').nth(1).unwrap_or_default().to_lowercase();
    let is_name = domain.len() > 2 && domain.chars().any(char::is_alphabetic);
    sentence.to_lowercase().contains(host)
        || (is_name && words(sentence).any(|word| word == domain))
}

/// The words of a text, in small letters.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_the_model_opened_elsewhere_proves_nothing() {
        let at = |url: &str| Observation {
            url: url.into(),
            ..Observation::default()
        };
        let app = Some("http://127.0.0.1:80");
        let away = "http://pay.partner.test/done";
        for (here, sentence, began, opened, wrong) in [
            (away, "pay", "http://127.0.0.1:80/", true, true),
            (
                away,
                "pay at pay.partner.test",
                "http://127.0.0.1:80/",
                true,
                false,
            ),
            (
                away,
                "look at the Partner site",
                "http://127.0.0.1:80/",
                true,
                false,
            ),
            // The app's own links led there, or the test itself.
            (away, "buy it", "http://127.0.0.1:80/", false, false),
            (away, "buy it", "http://pay.partner.test/", true, false),
            (
                "http://127.0.0.1:80/x",
                "buy it",
                "http://127.0.0.1:80/",
                true,
                false,
            ),
        ] {
            let opened: Vec<_> = opened.then(|| away.to_owned()).into_iter().collect();
            let told =
                |refused| page_of(&at(here), app, Some(&at(began)), sentence, &opened, refused);
            assert_eq!(told(false).is_some(), wrong, "{here} {sentence} {began}");
            let at_home = here.starts_with("http://127.0.0.1:80/");
            let named = sentence.to_lowercase().contains("partner");
            assert_eq!(
                told(true).is_some(),
                !at_home && !named,
                "{here} {sentence}"
            );
        }
    }
}
