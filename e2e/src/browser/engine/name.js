// Accessible names by accname 1.2: labelled by others, its own label, what the
// language gives it, its content, its tooltip. And what it is called for tests.

const NAMED_BY_CONTENT = wordSet(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox " +
  "menuitemradio option radio row rowheader switch tab tooltip treeitem");
const NAMELESS = wordSet(
  "caption code deletion emphasis insertion mark none paragraph strong subscript suggestion superscript term time");

const labelLists = {
  __proto__: null,
  input: getter("HTMLInputElement", "labels"),
  select: getter("HTMLSelectElement", "labels"),
  textarea: getter("HTMLTextAreaElement", "labels"),
  button: getter("HTMLButtonElement", "labels"),
  meter: getter("HTMLMeterElement", "labels"),
  output: getter("HTMLOutputElement", "labels"),
  progress: getter("HTMLProgressElement", "labels"),
};
const controlOfLabel = getter("HTMLLabelElement", "control");

// The labels of a control, in order.
function labelsOf(el) {
  const list = labelLists[D.tag(el)];
  const found = list ? list(el) : null;
  const out = [];
  if (found) for (let i = 0; i < found.length; i++) out[i] = found[i];
  return out;
}

// The control a label is for.
function labelled(el) {
  return D.tag(el) === "label" ? controlOfLabel(el) : null;
}

// Not rendered, or kept from assistive technology, by itself.
function isSkipped(el) {
  if (D.attr(el, "aria-hidden") === "true") return true;
  const style = computed(el);
  return style.display === "none" || style.visibility !== "visible";
}

function childOfTag(el, tag) {
  for (let child = D.first(el); child; child = D.next(child)) {
    if (D.type(child) === 1 && D.tag(child) === tag) return child;
  }
  return null;
}

function joined(elements, seen, hidden) {
  let out = "";
  for (let i = 0; i < elements.length; i++) {
    const text = collapse(compute(elements[i], seen, { reference: true, hidden: hidden && isSkipped(elements[i]) }));
    if (text) out += (out ? " " : "") + text;
  }
  return out;
}

// What the host language gives as a name; null when it gives none.
function nativeName(el, seen) {
  const tag = D.tag(el);
  switch (tag) {
    case "input": {
      const type = D.inputType(el);
      if (type === "submit" || type === "button" || type === "reset") {
        const labels = joined(labelsOf(el), seen, false);
        if (labels) return labels;
        const value = collapse(D.value(el));
        if (value) return value;
        return type === "submit" ? "Submit" : type === "reset" ? "Reset" : null;
      }
      if (type === "image") {
        return joined(labelsOf(el), seen, false) || collapse(D.attr(el, "alt")) ||
          collapse(D.attr(el, "title")) || "Submit";
      }
      const labels = joined(labelsOf(el), seen, false);
      if (!labels && type === "file") return collapse(D.attr(el, "title")) || "Choose File";
      return labels || null;
    }
    case "select": case "textarea": case "meter": case "output": case "progress": case "button":
      return joined(labelsOf(el), seen, false) || null;
    case "fieldset": case "figure": case "table": {
      const child = childOfTag(el, tag === "fieldset" ? "legend" : tag === "figure" ? "figcaption" : "caption");
      const text = child ? joined([child], seen, false) : "";
      return text || (tag === "table" ? collapse(D.attr(el, "summary")) : "") || null;
    }
    case "img": case "area":
      return collapse(D.attr(el, "alt")) || null;
    case "optgroup": case "option":
      return collapse(D.attr(el, "label")) || null;
    case "svg": {
      const title = childOfTag(el, "title");
      return title ? collapse(D.content(title)) || null : collapse(D.attr(el, "xlink:title")) || null;
    }
    default:
      return null;
  }
}

// A control in the middle of somebody else's name says its value there.
function embeddedValue(el, role) {
  if (role === "textbox" || role === "searchbox" || role === "combobox" || role === "listbox") {
    if (isSecure(el)) return "";
    return valueOf(el) || (role === "combobox" || role === "listbox" ? null : "");
  }
  if (role === "slider" || role === "spinbutton" || role === "progressbar" || role === "meter" || role === "scrollbar") {
    return valueOf(el) || "";
  }
  return null;
}

const BLOCK_BREAK = wordSet("inline contents");

// The text of an element's rendered content, blocks set apart by spaces.
function contentText(el, seen, how) {
  let out = "";
  const list = kids(el);
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    if (D.type(child) === 3) {
      out += D.data(child);
      continue;
    }
    const tag = D.tag(child);
    if (tag === "br" || tag === "hr" || tag === "wbr") {
      if (tag !== "wbr") out += " ";
      continue;
    }
    if (tag === "script" || tag === "style" || tag === "template" || tag === "noscript") continue;
    const text = compute(child, seen, { embedded: true, hidden: how.hidden, reference: how.reference });
    out += BLOCK_BREAK[computed(child).display] ? text : " " + text + " ";
  }
  const owned = references(el, "aria-owns");
  for (let i = 0; i < owned.length; i++) {
    out += " " + compute(owned[i], seen, { embedded: true, reference: how.reference });
  }
  return out;
}

// `how`: embedded (part of another's name), reference (reached by labelledby or a
// label, so its own labelledby is not followed again), hidden (read though hidden).
function compute(el, seen, how) {
  if (setHas(seen, el)) return "";
  const outermost = !how.embedded && !how.reference;
  if (!outermost && !how.hidden && isSkipped(el)) return "";
  if (!how.reference && D.has(el, "aria-labelledby")) {
    const others = references(el, "aria-labelledby");
    setAdd(seen, el);
    let text = "";
    for (let i = 0; i < others.length; i++) {
      // An element may name itself as one part of its own label.
      const part = others[i] === el
        ? collapse(D.attr(el, "aria-label")) || collapse(contentText(el, new Set([el]), { reference: true }))
        : joined([others[i]], seen, true);
      if (part) text += (text ? " " : "") + part;
    }
    if (text) return text;
  }
  setAdd(seen, el);
  const role = roleOf(el);
  if (!outermost) {
    const value = embeddedValue(el, role);
    if (value !== null) return value;
  }
  const label = collapse(D.attr(el, "aria-label"));
  if (label) return label;
  const said = D.attr(el, "role");
  if (!said || explicitRole(el) !== "none") {
    const native = nativeName(el, seen);
    if (native) return native;
  }
  if (!outermost || NAMED_BY_CONTENT[role]) {
    const text = contentText(el, seen, how);
    if (collapse(text)) return text;
  }
  const title = collapse(D.attr(el, "title"));
  if (title) return title;
  if (outermost && (role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton")) {
    return collapse(D.attr(el, "placeholder")) || collapse(D.attr(el, "aria-placeholder")) ||
      collapse(D.attr(el, "data-placeholder")) || "";
  }
  return "";
}

// The accessible name, white space collapsed, whole.
function nameOf(el) {
  const role = roleOf(el);
  if ((!role || NAMELESS[role]) && !D.has(el, "aria-label") && !D.has(el, "aria-labelledby") && !D.has(el, "title")) return "";
  return collapse(compute(el, new Set(), {}));
}

const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy"];

// The test id, by the attribute names in common use.
function testIdOf(el) {
  for (let i = 0; i < TEST_IDS.length; i++) {
    const value = D.attr(el, TEST_IDS[i]);
    if (value) return value;
  }
  return "";
}

E.nameOf = nameOf;
E.labelsOf = labelsOf;
E.labelled = labelled;
E.testIdOf = testIdOf;
E.namedByContent = (role) => !!NAMED_BY_CONTENT[role];
