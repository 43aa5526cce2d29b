//! What a page keeps for its verbs: answers decided on before they are asked for, the
//! folders that files come from and go to, and which document was pictured last.

use crate::config::Interruption;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where files come from and go to.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Folders {
    /// The folder of the package under test: nothing outside of it is ever sent.
    pub package: PathBuf,
    /// Where downloads of this test are kept.
    pub downloads: PathBuf,
}

/// How a dialog is to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) accept: bool,
    /// What is typed into a prompt.
    pub(super) text: Option<String>,
}

impl Told {
    pub(super) fn word(&self) -> String {
        match (&self.text, self.accept) {
            (Some(text), true) => format!("answered with \"{text}\""),
            (None, true) => "accepted".to_owned(),
            (_, false) => "dismissed".to_owned(),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Desk {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    folders: Folders,
    /// The answers to the next dialogs, in their order.
    next: VecDeque<Told>,
    /// Whether somebody relies on one of those answers being asked for.
    owed: bool,
    /// How many dialogs since the verb began got somebody's answer, not the rule's.
    told: u32,
    /// What may come in between, each with how often it may still be ended.
    rules: Vec<(Interruption, u32)>,
    /// The last picture.
    pictured: Option<Pictured>,
    /// Whether the browser was asked to keep downloads.
    receives: bool,
    /// Where it said that they lie.
    landing: Option<Landing>,
    /// The verb waits for a download, which leaves the page as it is.
    fetches: bool,
}

/// Where downloads lie, and those of them that are known.
#[derive(Clone, Debug)]
pub(super) struct Landing {
    pub(super) folder: PathBuf,
    pub(super) known: BTreeSet<PathBuf>,
    /// How the name of one ends that is not complete.
    pub(super) partial: &'static str,
}

/// What the last picture showed.
#[derive(Debug)]
pub(super) struct Pictured {
    pub(super) document: String,
    pub(super) url: String,
    /// Pixels of the picture for one of the viewport.
    pub(super) scale: f64,
}

impl Desk {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self) {
        let mut kept = self.kept();
        (kept.told, kept.fetches) = (0, false);
    }

    pub(super) fn fetch(&self, fetches: bool) {
        self.kept().fetches = fetches;
    }

    pub(super) fn fetches(&self) -> bool {
        self.kept().fetches
    }

    pub(super) fn set_folders(&self, folders: Folders) {
        self.kept().folders = folders;
    }

    pub(super) fn folders(&self) -> Folders {
        self.kept().folders.clone()
    }

    /// Whether the browser is still to be asked to keep downloads; asked once.
    pub(super) fn is_to_receive(&self) -> bool {
        let mut kept = self.kept();
        let new = !kept.receives && !kept.folders.downloads.as_os_str().is_empty();
        kept.receives |= new;
        new
    }

    pub(super) fn set_landing(&self, landing: Landing) {
        self.kept().landing = Some(landing);
    }

    pub(super) fn landing(&self) -> Option<Landing> {
        self.kept().landing.clone()
    }

    /// Decides about the next dialog, whatever was decided before.
    pub(super) fn tell(&self, told: Told) {
        self.kept().next = VecDeque::from([told]);
    }

    /// Decides about the dialog behind those that were decided about.
    pub(super) fn tell_then(&self, told: Told) {
        self.kept().next.push_back(told);
    }

    pub(super) fn take_answer(&self) -> Option<Told> {
        self.kept().next.pop_front()
    }

    /// Forgets every decision that waits for its dialog; the first of them.
    pub(super) fn take_answers(&self) -> Option<Told> {
        std::mem::take(&mut self.kept().next).pop_front()
    }

    /// Whether the test relies on the answers that wait.
    pub(super) fn owe(&self, owed: bool) {
        self.kept().owed = owed;
    }

    /// The answer that a test relied on and no dialog asked for.
    pub(super) fn owed(&self) -> Option<Told> {
        let kept = self.kept();
        kept.next.front().filter(|_| kept.owed).cloned()
    }

    pub(super) fn answered(&self) {
        self.kept().told += 1;
    }

    /// How many dialogs of the running verb were answered as somebody said.
    pub(super) fn told(&self) -> u32 {
        self.kept().told
    }

    pub(super) fn declare(&self, rules: impl IntoIterator<Item = Interruption>) {
        let rules = rules.into_iter().map(|rule| (rule.clone(), rule.times));
        self.kept().rules.extend(rules);
    }

    pub(super) fn has_rules(&self) -> bool {
        self.kept().rules.iter().any(|(_, left)| *left > 0)
    }

    /// The first rule that still counts and fits, with what it fits; it is used up by one.
    pub(super) fn rule_for<T>(
        &self,
        fits: impl Fn(&Interruption) -> Option<T>,
    ) -> Option<(Interruption, T)> {
        let mut kept = self.kept();
        kept.rules.iter_mut().find_map(|(rule, left)| {
            let found = fits(rule).filter(|_| *left > 0)?;
            *left -= 1;
            Some((rule.clone(), found))
        })
    }

    pub(super) fn pictured(&self, picture: Pictured) {
        self.kept().pictured = Some(picture);
    }

    /// Pixels of the last picture for one of the viewport.
    pub(super) fn scale(&self) -> f64 {
        let kept = self.kept();
        kept.pictured.as_ref().map_or(1.0, |picture| picture.scale)
    }

    /// Whether the last picture shows this page.
    pub(super) fn is_pictured(&self, document: &str, url: &str) -> bool {
        self.kept()
            .pictured
            .as_ref()
            .is_some_and(|picture| picture.document == document && picture.url == url)
    }
}
