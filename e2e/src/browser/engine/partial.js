// Lists that draw only what is in view of them: what they leave out is not on the page
// until somebody scrolls there, and nothing can be said of it.

const DRAWN_ITEMS = wordSet("row rowheader cell gridcell listitem option treeitem article link button checkbox");
const LIST_ROLES = wordSet("list listbox tree menu feed");
const FACED = wordSet("img svg canvas video iframe object embed input textarea select button meter progress hr");
// A stretch without anything is what is longer than this, and than a quarter of what shows at a time.
const STRETCH = 60;

// How long a style written on the element itself holds a place open, in pixels.
function heldOpen(el) {
  const style = D.tag(el) !== "textarea" && el.style;
  if (!style) return 0;
  let out = 0;
  const names = ["height", "minHeight", "flexBasis", "paddingTop", "paddingBottom"];
  for (let i = 0; i < names.length; i++) {
    const said = "" + (style[names[i]] || "");
    const length = test(/^[\d.]+px$/, said) ? +slice(said, 0, -2) : 0;
    if (length > out) out = length;
  }
  return out;
}

// Whether a box is scrolled by a script: something right inside of it holds more open than
// it shows.
function isHeldOpen(box) {
  const list = kids(box);
  for (let i = 0; i < list.length && i < 4; i++) {
    if (D.type(list[i]) === 1 && D.has(list[i], "style") && heldOpen(list[i]) > max(box.clientHeight, STRETCH * 2)) return true;
  }
  return false;
}

// The box that shows only a part of what an element holds open, or null.
function cropOf(el, length) {
  for (let node = el; node && D.type(node) === 1; node = up(node)) {
    if (D.tag(node) === "html") return length > window.innerHeight ? node : null;
    if (node.clientHeight > 0 && node.clientHeight + 1 < min(length, node.scrollHeight) && computed(node).overflowY !== "visible") return node;
  }
  return null;
}

// Whether a long stretch of a box has nothing in it.
function hasGap(box) {
  const whole = D.tag(box) === "html", r = D.box(box);
  const top = whole ? r.top : r.top - box.scrollTop;
  const bottom = top + box.scrollHeight, least = max(STRETCH, (whole ? window.innerHeight : box.clientHeight) / 4);
  const drawn = [];
  all(box, (el) => {
    if (!FACED[D.tag(el)] && !(el !== box && ownText(el, kids(el)))) return true;
    const b = D.box(el);
    if (b.height > 0 && b.width > 0) drawn[drawn.length] = [b.top, b.bottom];
    return false;
  });
  if (!drawn.length) return false;
  let at = top;
  for (;;) {
    // What reaches furthest of all that begins before the next gap could.
    let end = at;
    for (let i = 0; i < drawn.length; i++) if (drawn[i][0] < at + least) end = max(end, drawn[i][1]);
    if (end > at) at = end;
    else return bottom - at >= least;
    if (bottom - at < least) return false;
  }
}

// Whether what is held open in a page as a whole is a list's: it holds things that are put
// in their places, or stands before or behind others in something that holds them. Room
// that a page leaves empty is none.
function holdsItems(el) {
  const parts = elementsIn(el);
  if (parts.length) {
    if (parseFloat(el.style.paddingTop) > STRETCH || parseFloat(el.style.paddingBottom) > STRETCH) return true;
    const inner = parts.length === 1 ? elementsIn(parts[0]) : [];
    for (let i = 0; i < parts.length && i < 4; i++) if (isPutInPlace(parts[i])) return true;
    for (let i = 0; i < inner.length && i < 4; i++) if (isPutInPlace(inner[i])) return true;
    return false;
  }
  const around = up(el);
  if (!around || D.type(around) !== 1 || D.tag(around) === "body") return false;
  const beside = elementsIn(around);
  return beside.length > 2 && (beside[0] === el || beside[beside.length - 1] === el);
}

function isPutInPlace(el) {
  const style = computed(el);
  return style.position === "absolute" || style.transform !== "none";
}

function elementsIn(el) {
  const list = kids(el), out = [];
  for (let i = 0; i < list.length; i++) if (D.type(list[i]) === 1) out[out.length] = list[i];
  return out;
}

// A list in `scope` of which only a part is drawn, in words, or null.
function partialIn(scope) {
  const asked = new Set();
  let out = null;
  all(scope, (el) => {
    if (out || !D.has(el, "style")) return !out;
    const length = heldOpen(el);
    const box = length >= STRETCH * 2 ? cropOf(el, length) : null;
    if (!box || setHas(asked, box) || (D.tag(box) === "html" && !holdsItems(el))) return true;
    setAdd(asked, box);
    if (isSeen(box) && hasGap(box)) out = titleOfList(box);
    return !out;
  });
  return out;
}

function whyPartial(scope) {
  const part = scope && partialIn(scope);
  return part ? part + " draws only what is in view, and the rest of it was not read" : undefined;
}

function titleOfList(box) {
  for (let node = box; node; node = up(node)) {
    const role = D.type(node) === 1 ? roleOf(node) || "-" : "-";
    if (ROWED[role] || LIST_ROLES[role]) return describe(node);
  }
  return describe(box);
}
