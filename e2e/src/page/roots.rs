//! Shadow roots closed in the markup: no script is given them, and the browser's own
//! protocol hands them out.
//!
//! The engine names what may hold one, each element once; it keeps what is brought, reads
//! it with everything else, and shows it to nobody.

use super::feed::Page;
use super::node::Observation;
use crate::browser::engine::{Answer, Engine};
use crate::browser::inside::Inside;
use serde_json::json;
use std::time::{Duration, Instant};

/// How long all of them may take at one look.
const ALL: Duration = Duration::from_secs(2);
/// One root may hold the next; so many in one another are looked for at once.
const DEEP: usize = 3;

impl Page {
    /// The look with what stands in roots that are closed in the markup; `nodes` bounds it
    /// as it did the look, zero leaves that to the engine. Where they cannot be had the
    /// look is as it was, and says what was not read.
    pub(super) async fn with_roots(
        &self,
        inside: &Inside,
        mut look: Observation,
        nodes: u32,
    ) -> Observation {
        let end = Instant::now() + ALL;
        for _ in 0..DEEP {
            let hosts = std::mem::take(&mut look.hosts);
            let mut new = match look.slots.take().filter(|_| inside.depth() == 0) {
                Some(known) => self.engine.give_slots(known, end).await,
                None => false,
            };
            for (frame, levels) in &hosts {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return look;
                }
                let way = match frame.0.as_str() {
                    "" => inside.clone(),
                    id => inside.then(id, *levels, false),
                };
                match self.engine.give_roots(&way, left).await {
                    Ok(found) => new |= found,
                    Err(error) => {
                        tracing::debug!(%error, "shadow roots were not handed out");
                        return look;
                    }
                }
            }
            // What was asked and has none is known to hide nothing, too.
            if !new && (hosts.is_empty() || look.unread.is_empty()) {
                return look;
            }
            let args = json!({ "limit": nodes });
            let again = match inside.depth() {
                0 => self.engine.get::<Observation>("look", args).await,
                _ => {
                    let left = end.saturating_duration_since(Instant::now());
                    let asked = self.engine.inside(inside, "look", args, false, left);
                    asked.await.map(|(answer, _)| answer)
                }
            };
            let Ok(Answer::Value(mut fresh)) = again else {
                return look;
            };
            fresh.faults.splice(0..0, std::mem::take(&mut look.faults));
            look = fresh;
        }
        look
    }
}

impl Engine {
    /// Brings the engine the roots that hold slots; whether any was new.
    async fn give_slots(&self, known: u32, end: Instant) -> bool {
        let keep = climb("return engine.keepSlot(this, arguments[0]);");
        let left = end.saturating_duration_since(Instant::now());
        match self.wire().give_slots(known, &keep, left).await {
            Ok(new) => new,
            Err(error) => {
                tracing::debug!(%error, "slots were not searched for");
                false
            }
        }
    }

    /// Brings the engine the roots of what it named in one document.
    async fn give_roots(&self, way: &Inside, limit: Duration) -> crate::error::Result<bool> {
        let find = climb("return engine.hosts(document);");
        let keep = climb("engine.keepRoots(document, arguments); return true;");
        let frames = Self::frames_into(way);
        let wire = self.wire();
        wire.give_roots(&frames, &find, &keep, limit).await
    }
}

/// A function body that does something with the engine of the document around, which is
/// that of a frame or of what is around it.
fn climb(then: &str) -> String {
    let engine = Engine::of("at.document");
    format!(
        "for (let at = window, i = 0; i < 8; i++) {{ \
         const engine = {engine}; if (engine) {{ {then} }} \
         if (at === at.parent) return null; at = at.parent; }} return null;"
    )
}
