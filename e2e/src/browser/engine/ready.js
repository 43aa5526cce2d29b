// Whether an element can be used now: there, seen, still, enabled, in view, and hit
// at the point we would press. Waited for in the page, frame by frame.

const NEEDS_ENABLED = wordSet("tap double_tap right_click type select check long_press focus");
const NEEDS_POINT = wordSet("tap double_tap right_click hover type select check long_press drag");
const SETTABLE = wordSet("date time month week datetime-local color range");
const ALIGNMENTS = ["center", "end", "start", "nearest"];
// Parts of the box tried in turn when its middle is taken by something else.
const SPOTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.08, 0.5], [0.92, 0.5], [0.08, 0.15], [0.92, 0.85]];

// The innermost element at a place of the top-level viewport.
function hitAt(x, y) {
  let doc = document, px = x, py = y;
  for (let depth = 0; depth < 16; depth++) {
    let el = D.hit(doc, px, py);
    for (let i = 0; el && i < 64; i++) {
      const shadow = D.shadow(el);
      const inner = shadow ? D.hit(shadow, px, py) : null;
      if (!inner || inner === el || D.rootOf(inner) !== shadow) break;
      el = inner;
    }
    const framed = el ? documentIn(el) : null;
    if (!framed) return el;
    const at = placeOf(framed);
    px = (x - at.x) / at.sx;
    py = (y - at.y) / at.sy;
    doc = framed;
  }
  return null;
}

// What part of the top-level viewport a document shows through its frames.
function regionOf(doc) {
  let x = 0, y = 0, right = window.innerWidth, bottom = window.innerHeight;
  for (let frame = frameOf(doc); frame; frame = frameOf(D.doc(frame))) {
    const r = rectOf(frame);
    x = max(x, r[0]);
    y = max(y, r[1]);
    right = min(right, r[0] + r[2]);
    bottom = min(bottom, r[1] + r[3]);
  }
  return [x, y, right, bottom];
}

// The same, as far as the boxes it scrolls in let it through.
function windowOf(el) {
  const out = regionOf(D.doc(el));
  for (let node = up(el); node; node = up(node)) {
    if (D.type(node) !== 1 || (node.scrollHeight <= node.clientHeight && node.scrollWidth <= node.clientWidth)) continue;
    if (D.tag(node) === "html" || D.tag(node) === "body" || computed(node).overflowY === "visible") continue;
    const r = rectOf(node);
    out[0] = max(out[0], r[0]);
    out[1] = max(out[1], r[1]);
    out[2] = min(out[2], r[0] + r[2]);
    out[3] = min(out[3], r[1] + r[3]);
  }
  return out;
}

// Whether half of it, or of what could be seen at once, shows.
function isRevealed(el) {
  const r = rectOf(el), w = windowOf(el);
  const width = min(w[2], r[0] + r[2]) - max(w[0], r[0]), height = min(w[3], r[1] + r[3]) - max(w[1], r[1]);
  return width >= min(r[2], w[2] - w[0]) / 2 && height >= min(r[3], w[3] - w[1]) / 2;
}

// The visible pieces of an element: a link over two lines has two.
function pieces(el, list = D.boxes(el)) {
  const doc = D.doc(el);
  const at = placeOf(doc);
  const region = regionOf(doc);
  const out = [];
  for (let i = 0; i < list.length && out.length < 4; i++) {
    const b = list[i];
    const x = max(at.x + b.left * at.sx, region[0]), y = max(at.y + b.top * at.sy, region[1]);
    const right = min(at.x + b.right * at.sx, region[2]), bottom = min(at.y + b.bottom * at.sy, region[3]);
    if (right - x >= 1 && bottom - y >= 1) out[out.length] = [x, y, right, bottom];
  }
  return out;
}

// Something inside `target` that takes a tap for itself.
function thief(hit, target) {
  for (let node = hit; node && node !== target; node = up(node)) {
    const role = roleOf(node);
    if (role === "button" || role === "link" || (isFocusable(node) && role && OPERABLE[role])) return node;
  }
  return null;
}

// Whether a button or link inside of another control does another thing than that: it is
// called otherwise, as the cross on a card is.
function isApart(inner, target) {
  const role = roleOf(inner), name = lower(nameOf(inner));
  return (role === "button" || role === "link") && !!name && indexOf(lower(nameOf(target)), name) < 0;
}

// Whether a press on `hit` is one on `target`: inside it, or on its label.
function lands(hit, target) {
  if (!hit) return false;
  if (within(hit, target)) return true;
  for (let node = hit; node; node = up(node)) {
    if (D.tag(node) === "label") return labelled(node) === target && !thief(hit, node);
  }
  return isFrameOf(hit, target);
}

// A whole pixel of `el` where a press lands on `target`, or what is in the way.
function pointOf(el, target) {
  const seen = pieces(el), own = ownPieces(el);
  for (let i = 0; i < seen.length; i++) own[own.length] = seen[i];
  let blocker = null, taken = null;
  const keep = OPERABLE[roleOf(target)] && roleOf(target) !== "group";
  for (let i = 0; i < own.length; i++) {
    const p = own[i];
    for (let k = 0; k < SPOTS.length; k++) {
      const x = min(round(p[0] + (p[2] - p[0]) * SPOTS[k][0]), floor(p[2] - 0.01));
      const y = min(round(p[1] + (p[3] - p[1]) * SPOTS[k][1]), floor(p[3] - 0.01));
      const hit = hitAt(x, y);
      if (!lands(hit, target)) {
        blocker = blocker || hit;
        continue;
      }
      const inner = within(hit, target) ? thief(hit, target) : null;
      const other = itemIn(hit, target) || (inner && (!keep || isApart(inner, target)) ? inner : null);
      if (!other) return { x, y };
      taken = taken || other;
    }
  }
  return { blocker, taken, unseen: !seen.length };
}

// What covers it: the dialog that does, else the nearest thing with a name that does not
// hold it; of none of that what lies nearest to the place and is called by an id.
function coverOf(hit, target) {
  let outermost = hit, named = null;
  for (let node = hit; node && !within(target, node); node = up(node)) {
    const role = D.type(node) === 1 ? roleOf(node) : "";
    outermost = node;
    if (role === "dialog" || role === "alertdialog") return node;
    if (!named && role && nameOf(node)) named = node;
  }
  if (named) return named;
  // A veil that holds its dialog is called by that.
  const inner = D.type(outermost) === 1 ? D.findAll(outermost, "dialog[open],[role=dialog],[role=alertdialog]") : [];
  return inner.length === 1 && isVisible(inner[0]) ? inner[0] : outermost;
}

// Whether what is pressed instead of a native control is the box that was drawn for it.
function isFaceOf(hit, el) {
  if (!within(el, hit) || computed(el).pointerEvents === "none") return false;
  const own = rectOf(el), box = rectOf(hit);
  return box[2] <= own[2] + 24 && box[3] <= own[3] + 24;
}

function whyHidden(el) {
  const style = computed(el);
  if (style.display === "none") return "it is not displayed";
  if (style.visibility !== "visible") return "its visibility is " + style.visibility;
  for (let node = up(el); node; node = up(node)) {
    if (computed(node).display === "none") return describe(node) + " around it is not displayed";
    if (D.tag(node) === "details" && !D.has(node, "open")) return "the section around it is closed";
  }
  return "it has no size";
}

function whyDisabled(el) {
  if (isInert(el)) {
    const modal = modalOf(document);
    return modal && !within(el, modal) ? describe(modal) + " is open in front of it" : "the page made it inert";
  }
  return "it is disabled";
}

// Whether something around it is being moved by an animation: at a turning point
// such a box stands where it stood a frame ago.
function isAnimated(el) {
  const doc = D.doc(el);
  const list = D.motions(doc) || [];
  for (let i = 0; i < list.length; i++) {
    const target = list[i].playState === "running" && list[i].effect && list[i].effect.target;
    if (target && D.doc(target) === doc && within(el, target)) return true;
  }
  return false;
}

// A tab behind another one is given no frames.
const isUnshown = getter("Document", "hidden");

// One look at all checks. `was` is its box a frame ago and for how many frames it has
// been there, `turn` counts the looks.
function check(el, ask, was, turn) {
  const subject = subjectOf(el);
  if (!isVisible(subject)) return { check: "visible", detail: whyHidden(subject) };
  const rect = rectOf(subject);
  if (NEEDS_ENABLED[ask.verb] && isDisabled(el)) return { check: "enabled", detail: whyDisabled(el), rect };
  if (ask.verb === "type" && !isEditable(el) && !isSettable(el) && !(ask.replace && isGauge(el))) {
    return { check: "editable", detail: isReadonly(el) ? "it is read-only" : "it takes no text", rect, final: !isReadonly(el) };
  }
  const frames = was && near(was.rect, rect) ? was.frames + (was.rendered ? 1 : 0) : 0;
  if (!NEEDS_POINT[ask.verb] && ask.verb !== "scroll_to") return { rect };
  const region = regionOf(D.doc(subject));
  const inside = rect[0] >= region[0] && rect[1] >= region[1] && rect[0] + rect[2] <= region[2] && rect[1] + rect[3] <= region[3];
  const still = frames >= (frames && isAnimated(subject) ? 2 : 1) || (turn === 0 && inside && isStanding(subject));
  if (!still) {
    if (turn === 0 && !inside) bring(subject, ALIGNMENTS[0]);
    return { check: "stable", detail: "it is moving", rect: turn === 0 ? rectOf(subject) : rect, frames };
  }
  if (ask.verb === "scroll_to" && turn < 6 && !isRevealed(subject)) {
    bring(subject, "center");
    return { check: "in view", detail: "it cannot be scrolled into view", rect: rectOf(subject) };
  }
  const point = pointOf(subject, el);
  if (point.x !== undefined) return { rect, point };
  // A field that is given its value needs no press; the page drew something else for it.
  if (ask.verb === "type" && isSettable(el) && point.blocker && isFaceOf(point.blocker, el)) return { rect };
  // Bars that stick to an edge cover what merely scrolled into view: try other places.
  // After a while only now and then, so that waiting does not shake the page.
  if (turn < 30 ? turn % 3 === 1 : turn % 60 === 1) bring(subject, ALIGNMENTS[floor(turn / 3) % ALIGNMENTS.length]);
  if (ask.verb === "scroll_to" && !point.unseen) return { rect, point };
  if (point.taken) return { check: "covered", by: point.taken, detail: describe(point.taken) + " inside it takes the tap", rect: rectOf(subject) };
  if (point.unseen || !point.blocker) return { check: "in view", detail: "it cannot be scrolled into view", rect: rectOf(subject) };
  const by = coverOf(point.blocker, el);
  return { check: "covered", by, detail: describe(by) + " covers it", rect: rectOf(subject) };
}

function bring(el, where) {
  D.scrollIntoView(D.tag(el) === "area" && imageOf(el) || el, { block: where, inline: where === "center" ? "center" : "nearest", behavior: "instant" });
}

function near(a, b) {
  for (let i = 0; i < 4; i++) if (a[i] - b[i] > 0.5 || b[i] - a[i] > 0.5) return false;
  return true;
}

function listOf(option) {
  for (let node = D.parent(option); node; node = D.parent(node)) {
    if (D.type(node) === 1 && D.tag(node) === "select") return node;
  }
  return null;
}

// What tells an element from others: role, name, and the words of the row it is in.
const ROWS = wordSet("row listitem article");
const DIGITS = /\d+/g;

function standing(el) {
  let row = up(el);
  while (row && !ROWS[roleOf(row) || "-"]) row = up(row);
  return { role: roleOf(el) || "", name: nameOf(el), row, around: row ? clip(textOf(row), 120) : "" };
}

// Whether it is still what it was. Numbers may run on, but in a row only where they do so
// by themselves: lists that reuse their rows put another number there.
function isStill(was, is) {
  if (was.role !== is.role || was.name !== is.name || was.around !== is.around) {
    if (was.role !== is.role || !isCounted(was.name, is.name) || !isCounted(was.around, is.around)) return false;
    if (is.row && !isRunning(is.row)) return false;
  }
  return true;
}

function isCounted(was, is) {
  return replace(was, DIGITS, "#") === replace(is, DIGITS, "#");
}

function isRunning(row) {
  let running = false;
  all(row, (node) => {
    running = running || isRestless(node, now());
  });
  return running;
}

// Whether the armed element is what the caller saw: `meant` is its node of an earlier
// look, or its description when it was located.
function isMeant(el, meant) {
  if (!meant) return true;
  // A description without a name tells of classes, which hovering changes.
  if (meant.what) return meant.what[0] === "<" || isCounted(meant.what, describe(el));
  const nodes = armed.before.nodes, id = idOf(el);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node.id !== id) continue;
    if ((node.role || "") !== meant.role || !isCounted(node.name || "", meant.name)) return false;
    if (!meant.name && !(node.states && node.states.editable) && !isCounted(node.text || "", meant.text)) return false;
    const around = meant.around === undefined || meant.around === null ? null : surroundings(nodes, i);
    if (around === null || around === meant.around) return true;
    const row = standing(el).row;
    return isCounted(around, meant.around) && !!row && isRunning(row);
  }
  // Beyond what a listing holds, its own name is all there is to go by.
  const name = nameOf(el);
  return !meant.name || !name || isCounted(name, meant.name);
}

// As the caller reads it from a look: the name of the nearest container, else the first
// words inside.
const CONTAINERS = wordSet("row listitem article group region dialog tabpanel iframe");

function surroundings(nodes, index) {
  const label = (node) => node.name || node.text || node.placeholder || "";
  let depth = nodes[index].depth;
  for (let i = index - 1; i >= 0; i--) {
    const node = nodes[i];
    if (node.depth >= depth) continue;
    depth = node.depth;
    if (!CONTAINERS[node.role || "-"]) continue;
    if (label(node)) return label(node);
    for (let k = i + 1; k < nodes.length && nodes[k].depth > depth; k++) if (label(nodes[k])) return label(nodes[k]);
    return null;
  }
  return null;
}

function isSettable(el) {
  return D.tag(el) === "input" && !!SETTABLE[D.inputType(el)] && !isReadonly(el) && !D.matches(el, ":disabled");
}

// Waits until every check a verb needs holds, at most `timeout`; then gets the input
// ready (focus, caret, choice) and arms the watch for what comes of it. The answer
// has `failed` (which check) and `detail`, or the point to press.
async function prepare(asked) {
  const start = now();
  let was = null, at = -1, first = null;
  for (let turn = 0; ; turn++) {
    let el = byId(asked.id), ask = asked;
    if (!el) return { failed: "attached", waited: round(now() - start) };
    const named = el;
    first = first || standing(named);
    if (ask.verb !== "tap" && ask.verb !== "hover" && labelled(el)) el = labelled(el);
    if (ask.verb === "check") el = boxIn(el);
    // A choice of a closed list is made in the list, the way a person would.
    const list = ask.verb === "tap" && D.tag(el) === "option" && !isVisible(el) ? listOf(el) : null;
    if (list) {
      ask = { ...ask, verb: "select", chosen: el };
      el = list;
    }
    const known = { role: roleOf(el), name: clip(nameOf(el), NAME_LIMIT), target: describe(el) };
    const choice = beforehand(el, ask);
    let found = choice && choice.check ? choice : null;
    if (choice && choice.answer) {
      arm(el, ask);
      const other = otherThan(named, first, ask);
      if (other) return another(known, other, start);
      const done = merge(known, choice.answer);
      disarm();
      return done;
    }
    found = found || check(el, ask, was, turn);
    if (!found.check) {
      arm(el, ask);
      const label = ask.verb === "type" ? labelOf(el) : "", other = otherThan(named, first, ask);
      if (other) return another(known, other, start);
      const done = getReady(el, ask, choice);
      // What the focus made of it.
      const late = done.became || strayed(armed, el) || (label && isRelabelled(label, labelOf(el)) ? describe(el) : "");
      if (late) return another(known, late, start);
      guard(el, ask, first, named);
      return merge(known, { x: found.point && found.point.x, y: found.point && found.point.y, ...done, waited: round(now() - start) });
    }
    if (found.final || now() - start >= ask.timeout) {
      const by = found.by ? { id: idOf(found.by), what: describe(found.by) } : undefined;
      return { ...known, failed: found.check, detail: found.detail, by, choices: found.choices, waited: round(now() - start) };
    }
    was = found.rect ? { rect: found.rect, frames: found.frames || 0, rendered: false } : null;
    const time = await frame();
    // The same frame looked at twice proves nothing; a page that renders none stands still.
    // So does one of which no frame came in time, where an animation carries the element.
    if (was) was.rendered = time !== at && (time !== 0 || isMute() || isUnshown(document) || !isAnimated(el));
    at = time;
  }
}

function otherThan(named, first, ask) {
  return isStill(first, standing(named)) && isMeant(named, ask.meant) ? misplaced(armed, ask.footing) : describe(named);
}

// Nothing is sent to what has become something else since it was found.
function another(known, detail, start) {
  disarm();
  return { ...known, failed: "same", detail, waited: round(now() - start) };
}

function merge(known, more) {
  const out = { ...known, ...more };
  // The screen before the action, unless the caller has this very screen.
  if (armed && armed.shape !== lastShape) {
    out.before = observation(armed.before);
    lastShape = armed.shape;
  }
  return out;
}

E.hitAt = hitAt;
E.register("prepare", prepare);
E.register("hit", (ask) => {
  const el = hitAt(ask.x, ask.y);
  return el ? { id: idOf(el), target: describe(el) } : null;
});
