//! The page as the target of a step: the verbs, the look and the proof of the built-in
//! agent, for whichever executor carries the step out.

use super::Inner;
use super::hands::Hands;
use super::project_tool;
use super::proof::ScreenProof;
use super::tools;
use super::type_secret::TypeSecret;
use crate::chassis::target::{Item, Look, Seen, Target};
use crate::chassis::{Evidence, StepContext, Tool};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::Image;
use crate::page::hush::hushed;
use crate::page::node::Node;
use crate::page::text as screen_text;
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;

/// The page of one step.
pub(super) struct PageTarget {
    hands: Arc<Hands>,
    verbs: Vec<Arc<dyn Tool>>,
}

impl PageTarget {
    /// The agent's page in the hands of a step, which may type the step's secrets.
    pub(super) fn new(agent: &Inner, step: &StepContext) -> Self {
        let hands = Arc::new(Hands::new(
            Arc::clone(&agent.page),
            Arc::clone(&agent.journal),
            agent.base_url.clone(),
            agent.config.agent.allow_origins.clone(),
        ));
        let most = usize::try_from(agent.config.agent.observation_bytes);
        hands.fit(most.unwrap_or(usize::MAX));
        let mut verbs = tools::grammar(&hands);
        verbs.extend(TypeSecret::offered(&hands, step));
        Self { hands, verbs }
    }

    pub(super) fn hands(&self) -> &Arc<Hands> {
        &self.hands
    }
}

#[async_trait]
impl Target for PageTarget {
    fn name(&self) -> String {
        let browser = self.hands.journal.browser();
        browser.unwrap_or_else(|| "the browser".to_owned())
    }

    fn platform(&self) -> &str {
        "web"
    }

    fn verbs(&self) -> &[Arc<dyn Tool>] {
        &self.verbs
    }

    async fn look(&self, look: Look, step: &StepContext) -> Result<Seen> {
        let mut seen = Seen::default();
        if look.tree() {
            let screen = self.hands.look(step).await?;
            let screen = hushed(screen, &self.hands.journal.known().mask());
            seen.text = screen_text::render(&screen, &self.hands.text_options());
            seen.items = screen.nodes.iter().map(item).collect();
            seen.place.clone_from(&screen.url);
        }
        if look.pixels() {
            let picture = self.hands.picture(step).await?;
            seen.picture = Some(Image::png(picture.png));
            if seen.place.is_empty() {
                let newest = self.hands.page.newest();
                seen.place = newest.map(|screen| screen.url.clone()).unwrap_or_default();
            }
        }
        Ok(seen)
    }

    async fn changed(&self, limit: Duration, _: &StepContext) -> Result<()> {
        let page = &self.hands.page;
        let before = page.newest();
        page.unlike(before.as_deref(), limit).await.map(drop)
    }

    fn evidence(&self) -> Arc<dyn Evidence> {
        Arc::new(ScreenProof::new(Arc::clone(&self.hands)))
    }

    fn bind(&self, tool: Arc<dyn Tool>) -> Arc<dyn Tool> {
        project_tool::bind(tool, &self.hands)
    }

    fn keep(&self, png: &[u8], label: &str) -> Result<String> {
        let journal = &self.hands.journal;
        let kept = journal.attach("screenshot", label, "screenshot.png", png);
        kept.map(|artifact| artifact.path).map_err(|error| {
            Error::new(
                Code::EnvironmentUnavailable,
                format!("the picture {label:?} cannot be kept"),
            )
            .caused_by(error)
        })
    }
}

fn item(node: &Node) -> Item {
    let reads = match &node.value {
        Some(value) if !value.is_empty() => value.as_str(),
        _ if node.text.is_empty() => node.name.as_str(),
        _ => node.text.as_str(),
    };
    Item::new(node.id.to_string(), &*node.role, &*node.name, reads)
}
