// Accessible names by accname 1.2: labelled by others, its own label, what the
// language gives it, its content, its tooltip. And what it is called for tests.

const NAMED_BY_CONTENT = wordSet(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox " +
  "menuitemradio option radio row rowheader switch tab term tooltip treeitem");
const NAMELESS = wordSet(
  "caption code deletion emphasis insertion mark none paragraph strong subscript suggestion superscript time");

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
  const tag = D.tag(el), list = labelLists[tag];
  if (!list && indexOf(tag, "-") > 0) return labelsOfCustom(el);
  const found = list ? list(el) : null;
  const out = [];
  if (found) for (let i = 0; i < found.length; i++) out[i] = found[i];
  return out.length || !list || !mayHaveInner() ? out : labelsOfHost(el);
}

// The control a label is for.
function labelled(el) {
  return D.tag(el) === "label" ? controlOfLabel(el) : null;
}

// The control that says it is called as this label, or null: a press on the label is for it.
function namedBy(label) {
  const id = D.attr(label, "id");
  if (!id || test(/["\\\n]/, id)) return null;
  const found = D.findAll(D.element(D.doc(label)), '[aria-labelledby~="' + id + '"]');
  return found.length === 1 && !within(label, found[0]) && OPERABLE[roleOf(found[0]) || "-"] ? found[0] : null;
}

// Not displayed, or kept from assistive technology, by itself.
function isSkipped(el, display) {
  return D.attr(el, "aria-hidden") === "true" || (display || computed(el).display) === "none";
}

function isUnseen(el) {
  return isSkipped(el) || computed(el).visibility !== "visible";
}

function childOfTag(el, tag) {
  for (let child = D.first(el); child; child = D.next(child)) {
    if (D.type(child) === 1 && D.tag(child) === tag) return child;
  }
  return null;
}

function joined(elements, seen, hidden) {
  if (recall && elements.length) recall.crossed = true;
  let out = "";
  for (let i = 0; i < elements.length; i++) {
    const text = collapse(compute(elements[i], seen, { reference: true, hidden: hidden && isUnseen(elements[i]) }));
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
    case "fieldset": case "table": {
      const child = childOfTag(el, tag === "fieldset" ? "legend" : "caption");
      const text = child ? joined([child], seen, false) : "";
      return text || (tag === "table" ? collapse(D.attr(el, "summary")) : "") || null;
    }
    case "img": case "area":
      return collapse(D.attr(el, "alt")) || null;
    case "optgroup": case "option":
      return collapse(D.attr(el, "label")) || null;
    default: {
      if (indexOf(tag, "-") > 0) return joined(labelsOf(el), seen, false) || null;
      if (D.space(el) !== SVG) return null;
      const title = childOfTag(el, "title");
      return title ? collapse(D.content(title)) || null : collapse(D.attr(el, "xlink:title")) || null;
    }
  }
}

// A control in the middle of somebody else's name says its value there.
function embeddedValue(el, role, seen) {
  const tag = D.tag(el);
  if (role === "textbox" || role === "searchbox" || role === "combobox" || role === "listbox") {
    if (isSecure(el)) return "";
    if (tag === "input" || tag === "select" || tag === "textarea" || isEditingHost(el)) return valueOf(el) || "";
    return role === "combobox" || role === "listbox" ? chosenIn(el, seen) : textOf(el);
  }
  if (role === "slider" || role === "spinbutton" || role === "progressbar" || role === "meter" || role === "scrollbar") {
    return valueOf(el) || "";
  }
  return tag === "select" || role === "menu" ? "" : null;
}

// The chosen options of a list made of ordinary elements, those it owns included.
function chosenIn(el, seen) {
  let out = "";
  const visit = (node) => {
    const list = ownedAndKids(node);
    for (let i = 0; i < list.length; i++) {
      if (D.type(list[i]) !== 1) continue;
      if (D.attr(list[i], "aria-selected") === "true" && roleOf(list[i]) === "option") {
        out += " " + compute(list[i], seen, { embedded: true });
      } else visit(list[i]);
    }
  };
  visit(el);
  return collapse(out) || (roleOf(el) === "combobox" ? valueOf(el) || "" : "");
}

function ownedAndKids(el) {
  const out = kids(el), owned = ownedBy(el);
  for (let i = 0; i < owned.length; i++) out[out.length] = owned[i];
  return out;
}

const BLOCK_BREAK = wordSet("inline contents ruby ruby-base");
const CONTENT_PARTS = /(?:url|type)\("(?:[^"\\]|\\.)*"\)|"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)[^)]*\)|counter(s?)\(((?:"(?:[^"\\]|\\.)*"|[^")])*)\)|(\/)/g;

const WRITING = /::?(before|after)/;
const sheetsOf = getter("Document", "styleSheets"), shadowSheets = getter("ShadowRoot", "styleSheets");
const writers = new WeakMap();

// Whether some rule of a tree may write by pseudo elements. What cannot be read may.
function mayWrite(root) {
  const known = weakGet(writers, root);
  if (known && known.epoch === epoch) return known.may;
  let may = false;
  try {
    const sheets = D.type(root) === 9 ? sheetsOf(root) : shadowSheets(root);
    const added = root.adoptedStyleSheets || [];
    let size = 0;
    for (let i = 0; i < sheets.length; i++) size += sheets[i].disabled ? 0 : 1 + sheets[i].cssRules.length;
    for (let i = 0; i < added.length; i++) size += 1 + added[i].cssRules.length;
    if (known && known.size === size) may = known.may;
    else {
      for (let i = 0; i < sheets.length && !may; i++) may = rulesWrite(sheets[i].cssRules);
      for (let i = 0; i < added.length && !may; i++) may = rulesWrite(added[i].cssRules);
    }
    weakSet(writers, root, { epoch, size, may });
  } catch (_) {
    may = true;
    weakSet(writers, root, { epoch, size: -1, may });
  }
  return may;
}

function rulesWrite(rules) {
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i];
    if (rule.selectorText && test(WRITING, rule.selectorText)) return true;
    if (rule.cssRules && rulesWrite(rule.cssRules)) return true;
    if (rule.styleSheet && rulesWrite(rule.styleSheet.cssRules)) return true;
  }
  return false;
}

// What a pseudo element says: its alternative text where it has one.
function saidBy(el, pseudo) {
  if (!mayWrite(D.rootOf(el))) return "";
  const style = computed(el, pseudo), content = style.content;
  if (!content || content === "none" || content === "normal" || style.display === "none" || style.visibility !== "visible") return "";
  let shown = "", spoken = null;
  replace(content, CONTENT_PARTS, (_, text, name, all, counter, slash) => {
    const part = name ? D.attr(el, name) || "" : counter ? counterText(el, pseudo, counter, all) : replace(text || "", /\\(.)/g, "$1");
    if (slash) spoken = "";
    else if (spoken === null) shown += part;
    else spoken += part;
    return "";
  });
  // What is spoken instead of what is drawn stands as a word of its own.
  if (spoken !== null) return " " + spoken + " ";
  return BLOCK_BREAK[style.display] ? shown : " " + shown + " ";
}

// The text of an element's rendered content, blocks set apart by spaces.
function contentText(el, seen, how) {
  const list = kids(el), owned = ownedBy(el);
  const style = computed(el), visible = (how.hidden || style.visibility === "visible") && !isMasked(style);
  const tree = roleOf(el) === "treeitem";
  let out = visible ? saidBy(el, "::before") : "";
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    if (D.type(child) === 3) {
      if (visible) out += D.data(child);
      continue;
    }
    const tag = D.tag(child);
    if (tag === "br" || tag === "hr" || tag === "wbr") {
      if (tag !== "wbr") out += " ";
      continue;
    }
    if (tag === "script" || tag === "style" || tag === "template" || tag === "noscript") continue;
    // What belongs elsewhere is read there; branches of a tree have names of their own.
    if ((ownerOf(child) || el) !== el || (tree && roleOf(child) === "group")) continue;
    const display = computed(child).display;
    const text = compute(child, seen, { embedded: true, hidden: how.hidden, reference: how.reference, display });
    // What is not rendered stands between no two letters.
    out += BLOCK_BREAK[display] || (display === "none" && !text) ? text : " " + text + " ";
  }
  for (let i = 0; i < owned.length; i++) {
    out += " " + compute(owned[i], seen, { embedded: true, reference: how.reference });
  }
  if (visible) out += saidBy(el, "::after");
  if (recall) {
    if (owned.length) recall.crossed = true;
    if (!recall.crossed && !how.reference && !how.hidden) mapSet(recall.texts, el, out);
  }
  return out;
}

// The same for what is named by it, from what it was part of before.
function ownContent(el, seen) {
  const known = recall && !recall.crossed ? mapGet(recall.texts, el) : undefined;
  return known === undefined ? contentText(el, seen, {}) : known;
}

// `how`: embedded (part of another's name), reference (reached by labelledby or a
// label, so its own labelledby is not followed again), hidden (read though hidden).
function compute(el, seen, how) {
  if (setHas(seen, el)) return "";
  const outermost = !how.embedded && !how.reference;
  if (!outermost && !how.hidden && isSkipped(el, how.display)) return "";
  const tag = D.tag(el);
  if (tag === "slot") return outermost ? "" : contentText(el, seen, how);
  if (!how.reference) {
    const others = labellers(el);
    if (others.length) {
      setAdd(seen, el);
      if (recall) recall.crossed = true;
    }
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
    const value = embeddedValue(el, role, seen);
    if (value !== null) return value;
  }
  const label = collapse(D.attr(el, "aria-label"));
  if (label) return label;
  if (!D.has(el, "role") || explicitRole(el) !== "none") {
    const native = nativeName(el, seen);
    if (native) return native;
  } else if (outermost) return "";
  // An image that says it has nothing to say.
  if (tag === "img" && D.has(el, "alt") && !collapse(D.attr(el, "alt"))) return "";
  let text = "";
  if (!outermost || NAMED_BY_CONTENT[role]) {
    text = outermost ? ownContent(el, seen) : contentText(el, seen, how);
    if (collapse(text)) return text;
  }
  const title = collapse(D.attr(el, "title"));
  if (title) return title;
  if (outermost && (role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton")) {
    return collapse(D.attr(el, "placeholder")) || collapse(D.attr(el, "aria-placeholder")) ||
      collapse(D.attr(el, "data-placeholder")) || "";
  }
  return text;
}

// The accessible name, white space collapsed, whole.
function nameOf(el) {
  const role = roleOf(el);
  if ((!role || NAMELESS[role]) && !D.has(el, "aria-label") && !labellers(el).length && !D.has(el, "title") &&
    !(mayHaveInner() && labelsOf(el).length && indexOf(D.tag(el), "-") > 0)) return "";
  if (recall) recall.crossed = false;
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
