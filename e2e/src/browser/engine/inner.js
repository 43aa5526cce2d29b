// What custom elements say of themselves beside their attributes (`ElementInternals`):
// role, name and states, labels, a shadow root. Known where a script runs before the
// page's own; an attribute goes before it, as it does for the browser.

const SAID = { __proto__: null, role: getter("ElementInternals", "role") };
const SAID_WORDS = split(
  "Label Checked Disabled Expanded Pressed Selected ReadOnly Required Invalid Current Busy Level Hidden HasPopup " +
  "Modal MultiSelectable Orientation Placeholder PosInSet SetSize RowCount RowIndex ValueNow ValueText ValueMin ValueMax", " ");
for (let i = 0; i < SAID_WORDS.length; i++) SAID["aria-" + lower(SAID_WORDS[i])] = getter("ElementInternals", "aria" + SAID_WORDS[i]);

// Elements instead of their ids: said of any element by properties, too.
const POINTED = {
  __proto__: null, "aria-labelledby": "ariaLabelledByElements", "aria-controls": "ariaControlsElements", "aria-owns": "ariaOwnsElements",
  "aria-describedby": "ariaDescribedByElements", "aria-errormessage": "ariaErrorMessageElements",
};
const innerLabels = getter("ElementInternals", "labels");
const writtenAttr = D.attr, writtenHas = D.has;
let innerAt = -1, anyInner = false;

// Whether an element may have said something; asked of the whole page once in a while,
// because hardly any page has one that does.
function mayHaveInner() {
  if (innerAt !== epoch) {
    innerAt = epoch;
    anyInner = !!start && (start.inward() || window.length > 0);
  }
  return anyInner;
}

function innerOf(el) {
  if (!mayHaveInner() || D.type(el) !== 1 || indexOf(D.tag(el), "-") < 0) return null;
  const known = startOf(D.doc(el));
  return known ? known.inner(el) : null;
}

function innerSaid(el, name) {
  const inner = innerOf(el);
  const said = inner ? SAID[name](inner) : null;
  return said === null || said === undefined ? null : "" + said;
}

D.attr = (el, name) => {
  const written = writtenAttr(el, name);
  return written === null && SAID[name] && mayHaveInner() ? innerSaid(el, name) : written;
};
D.has = (el, name) => writtenHas(el, name) || (!!SAID[name] && mayHaveInner() && innerSaid(el, name) !== null);

// The elements that are named without ids, which leaves the attribute empty.
function pointedAt(el, name) {
  const property = POINTED[name], out = [];
  const inner = property && innerOf(el);
  const list = (property && writtenAttr(el, name) === "" && el[property]) || (inner && inner[property]);
  for (let i = 0; list && i < list.length; i++) if (D.connected(list[i])) out[out.length] = list[i];
  return out;
}

const CONTROLS = wordSet("input select textarea button");

// The labels of a control that has none of its own are those of the custom element it is
// the only control of.
function labelsOfHost(el) {
  const root = D.rootOf(el), host = D.type(root) === 11 ? D.host(root) : null;
  if (!host || indexOf(D.tag(host), "-") < 0) return [];
  let alone = true;
  all(root, (node) => {
    if (D.type(node) === 1 && node !== el && CONTROLS[D.tag(node)] && !(D.tag(node) === "input" && D.inputType(node) === "hidden")) alone = false;
    return alone;
  });
  return alone ? labelsOfCustom(host) : [];
}

// The labels of a custom element that takes part in forms, in order.
function labelsOfCustom(el) {
  const inner = innerOf(el), out = [];
  try {
    const list = inner ? innerLabels(inner) : out;
    for (let i = 0; i < list.length; i++) out[i] = list[i];
  } catch (_) {
    // It takes no part in forms, and so has no labels.
  }
  return out;
}
