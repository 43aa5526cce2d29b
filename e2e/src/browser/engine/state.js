// What is true of an element: seen or hidden, where, its value, its text, its states.

// The place of a document's origin in the top-level viewport, and its scale.
function placeOf(doc) {
  let x = 0, y = 0, sx = 1, sy = 1;
  for (let frame = frameOf(doc); frame; frame = frameOf(D.doc(frame))) {
    const box = D.box(frame);
    const style = computed(frame);
    const fx = frame.offsetWidth ? box.width / frame.offsetWidth : 1;
    const fy = frame.offsetHeight ? box.height / frame.offsetHeight : 1;
    const left = (parseFloat(style.borderLeftWidth) || 0) + (parseFloat(style.paddingLeft) || 0);
    const top = (parseFloat(style.borderTopWidth) || 0) + (parseFloat(style.paddingTop) || 0);
    x = box.left + (left + x) * fx;
    y = box.top + (top + y) * fy;
    sx *= fx;
    sy *= fy;
  }
  return { x, y, sx, sy };
}

// [x, y, width, height] in CSS pixels of the top-level viewport, for any frame.
function rectOf(el) {
  const box = D.box(el);
  const doc = D.doc(el);
  if (doc === document) return [box.left, box.top, box.width, box.height];
  const place = placeOf(doc);
  return [place.x + box.left * place.sx, place.y + box.top * place.sy, box.width * place.sx, box.height * place.sy];
}

// Whether a person could see it: rendered, not hidden, of some size, in a visible frame.
// Neither opacity nor scrolling away counts as hidden: it can be acted on.
// What is seen is `isSeen`.
function isVisible(el) {
  if (!isAttached(el)) return false;
  if (!isShown(el)) return false;
  for (let frame = frameOf(D.doc(el)); frame; frame = frameOf(D.doc(frame))) {
    if (!isShown(frame)) return false;
  }
  return true;
}

function isShown(el) {
  if (D.tag(el) === "area") {
    const image = imageOf(el);
    return !!image && isShown(image) && D.boxes(el).length > 0;
  }
  const style = computed(el);
  if (style.display === "none") return false;
  if (style.display === "contents") {
    const list = kids(el);
    for (let i = 0; i < list.length; i++) {
      const child = list[i];
      if (D.type(child) === 1 ? isShown(child) : collapse(D.data(child)) && textIsShown(child)) return true;
    }
    return false;
  }
  if (style.visibility !== "visible") return false;
  if (D.rendered && !D.rendered(el)) return false;
  const box = D.box(el);
  return box.width > 0 && box.height > 0;
}

function textIsShown(node) {
  const range = D.range(D.doc(node));
  D.hold(range, node);
  const box = D.held(range);
  return box.width > 0 && box.height > 0;
}

// Whether everything outside `modal` dialogs of a document is out of reach.
function modalOf(doc) {
  // A document may have lost its root, or not have one yet.
  if (!D.element(doc)) return null;
  const list = D.findAll(D.element(doc), "dialog");
  let modal = null;
  for (let i = 0; i < list.length; i++) {
    if (!isModal(list[i])) continue;
    // Of two open ones the later opened lies on top: ask what is drawn there.
    if (!modal || !isOnTop(doc, modal)) modal = list[i];
  }
  if (modal) return modal;
  // Dialogs of components stand in shadow roots; an open one holds the focus.
  for (let node = deepActive(doc); node && D.doc(node) === doc; node = up(node)) {
    if (D.tag(node) === "dialog" && isModal(node)) return node;
  }
  return null;
}

function isModal(el) {
  try {
    return D.matches(el, ":modal");
  } catch (_) {
    return false;
  }
}

function isOnTop(doc, el) {
  const box = D.box(el);
  const hit = D.hit(doc, box.left + box.width / 2, box.top + box.height / 2);
  return !!hit && within(hit, el);
}

// Whether the page made it unusable: an `inert` ancestor, or a modal dialog elsewhere.
function isInert(el) {
  for (let node = el; node; node = up(node)) {
    if (D.type(node) === 1 && D.has(node, "inert")) return true;
  }
  for (let node = el; node; node = frameOf(D.doc(node))) {
    const modal = modalOf(D.doc(node));
    if (modal && !within(node, modal)) return true;
  }
  return false;
}

// Whether assistive technology, and so every role query, passes it over.
function isHiddenFromAria(el) {
  if (!isAttached(el)) return true;
  if (D.tag(el) === "area") {
    const image = imageOf(el);
    return !image || isHiddenFromAria(image);
  }
  if (computed(el).visibility !== "visible") return true;
  let below = null;
  for (let node = el; node; below = node, node = up(node)) {
    if (D.attr(node, "aria-hidden") === "true") return true;
    if (D.tag(node) === "details" && below && !D.has(node, "open") && !isSummary(below)) return true;
    if (computed(node).display === "none") {
      // Options of a closed list are not rendered and still there to choose.
      const tag = D.tag(node);
      if (tag !== "option" && tag !== "optgroup") return true;
    }
  }
  return isInert(el);
}

// The element that holds the focus, through frames and shadow roots.
function deepActive(doc) {
  let active = doc.activeElement;
  for (let i = 0; active && i < 64; i++) {
    const shadow = D.shadow(active);
    const inner = shadow ? shadow.activeElement : null;
    if (inner) {
      active = inner;
      continue;
    }
    const framed = documentIn(active);
    if (!framed || !framed.activeElement) break;
    active = framed.activeElement;
  }
  return active;
}

// A field whose value nobody may read.
function isSecure(el) {
  const tag = D.tag(el);
  if (tag !== "input") return (tag === "textarea" || isEditingHost(el)) && isMasked(computed(el));
  if (D.inputType(el) === "password") return true;
  // Lists to choose from say so only to be left alone by the browser.
  const hint = D.attr(el, "role") === "combobox" ? null : D.attr(el, "autocomplete");
  return (!!hint && /\b(current|new)-password\b/i.test(hint)) || isMasked(computed(el));
}

const VALUED_BY_ARIA = wordSet("slider spinbutton progressbar meter scrollbar");
const optionText = getter("HTMLOptionElement", "text");
const optionSelected = getter("HTMLOptionElement", "selected");

function optionLabel(el) {
  return collapse(D.attr(el, "label")) || collapse(optionText(el));
}

// The current value of a field as a person reads it; null for what has none.
function valueOf(el) {
  const tag = D.tag(el);
  if (isSecure(el)) return null;
  if (tag === "input") {
    const type = D.inputType(el);
    if (type === "checkbox" || type === "radio" || type === "hidden" || INPUT_ROLES[type] === "button") {
      if (type !== "file") return null;
      let names = "";
      const files = el.files;
      for (let i = 0; files && i < files.length; i++) names += (i ? ", " : "") + files[i].name;
      return names;
    }
    return D.value(el) || chosenBeside(el);
  }
  if (tag === "textarea") return el.value;
  if (tag === "select") {
    const options = D.findAll(el, "option");
    let out = "";
    for (let i = 0; i < options.length; i++) {
      if (optionSelected(options[i])) out += (out ? ", " : "") + optionLabel(options[i]);
    }
    return out;
  }
  if (tag === "progress" || tag === "meter") return D.has(el, "value") ? "" + el.value : null;
  if (isEditingHost(el)) return trim(el.innerText || "");
  if (isSegmented(el)) return segmentedValue(el);
  const role = D.has(el, "role") ? explicitRole(el) : "";
  if (VALUED_BY_ARIA[role]) return D.attr(el, "aria-valuetext") || D.attr(el, "aria-valuenow");
  if (role === "combobox" || role === "textbox" || role === "searchbox") return textOf(el);
  return null;
}

const UNSEEN = wordSet("script style template noscript head title meta link base source track datalist");

// Visible text like `innerText`, with shadow roots and frames left to their own
// elements' rules: hidden parts skipped, blocks apart, white space collapsed.
function textOf(el) {
  return collapse(rawText(el));
}

// What stands above the line, while a text is put together: it belongs to the line and
// breaks no word of it.
let aside = "";

function withAside(text) {
  const out = text + aside;
  aside = "";
  return out;
}

function isAside(style) {
  return style.display === "ruby-text";
}

function rawText(el) {
  return withAside(flowText(el));
}

function flowText(el) {
  if (UNSEEN[D.tag(el)] || UNDRAWN[D.tag(el)] || D.tag(el) === "iframe" || isHollow(el)) return "";
  const style = computed(el);
  if (style.display === "none" || style.contentVisibility === "hidden") return "";
  const seen = style.visibility === "visible" && !isMasked(style);
  const closed = D.tag(el) === "details" && !D.has(el, "open");
  let out = "";
  const list = kids(el);
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    if (D.type(child) === 3) {
      if (seen && !closed && !(unlit && setHas(unlit, child))) out += D.data(child);
      continue;
    }
    const tag = D.tag(child);
    if (tag === "br") {
      out += " ";
      continue;
    }
    if (tag === "select" || tag === "textarea" || (closed && !isSummary(child))) continue;
    const text = flowText(child);
    if (tag === "rt" && isAside(computed(child))) aside += text;
    else out += text;
  }
  if (BLOCK_BREAK[style.display]) return out;
  return " " + (isAside(style) ? out : withAside(out)) + " ";
}

const CHECKABLE = wordSet("checkbox radio switch menuitemcheckbox menuitemradio option treeitem");
const PRESSABLE = wordSet("button");
const SELECTABLE = wordSet("option tab row gridcell columnheader rowheader treeitem");
const OPERABLE = wordSet(
  "button link textbox searchbox combobox listbox checkbox radio switch tab menuitem " +
  "menuitemcheckbox menuitemradio option slider spinbutton treeitem radiogroup scrollbar gridcell group");
const TYPED = wordSet(
  "text search url tel email password number date time month week datetime-local");

function tristate(value) {
  return value === "true" || value === "false" || value === "mixed" ? value : undefined;
}

// Whether it cannot be operated: natively, by a fieldset, by ARIA, or inert.
function isDisabled(el) {
  if (D.matches(el, ":disabled")) return true;
  for (let node = el; node; node = up(node)) {
    const value = D.attr(node, "aria-disabled");
    if (value === "true") return true;
    if (value === "false") break;
  }
  return isInert(el);
}

// Whether text can be typed into it.
function isEditable(el) {
  const tag = D.tag(el);
  if (tag === "input" ? !TYPED[D.inputType(el)] : tag !== "textarea" && !isEditingHost(el) && !isSegmented(el)) return false;
  return !isReadonly(el) && !D.matches(el, ":disabled") && D.attr(el, "aria-disabled") !== "true";
}

function isReadonly(el) {
  const tag = D.tag(el);
  if ((tag === "input" || tag === "textarea") && D.has(el, "readonly")) return true;
  return D.attr(el, "aria-readonly") === "true";
}

// Whether the value is refused as the person sees it: said by ARIA, or by the
// browser once the field was touched.
function invalidMessage(el) {
  const said = D.attr(el, "aria-invalid");
  let native = false;
  if (said === null) {
    try {
      native = D.matches(el, ":user-invalid");
    } catch (_) {
      native = false;
    }
  }
  if (!native && (said === null || said === "false" || said === "")) return null;
  let text = "";
  const from = references(el, "aria-errormessage");
  for (let i = 0; i < from.length; i++) text += " " + textOf(from[i]);
  if (!collapse(text) && native) text = el.validationMessage || "";
  if (!collapse(text)) {
    const more = references(el, "aria-describedby");
    for (let i = 0; i < more.length; i++) text += " " + textOf(more[i]);
  }
  return clip(collapse(text), 256);
}

// Whether the browser would not send its value, though nobody was told yet. What a page
// says of the field itself goes before.
function isUnfit(el, tag) {
  return (tag === "input" || tag === "textarea" || tag === "select") && !D.has(el, "aria-invalid") && D.matches(el, ":invalid");
}

// States in the form of the observation; what is absent does not apply or is false.
// `known` spares the climb to ancestors when the caller already made it.
const OPENS_MENU = /^(menu|true)$/;

function statesOf(el, known) {
  const tag = D.tag(el);
  const role = known ? known.role : roleOf(el);
  const type = tag === "input" ? D.inputType(el) : "";
  const out = { __proto__: null };
  if (type === "checkbox" || type === "radio") {
    out.checked = el.indeterminate ? "mixed" : D.checked(el) ? "true" : "false";
  } else if (CHECKABLE[role]) {
    const value = tristate(D.attr(el, "aria-checked"));
    if (value) out.checked = value;
    else if (role !== "option" && role !== "treeitem") out.checked = "false";
  }
  if (PRESSABLE[role]) out.pressed = tristate(D.attr(el, "aria-pressed"));
  if (tag === "option") out.selected = optionSelected(el);
  else if (SELECTABLE[role] && D.has(el, "aria-selected")) out.selected = D.attr(el, "aria-selected") === "true";
  const expanded = D.attr(el, "aria-expanded");
  if (expanded === "true" || expanded === "false") out.expanded = expanded === "true";
  else if (tag === "summary" && isSummary(el)) out.expanded = D.has(D.parent(el), "open");
  if (test(OPENS_MENU, D.attr(el, "aria-haspopup") || "")) out.opens_menu = true;
  if (D.attr(el, "aria-haspopup") === "listbox") out.opens_list = true;
  if (role && (OPERABLE[role] || (known && known.clickable))) {
    const disabled = known
      ? known.disabled || D.matches(el, ":disabled") || D.attr(el, "aria-disabled") === "true"
      : isDisabled(el);
    if (disabled) out.disabled = true;
  }
  if (tag === "input" || tag === "textarea" || tag === "select" || role) {
    if (isReadonly(el)) out.readonly = true;
    if (D.attr(el, "aria-required") === "true" ||
        ((tag === "input" || tag === "textarea" || tag === "select") && D.has(el, "required"))) out.required = true;
    const message = invalidMessage(el);
    if (message !== null) {
      out.invalid = true;
      if (message) out.invalid_message = message;
    } else if (isUnfit(el, tag)) out.unfit = true;
  }
  if (el === (known ? known.active : deepActive(document)) && tag !== "body" && tag !== "html") out.focused = true;
  if (isSecure(el)) {
    out.secure = true;
    // That it is empty is no secret; nothing else is said of its value.
    if (tag === "input" || tag === "textarea") out.blank = el.value === "";
  }
  if (isEditable(el) && !out.disabled) out.editable = true;
  if (D.attr(el, "aria-busy") === "true") out.busy = true;
  const current = D.attr(el, "aria-current");
  if (current && current !== "false") out.current = true;
  return out;
}

// What a person calls it, for messages: `button "Save"`, `<div class="veil">`.
function describe(el) {
  if (D.tag(el) === "html" || D.tag(el) === "body") return "the page";
  const role = roleOf(el);
  const name = clip(nameOf(el) || (role ? "" : clip(textOf(el), 60)), 80);
  if (role || name) return (role || "element") + (name ? ' "' + name + '"' : "");
  const hint = D.attr(el, "id") || D.attr(el, "class");
  const kind = D.attr(el, "id") ? "id" : "class";
  return "<" + D.tag(el) + (hint ? " " + kind + '="' + clip(collapse(hint), 60) + '"' : "") + ">";
}

E.rectOf = rectOf;
E.isVisible = isVisible;
E.isHiddenFromAria = isHiddenFromAria;
E.isInert = isInert;
E.isDisabled = isDisabled;
E.isEditable = isEditable;
E.isSecure = isSecure;
E.valueOf = valueOf;
E.textOf = textOf;
E.statesOf = statesOf;
E.describe = describe;
E.active = () => deepActive(document);
