// What went wrong in the page since the look before: errors of its scripts, and
// requests that were refused or did not arrive.

const entriesOf = window.Performance && uncurry(window.Performance.prototype.getEntriesByType);
const FAULT_LIMIT = 5;
// The failed requests that were told, while the browser keeps them. A time would not
// do: of two answers the later one may be listed first.
let refused = { __proto__: null };

function pathOf(address) {
  const bare = split(split("" + address, "#")[0], "?")[0];
  const origin = location.origin + "/";
  return indexOf(bare, origin) === 0 ? slice(bare, origin.length - 1) : bare;
}

function takeFaults() {
  const out = start ? start.faults() : [];
  // The errors of scripts have a limit of their own: many of them hide no request.
  const end = out.length + FAULT_LIMIT, kept = { __proto__: null };
  const tell = (entry) => {
    if (!(entry.responseStatus >= 400)) return;
    const key = entry.startTime + " " + entry.name;
    kept[key] = true;
    if (refused[key] || out.length >= end) return;
    out[out.length] = clip(collapse("request failed with " + entry.responseStatus + ": " + pathOf(entry.name)), 200);
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
