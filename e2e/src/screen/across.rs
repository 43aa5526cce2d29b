//! Queries over the page and its frames of other origins.
//!
//! No script sees more than one origin, so every document is asked, and the answers are
//! put together here: an element is one among all of them, and what is denied has to be
//! absent from each. Frames are asked before what is around them, which then knows that
//! they were.

use super::found::Found;
use super::judge::Looked;
use super::query::Query;
use crate::browser::engine::Answer;
use crate::browser::inside::Inside;
use crate::error::Result;
use crate::page::Page;
use crate::page::node::Framed;
use futures::future::BoxFuture;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::time::Duration;

/// How often every document is asked while something is waited for.
pub(super) const PAUSE: Duration = Duration::from_millis(50);
/// Most frames that are asked.
const MOST: usize = 16;
/// A position that nothing has.
const NOWHERE: i64 = 1 << 40;

/// A frame, and the steps of the query that begin in it.
#[derive(Debug, Deserialize)]
struct Part {
    #[serde(flatten)]
    frame: Framed,
    from: Vec<usize>,
}

/// What each document says, by the id of the frame element it stands in; the top one
/// last, without an id.
type Said<T> = Vec<(String, T)>;

/// A round of questions.
struct Round<'a> {
    page: &'a Page,
    /// What is asked beside the query.
    ask: &'a Map<String, Value>,
    /// The steps of the query, and those of documents for which they differ.
    steps: Vec<Value>,
    own: HashMap<String, Vec<Value>>,
    left: usize,
}

impl Round<'_> {
    fn steps_of(&self, key: &str) -> &[Value] {
        self.own.get(key).unwrap_or(&self.steps)
    }

    /// Asks a document and all frames in it; nothing when one shows another document by
    /// now, or a dialog is open.
    fn visit<'a, T: DeserializeOwned + Send + 'a>(
        &'a mut self,
        inside: Inside,
        key: String,
        from: Vec<usize>,
        upto: usize,
        said: &'a mut Said<T>,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let query = json!({ "steps": &self.steps_of(&key)[..upto], "from": from });
            let asked =
                self.page
                    .ask_in::<Vec<Part>>(&inside, "frames_for", json!({ "query": query }));
            let Answer::Value(parts) = asked.await? else {
                return Ok(false);
            };
            let mut entered = Vec::new();
            for part in parts {
                if self.left == 0 {
                    break;
                }
                self.left -= 1;
                let id = part.frame.id.0.clone();
                let way = Page::way_into(&inside, &part.frame);
                // One that does not answer was not read, and what is around it says so.
                if let Ok(true) = self.visit(way, id.clone(), part.from, upto, said).await {
                    entered.push(id);
                }
            }
            let mut args = self.ask.clone();
            args.insert("query".into(), query);
            args.insert("entered".into(), json!(entered));
            let asked = self
                .page
                .ask_in::<T>(&inside, "ask_here", Value::Object(args));
            let Answer::Value(answer) = asked.await? else {
                return Ok(false);
            };
            said.push((key, answer));
            Ok(true)
        })
    }

    /// Positions count through all documents, the top one first: each document gets the
    /// position that is its own.
    async fn place(&mut self) -> Result<bool> {
        let counts = Map::new();
        for at in 0..self.steps.len() {
            let Some(nth) = self.steps[at]["nth"].as_i64() else {
                continue;
            };
            let mut said: Said<Found> = Vec::new();
            let mut counting = Round {
                page: self.page,
                ask: &counts,
                steps: self.steps.clone(),
                own: self.own.clone(),
                left: MOST,
            };
            let top = Inside::default();
            if !counting
                .visit(top, String::new(), vec![0], at, &mut said)
                .await?
            {
                return Ok(false);
            }
            said.rotate_right(1);
            let total: usize = said.iter().map(|(_, found)| found.count).sum();
            let total = i64::try_from(total).unwrap_or(i64::MAX);
            let mut left = if nth < 0 { total + nth } else { nth };
            if left < 0 {
                left = NOWHERE;
            }
            for (key, found) in said {
                let count = i64::try_from(found.count).unwrap_or(i64::MAX);
                let here = if (0..count).contains(&left) {
                    left
                } else {
                    NOWHERE
                };
                left -= count;
                let mut steps = self.steps_of(&key).to_vec();
                steps[at]["nth"] = here.into();
                self.own.insert(key, steps);
            }
        }
        Ok(true)
    }
}

/// What every document says to one question; nothing when one of them went away.
async fn everywhere<T: DeserializeOwned + Send>(
    page: &Page,
    query: &Value,
    ask: &Map<String, Value>,
) -> Result<Option<Said<T>>> {
    let steps = query["steps"].as_array().cloned().unwrap_or_default();
    let upto = steps.len();
    let mut round = Round {
        page,
        ask,
        steps,
        own: HashMap::new(),
        left: MOST,
    };
    if !round.place().await? {
        return Ok(None);
    }
    round.left = MOST;
    let mut said = Vec::new();
    let top = Inside::default();
    let whole = round.visit(top, String::new(), vec![0], upto, &mut said);
    if !whole.await? {
        return Ok(None);
    }
    // The page itself comes first.
    said.rotate_right(1);
    Ok(Some(said))
}

/// What a query comes to in the page and all its frames this moment.
pub(super) async fn locate(page: &Page, query: &Query) -> Result<Option<Found>> {
    let mut ask = Map::new();
    ask.insert("absence".into(), true.into());
    let said = everywhere::<Found>(page, &json!(query), &ask).await?;
    Ok(said.map(|said| {
        said.into_iter()
            .map(|(_, found)| found)
            .reduce(join)
            .unwrap_or_default()
    }))
}

/// Two documents together.
pub(super) fn join(mut all: Found, one: Found) -> Found {
    all.count += one.count;
    all.matches.extend(one.matches);
    all.invalid = all.invalid.or(one.invalid);
    if let (Some(absence), Some(more)) = (&mut all.absence, one.absence) {
        absence.join(more);
    }
    all
}

/// One look at an expectation in the page and all its frames.
pub(super) async fn expect(page: &Page, ask: &Map<String, Value>) -> Result<Option<Looked>> {
    let mut ask = ask.clone();
    let query = ask.remove("query").unwrap_or_default();
    ask.insert("absence".into(), true.into());
    let Some(said) = everywhere::<Looked>(page, &query, &ask).await? else {
        return Ok(None);
    };
    let said = said.into_iter().map(|(_, looked)| looked).collect();
    Ok(Some(Looked::of_all(said, &ask)))
}
