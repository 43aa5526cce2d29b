// What a text says to whoever looks at it: in the order in which its pieces stand on the
// screen, without letters that nobody sees, and with what drawings bring in from elsewhere.

const MOST_PIECES = 200;
const MOST_LIT = 60;
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const BETWEEN = /\s+/g;

// What `<use>` draws again, which stands somewhere else in the document.
function broughtText(el, depth) {
  const at = D.attr(el, "href") || D.attr(el, "xlink:href") || "";
  const other = at[0] === "#" && depth < 4 ? D.named(D.rootOf(el), slice(at, 1)) : null;
  return other && !within(el, other) ? drawnText(other, depth + 1) : "";
}

function drawnText(el, depth) {
  if (UNSEEN[D.tag(el)] || D.tag(el) === "desc") return "";
  if (D.tag(el) === "use") return broughtText(el, depth);
  const list = kids(el);
  let out = "";
  for (let i = 0; i < list.length; i++) out += D.type(list[i]) === 3 ? D.data(list[i]) : drawnText(list[i], depth);
  return out;
}

function isUse(el) {
  return D.tag(el) === "use" && D.space(el) === SVG;
}

// How much of `text` is the beginning of `other`, counted from its end.
function overlap(text, other) {
  for (let n = min(text.length, other.length); n > 0; n--) if (slice(text, -n) === slice(other, 0, n)) return n;
  return 0;
}

// The texts of a document that may be a part of some words, each with its place where that
// is in one line; as the tree has them.
function piecesOf(root, needle) {
  const out = [];
  const visit = (el, above) => {
    if (out.length >= MOST_PIECES || UNSEEN[D.tag(el)] || isInput(el) || isDim(el)) return;
    const style = computed(el);
    if (style.display === "none") return;
    const over = veil(above || veilAbove(el), el, style);
    if (over.whole || over.inside || isHollow(el)) return;
    const seen = style.visibility === "visible" && !over.crop && !isInkless(style) && !isMasked(style);
    const list = kids(el);
    for (let i = 0; i < list.length; i++) {
      if (D.type(list[i]) === 1) visit(list[i], over);
      else if (seen && !isDim(list[i])) {
        const text = lower(collapse(D.data(list[i])));
        if (!text || !(indexOf(needle, text) >= 0 || overlap(text, needle) || overlap(needle, text))) continue;
        const boxes = boxesOfText(list[i], "");
        if (boxes.length === 1) out[out.length] = { text, box: boxes[0] };
      }
    }
  };
  visit(root, null);
  return out;
}

const tall = (box) => box.bottom - box.top;

function isLevel(a, b) {
  return min(a.bottom, b.bottom) - max(a.top, b.top) >= 0.5 * min(tall(a), tall(b));
}

// Those that stand side by side, read from left to right, whatever the tree says.
function readAcross(root, needle) {
  const left = piecesOf(root, needle);
  let out = "";
  for (let i = 0; i < left.length; i++) {
    const begin = left[i];
    if (!begin || test(FROM_RIGHT, begin.text)) continue;
    // From each piece on, the nearest one to the right that follows it.
    out += "\n" + begin.text;
    for (let at = begin.box, k = 0; k < 20; k++) {
      let next = null;
      for (let n = 0; n < left.length; n++) {
        const box = left[n].box, gap = box.left - at.right;
        if (box === at || !isLevel(at, box) || gap < -0.2 * tall(at) || gap > 1.2 * tall(at)) continue;
        if (!next || box.left < next.box.left) next = left[n];
      }
      if (!next) break;
      out += (next.box.left - at.right > 0.15 * tall(at) ? " " : "") + next.text;
      at = next.box;
    }
  }
  return out;
}

// Whether words are made of pieces that stand in another order than the tree has them in.
function isTurnedRound(el, needle) {
  const words = replace(needle, BETWEEN, ""), list = piecesOf(el, needle);
  for (let i = 0; i + 1 < list.length; i++) {
    const a = list[i], b = list[i + 1];
    if (test(FROM_RIGHT, a.text + b.text) || indexOf(a.text, needle) >= 0) return false;
    const one = replace(a.text, BETWEEN, ""), other = replace(b.text, BETWEEN, "");
    const first = indexOf(words, one) >= 0 ? one : slice(words, 0, overlap(one, words));
    const second = indexOf(words, other) >= 0 ? other : slice(words, words.length - overlap(words, other));
    if (!first || !second || indexOf(words, first + second) < 0) continue;
    if (isLevel(a.box, b.box) && b.box.right <= a.box.left + 1) return true;
    if (b.box.bottom <= a.box.top + 1 && b.box.left < a.box.right && a.box.left < b.box.right) return true;
  }
  return false;
}

const TURNED = { __proto__: null, why: "in pieces that stand in another order on the screen", sure: false };

// Letters nobody sees ---------------------------------------------------------------

// Texts that are left out of what an element says, while that is put together.
let unlit = null;

// Whether a folded text takes part in a folded needle.
function takesPart(text, needle, words) {
  if (!text || indexOf(needle, text) >= 0) return !!text;
  for (let i = 0; i < words.length; i++) if (words[i] && indexOf(text, words[i]) >= 0) return true;
  return false;
}

// The texts of an element that nobody sees, of those that take part in a needle where there
// is one, and why the first of them is not seen: one of which nobody is sure before others.
function unlitIn(el, needle) {
  const out = { __proto__: null, nodes: new Set(), why: null, where: "" };
  const words = split(needle, " ");
  let left = MOST_LIT;
  const note = (node, around, why) => {
    setAdd(out.nodes, node);
    if (why.sure && dim) setAdd(dim, node);
    if (out.why && (why.sure || !out.why.sure)) return;
    out.why = why;
    out.where = describe(around);
  };
  const visit = (node, above) => {
    if (UNSEEN[D.tag(node)] || UNDRAWN[D.tag(node)] || D.tag(node) === "iframe" || isHollow(node)) return;
    const style = computed(node);
    if (style.display === "none") return;
    const over = veil(above || veilAbove(node), node, style), list = kids(node);
    const gone = over.whole || over.crop, blank = isInkless(style) || isMinute(node, style);
    for (let i = 0; i < list.length; i++) {
      const child = list[i];
      if (D.type(child) === 1) {
        if (D.tag(child) !== "select" && D.tag(child) !== "textarea") visit(child, over);
        continue;
      }
      if (!collapse(D.data(child)) || (needle && !takesPart(flat(fold(D.data(child))), needle, words))) continue;
      if (gone || blank) note(child, node, { why: blank ? "of no size" : faded(node) || "cut off or out of reach", sure: true });
      else if (left-- > 0) {
        const why = unseenText(child, "");
        if (why) note(child, node, why);
      }
    }
  };
  visit(el, null);
  return out;
}

// What is drawn by the browser alone, choices of lists among it.
const DRAWN_ALONE = wordSet("input select textarea option optgroup");

// The visible text of an element compared with what is asked for: words that nobody sees
// are none.
function compareLit(el, ask) {
  const raw = textOf(el), found = compareText(raw, ask), part = ask.compare === "contains";
  if (DRAWN_ALONE[D.tag(el)] || (!found.holds && (part || collapse(ask.text).length > raw.length))) return found;
  const gone = unlitIn(el, part ? flat(fold(ask.text)) : "");
  if (!gone.why) return found;
  unlit = gone.nodes;
  try {
    const lit = compareText(textOf(el), ask), where = gone.where + " is " + gone.why.why;
    if (found.holds && !lit.holds) lit.unshown = where;
    if (!gone.why.sure && found.holds !== lit.holds) lit.doubt = where;
    return lit;
  } finally {
    unlit = null;
  }
}
