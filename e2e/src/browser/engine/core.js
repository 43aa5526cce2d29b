// The engine's ground: intrinsics captured before the page can bend them, stable
// ids, one flattened tree over shadow roots and same-origin frames, the call door.
//
// House rules for every file of the engine:
// - reach the DOM through `D` (a form field named "children" must not fool us),
// - loop by index and append by `a[a.length] = x` (pages replace Array methods),
// - leave no trace: no attributes, no global names, one property of the document.

const KEY = "e2e.engine";
const define = Object.defineProperty;
const { Map, Set, WeakMap, WeakRef, parseFloat } = window;
const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const descriptor = Object.getOwnPropertyDescriptor;
const objectKeys = Object.keys;
const isArray = Array.isArray;
const stringify = JSON.stringify;
const floor = Math.floor, round = Math.round, min = Math.min, max = Math.max;
const setTimer = uncurry((start && start.timer) || window.setTimeout).bind(null, window);
const clearTimer = uncurry(window.clearTimeout).bind(null, window);
const requestFrame = uncurry((start && start.frame) || window.requestAnimationFrame).bind(null, window);
const Observer = window.MutationObserver;
const PromiseType = window.Promise;
const trim = uncurry(String.prototype.trim);
const replace = uncurry(String.prototype.replace);
const slice = uncurry(String.prototype.slice);
const lower = uncurry(String.prototype.toLowerCase);
const normalize = uncurry(String.prototype.normalize);
const indexOf = uncurry(String.prototype.indexOf);
const split = uncurry(String.prototype.split);
const test = uncurry(RegExp.prototype.test);
const then = uncurry(Promise.prototype.then);
const mapGet = uncurry(Map.prototype.get), mapSet = uncurry(Map.prototype.set);
const weakGet = uncurry(WeakMap.prototype.get), weakSet = uncurry(WeakMap.prototype.set);
const setHas = uncurry(Set.prototype.has), setAdd = uncurry(Set.prototype.add);
const deref = uncurry(WeakRef.prototype.deref);
const nativeCode = /\[native code\]/;
const toSource = uncurry(Function.prototype.toString);

// The clock, milliseconds. Tests of apps fake `Date` and `performance`; the time an
// event is made at comes from the browser. A clock that stands still all the same is
// moved on by the frames waited for, so that every wait ends.
const Stamped = window.Event;
const stampOf = descriptor(Event.prototype, "timeStamp");
const pageClock = uncurry(performance.now).bind(null, performance);
const rawNow = stampOf && stampOf.get && nativeCode.test(toSource(Stamped)) && nativeCode.test(toSource(stampOf.get))
  ? ((read) => () => read(new Stamped("e")))(uncurry(stampOf.get))
  : pageClock;
let behind = 0, stood = 0, seenAt = -1;

function now() {
  return rawNow() + behind;
}

// A frame passed, or `ms` without one.
function tick(ms) {
  const at = rawNow();
  stood = at > seenAt ? 0 : stood + 1;
  seenAt = at;
  if (stood > 2) behind += ms;
}

// A getter of a DOM interface, immune to shadowing on the element itself.
function getter(type, name) {
  const found = window[type] && descriptor(window[type].prototype, name);
  if (found && found.get) return uncurry(found.get);
  return (node) => node[name];
}

// A method of a DOM interface, likewise; null where the browser has none.
function method(type, name) {
  const found = window[type] && window[type].prototype[name];
  return typeof found === "function" ? uncurry(found) : null;
}

// A method that documents have from one interface and shadow roots from another.
function either(inner, name) {
  const own = method("Document", name), other = method(inner, name);
  return (root, a, b) => {
    const kind = D.type(root), call = kind === 9 ? own : kind === 11 ? other : null;
    return call ? call(root, a, b) : null;
  };
}

const D = {
  type: getter("Node", "nodeType"),
  parent: getter("Node", "parentNode"),
  first: getter("Node", "firstChild"),
  next: getter("Node", "nextSibling"),
  doc: getter("Node", "ownerDocument"),
  connected: getter("Node", "isConnected"),
  content: getter("Node", "textContent"),
  contains: method("Node", "contains"),
  rootOf: method("Node", "getRootNode"),
  compare: method("Node", "compareDocumentPosition"),
  data: getter("CharacterData", "data"),
  tag: getter("Element", "localName"),
  space: getter("Element", "namespaceURI"),
  shadow: getter("Element", "shadowRoot"),
  slot: getter("Element", "assignedSlot"),
  textSlot: getter("Text", "assignedSlot"),
  attr: method("Element", "getAttribute"),
  has: method("Element", "hasAttribute"),
  matches: method("Element", "matches"),
  box: method("Element", "getBoundingClientRect"),
  boxes: method("Element", "getClientRects"),
  scrollIntoView: method("Element", "scrollIntoView"),
  rendered: method("Element", "checkVisibility"),
  findAll: method("Element", "querySelectorAll"),
  host: getter("ShadowRoot", "host"),
  view: getter("Document", "defaultView"),
  element: getter("Document", "documentElement"),
  assigned: method("HTMLSlotElement", "assignedNodes"),
  frameDoc: getter("HTMLIFrameElement", "contentDocument"),
  inputType: getter("HTMLInputElement", "type"),
  value: getter("HTMLInputElement", "value"),
  chosen: getter("HTMLSelectElement", "value"),
  checked: getter("HTMLInputElement", "checked"),
  onclick: getter("HTMLElement", "onclick"),
  hit: either("ShadowRoot", "elementFromPoint"),
  motions: either("ShadowRoot", "getAnimations"),
  named: either("DocumentFragment", "getElementById"),
  hasFocus: method("Document", "hasFocus"),
  range: method("Document", "createRange"),
  hold: method("Range", "selectNode"),
  held: method("Range", "getBoundingClientRect"),
};

// Shadow roots: the open ones, and those closed since the document began.
const openRoot = D.shadow;
const starts = new WeakMap();
D.shadow = (el) => {
  const open = openRoot(el);
  if (open) return open;
  const known = startOf(D.doc(el));
  return known ? known.root(el) : null;
};

// What was kept in a document since it began; null where nothing was.
function startOf(doc) {
  if (doc === document) return start;
  let known = weakGet(starts, doc);
  if (known !== undefined) return known;
  known = null;
  try {
    const seat = D.view(doc) && start ? doc[KEY] : null;
    if (seat && seat.root) known = seat;
  } catch (_) {
    known = null;
  }
  weakSet(starts, doc, known);
  return known;
}

// What an event happened to, in closed shadow roots too.
const pathOfEvent = method("Event", "composedPath");

function hitBy(event) {
  let hit = pathOfEvent(event)[0];
  for (let depth = 0; depth < 16 && D.type(hit) === 1; depth++) {
    const root = openRoot(hit) ? null : D.shadow(hit);
    const inner = root && (event.clientX === undefined ? root.activeElement : D.hit(root, event.clientX, event.clientY));
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

const computed = uncurry(window.getComputedStyle).bind(null, window);

// Text ------------------------------------------------------------------------

const SPACES = /[\s\u200b\ufeff]+/g;
const HALF = /[\ud800-\udfff]/;
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function collapse(text) {
  return text ? trim(replace(text, SPACES, " ")) : "";
}

function clip(text, limit) {
  return text.length > limit ? slice(text, 0, limit) : text;
}

const ESCAPES = /["\\\u0000-\u001f]/g;
const plainQuote = (text) =>
  '"' + replace(text, ESCAPES, (c) => "\\u" + slice("000" + c.charCodeAt(0).toString(16), -4)) + '"';
const trusted = nativeCode.test(toSource(stringify));

function quote(text) {
  if (test(HALF, text)) text = replace(text, HALVES, "\ufffd");
  return trusted ? stringify(text) : plainQuote(text);
}

// JSON without `toJSON`, which pages and old libraries add to arrays and dates.
function write(value) {
  if (value === null || value === undefined) return "null";
  const type = typeof value;
  if (type === "string") return quote(value);
  if (type === "number") return value - value === 0 ? "" + value : "null";
  if (type === "boolean") return value ? "true" : "false";
  if (type !== "object") return "null";
  if (value instanceof Raw) return value.json;
  let out = "";
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) out += (i ? "," : "") + write(value[i]);
    return "[" + out + "]";
  }
  const keys = objectKeys(value);
  for (let i = 0; i < keys.length; i++) {
    const item = value[keys[i]];
    if (item === undefined || typeof item === "function") continue;
    out += (out ? "," : "") + quote(keys[i]) + ":" + write(item);
  }
  return "{" + out + "}";
}

// The same of plain objects, by the browser's own hand where no page has bent it and
// no half of a character stands in it.
const HALF_ESCAPE = /\\ud[89a-f]/;

function writePlain(value) {
  if (!trusted || "toJSON" in {} || "toJSON" in []) return write(value);
  const out = stringify(value);
  return test(HALF_ESCAPE, out) ? write(value) : out;
}

// Ids -------------------------------------------------------------------------

const idsByElement = new WeakMap();
const elementsById = new Map();
let counter = 0;
// What the ids of this document begin with: nothing at the top, the mark that the
// caller gave it in a frame of another origin. `outside` counts the frames around it.
let mark = "", outside = 0;

// The id of an element; the same for as long as the element lives.
function idOf(el) {
  if (el === D.element(document)) return mark + "root";
  let id = weakGet(idsByElement, el);
  if (id === undefined) {
    id = mark + "n" + ++counter;
    weakSet(idsByElement, el, id);
    mapSet(elementsById, id, new WeakRef(el));
  }
  return id;
}

// The element of an id while it is part of a document we can see, else null.
function byId(id) {
  if (id === mark + "root") return D.element(document);
  const held = mapGet(elementsById, id);
  const el = held && deref(held);
  return el && isAttached(el) ? el : null;
}

// Connected, and so is every frame around it.
function isAttached(el) {
  let node = el;
  for (let depth = 0; depth < 16; depth++) {
    if (!D.connected(node)) return false;
    const doc = D.doc(node);
    if (doc === document) return true;
    node = frameOf(doc);
    if (!node) return false;
  }
  return false;
}

// The tree --------------------------------------------------------------------

const FRAME_DEPTH = 4;

// The frame element a document stands in; null for the top document.
function frameOf(doc) {
  try {
    const view = D.view(doc);
    return view && view !== window ? view.frameElement : null;
  } catch (_) {
    return null;
  }
}

// What may hold a document of its own.
const FRAMING = { __proto__: null, iframe: true, frame: true, object: true, embed: true };

// The document inside a frame, when it can be read and has begun.
function documentIn(el) {
  try {
    const tag = D.tag(el);
    if (!FRAMING[tag]) return null;
    const doc = tag === "iframe" ? D.frameDoc(el) : tag === "embed" ? embeddedIn(el) : el.contentDocument;
    return doc && D.element(doc) ? doc : null;
  } catch (_) {
    return null;
  }
}

// An `<embed>` hands out drawings only; its window hands out any document.
function embeddedIn(el) {
  const view = D.view(D.doc(el));
  for (let i = 0; view && i < view.length && i < 64; i++) {
    try {
      if (view[i].frameElement === el) return view[i].document;
    } catch (_) {
      // That one is of another origin.
    }
  }
  return null;
}

// How many frames a document is inside of.
function frameDepth(doc) {
  let depth = outside;
  for (let frame = frameOf(doc); frame && depth < 16; frame = frameOf(D.doc(frame))) depth++;
  return depth;
}

// Children as they are rendered: elements and texts, slots filled, shadow roots entered.
function kids(el) {
  const out = [];
  let from = el;
  if (D.type(el) === 1) {
    const root = D.shadow(el);
    if (root) from = root;
    else if (D.tag(el) === "slot" && D.type(D.rootOf(el)) === 11) {
      try {
        const filled = D.assigned(el);
        if (filled.length) {
          for (let i = 0; i < filled.length; i++) out[i] = filled[i];
          return out;
        }
      } catch (_) {
        // An element that is only called slot has its own children.
      }
    }
  }
  for (let child = D.first(from); child; child = D.next(child)) {
    const type = D.type(child);
    if (type === 1 || type === 3) out[out.length] = child;
  }
  return out;
}

// The parent as rendered: through slots and shadow roots; a frame's for a document's root.
function up(node) {
  const type = D.type(node);
  const slot = type === 1 ? D.slot(node) : type === 3 ? D.textSlot(node) : null;
  if (slot) return slot;
  const parent = D.parent(node);
  if (!parent) return null;
  const kind = D.type(parent);
  if (kind === 11) {
    try {
      return D.host(parent);
    } catch (_) {
      return null;
    }
  }
  if (kind === 9) return frameOf(parent);
  return parent;
}

// Whether `inner` is `outer` or inside it, in the rendered tree.
function within(inner, outer) {
  for (let node = inner; node; node = up(node)) if (node === outer) return true;
  return false;
}

// Every element in reading order, shadow roots and readable frames included.
// `visit` returns false to leave a subtree out.
function all(root, visit) {
  const depth = frameDepth(D.type(root) === 9 ? root : D.doc(root));
  const step = (el, frames) => {
    if (visit(el) === false) return;
    if (frames < FRAME_DEPTH) {
      const doc = documentIn(el);
      if (doc) step(D.element(doc), frames + 1);
    }
    const list = kids(el);
    for (let i = 0; i < list.length; i++) if (D.type(list[i]) === 1) step(list[i], frames);
  };
  const start = D.type(root) === 9 ? D.element(root) : root;
  if (start) step(start, depth);
}

// Every document and open shadow root, the top document first.
function roots() {
  const out = [document];
  all(document, (el) => {
    const shadow = D.shadow(el);
    if (shadow) out[out.length] = shadow;
    const doc = documentIn(el);
    if (doc && frameDepth(doc) <= FRAME_DEPTH) out[out.length] = doc;
  });
  return out;
}

// Counts the moments at which the page may have changed since the one before.
let epoch = 0;
