//! How a page is seen and acted on, in a real browser.

mod acting; // what verbs do, and what stops them
mod agreement; // roles and names, against the browser's own
mod arriving; // pages that do not come, or not whole
mod asking; // dialogs of pages that mean no good
mod attributing; // whose doing it was: the press or the page
mod bad_input; // hostile, broken and enormous pages
mod changing; // what becomes something else before or while it is used
mod choosing; // checkboxes and lists of every kind
mod elision; // what a listing leaves out is found all the same
mod faults; // a wire that fails, and what the engine may report
mod fetching; // downloads, whatever the server calls them
mod frames; // of other origins: read, and used
mod framing; // what only a frame brings
mod hollow; // what looks like an effect and is none
mod listing; // what a look at a page lists, under which role and name
mod marking; // what a failed step was about, in its picture
mod opening; // tabs and windows that a page opens
mod outstanding; // what a press began, until the last of it has ended
mod pixels; // pictures with what is secret covered
mod places; // frames, shadow roots, other documents, ids
mod refusing; // what a server refused, or never answered
mod reporting; // what goes wrong in a page beside what is asked of it
mod settling; // when the page is quiet, and what came of an action
mod sizes; // what a look costs whoever reads it
mod telling; // rules that no larger page would miss
mod trips; // what goes over the wire for a verb
mod typing; // text into every kind of field
