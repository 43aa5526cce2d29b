//! One end over every command to the browser that is sent for one call of a test.
//!
//! Each command has a limit of its own, for pages and drivers that are slow. A call has
//! a time of its own, too, and whatever hangs below must not outlast it: here it is
//! known to whoever waits for an answer, however deep.

use std::future::Future;
use std::time::{Duration, Instant};

/// What every command gets beyond the end: so much an answer may take that is on its way,
/// and so much a question whether the browser lives. A script that waits in the page for
/// as long as the work may take tells what it saw only then.
const ANSWER: Duration = Duration::from_secs(3);

/// What each command gets after that: who goes on asking must not add up to a hang.
const SHORT: Duration = Duration::from_secs(1);

tokio::task_local! {
    static ENDS: Instant;
}

/// Does the work, whose commands end with the time that is left for it, or with that of
/// the work around it.
pub async fn within<T>(left: Duration, work: impl Future<Output = T>) -> T {
    let now = Instant::now();
    let ends = now
        .checked_add(left)
        .unwrap_or(now + Duration::from_secs(86_400));
    let around = ENDS.try_with(|around| *around).unwrap_or(ends);
    ENDS.scope(ends.min(around), work).await
}

/// So much of a command's own limit as the work it is sent for leaves it.
pub(crate) fn limit(most: Duration) -> Duration {
    ENDS.try_with(|ends| {
        let left = (*ends + ANSWER).saturating_duration_since(Instant::now());
        most.min(left.max(SHORT))
    })
    .unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(15);

    #[tokio::test]
    async fn a_command_ends_with_the_work_it_is_sent_for() {
        assert_eq!(limit(LONG), LONG, "nothing is around it");
        let nine = Duration::from_secs(9);
        within(nine, async {
            assert!(limit(LONG) <= nine + ANSWER);
            // What waits in the page until the end can still tell.
            assert!(limit(LONG) > nine + ANSWER / 2);
            assert_eq!(limit(Duration::from_millis(5)), Duration::from_millis(5));
            // What has more time than the work around it has the time of that.
            within(LONG, async { assert!(limit(LONG) <= nine + ANSWER) }).await;
            within(Duration::ZERO, async {
                assert!(limit(LONG) <= ANSWER && limit(LONG) > SHORT);
            })
            .await;
        })
        .await;
        // However many are sent for work that is long over, each gets little.
        let over = Instant::now().checked_sub(ANSWER * 2).unwrap();
        ENDS.scope(over, async { assert_eq!(limit(LONG), SHORT) })
            .await;
    }
}
