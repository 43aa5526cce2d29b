//! One row a rule. The name of a row is the rule.

use super::rules::{Rule, check};

#[tokio::test(start_paused = true)]
async fn a_loop_asks_and_does_until_there_is_a_verdict() {
    check("basics", BASICS).await;
}

#[rustfmt::skip]
const BASICS: &[Rule] = &[
    ("a verdict ends the step", "", "pass", &["result: passed -: it passed", "asked 1"]),
    ("the opening holds the step", "", "pass", &["sent: text Carry this step out: do it"]),
    ("an assertion is to be judged without changing anything", "assert", "pass", &["Judge whether this holds, and change nothing"]),
    ("the whole state follows the step in the opening", "screen=5", "pass", &["sent: text Carry this step out: do it  ooooo"]),
    ("a picture follows the state in the opening", "screen=5 picture", "pass", &["ooooo\nsent: image 3"]),
    ("parameters follow the step as compact JSON", "params", "pass", &["Carry this step out: do it  Parameters of the step, as JSON: {\"b\":2,\"a\":[1,\"x\"]}"]),
    ("the sections of the opening have an order", "params ledger handoff screen=5", "pass", &["\"x\"]}  Part of it was done.  Earlier steps of this test: 1. act passed: sign in  ooooo"]),
    ("secrets are told by name, and where they may go", "secret", "pass", &["you use by name and never see: - door: for password fields - card: for any field", "~conformance canary"]),
    ("facts about the product follow the executor's rules", "context", "pass", &["last system: rules of the executor  About the product: It is a shop.  Call complete_step"]),
    ("executor rules come before verdict rules", "", "pass", &["last system: rules of the executor  Call complete_step exactly once"]),
    ("calls run and the loop asks again", "", "note a | pass", &["ran: a.", "asked 2", "result: passed"]),
    ("calls of a turn run in call order", "", "note a; note b; note c | pass", &["ran: a b c."]),
    ("a later call waits for an earlier one", "", "nap 20; note b | pass", &["ran: nap woke b."]),
    ("an independent call does not wait", "", "nap 30; free f; note b | pass", &["ran: nap f woke b."]),
    ("one result a call, in call order", "", "nap 5; free f; note b | pass", &["sent: result c0 rested\nsent: result c1 free\nsent: result c2 noted b"]),
    ("the first turn has to call some tool", "", "pass", &["request 1: required, all"]),
    ("a verdict behind a call of its reply is sent back", "", "note a; pass | failed", &["ran: a.", "result: failed", "Conclude alone, after you saw the result", "~(failed)"]),
    ("a verdict before a call of its reply is sent back, and the call runs", "", "pass; note b | failed", &["ran: b.", "result: failed", "Conclude alone"]),
    ("a verdict beside a call that fails is sent back", "", "pass; call nope {} | failed", &["result: failed", "Conclude alone"]),
    ("verdicts of one reply that differ are both sent back", "", "pass; failed | blocked POLICY_DENIED", &["result: blocked POLICY_DENIED", "verdicts that differ", "~(failed)"]),
    ("of two verdicts that are the same the first counts", "", "pass; pass", &["result: passed", "already concluded; the first verdict stays"]),
    ("a wrong pass said twice in one reply is wrong once", "evidence", "pass cite gone; pass cite gone | pass cite done", &["result: passed", "the first one counts"]),
    ("a verdict sent back costs its turn", "turns=3", "note a; pass | note a; pass | note a; pass | pass", &["STEP_NO_CONCLUSION", "left 1"]),
    ("usage is counted", "", "note a | pass", &["counted 2"]),
    ("a model call without usage counts too", "", "no-usage; note a | pass", &["counted 2"]),
    ("prose beside calls is no text reply", "", "\"thinking\"; note a | pass", &["ran: a.", "asked 2", "result: passed", "  thinking"]),
    ("calls that share an id get ids of their own", "", "call note {\"text\":\"a\"} | pass", &["sent: call c0 note"]),
    ("a request has the rest of the step's time", "ms=4000", "nap 1000 | pass", &["request 1: required, all, 1 messages, within 4000ms", "request 2: required, all, 3 messages, within 3000ms"]),
    ("the rules of the verdict say what it rests on", "", "pass", &["when the step is done or you are certain it cannot be done", "Judge from the newest result. Look again only if it shows work still in progress", "passed: the newest result shows the outcome. That nothing changed is no outcome", "failed: the product did not do", "blocked: something outside the product"]),
    ("a forced model is not told to call tools", "", "pass", &["~Answer with tool calls only"]),
    ("null is an empty input", "", "call act null | pass", &["ran: act."]),
];

#[tokio::test(start_paused = true)]
async fn a_call_outside_its_schema_never_runs() {
    check("schemas", SCHEMAS).await;
}

#[rustfmt::skip]
const SCHEMAS: &[Rule] = &[
    ("a missing field is named", "", "call note {} | pass", &["ran: .", "(failed) note did not run: `text` is missing.", "asked 2"]),
    ("an extra field is named with the nearest one", "", "call note {\"text\":\"a\",\"txt\":1} | pass", &["ran: .", "`txt` is no field; did you mean `text`?"]),
    ("a wrong type is named", "", "call note {\"text\":7} | pass", &["ran: .", "`text` must be a string, not 7"]),
    ("a too long text is named", "", "call note {\"text\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"} | pass", &["ran: .", "41 characters; at most 40"]),
    ("a number out of bounds is named", "", "call look {\"size\":0} | pass", &["ran: .", "`size` is 0; it must be at least 1"]),
    ("text instead of an object is refused", "", "text tap it | pass", &["ran: .", "the input must be an object, not"]),
    ("a list instead of an object is refused", "", "call note [] | pass", &["the input must be an object"]),
    ("an unknown tool is answered with the nearest", "", "call noet {} | pass", &["ran: .", "There is no tool noet. Did you mean note? The tools are note, fail"]),
    ("an unlike tool is answered with the list", "", "call zzzzzz {} | pass", &["There is no tool zzzzzz. The tools are"]),
    ("what a schema leaves open is closed", "", "call loose {\"b\":1} | call loose {\"a\":1} | pass", &["`b` is no field; the fields are a.", "ran: loose."]),
    ("a refused call spends the turn", "turns=3", "call x {} | call x {} | call x {}", &["counted 3", "STEP_NO_CONCLUSION"]),
    ("a refused call does not stop the others", "", "call x {}; note b | pass", &["ran: b."]),
];

#[tokio::test(start_paused = true)]
async fn a_failing_tool_is_told_to_the_model() {
    check("failures", FAILURES).await;
}

#[rustfmt::skip]
const FAILURES: &[Rule] = &[
    ("an error is text with its code and notes", "", "fail a | pass", &["(failed) fail failed: LOCATOR_NOT_FOUND: no a there is only b", "result: passed"]),
    ("the action budget ends the loop after the turn", "actions=1", "act; act; note x | pass", &["ran: act.", "result: blocked STEP_BUDGET_EXHAUSTED: the step used all 1 actions", "HARD STOP (STEP_BUDGET_EXHAUSTED)", "asked 1"]),
    ("an action slot is used up by the try", "actions=2", "act | act | pass", &["acted 2", "result: passed"]),
    ("a tool may report the budget itself", "", "budget; note x", &["result: blocked STEP_BUDGET_EXHAUSTED: no more", "ran: ."]),
    ("a cancelled step is an error", "", "cancel; note x", &["result: error CANCELLED", "ran: ."]),
    ("a tool may end the loop with another error", "", "crash; note x | pass", &["result: error DRIVER_FAILED (infra): the driver died", "ran: crash.", "asked 1"]),
    ("a verdict before a hard stop of the same turn is none", "", "pass; budget", &["result: blocked STEP_BUDGET_EXHAUSTED"]),
    ("a hard stop before a verdict of the same turn wins", "", "budget; pass", &["result: blocked STEP_BUDGET_EXHAUSTED"]),
    ("the first hard stop stays", "", "crash; budget", &["error DRIVER_FAILED"]),
    ("a call that runs into the clock is dropped", "ms=80", "late", &["ran: late.", "result: blocked STEP_TIMEOUT", "  > late({})"]),
    ("a request that runs into the clock is dropped", "ms=80", "!hang", &["result: blocked STEP_TIMEOUT: the step took longer than its 80ms"]),
];

#[tokio::test(start_paused = true)]
async fn a_verdict_has_a_closed_form() {
    check("verdicts", VERDICTS).await;
}

#[rustfmt::skip]
const VERDICTS: &[Rule] = &[
    ("passed without a code", "", "pass", &["result: passed -"]),
    ("passed with a code drops it and says so", "", "pass ACTION_FAILED", &["result: passed -", "so ACTION_FAILED was dropped"]),
    ("failed without a code", "", "failed", &["result: failed -: it failed"]),
    ("failed with a code", "", "failed APP_UNREACHABLE", &["result: failed APP_UNREACHABLE"]),
    ("blocked with AUTH_CREDENTIAL_UNAVAILABLE", "", "blocked AUTH_CREDENTIAL_UNAVAILABLE", &["result: blocked AUTH_CREDENTIAL_UNAVAILABLE"]),
    ("blocked with AUTH_CREDENTIAL_INVALID", "", "blocked AUTH_CREDENTIAL_INVALID", &["result: blocked AUTH_CREDENTIAL_INVALID"]),
    ("blocked with SECRET_UNAVAILABLE", "", "blocked SECRET_UNAVAILABLE", &["result: blocked SECRET_UNAVAILABLE"]),
    ("blocked with ENVIRONMENT_UNAVAILABLE", "", "blocked ENVIRONMENT_UNAVAILABLE", &["result: blocked ENVIRONMENT_UNAVAILABLE"]),
    ("blocked with SEED_DATA_MISSING", "", "blocked SEED_DATA_MISSING", &["result: blocked SEED_DATA_MISSING"]),
    ("blocked with TEST_SETUP_FAILED", "", "blocked TEST_SETUP_FAILED", &["result: blocked TEST_SETUP_FAILED"]),
    ("blocked with APP_UNREACHABLE", "", "blocked APP_UNREACHABLE", &["result: blocked APP_UNREACHABLE"]),
    ("blocked with APP_NOT_OPEN", "", "blocked APP_NOT_OPEN", &["result: blocked APP_NOT_OPEN"]),
    ("blocked with POLICY_DENIED", "", "blocked POLICY_DENIED", &["result: blocked POLICY_DENIED"]),
    ("blocked with AUTOMATION_UNSUPPORTED", "", "blocked AUTOMATION_UNSUPPORTED", &["result: blocked AUTOMATION_UNSUPPORTED"]),
    ("blocked without a code is sent back", "", "blocked | blocked POLICY_DENIED", &["result: blocked POLICY_DENIED", "Not accepted: a blocked verdict needs an errorCode", "asked 2"]),
    ("blocked with ACTION_FAILED is sent back", "", "blocked ACTION_FAILED | failed", &["result: failed -", "Not accepted"]),
    ("blocked with ASSERTION_FAILED is sent back", "", "blocked ASSERTION_FAILED | failed", &["result: failed -", "Not accepted"]),
    ("blocked with AUTHENTICATION_FAILED is sent back", "", "blocked AUTHENTICATION_FAILED | failed", &["result: failed -", "Not accepted"]),
    ("a verdict sent back is no failure", "", "blocked | pass", &["~(failed)"]),
    ("a runtime code cannot be picked", "", "blocked STEP_TIMEOUT | pass", &["(failed) complete_step was not accepted: `errorCode` must be one of"]),
    ("an unknown status is refused", "", "raw {\"status\":\"done\",\"summary\":\"x\"} | pass", &["`status` must be one of \"passed\", \"failed\", \"blocked\""]),
    ("a missing summary is refused", "", "raw {\"status\":\"passed\"} | pass", &["`summary` is missing"]),
    ("an empty summary is refused", "", "raw {\"status\":\"passed\",\"summary\":\"\"} | pass", &["`summary` must not be empty"]),
    ("a blank summary is refused", "", "raw {\"status\":\"passed\",\"summary\":\" \"} | pass", &["`summary` must not be empty"]),
    ("an extra field is refused", "", "raw {\"status\":\"passed\",\"summary\":\"x\",\"mood\":1} | pass", &["`mood` is no field"]),
    ("a refused verdict is a failure in the streak", "", "5*raw {} | pass", &["the last 5 calls failed"]),
    ("a summary is trimmed", "", "raw {\"status\":\"passed\",\"summary\":\"  x \"}", &["result: passed -: x\n"]),
    ("two verdicts in two turns: the first ends it", "", "pass | failed", &["result: passed", "left 1"]),
];

#[tokio::test(start_paused = true)]
async fn a_pass_rests_on_evidence_that_was_checked() {
    check("evidence", EVIDENCE).await;
}

#[rustfmt::skip]
const EVIDENCE: &[Rule] = &[
    ("right evidence is accepted and recorded", "evidence", "pass cite done", &["result: passed", "proof: {\"word\":\"done\"} -> saw done"]),
    ("several citations are recorded", "evidence", "pass cite done saved", &["-> saw done", "-> saw saved"]),
    ("wrong evidence goes back once with what is there", "evidence", "pass cite gone | pass cite done", &["result: passed", "gone is not there; there are [\"done\", \"saved\"]", "asked 2"]),
    ("a second wrong citation ends the step as unproven", "evidence", "pass cite gone | pass cite gone | pass cite done", &["result: failed VERDICT_UNPROVEN", "left 1", "~proof"]),
    ("a pass without evidence goes back", "evidence", "pass | pass cite done", &["result: passed", "A passed verdict needs evidence; cite a word that is there"]),
    ("two passes without evidence are unproven", "evidence", "pass | pass", &["result: failed VERDICT_UNPROVEN"]),
    ("an empty list is no evidence", "evidence", "raw {\"status\":\"passed\",\"summary\":\"x\",\"evidence\":[]} | pass cite done", &["needs evidence"]),
    ("one wrong of several is wrong", "evidence", "pass cite done gone | pass cite done", &["gone is not there"]),
    ("a citation outside its schema is refused before it is checked", "evidence", "raw {\"status\":\"passed\",\"summary\":\"x\",\"evidence\":[{\"wrd\":\"done\"}]} | pass cite done", &["`evidence[0].word` is missing", "result: passed"]),
    ("a failed verdict needs none", "evidence", "failed", &["result: failed -"]),
    ("a blocked verdict needs none", "evidence", "blocked POLICY_DENIED", &["result: blocked"]),
    ("evidence that cannot be checked ends the step", "evidence", "pass cite broken | pass cite done", &["result: error BROWSER_CRASHED", "left 1"]),
    ("work may go on after a wrong citation", "evidence", "pass cite gone | note a | pass cite saved", &["ran: a.", "result: passed"]),
    ("a wrong citation does not hide what is said about it", "evidence turns=2", "pass cite gone | note a", &["STEP_NO_CONCLUSION", "cited evidence that did not hold"]),
    ("without a checker there is no evidence field", "", "raw {\"status\":\"passed\",\"summary\":\"x\",\"evidence\":[]} | pass", &["`evidence` is no field"]),
    ("the rules of evidence are told", "evidence", "pass cite done", &["last system: rules", "quote what is there"]),
    ("a wrong citation is no failure in the streak", "evidence", "pass cite gone | pass cite done", &["~(failed)"]),
];

#[tokio::test(start_paused = true)]
async fn turns_end() {
    check("turns", TURNS).await;
}

#[rustfmt::skip]
const TURNS: &[Rule] = &[
    ("used-up turns are no conclusion", "turns=3", "note a | note b | note c | pass", &["result: failed STEP_NO_CONCLUSION: the model did not conclude: 3 of 3 turns", "left 1", "ran: a."]),
    ("the last two turns are forced", "turns=4", "note a | note b | note c | note d", &["request 2: required, all", "request 3: named complete_step, only", "request 4: named complete_step, only", "ran: a b."]),
    ("a step of two turns is forced from the start", "turns=2", "note a | pass", &["request 1: named complete_step, only", "ran: .", "result: passed"]),
    ("a step of one turn can conclude", "turns=1", "pass", &["result: passed"]),
    ("a forced turn answers other calls with an error", "turns=2", "note a; note b | pass", &["(failed) note did not run: only complete_step is available now.", "ran: .", "result: passed"]),
    ("a forced turn takes a verdict only alone, too", "turns=2", "note a; pass | pass", &["result: passed", "ran: .", "Conclude alone", "asked 2"]),
    ("a verdict sent back on a forced turn can be repaired", "turns=2", "blocked | blocked POLICY_DENIED", &["result: blocked POLICY_DENIED"]),
    ("with five turns left the model is told to wrap up", "turns=6", "note a | note b | pass", &["loop: 5 turns are left", "sent: text 5 turns are left, the last 2 of them only for your verdict"]),
    ("it is told once", "turns=7", "note a | note b | note c | note d | pass", &["1x loop: 5 turns are left", "1x sent: text 5 turns are left"]),
    ("it is told once though the turn is asked for again", "turns=5", "!reject | pass", &["1x loop: 5 turns are left", "1x sent: text 5 turns are left"]),
    ("forced turns without a verdict are no conclusion", "turns=2", "note a | note b | pass", &["STEP_NO_CONCLUSION: the model did not conclude: 2 of 2 turns", "ran: .", "left 1"]),
    ("a short step is not told before it begins to end", "turns=4", "note a | pass", &["~5 turns are left"]),
    ("the default is 25 turns", "", "24*note a", &["the same call of note was made 5 times in a row"]),
];
