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
