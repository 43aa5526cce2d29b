//! Statements: in the middle of doing, and on their own.

use super::choose;
use super::explain;
use super::judge::{self, Look};
use super::program::{Clause, Command, Condition, Program};
use super::run::{Done, PlainExecutor};
use crate::chassis::step::StepContext;
use crate::code::Code;
use crate::error::Result;
use crate::report::record::StepKind;

impl PlainExecutor {
    /// Waits until a condition holds.
    pub(super) async fn hold(
        &self,
        step: &StepContext,
        program: &Program,
        clause: &Clause,
        condition: &Condition,
    ) -> Result<Done> {
        let timeouts = self.page().timeouts();
        let limit = match clause.readings.as_slice() {
            [Command::Wait(_)] => timeouts.navigation.max(timeouts.expect),
            _ => timeouts.expect,
        };
        let part = |look: &Look<'_>| judge::judge(look, condition);
        let summary = self
            .until(step, &program.sentence, limit, &[condition], part)
            .await?;
        Ok(Done {
            summary,
            clauses: 1,
            after: None,
        })
    }

    /// Checks every clause on one look, again and again until all hold together.
    pub(super) async fn check(&self, step: &StepContext, program: &Program) -> Result<String> {
        let all: Vec<&Condition> = program
            .clauses
            .iter()
            .chain(program.merged.iter().map(|(_, clause)| clause))
            .flat_map(|clause| &clause.readings)
            .filter_map(|command| match command {
                Command::Expect(condition) | Command::Wait(condition) => Some(condition),
                _ => None,
            })
            .collect();
        let limit = match step.kind() {
            StepKind::WaitFor => step.working_time(),
            _ if program.is_exact() => self.page().timeouts().expect,
            _ => self.patience(),
        };
        let run = self
            .until(step, &program.sentence, limit, &all, |look| {
                choose::judge_all(look, program)
            })
            .await;
        match (run, step.kind()) {
            (Err(error), StepKind::WaitFor) if error.code() == Code::AssertionFailed => {
                Err(explain::with_code(&error, Code::StepTimeout))
            }
            (run, _) => run,
        }
    }
}
