// Places and texts: where a drag begins and ends, what is at a point of a picture, and
// where a text is, however far one has to scroll.

const PAGES = 800;

// Both ends of a drag at once: what is scrolled for one must not move the other away.
E.register("ends", (ask) => {
  const from = byId(ask.from), to = byId(ask.to);
  if (!from || !to) return { failed: "attached" };
  // What a drag before this one marked would be carried instead.
  if (ask.again) D.view(D.doc(from)).getSelection().removeAllRanges();
  let a = pointOf(subjectOf(from), from), b = placeOn(to, from);
  if (!b) {
    bring(to, "nearest");
    a = pointOf(subjectOf(from), from);
    b = placeOn(to, from);
  }
  if (!b) return { failed: describe(to) + " cannot be scrolled into view or is covered" };
  if (a.x === undefined) return { failed: "it and " + describe(to) + " are not in view together" };
  return { from: [a.x, a.y], to: [b.x, b.y], onto: describe(to), native: isNativeDrag(from) };
});

// Whether a press and a move there begin a drag of the browser's own.
function isNativeDrag(el) {
  for (let node = el; node; node = up(node)) {
    if (lower(D.attr(node, "draggable") || "") === "true") return true;
  }
  return false;
}

// What an action turns over, and what it looks like once that is taken back: the place
// of what is dragged, else a state.
function stoodAs(a, walked) {
  return a.verb === "drag" ? spotOf(a, walked) : toggled(a.el);
}

// Where something stands among what is listed: what it is in, and behind which of its
// kind. One that a page draws anew is known by what it reads.
function spotOf(a, walked) {
  const nodes = walked.nodes, id = a.el && D.connected(a.el) ? idOf(a.el) : "";
  let at = -1, alike = 0;
  for (let i = 1; i < nodes.length && at < 0; i++) if (nodes[i].id === id) at = i;
  if (!a.goods) a.goods = at < 0 ? "-" : lineOf(nodes[at]);
  for (let i = 1; i < nodes.length && (at < 0 || alike); i++) if (lineOf(nodes[i]) === a.goods && !alike++) at = i;
  if (at < 0 || alike > 1) return "";
  const own = nodes[at];
  let out = "", depth = own.depth, behind = "";
  for (let i = at - 1; i > 0; i--) {
    const node = nodes[i];
    if (node.depth < depth) {
      depth = node.depth;
      out += "/" + (node.role || "") + "|" + (node.name || "");
    } else if (!behind && depth === own.depth && node.depth === depth && node.role === own.role) behind = lineOf(node);
  }
  return out + "<" + behind;
}

// A place to let go over `to`: what is dragged may lie over it already.
function placeOn(to, from) {
  const point = pointOf(to, to);
  if (point.x !== undefined) return point;
  const seen = pieces(to);
  if (!seen.length) return null;
  const x = round((seen[0][0] + seen[0][2]) / 2), y = round((seen[0][1] + seen[0][3]) / 2);
  const hit = hitAt(x, y);
  return hit && (within(hit, to) || within(to, hit) || within(hit, from)) ? { x, y } : null;
}

// Items that may hold items of their own, drawn inside of their box.
const NESTED = wordSet("treeitem listitem menuitem option");
const NESTS = "li,[role=treeitem],[role=listitem],[role=menuitem],[role=option]";

// The item inside of `target` that a press on `hit` would be for.
function itemIn(hit, target) {
  if (!NESTED[roleOf(target) || "-"]) return null;
  for (let node = hit; node && node !== target; node = up(node)) if (NESTED[roleOf(node) || "-"]) return node;
  return null;
}

// Where an item that holds others shows its own text: that is its row.
function ownPieces(el) {
  if (!NESTED[roleOf(el) || "-"] || !D.findAll(el, NESTS).length) return [];
  const find = (node) => {
    const list = kids(node);
    for (let i = 0; i < list.length; i++) {
      const child = list[i], type = D.type(child);
      if (type === 3 && trim(D.data(child))) return child;
      const text = type === 1 && !NESTED[roleOf(child) || "-"] && isVisible(child) ? find(child) : null;
      if (text) return text;
    }
    return null;
  };
  const text = find(el);
  if (!text) return [];
  const range = D.doc(el).createRange();
  range.selectNode(text);
  return pieces(el, range.getClientRects());
}

// What is at a place: the innermost element, and what a person operates there. That one
// is used by its id where the gesture is for it as a whole; a press stays at its place,
// which a slider or a drawing minds.
E.register("point", (ask) => {
  const x = min(max(0, round(ask.x)), window.innerWidth - 1);
  const y = min(max(0, round(ask.y)), window.innerHeight - 1);
  const hit = hitAt(x, y);
  if (!hit) return {};
  const el = operatedAt(hit), known = { role: roleOf(el) || "", name: nameOf(el), target: describe(el) };
  if (ask.deed !== "hover_at" && isDisabled(el)) return { ...known, failed: "enabled", detail: whyDisabled(el) };
  const own = TAKES[ask.deed], id = own && own(el) ? idOf(el) : undefined;
  if (id || ask.deed === "select_at") return { ...known, id };
  const verb = ask.deed === "hover_at" ? "hover" : "tap";
  arm(el, { verb });
  const out = merge(known, { x, y });
  // A press inside another document is not seen here, and nothing is kept from it.
  if (verb === "tap" && !armed.blind) guard(el, { verb }, standing(el), el);
  return out;
});

// What a gesture is for as a whole.
const TAKES = {
  __proto__: null,
  type_at: (el) => isEditable(el) || isSettable(el),
  press_at: (el) => isFocusable(el) && !FRAMES[D.tag(el)],
  select_at: (el) => D.tag(el) === "select" || test(/^(listbox|combobox)$/, roleOf(el) || "") || !!D.attr(el, "aria-haspopup"),
};

function operatedAt(hit) {
  for (let node = hit; node && node !== document.body; node = up(node)) {
    const role = roleOf(node), control = labelled(node);
    if (control) return control;
    if (isEditable(node) || D.tag(node) === "select" || (role && role !== "group" && OPERABLE[role])) return node;
  }
  return hit;
}

// Whether a label is the text, or holds it as words of its own.
const INNER = /[\p{L}\p{N}_]/u;

function readsAs(label, wanted) {
  const have = lower(collapse(label || ""));
  if (have === wanted) return true;
  if (have.length > max(wanted.length * 3, wanted.length + 24)) return false;
  const at = indexOf(have, wanted);
  if (at < 0) return false;
  return !(at > 0 && test(INNER, have[at - 1])) && !(at + wanted.length < have.length && test(INNER, have[at + wanted.length]));
}

function reading(list, wanted) {
  let best = null, length = 0;
  const nodes = walk().nodes;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const labels = [node.name, node.text, node.value];
    for (let k = 0; k < labels.length; k++) {
      if (!labels[k] || !readsAs(labels[k], wanted) || (best && labels[k].length >= length)) continue;
      const el = byId(node.id);
      if (!el || (list && !within(el, list))) continue;
      best = el;
      length = labels[k].length;
    }
  }
  return best;
}

E.register("seek", async (ask) => {
  const list = ask.id ? byId(ask.id) : null;
  if (ask.id && !list) return { failed: "attached" };
  const wanted = lower(collapse(ask.text)), start = now();
  const box = scroller(ask.id !== "root" ? list : null, true);
  arm(box, { verb: "scroll_to" });
  const out = merge({}, {});
  const whole = list && within(list, box) && D.connected(list) && ask.id !== "root" ? box : null;
  let pages = 0, still = 0, turned = !!ask.here;
  for (;;) {
    const found = reading(whole, wanted);
    if (found) {
      if (!isInView(found)) bring(found, "center");
      await frame();
      await frame();
      const shown = D.connected(found) ? found : reading(whole, wanted);
      if (shown) return { ...out, target: describe(shown), pages };
    }
    if (pages >= PAGES || now() - start > ask.timeout) return { pages };
    const before = box.scrollTop, height = box.scrollHeight;
    if (!turned) {
      // From the top, so that nothing above is left out.
      turned = true;
      box.scrollTo({ top: 0, behavior: "instant" });
    } else {
      const view = D.parent(box) === D.doc(box) ? window.innerHeight : box.clientHeight;
      box.scrollBy({ top: (ask.up ? -1 : 1) * max(1, round(view * 0.75)), behavior: "instant" });
    }
    pages++;
    await frame();
    await frame();
    if (box.scrollTop !== before || box.scrollHeight !== height) still = 0;
    else if (pages > 1 || ask.here) {
      // At the end more may be on its way.
      const since = now();
      while (now() - since < 500 && box.scrollHeight === height) await frame();
      if (box.scrollHeight === height && ++still > 1) return { pages, ended: true };
    }
  }
});

function isInView(el) {
  const r = rectOf(el), region = windowOf(el);
  return r[2] > 0 && r[0] >= region[0] && r[1] >= region[1] && r[0] + r[2] <= region[2] && r[1] + r[3] <= region[3];
}
