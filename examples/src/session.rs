//! Which workspace a request belongs to.

use std::hash::{BuildHasher, RandomState};
use std::sync::MutexGuard;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::bugs::Bugs;
use crate::shop::{self, Shared, Shop};
use crate::workspace::Workspace;

/// The cookie with the workspace id.
const COOKIE: &str = "shop";
/// The cookie, and the query parameter, that switch defects on.
const BUG: &str = "shop_bug";
/// Names the workspace for clients without cookies.
const HEADER: &str = "x-shop-workspace";

/// A request inside its workspace.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    workspace: Shared,
    cookie_bugs: Bugs,
}

impl Visit {
    /// The workspace, for as long as the guard lives. Never held across an await.
    pub(crate) fn open(&self) -> MutexGuard<'_, Workspace> {
        shop::lock(&self.workspace)
    }

    /// The defects this request sees.
    pub(crate) fn bugs(&self, workspace: &Workspace) -> Bugs {
        workspace.bugs.or(self.cookie_bugs)
    }
}

impl<S: Sync> FromRequestParts<S> for Visit {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, StatusCode> {
        let visit = parts.extensions.get::<Self>().cloned();
        visit.ok_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

/// Finds or opens the workspace of a request, and gives a new visitor the cookie.
pub(crate) async fn attach(State(shop): State<Shop>, mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let named = headers.get(HEADER).and_then(|value| value.to_str().ok());
    let known = named
        .or_else(|| cookie(headers, COOKIE))
        .filter(|id| is_id(id))
        .map(str::to_owned);
    let (id, fresh) = match known {
        Some(id) => (id, false),
        None => (random_id(), true),
    };
    let visit = Visit {
        workspace: shop.workspace(&id),
        cookie_bugs: cookie(headers, BUG).map(Bugs::parse).unwrap_or_default(),
    };
    // The query outlives its request, since the scripts of a page do not repeat it.
    if let Some(names) = query(request.uri().query().unwrap_or_default(), BUG) {
        visit.open().bugs = Bugs::parse(names);
    }
    request.extensions_mut().insert(visit);

    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if fresh {
        let cookie = format!("{COOKIE}={id}; Path=/; HttpOnly; SameSite=Lax");
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            headers.append(header::SET_COOKIE, value);
        }
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

fn query<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query
        .split('&')
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .find_map(|(key, value)| (key == name).then_some(value))
}

fn is_id(id: &str) -> bool {
    let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    (1..=64).contains(&id.len()) && id.bytes().all(fits)
}

/// The keys of a hash map are random, which is all that an id here needs.
fn random_id() -> String {
    let (a, b) = (RandomState::new(), RandomState::new());
    format!("{:016x}{:016x}", a.hash_one(1), b.hash_one(2))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{cookie, is_id, query, random_id};

    #[test]
    fn cookies_and_queries_are_read() {
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_static("a=1; shop=abc; shop_bug=total");
        headers.insert(header::COOKIE, value);
        assert_eq!(cookie(&headers, "shop"), Some("abc"));
        assert_eq!(cookie(&headers, "nope"), None);
        assert_eq!(query("q=tea&shop_bug=search", "shop_bug"), Some("search"));
        assert_eq!(query("shop_bug", "shop_bug"), Some(""));
    }

    #[test]
    fn ids_are_random_and_well_formed() {
        assert!(is_id(&random_id()));
        assert_ne!(random_id(), random_id());
        assert!(!is_id(""));
        assert!(!is_id("a b"));
        assert!(!is_id(&"x".repeat(65)));
    }
}
