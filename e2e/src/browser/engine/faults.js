// What went wrong in the page since the look before: errors of its scripts, and
// requests that were refused or did not arrive.

const entriesOf = window.Performance && uncurry(window.Performance.prototype.getEntriesByType);
const FAULT_LIMIT = 5;
// The failed requests that were told, while the browser keeps them. A time would not
// do: of two answers the later one may be listed first.
let refused = { __proto__: null };
// Answers of requests that a press sent: the page goes on once the first of one is there,
// and the browser's own account has it once the last is. Kept until that has come.
let answers = [];

function threw(a, lead, what) {
  if (a.threw.length < 3) a.threw[a.threw.length] = lead + clip(collapse("" + what), 200);
}

function noteAnswer(sent, status) {
  if (!sent || !(status >= 400)) return;
  sent.refused = refusedWith(status);
  if (answers.length >= 50) return;
  answers[answers.length] = { url: split(sent.url, "#")[0], status, at: now(), told: false };
}

function refusedWith(status) {
  return "which was refused with " + status;
}

// A request that the page itself called off is no failure.
function noteBroken(sent, why) {
  if (sent && !(why && why.name === "AbortError")) sent.refused = "which got no answer";
}

// Whether the browser's account of a failed request is of one that was told already.
function isTold(entry) {
  for (let i = 0; i < answers.length; i++) {
    const one = answers[i];
    if (!one.told || one.url !== entry.name || entry.startTime > one.at) continue;
    for (let k = i + 1; k < answers.length; k++) answers[k - 1] = answers[k];
    answers.length--;
    return true;
  }
  return false;
}

// Whether the browser asked by itself, for the picture it puts beside the title.
function isIcon(address) {
  if (test(/\/favicon\.ico$/, pathOf(address))) return true;
  const root = D.element(document), links = root ? D.findAll(root, "link[rel~=icon]") : [];
  for (let i = 0; i < links.length; i++) if (links[i].href === address) return true;
  return false;
}

function pathOf(address) {
  const bare = split(split("" + address, "#")[0], "?")[0];
  const origin = location.origin + "/";
  return indexOf(bare, origin) === 0 ? slice(bare, origin.length - 1) : bare;
}

function takeFaults() {
  const out = start ? start.faults() : [];
  // The errors of scripts have a limit of their own: many of them hide no request.
  const end = out.length + FAULT_LIMIT, kept = { __proto__: null };
  const say = (status, address) => {
    if (out.length < end) out[out.length] = clip(collapse("request failed with " + status + ": " + pathOf(address)), 200);
  };
  for (let i = 0; i < answers.length; i++) {
    if (!answers[i].told) say(answers[i].status, answers[i].url);
    answers[i].told = true;
  }
  const tell = (entry) => {
    if (!(entry.responseStatus >= 400)) return;
    const key = entry.startTime + " " + entry.name;
    kept[key] = true;
    if (refused[key] || isTold(entry) || isIcon(entry.name)) return;
    say(entry.responseStatus, entry.name);
  };
  try {
    const own = entriesOf ? entriesOf(performance, "navigation")[0] : null;
    if (own) tell(own);
    const entries = entriesOf ? entriesOf(performance, "resource") : [];
    for (let i = 0; i < entries.length; i++) tell(entries[i]);
    refused = kept;
  } catch (_) {
    // A page that replaced its clock has no such list.
  }
  return out;
}
