// Comboboxes whose field only takes what is searched for: what is chosen stands beside
// it, in a text that is laid over the field or under it.

const NO_CHOICE = wordSet("listbox option status log alert tooltip button");
const AROUND_FIELD = 4;

function chosenBeside(el) {
  if (D.attr(el, "role") !== "combobox") return "";
  const own = D.box(el);
  for (let node = up(el), i = 0; node && i < AROUND_FIELD; node = up(node), i++) {
    if (D.type(node) !== 1 || D.tag(node) === "label") return "";
    if (D.findAll(node, "input:not([type=hidden]),select,textarea").length > 1) return "";
    const text = laidOver(node, el, own);
    if (text) return text;
  }
  return "";
}

// Whether one of several choices stands as a chip in the control that a field is a part of:
// a text of its own that reads just so, in no list.
function isChipBeside(el, option, word) {
  let found = false;
  // A person stands there without the address.
  const name = replace(word, / <[^<>]*>$/, ""), unlisted = !!option && !NO_CHOICE[roleOf(option) || "-"];
  for (let node = up(el), i = 0; node && !found && i < AROUND_FIELD; node = up(node), i++) {
    if (D.type(node) !== 1 || D.tag(node) === "label" || (unlisted && within(option, node))) return false;
    if (D.findAll(node, "input:not([type=hidden]),select,textarea").length > 1) return false;
    all(node, (one) => {
      if (found || one === el || NO_CHOICE[roleOf(one) || "-"] || D.has(one, "aria-live") || D.tag(one) === "label") return false;
      const text = lower(ownText(one, kids(one)));
      found = (text === word || text === name) && isVisible(one);
      return true;
    });
  }
  return found;
}

// Whether a native list only keeps what is chosen in the one that was drawn around it.
function isBehindAnother(el) {
  for (let node = up(el), i = 0; node && i < 2; node = up(node), i++) {
    if (D.type(node) === 1 && D.attr(node, "role") === "combobox") return !D.has(el, "multiple");
  }
  return false;
}

// Whether what a press hits is the frame of a field that choices are made in: drawn around
// it alone, while the field itself lies under it or lets every press through.
function isFrameOf(hit, el) {
  if (D.type(hit) !== 1) return false;
  const host = D.type(D.rootOf(el)) === 11 ? D.host(D.rootOf(el)) : null;
  if (host && within(hit, host) && isAloneIn(host, el)) return !thief(hit, host);
  if (roleOf(el) !== "combobox") {
    const face = faceBeside(el);
    return !!face && within(hit, face);
  }
  if (D.tag(el) === "select" && !isBehindAnother(el)) return false;
  for (let node = up(el), i = 0; node && i < AROUND_FIELD; node = up(node), i++) {
    if (D.type(node) !== 1 || D.tag(node) === "label" || node === document.body) return false;
    if (D.findAll(node, "input:not([type=hidden]):not([aria-hidden=true]),select,textarea").length > 1) return false;
    if (within(hit, node)) return !thief(hit, node);
  }
  return false;
}

// Whether a custom element is made of one control, and of nothing else that is operated.
function isAloneIn(host, el) {
  let alone = true;
  all(host, (node) => {
    if (node !== el && OPERABLE[roleOf(node) || "-"] && !within(node, el)) alone = false;
    return alone;
  });
  return alone;
}

// What was drawn for a box that has no size of its own and stands apart from its label: a
// press there is one on the box, and on nothing else.
const FACE_SIZE = 200;

function faceBeside(el) {
  const type = D.tag(el) === "input" ? D.inputType(el) : "";
  if (type !== "checkbox" && type !== "radio") return null;
  const own = D.box(el), face = up(el);
  if ((own.width > 2 && own.height > 2) || !face || D.type(face) !== 1 || D.tag(face) === "label") return null;
  const box = D.box(face);
  if (box.width > FACE_SIZE || box.height > FACE_SIZE / 4 || !isVisible(face)) return null;
  if (D.findAll(face, "input,select,textarea,button,a,label").length > 1) return null;
  const list = kids(face);
  for (let i = 0; i < list.length; i++) if (D.type(list[i]) === 1 && isVisible(list[i]) && computed(list[i]).cursor === "pointer") return face;
  return null;
}

// The text in a box that shares its place with the field; neither a hint nor a label.
function laidOver(box, el, own) {
  let out = "";
  all(box, (node) => {
    const tag = D.tag(node);
    if (node === box) return true;
    if (node === el || UNSEEN[tag] || tag === "label" || tag === "legend" || tag === "button") return false;
    if (NO_CHOICE[roleOf(node) || "-"] || D.has(node, "aria-live") || test(/placeholder/i, D.attr(node, "class") || "")) return false;
    const text = ownText(node, kids(node));
    if (!text || !isVisible(node)) return true;
    const r = D.box(node);
    const high = min(r.bottom, own.bottom) - max(r.top, own.top);
    if (high >= min(r.height, own.height) / 2 && r.left <= own.right && r.right >= own.left) out += (out ? " " : "") + text;
    return true;
  });
  return out === nameOf(el) ? "" : out;
}

// The element to point at: a control too small to hit is used through its label.
function subjectOf(el) {
  const box = D.box(el);
  if (box.width > 2 && box.height > 2 && isVisible(el)) return el;
  const face = faceBeside(el);
  if (face) return face;
  const labels = labelsOf(el);
  for (let i = 0; i < labels.length; i++) if (isVisible(labels[i])) return labels[i];
  return el;
}
