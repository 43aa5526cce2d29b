// What went wrong in the page since the look before: errors of its scripts, and
// requests that were refused or did not arrive.

const entriesOf = window.Performance && uncurry(window.Performance.prototype.getEntriesByType);
const FAULT_LIMIT = 5;
let faultsAt = 0;

function pathOf(address) {
  const bare = split(split("" + address, "#")[0], "?")[0];
  const origin = location.origin + "/";
  return indexOf(bare, origin) === 0 ? slice(bare, origin.length - 1) : bare;
}

function takeFaults() {
  const out = start ? start.faults() : [];
  const add = (text) => {
    if (out.length < FAULT_LIMIT) out[out.length] = clip(collapse(text), 200);
  };
  try {
    const entries = entriesOf ? entriesOf(performance, "resource") : [];
    const own = entriesOf && faultsAt === 0 ? entriesOf(performance, "navigation")[0] : null;
    if (own && own.responseStatus >= 400) add("request failed with " + own.responseStatus + ": " + pathOf(own.name));
    let last = max(faultsAt, 1);
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry.responseEnd <= faultsAt) continue;
      last = max(last, entry.responseEnd);
      if (entry.responseStatus >= 400) add("request failed with " + entry.responseStatus + ": " + pathOf(entry.name));
    }
    faultsAt = last;
  } catch (_) {
    // A page that replaced its clock has no such list.
  }
  return out;
}
