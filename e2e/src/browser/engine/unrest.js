// Whether the page is at rest. What is not there yet is not there either, so a denial
// says something of a page at rest only; plain sentences and expectations ask here.

const BUSY = '[aria-busy="true"]', BUSY_LIMIT = 16;
// A bar of progress without a value says that something is under way, unless it has been
// saying so for this long: then it belongs to the looks of the page.
const BAR = 'progress:not([value]):not([role]),[role="progressbar"]:not([aria-valuenow]):not([aria-valuetext])';
const ENDLESS = 3000;
// The bars without a value that the last walk met, and since when each is there.
let working = new Map();
const findInside = method("DocumentFragment", "querySelectorAll");

// What the page is still at, in words; null when it is at rest.
function unrest() {
  if (document.readyState !== "complete") return "the document is still loading";
  const a = armed || spent;
  let open = 0, answered = false;
  const places = roots();
  for (let i = 0; i < places.length; i++) {
    const known = D.type(places[i]) === 9 ? startOf(places[i]) : null;
    if (!known || !known.requests) continue;
    open += known.requests();
    answered = answered || known.answered();
  }
  // The same request may be both the load's and the action's.
  open = max(open, a ? a.open : 0);
  if (open > 0) return open === 1 ? "a request is still open" : open + " requests are still open";
  if (answered) return "an answer has only just come";
  if (a && now() < a.soon) return "what the last action put off is still to come";
  for (let i = 0; i < places.length; i++) {
    const busy = shownIn(places[i], BUSY);
    if (busy.length) return describe(busy[0]) + " is busy";
    const bars = shownIn(places[i], BAR);
    for (let k = 0; k < bars.length; k++) {
      const since = mapGet(working, bars[k]) || now();
      mapSet(working, bars[k], since);
      if (now() - since < ENDLESS) return describe(bars[k]) + " has not come to an end";
    }
  }
  return null;
}

// The first of what a selector names in a document or shadow root that a person has in view.
function shownIn(place, selector) {
  const isDoc = D.type(place) === 9, out = [];
  const found = !isDoc ? findInside(place, selector) : D.element(place) ? D.findAll(D.element(place), selector) : [];
  for (let k = 0; k < found.length && k < BUSY_LIMIT; k++) {
    const rect = rectOf(found[k]);
    const off = rect[0] >= window.innerWidth || rect[1] >= window.innerHeight || rect[0] + rect[2] <= 0 || rect[1] + rect[3] <= 0;
    if (!off && isSeen(found[k])) out[out.length] = found[k];
  }
  return out;
}

function opened(a, sent) {
  a.open++;
  sent.open = true;
}

// What goes on from the answer belongs to the press, also once nothing is armed.
function ended(a, sent) {
  a.open--;
  sent.open = false;
  if (start && start.goesOn) start.goesOn();
}

// Whether a statement may hold only because something has not come yet.
function isDenial(ask) {
  if (ask.kind === "count") return ask.not ? ask.count !== 0 : ask.count === 0;
  return !!ask.not && (ask.kind === "visible" || ask.kind === "text" || ask.kind === "value" || ask.kind === "attribute");
}

// A request of the last action that has no answer yet: what stands there may be what it
// is about to replace.
function unanswered() {
  const a = armed || spent;
  return a && a.open > 0 ? "a request of the last action is still open" : null;
}

E.register("resting", (ask) => ({ why: ask.denied ? unrest() : unanswered() }));
