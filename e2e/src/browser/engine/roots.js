// Shadow roots that no script is given: the closed ones written in markup. The browser's
// own protocol has them, so each look names what may hold one, once for each element, and
// whoever looks brings them here.

const HOSTS = wordSet("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span");
// Most elements of one look, and of one kind of which none had a root so far.
const SOUGHT_AT_ONCE = 16, SOUGHT_OF_A_KIND = 2;
const given = new WeakMap(), searched = new WeakMap(), kinds = new Map();
let sought = [], anyGiven = false;

const scriptedRoot = D.shadow;
D.shadow = (el) => scriptedRoot(el) || (anyGiven && weakGet(given, el)) || null;

const isCustom = (el) => indexOf(D.tag(el), "-") > 0;
const kindOf = (el) => (isCustom(el) ? D.tag(el) : D.tag(el) + " " + (writtenAttr(el, "class") || ""));

// Whether it was asked for a root, and has none.
const isRootless = (el) => !!weakGet(searched, el) && !D.shadow(el);

function seek(el) {
  if (sought.length >= SOUGHT_AT_ONCE || weakGet(searched, el) || D.shadow(el) || D.doc(el).readyState === "loading") return;
  const kind = kindOf(el), bare = isCustom(el) && D.matches(el, ":defined") && !showsContent(el);
  if (!bare && (mapGet(kinds, kind) || 0) >= SOUGHT_OF_A_KIND) return;
  let same = 0;
  for (let i = 0; i < sought.length; i++) {
    if (sought[i] === el) return;
    if (kindOf(sought[i]) === kind) same++;
  }
  if (bare || same < SOUGHT_OF_A_KIND) sought[sought.length] = el;
}

// A custom element may hold one whatever it shows; any other that takes room and shows
// nothing of its own.
function seekIn(el, tag, box, list) {
  if (box && (box.width <= 2 || box.height <= 2)) return;
  if (indexOf(tag, "-") < 0) {
    if (!HOSTS[tag]) return;
    for (let i = 0; i < list.length; i++) if (D.type(list[i]) === 1 || collapse(D.data(list[i]))) return;
  }
  seek(el);
}

// Whether it stands in no slot of the element around it, which then has a root.
function isUnslotted(el, style) {
  if (style.display !== "") return false;
  const around = D.parent(el);
  if (around && D.type(around) === 1 && (isCustom(around) || HOSTS[D.tag(around)])) seek(around);
  return true;
}

// The documents of what is sought: the frame around each, and how many lead there.
function soughtIn() {
  const out = [], seen = new Set();
  for (let i = 0; i < sought.length; i++) {
    const doc = D.doc(sought[i]), frame = doc === document ? null : frameOf(doc);
    if (setHas(seen, doc) || (doc !== document && !frame)) continue;
    setAdd(seen, doc);
    out[out.length] = [frame ? idOf(frame) : "", frame ? frameDepth(doc) - outside : 0];
  }
  return out;
}

// What is sought in one document.
E.hosts = (doc) => {
  const out = [];
  for (let i = 0; i < sought.length; i++) if (D.doc(sought[i]) === doc) out[out.length] = sought[i];
  return out;
};

// The roots that were found there.
E.keepRoots = (doc, found) => {
  for (let i = 0; i < found.length; i++) {
    weakSet(given, D.host(found[i]), found[i]);
    anyGiven = true;
  }
  const asked = E.hosts(doc);
  for (let i = 0; i < asked.length; i++) {
    const kind = kindOf(asked[i]);
    weakSet(searched, asked[i], true);
    mapSet(kinds, kind, weakGet(given, asked[i]) ? -1e9 : (mapGet(kinds, kind) || 0) + 1);
  }
  epoch++;
};

// A plain element that shows its own content in a slot of such a root is told apart by
// nothing. Where the browser searches its slots it is asked for them, when something is
// listed that was not there at the time before.
let slotsAt = -1, slotsKnown = 0;

// How many slots the browser knew of then; null where there is nothing to ask.
function slotsToAsk() {
  if (counter === slotsAt || window.parent !== window || document.readyState === "loading") return null;
  slotsAt = counter;
  return slotsKnown;
}

// Keeps the root that one of so many slots stands in. Says whether it was not known.
E.keepSlot = (slot, count) => {
  slotsKnown = count;
  const root = D.type(slot) === 1 ? D.rootOf(slot) : null;
  if (!root || D.type(root) !== 11 || D.tag(slot) !== "slot" || !D.host(root) || D.shadow(D.host(root))) return false;
  weakSet(given, D.host(root), root);
  anyGiven = true;
  epoch++;
  return true;
};
