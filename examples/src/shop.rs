//! The shop: its workspaces and its router.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;

use crate::bugs::Bugs;
use crate::workspace::Workspace;

/// A workspace that handlers share.
pub(crate) type Shared = Arc<Mutex<Workspace>>;

/// So many workspaces are kept; the oldest goes first.
const KEPT: usize = 10_000;

/// The shop with the state of every visitor. Clones share that state.
#[derive(Clone, Default)]
pub struct Shop {
    workspaces: Arc<Mutex<Workspaces>>,
}

#[derive(Default)]
struct Workspaces {
    by_id: HashMap<String, Shared>,
    oldest_first: VecDeque<String>,
}

impl Shop {
    /// A shop that nobody has visited.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The pages, the assets and the JSON API.
    pub fn router(&self) -> Router {
        crate::pages::router()
            .nest("/api", crate::api::router())
            .layer(axum::middleware::from_fn_with_state(
                self.clone(),
                crate::session::attach,
            ))
            // These are the same for everybody and must not open a workspace.
            .merge(crate::assets::router())
            .merge(crate::pages::stalled())
    }

    /// How many workspaces are open.
    #[must_use]
    pub fn workspaces(&self) -> usize {
        self.lock().by_id.len()
    }

    /// Gives a workspace its first state again, or opens it.
    pub fn reset(&self, id: &str) {
        *lock(&self.workspace(id)) = Workspace::seeded();
    }

    /// Switches the defects of a workspace.
    pub fn set_bugs(&self, id: &str, bugs: Bugs) {
        lock(&self.workspace(id)).bugs = bugs;
    }

    /// The workspace with this id, opened if need be.
    pub(crate) fn workspace(&self, id: &str) -> Shared {
        let mut workspaces = self.lock();
        if let Some(known) = workspaces.by_id.get(id) {
            return Arc::clone(known);
        }
        let fresh = Arc::new(Mutex::new(Workspace::seeded()));
        if workspaces.oldest_first.len() >= KEPT
            && let Some(oldest) = workspaces.oldest_first.pop_front()
        {
            workspaces.by_id.remove(&oldest);
        }
        workspaces.oldest_first.push_back(id.to_owned());
        workspaces.by_id.insert(id.to_owned(), Arc::clone(&fresh));
        fresh
    }

    fn lock(&self) -> MutexGuard<'_, Workspaces> {
        self.workspaces
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Shop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shop")
            .field("workspaces", &self.workspaces())
            .finish()
    }
}

/// A handler that panicked leaves usable state behind: nothing here is changed in two steps.
pub(crate) fn lock(workspace: &Shared) -> MutexGuard<'_, Workspace> {
    workspace.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Shop, lock};

    #[test]
    fn the_oldest_workspace_goes_first() {
        let shop = Shop::new();
        for n in 0..=KEPT {
            lock(&shop.workspace(&n.to_string())).notice = Some("visited".to_owned());
        }
        assert_eq!(shop.workspaces(), KEPT);
        assert!(lock(&shop.workspace("1")).notice.is_some());
        assert!(lock(&shop.workspace("0")).notice.is_none());
    }
}
