//! What may come in between, such as a cookie banner: ended before a verb, by a rule that
//! somebody declared. No rule, no recognition.

use super::feed::Page;
use super::node::{NodeId, Observation};
use super::verb::Verb;
use crate::browser::engine::Answer;
use crate::config::Interruption;
use crate::error::Result;
use crate::text;

impl Page {
    /// Ends this whenever it shows before a verb, at most so many times.
    pub fn interrupt_with(&self, rules: impl IntoIterator<Item = Interruption>) {
        self.desk.declare(rules);
    }

    /// Ends what came in between, and says so in the account of the verb.
    pub(super) async fn clear_the_way(&self, verb: &Verb) -> Result<()> {
        self.expect_downloads().await;
        let travels = matches!(
            verb,
            Verb::Navigate { .. } | Verb::History(_) | Verb::AnswerDialog { .. }
        );
        if travels || !self.desk.has_rules() {
            return Ok(());
        }
        // A rule that ends nothing must not be tried for ever.
        for _ in 0..4 {
            let Answer::Value(screen) = self
                .engine
                .get::<Observation>("look", serde_json::json!({}))
                .await?
            else {
                return Ok(());
            };
            let screen = self.with_frames(screen, false).await?;
            let Some((rule, target)) = self.desk.rule_for(|rule| control(&screen, rule)) else {
                return Ok(());
            };
            self.remember(screen);
            let tap = Verb::Tap {
                target: target.clone(),
            };
            let aim = self.aim(&tap, &super::Terms::default());
            let done = self.attempt(&tap, &target, &aim).await?;
            self.note(format!(
                "ended an interruption: tapped {} because \"{}\" showed",
                done.target,
                text::clip(&rule.when, 80)
            ));
        }
        Ok(())
    }
}

/// The one control that ends it, where it shows.
fn control(screen: &Observation, rule: &Interruption) -> Option<NodeId> {
    let same =
        |a: &str, b: &str| text::collapse(a).to_lowercase() == text::collapse(b).to_lowercase();
    let wanted = text::collapse(&rule.when).to_lowercase();
    let shows = |text: &str| text::collapse(text).to_lowercase().contains(&wanted);
    let there = screen
        .nodes
        .iter()
        .any(|node| shows(&node.name) || shows(&node.text));
    let mut fits = screen
        .nodes
        .iter()
        .filter(|node| there && node.is_interactive() && same(node.label(), &rule.tap));
    match (fits.next(), fits.next()) {
        (Some(one), None) => Some(one.id.clone()),
        _ => None,
    }
}
