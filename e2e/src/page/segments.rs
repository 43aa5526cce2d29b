//! Fields in segments: a date whose month, day and year are spin buttons side by side. A
//! text is taken apart, each part is typed into its segment, and what they hold decides.

use super::feed::Page;
use super::node::NodeId;
use super::ready::{Aim, Ready};
use super::verb::{Effect, Verb};
use crate::browser::chord::Chord;
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;

/// What one segment says of itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Segment {
    id: NodeId,
    name: String,
    text: String,
    /// It has a value, and not only a hint at one.
    held: bool,
    min: Option<f64>,
    max: Option<f64>,
}

impl Segment {
    /// Whether it may hold a part: a number within its scale, or any word.
    fn takes(&self, part: &str) -> bool {
        part.parse::<f64>().map_or(true, |number| {
            self.min.is_none_or(|min| number >= min) && self.max.is_none_or(|max| number <= max)
        })
    }

    /// Whether it holds a part: the same number, or the same word.
    fn holds(&self, part: &str) -> bool {
        match (self.text.parse::<f64>(), part.parse::<f64>()) {
            (Ok(is), Ok(wanted)) => self.held && (is - wanted).abs() < f64::EPSILON,
            _ if part.is_empty() => !self.held,
            _ => self.text.to_lowercase() == part.to_lowercase(),
        }
    }

    fn goes_to(&self, most: std::ops::RangeInclusive<f64>) -> bool {
        self.max.is_some_and(|max| most.contains(&max))
    }
}

impl Page {
    /// Types a text into the segments of a field. `ready` is what getting it ready said.
    pub(super) async fn fill_segments(
        &self,
        verb: &Verb,
        target: &NodeId,
        aim: &Aim,
        mut ready: Ready,
    ) -> Result<Effect> {
        let Verb::Type { text, .. } = verb else {
            return self.carry_out(verb, ready).await;
        };
        let segments = self.segments(target).await?;
        let parts = parts(text, &segments, &ready.target)?;
        let mut done: Option<Effect> = None;
        for (segment, part) in segments.iter().zip(&parts) {
            if segment.holds(part) {
                continue;
            }
            let target = Some(segment.id.clone());
            let one = match part.is_empty() {
                true => Verb::Press {
                    target,
                    chord: Chord {
                        modifiers: Vec::new(),
                        key: "Backspace".to_owned(),
                    },
                },
                false => Verb::Type {
                    target,
                    text: part.clone(),
                    replace: true,
                },
            };
            let ready = self.prepare(&one, &segment.id, &aim.at_anything()).await?;
            let effect = self.carry_out(&one, ready).await?;
            done = Some(match done {
                None => effect,
                Some(first) => Effect {
                    before: first.before,
                    visible: first.visible || effect.visible,
                    notes: [first.notes, effect.notes].concat(),
                    ..effect
                },
            });
        }
        let now = self.segments(target).await?;
        let kept = now.len() == parts.len()
            && now
                .iter()
                .zip(&parts)
                .all(|(segment, part)| segment.holds(part));
        match done {
            _ if !kept => Err(missed(&ready.target, text, &now)),
            Some(effect) => Ok(Effect {
                target: ready.target,
                ..effect
            }),
            None => {
                ready.already = true;
                self.carry_out(verb, ready).await
            }
        }
    }

    async fn segments(&self, target: &NodeId) -> Result<Vec<Segment>> {
        let mut id = target.clone();
        for _ in 0..2 {
            match self.engine.get("segments", json!({ "id": id.0 })).await? {
                Answer::Value(list) => {
                    let list: Vec<Segment> = list;
                    if !list.is_empty() {
                        return Ok(list);
                    }
                    id = self.relocate(&id).await?;
                }
                Answer::Navigated | Answer::Dialog(_) => break,
            }
        }
        Err(Error::new(
            Code::ActionMayHaveCommitted,
            "the field went away while it was filled",
        )
        .help("look at the page before anything is repeated"))
    }
}

/// A text, one part for each segment; nothing was sent yet.
fn parts(text: &str, segments: &[Segment], target: &str) -> Result<Vec<String>> {
    let names = || {
        let names = segments.iter().map(|segment| segment.name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let refused = |why: String| {
        Error::new(Code::InvalidArgument, format!("{target} {why}"))
            .note(format!("its segments: {}", names()))
            .note("nothing was sent")
            .help("write the text in the order the field shows it, or as in 2026-05-14")
    };
    if text.trim().is_empty() {
        return Ok(vec![String::new(); segments.len()]);
    }
    let mut parts: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    if parts.len() != segments.len() {
        return Err(refused(format!(
            "has {} segments, and \"{text}\" has {} parts",
            segments.len(),
            parts.len()
        )));
    }
    if let ([year, month, day], Some(places)) = (parts.as_slice(), places(segments))
        && year.len() == 4
        && [year, month, day].iter().all(|part| is_number(part))
    {
        let mut placed = vec![String::new(); 3];
        for (place, part) in places.into_iter().zip([year, month, day]) {
            placed[place].clone_from(part);
        }
        parts = placed;
    }
    let unfit = segments.iter().zip(&parts).find(|(s, part)| !s.takes(part));
    match unfit {
        Some((segment, part)) => Err(refused(format!(
            "has no place for {part}: its segment \"{}\" goes from {} to {}",
            segment.name,
            segment.min.unwrap_or_default(),
            segment.max.unwrap_or_default()
        ))),
        None => Ok(parts),
    }
}

fn is_number(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

/// Where the year, the month and the day of a date go, told by their scales.
fn places(segments: &[Segment]) -> Option<[usize; 3]> {
    let only = |most: std::ops::RangeInclusive<f64>| {
        let fits = |segment: &Segment| segment.goes_to(most.clone());
        let at = segments.iter().position(fits)?;
        (segments.iter().filter(|segment| fits(segment)).count() == 1).then_some(at)
    };
    Some([
        only(1000.0..=99999.0)?,
        only(12.0..=13.0)?,
        only(28.0..=31.0)?,
    ])
}

fn missed(target: &str, text: &str, now: &[Segment]) -> Error {
    let texts = now.iter().map(|segment| segment.text.as_str());
    Error::new(
        Code::ActionFailed,
        format!("{target} does not hold \"{text}\""),
    )
    .note(format!(
        "its segments hold: {}",
        texts.collect::<Vec<_>>().join(", ")
    ))
    .help("look at the page: the field may refuse this value, or change it")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(ends: &[(f64, f64)]) -> Vec<Segment> {
        let segment = |(min, max): &(f64, f64)| Segment {
            min: Some(*min),
            max: Some(*max),
            ..Segment::default()
        };
        ends.iter().map(segment).collect()
    }

    #[test]
    fn a_date_goes_to_its_segments() {
        let american = field(&[(1.0, 12.0), (1.0, 31.0), (1.0, 9999.0)]);
        let british = field(&[(1.0, 31.0), (1.0, 12.0), (1.0, 9999.0)]);
        for (field, text, wanted) in [
            (&american, "05/14/2026", Some(["05", "14", "2026"])),
            (&american, "2026-05-14", Some(["05", "14", "2026"])),
            (&british, "2026-05-14", Some(["14", "05", "2026"])),
            (&british, "14.5.2026", Some(["14", "5", "2026"])),
            (&british, "05/14/2026", None),
            (&american, "05/2026", None),
            (&american, " ", Some(["", "", ""])),
        ] {
            let parts = parts(text, field, "group \"Due\"").ok();
            let wanted = wanted.map(|parts| parts.map(str::to_owned).to_vec());
            assert_eq!(parts, wanted, "{text}");
        }
    }
}
