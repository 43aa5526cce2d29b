//! Where a box that scrolls went: a list that was drawn anew is another one with another
//! name, and still the list that stands there.

use super::feed::Page;
use super::node::{NodeId, Observation};
use crate::browser::wire::Evaluated;
use crate::error::Result;
use serde_json::Value;
use std::time::Duration;

/// How long the window may take to say how large it is.
const PROMPT: Duration = Duration::from_secs(2);

impl Page {
    /// The box in the place of a lost one: the same thing anew, else what has its role and
    /// most of its place; nothing for the page, where the lost one filled most of it.
    pub(super) async fn box_of(&self, lost: &NodeId) -> Result<Option<NodeId>> {
        let known = self.known(lost);
        let error = match self.relocate(lost).await {
            Ok(found) => return Ok(Some(found)),
            Err(error) => error,
        };
        let (Some((old, index)), Some(now)) = (known, self.newest()) else {
            return Err(error);
        };
        let node = &old.nodes[index];
        let Some(place) = node.rect.filter(|_| old.document == now.document) else {
            return Err(error);
        };
        if let Some(found) = in_its_place(&now, &node.role, place) {
            return Ok(Some(found));
        }
        let size = "return [innerWidth, innerHeight]";
        let window = self.engine.wire().eval(size, Value::Null, PROMPT).await?;
        let side = |at: usize| match &window {
            Evaluated::Value(sides) => sides[at].as_f64().unwrap_or_default(),
            _ => 0.0,
        };
        let window = [0.0, 0.0, side(0), side(1)];
        match area(window) > 0.0 && shared(place, window) * 2.0 >= area(window) {
            true => Ok(None),
            false => Err(error),
        }
    }
}

fn in_its_place(now: &Observation, role: &str, place: [f64; 4]) -> Option<NodeId> {
    let fits = now.nodes.iter().filter_map(|node| {
        let rect = node.rect.filter(|_| node.role == role)?;
        let common = shared(place, rect) * 2.0;
        (common >= area(place) && common >= area(rect)).then_some((common, node))
    });
    fits.max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, node)| node.id.clone())
}

fn area([_, _, width, height]: [f64; 4]) -> f64 {
    width * height
}

/// The area that two boxes have in common.
fn shared(a: [f64; 4], b: [f64; 4]) -> f64 {
    let side = |at: usize| {
        let end = (a[at] + a[at + 2]).min(b[at] + b[at + 2]);
        (end - a[at].max(b[at])).max(0.0)
    };
    side(0) * side(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::node::Node;

    #[test]
    fn a_box_is_the_one_that_shares_most_of_its_place() {
        let look = |rects: &[(&str, [f64; 4])]| {
            let mut screen = Observation::default();
            for (at, (role, rect)) in rects.iter().enumerate() {
                screen.nodes.push(Node {
                    id: NodeId::parse(&format!("n{at}")),
                    role: (*role).to_owned(),
                    rect: Some(*rect),
                    ..Node::default()
                });
            }
            screen
        };
        let place = [10.0, 10.0, 100.0, 100.0];
        for (rects, found) in [
            (vec![("list", [10.0, 30.0, 100.0, 100.0])], Some("n0")),
            (vec![("list", [10.0, 70.0, 100.0, 100.0])], None),
            (vec![("grid", place)], None),
            // What holds it all is not it, nor is a part of it.
            (vec![("list", [0.0, 0.0, 300.0, 300.0])], None),
            (vec![("list", [10.0, 10.0, 100.0, 40.0])], None),
            (
                vec![("list", [10.0, 40.0, 100.0, 100.0]), ("list", place)],
                Some("n1"),
            ),
        ] {
            let id = in_its_place(&look(&rects), "list", place);
            assert_eq!(id.map(|id| id.0), found.map(str::to_owned), "{rects:?}");
        }
    }
}
