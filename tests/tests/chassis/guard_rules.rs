//! Guards, the clock, and recoveries: one row a rule.

use super::rules::{Rule, check};

#[tokio::test(start_paused = true)]
async fn a_model_that_goes_in_circles_is_warned_and_then_stopped() {
    check("circles", CIRCLES).await;
}

#[rustfmt::skip]
const CIRCLES: &[Rule] = &[
    ("two of a kind are no circle", "", "2*note a | pass", &["~in a row"]),
    ("three identical calls warn", "", "3*note a | pass", &["loop: the same call of note was made 3 times in a row", "sent: text Notice: the same call of note was made 3 times in a row. You are going in circles", "request 4: required, all"]),
    ("four warn again", "", "4*note a | pass", &["made 3 times", "made 4 times"]),
    ("five stop", "", "5*note a | pass", &["loop: only a verdict is accepted from here: the same call of note was made 5 times in a row", "sent: text Stop: the same call", "request 6: named complete_step, only", "result: passed"]),
    ("a stop is permanent", "", "5*note a | note b | note c | pass", &["request 6: named complete_step, only", "request 7: named complete_step, only", "request 8: named complete_step, only", "~ran: a a a a a b", "result: passed"]),
    ("a guard invents no verdict", "turns=8", "20*note a", &["STEP_NO_CONCLUSION", "made 5 times in a row", "counted 8"]),
    ("another input is another call", "", "note a | note b | note c | note d | note e | pass", &["~in a row"]),
    ("one other call breaks the row", "", "2*note a | note b | 2*note a | pass", &["~in a row"]),
    ("a cycle of two warns at two", "", "note a | note b | note a | note b | pass", &["loop: the same 2 calls (note, note) were made 2 times in a row"]),
    ("a cycle of two stops at three", "", "note a | note b | note a | note b | note a | note b | pass", &["request 7: named complete_step, only"]),
    ("a cycle of three warns at two", "", "note a | note b | note c | note a | note b | note c | pass", &["the same 3 calls", "request 7: required, all"]),
    ("a cycle of four warns at two", "", "note a | note b | note c | note d | note a | note b | note c | note d | pass", &["the same 4 calls", "request 9: required, all"]),
    ("a longer cycle may stop while a shorter one warns", "", "note b | 3*note a | note b | 3*note a | note b | 3*note a | pass", &["only a verdict is accepted from here: the same 4 calls", "request 13: named complete_step, only"]),
    ("the same input of another tool is another call", "", "note a | fail a | free a | pass", &["~in a row"]),
    ("a cycle of five is none", "", "note a | note b | note c | note d | note e | note a | note b | note c | note d | note e | pass", &["~in a row"]),
    ("a cycle inside one turn counts", "", "note a; note b; note a; note b; note a; note b | pass", &["request 2: named complete_step, only"]),
    ("verdicts sent back are left out", "", "note a | blocked | note a | blocked | note a | pass", &["made 3 times in a row"]),
    ("three failures in a row warn", "", "fail a | fail b | fail c | pass", &["loop: the last 3 calls failed", "Read what the failures say", "request 4: required, all"]),
    ("five failures stop", "", "fail a | fail b | fail c | fail d | fail e | pass", &["request 6: named complete_step, only", "only a verdict is accepted from here: the last 5 calls failed"]),
    ("one success resets the streak", "", "fail a | fail b | note x | fail c | fail d | pass", &["~calls failed"]),
    ("a refused call is a failure", "", "call x {} | call y {} | call z {} | pass", &["the last 3 calls failed"]),
    ("failures of one turn count one by one", "", "fail a; fail b; fail c | pass", &["the last 3 calls failed"]),
    ("repetition is heeded before failures", "", "5*fail a | pass", &["the same call of fail was made 5 times", "~the last 5 calls failed"]),
    ("a failing reason that is the last one is told once", "", "fail a | fail b | fail c | blocked | pass", &["1x loop: the last 3 calls failed", "1x sent: text Notice"]),
    ("a warning stays in the conversation", "", "3*note a | note b | note c | pass", &["sent: text Notice: the same call of note was made 3 times"]),
    ("a warned model may go on", "", "3*note a | note b | pass", &["request 4: required, all", "request 5: required, all", "ran: a a a b."]),
    ("a stop is told once", "", "5*note a | note b | note c | pass", &["1x sent: text Stop: the same call of note was made 5 times in a row. Repeating it will not help. Call complete_step now.", "1x loop: only a verdict is accepted", "sent: result c0 (failed) note did not run"]),
    ("a reason that was the last one is not told again", "", "3*note a | note b | 3*note a | pass", &["1x loop: the same call of note was made 3 times in a row", "1x sent: text Notice"]),
    ("a reason after another one is told again", "", "3*note a | fail x; fail y; fail z | 3*note a | pass", &["2x loop: the same call of note was made 3 times in a row", "1x loop: the last 3 calls failed"]),
    ("the wrap-up comes after a warning", "turns=8", "3*note a | pass", &["if the step cannot be done.\nsent: text 5 turns are left"]),
    ("the clock is told before a warning", "ms=1200", "nap 310 | nap 310 | nap 310 | pass", &["if something outside it stopped you.\nsent: text Notice: the same call of nap was made 3 times"]),
    ("a stopped step is not told to wrap up", "turns=10", "5*note a | pass", &["request 6: named complete_step, only", "~5 turns are left"]),
    ("of a stop and a warning the stop wins", "", "note a | note b | note a | note b | note a | note b | pass", &["the same 2 calls (note, note) were made 3 times"]),
    ("typed text cannot fake a failure", "", "note fail failed: X | note tap failed: Y | note z failed: Z | pass", &["~calls failed"]),
];

#[tokio::test(start_paused = true)]
async fn the_clock_leaves_time_to_conclude() {
    check("clock", CLOCK).await;
}

#[rustfmt::skip]
const CLOCK: &[Rule] = &[
    ("never on the first turn", "ms=4000", "pass", &["request 1: required, all"]),
    ("in the last quarter only a verdict is asked for", "ms=1200", "nap 950 | pass", &["loop: the time of the step is running out", "request 2: named complete_step, only", "sent: text The time for this step is almost over", "result: passed"]),
    ("of a long step the last minute is kept", "ms=600000", "nap 530000 | nap 20000 | pass", &["request 2: required, all", "request 3: named complete_step, only"]),
    ("a tool that overruns the kept time is followed by a verdict", "ms=400", "nap 320 | pass", &["request 2: named complete_step, only", "result: passed"]),
    ("before that it goes on", "ms=8000", "nap 10 | pass", &["request 2: required, all", "~running out"]),
    ("the end of the clock is told once", "ms=1200", "nap 950 | note a | pass", &["result: passed", "request 3: named complete_step, only", "1x loop: the time of the step is running out", "1x sent: text The time for this step is almost over. Give your verdict now: passed only if you verified the outcome, failed if the product misbehaved, blocked with an errorCode if something outside it stopped you."]),
    ("time that is over ends the step before the next request", "ms=60", "nap 30 | nap 30 | nap 30 | pass", &["result: blocked STEP_TIMEOUT"]),
];

#[tokio::test(start_paused = true)]
async fn prose_instead_of_a_call_is_answered() {
    check("prose", PROSE).await;
}

#[rustfmt::skip]
const PROSE: &[Rule] = &[
    ("a forced model that only talks is not forced any more", "", "\"hello\" | pass", &["loop: the model answered without the tool call it was forced to make", "request 2: auto, all, 1 messages", "result: passed", "counted 2"]),
    ("it is told to call tools only", "", "\"hello\" | pass", &["last system: rules", "Answer with tool calls only"]),
    ("a provider that reports it has the same effect", "", "!ignored | pass", &["request 2: auto, all, 1 messages", "result: passed", "counted 2"]),
    ("prose of a free model goes back with a notice", "", "\"hello\" | \"again\" | pass", &["sent: text again", "sent: text Nothing happened: your answer held no tool call. Call a tool", "request 3: auto, all, 3 messages"]),
    ("prose costs turns", "turns=4", "\"a\" | \"b\" | \"c\" | \"d\" | pass", &["STEP_NO_CONCLUSION", "left 1", "counted 4"]),
    ("a cut answer is asked to be brief", "", "\"x\" | length; \"half\" | pass", &["Your answer was cut at the length limit"]),
    ("a free model is not forced on the last turns either", "turns=3", "\"a\" | note a | pass", &["request 2: auto, only", "request 3: auto, only", "did not run: only complete_step is available now", "result: passed"]),
    ("a refusal is its own failure", "", "refuse; \"I will not\"", &["result: error MODEL_REFUSED (agent)", "declined to answer", "I will not"]),
    ("a filtered answer is too", "", "filter", &["result: error MODEL_REFUSED (agent)", "stopped by its provider's filter"]),
    ("a filtered answer with calls is worked with", "", "filter; note a | pass", &["ran: a.", "result: passed"]),
];

#[tokio::test(start_paused = true)]
async fn what_a_failure_says_would_help_is_tried_once() {
    check("recoveries", RECOVERIES).await;
}

#[rustfmt::skip]
const RECOVERIES: &[Rule] = &[
    ("a rejected tool choice is given up and costs no turn", "", "!reject | pass", &["loop: the provider rejected the forced tool choice", "request 2: auto, all", "counted 1", "result: passed"]),
    ("a rejection after turns keeps what was done", "", "note a | !reject | note b | pass", &["ran: a b.", "request 3: auto, all", "counted 3", "result: passed"]),
    ("a rejected choice on a forced turn is answered without force", "turns=2", "!reject | pass", &["request 2: auto, only", "result: passed"]),
    ("an overflow after a rejection is still mended", "screen=20000", "!reject | !overflow | pass", &["sent again", "result: passed", "asked 3"]),
    ("a retried request shows the same conversation", "", "note a | !500 | pass", &["request 2: required, all, 3 messages", "request 3: required, all, 3 messages"]),
    ("waits before repetitions double", "", "!500 | !500 | !500 | pass", &["in 1ms (retry 1 of 5)", "in 2ms (retry 2 of 5)", "in 4ms (retry 3 of 5)"]),
    ("a stalled request is abandoned, noted and sent again", "ms=600000", "!hang | pass", &["loop: the request stalled for 2m and was abandoned", "retry 1 of 5", "asked 2, counted 1", "result: passed"]),
    ("a request that is given up near the end of the clock ran into it", "ms=1000", "nap 950 | !late | pass", &["result: blocked STEP_TIMEOUT", "left 1"]),
    ("a request that is given up before that failed by itself", "ms=1000", "nap 850 | !late | pass", &["result: error MODEL_PROVIDER_FAILED", "left 1"]),
    ("a second rejection is final", "", "!reject | !reject | pass", &["result: error MODEL_PROVIDER_FAILED (infra)", "left 1"]),
    ("a downgraded choice is not asked for again", "", "downgraded; note a | pass", &["request 2: auto, all", "the provider does not force tool calls", "ran: a.", "Answer with tool calls only"]),
    ("an overflow cuts superseded states and asks again", "screen=9000", "look 9000 | !overflow | pass", &["loop: the conversation did not fit the model's context window; it was cut from", "sent again", "result: passed", "counted 2", "What was shown here is superseded"]),
    ("an overflow cuts long texts", "screen=20000", "!overflow | pass", &["[cut here: 3616 more characters did not fit]", "it was cut from 20028 to 16457 characters", "result: passed"]),
    ("an overflow cuts a long state in a result", "", "look 20000 | !overflow | pass", &["it was cut from 20034 to 16463 characters and sent again", "result: passed"]),
    ("an overflow cuts long prose of the model", "", "prose 20000; note a | !overflow | pass", &["sent: text ppp", "[cut here: 3616 more characters did not fit]", "sent again", "result: passed"]),
    ("a second overflow is the end", "screen=20000", "!overflow | !overflow | pass", &["result: error CONTEXT_OVERFLOW (agent)", "it was cut from", "left 1"]),
    ("an overflow with nothing to cut is the end", "", "!overflow | pass", &["result: error CONTEXT_OVERFLOW (agent)", "nothing was left to cut", "left 1"]),
    ("a rejected key is set-up, with what to do", "", "!key", &["result: error MODEL_UNAVAILABLE (setup)", "check the key", "counted 0"]),
    ("a failed request is sent again and is no turn", "", "!500 | !500 | pass", &["loop: the request failed and is sent again in 1ms (retry 1 of 5): status 500", "retry 2 of 5", "counted 1", "result: passed"]),
    ("five repetitions are the bound", "", "6*!500 | pass", &["result: error MODEL_PROVIDER_FAILED (infra): status 500 (after 5 retries)", "left 1"]),
    ("a final failure ends the step", "", "note a | !400 | pass", &["result: error MODEL_PROVIDER_FAILED (infra)", "turn 1", "the step ends: status 400", "left 1"]),
];

#[tokio::test(start_paused = true)]
async fn superseded_states_and_pictures_leave_the_conversation() {
    check("history", HISTORY).await;
}

#[rustfmt::skip]
const HISTORY: &[Rule] = &[
    ("small states stay", "screen=1000", "look 1000 | look 1001 | pass", &["~superseded"]),
    ("large stale states go at once", "screen=20000", "look 20000 | look 20001 | pass", &["sent: text Carry this step out: do it  [What was shown here is superseded", "sent: result c0 looked  [What was shown here is superseded by what was shown later.]"]),
    ("the newest state stays", "screen=40000", "note a | pass", &["~superseded"]),
    ("four pictures may gather", "", "shot 1 | shot 2 | shot 3 | shot 4 | pass", &["image 1", "image 2", "image 3", "image 4"]),
    ("with five, the newest two stay", "", "shot 1 | shot 2 | shot 3 | shot 4 | shot 5 | pass", &["~image 1", "~image 2 ", "~image 3", "image 4", "image 5", "The picture that was here is superseded by a later one"]),
];

#[tokio::test(start_paused = true)]
async fn the_trail_is_clipped_and_kept() {
    check("trail", TRAIL).await;
}

#[rustfmt::skip]
const TRAIL: &[Rule] = &[
    ("a picture is recorded by its size", "", "shot 77 | pass", &["< shot [picture, 77 bytes]"]),
    ("a failed call is marked", "", "fail a | pass", &["  ! fail failed: LOCATOR_NOT_FOUND: no a"]),
    ("what happens before the first turn is kept apart", "", "!500 | pass", &["before the first turn\n  loop: the request failed"]),
    ("a result is clipped", "", "look 2000 | pass", &["sss…"]),
    ("a step that ends by its clock keeps its turns", "ms=200", "note a | !hang", &["result: blocked STEP_TIMEOUT", "turn 1", "< noted a"]),
    ("a dropped call is in the trail", "ms=80", "note a; late", &["< noted a\n  > late({})"]),
];

#[tokio::test(start_paused = true)]
async fn tokens_and_money_are_bounded() {
    check("spending", SPENDING).await;
}

#[rustfmt::skip]
const SPENDING: &[Rule] = &[
    ("the call that crosses the line is answered", "tokens=12", "pass", &["result: passed"]),
    ("the next call is not made", "tokens=20", "note a | note b | pass", &["result: blocked STEP_BUDGET_EXHAUSTED: the step used up the 20 tokens it may use (24 were used)", "ran: a b.", "asked 2", "left 1"]),
    ("a provider that does not say cannot be bounded by tokens", "tokens=1000", "no-usage; note a | pass", &["result: blocked STEP_BUDGET_EXHAUSTED: the step's budget of tokens cannot be kept", "asked 1"]),
    ("nor by money", "dollars=1", "note a | pass", &["budget of money cannot be kept", "asked 1"]),
    ("without a bound nothing has to be known", "", "no-usage; note a | pass", &["result: passed"]),
];
