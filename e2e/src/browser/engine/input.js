// Getting input ready: focus and caret, choices of lists, values that cannot be typed.

const setInputValue = setter("HTMLInputElement", "value");
const setSelected = setter("HTMLOptionElement", "selected");
const focusHtml = method("HTMLElement", "focus"), focusDrawn = method("SVGElement", "focus");
const focusOn = (el) => (D.space(el) === SVG ? focusDrawn(el) : focusHtml(el));
const fire = uncurry(EventTarget.prototype.dispatchEvent);

function setter(type, name) {
  const found = window[type] && descriptor(window[type].prototype, name);
  return found && found.set ? uncurry(found.set) : (node, value) => { node[name] = value; };
}

function announce(el, name) {
  const view = D.view(D.doc(el)) || window;
  asCause(() => fire(el, new view.Event(name, { bubbles: true, composed: name === "input" })));
}

// A row or an item is ticked by its only box.
const TICKED = wordSet("row listitem treeitem gridcell cell");

function boxIn(el) {
  if (!TICKED[roleOf(el) || "-"] || statesOf(el).checked !== undefined) return el;
  const found = [];
  all(el, (node) => {
    if (node !== el && statesOf(node).checked !== undefined && !isHiddenFromAria(node)) found[found.length] = node;
  });
  return found.length === 1 ? found[0] : el;
}

// What a verb finds out before the checks: `answer` ends it, `check` makes it wait,
// `option` is the choice to make once the checks hold.
function beforehand(el, ask) {
  if (ask.verb === "check") {
    const state = statesOf(el).checked;
    if (state === undefined) return { check: "checkable", detail: "it is no checkbox, radio button or switch", final: true };
    if (state === (ask.checked ? "true" : "false")) return { answer: { already: true } };
    if (!ask.checked && roleOf(el) === "radio") {
      return { check: "checkable", detail: "a radio button is switched off only by choosing another one", final: true };
    }
    return null;
  }
  if (ask.verb === "tap" && D.tag(el) === "input" && D.inputType(el) === "file") {
    return { check: "operable", detail: "it opens a file dialog of the system, which nothing here can operate", final: true };
  }
  if (ask.verb !== "select") return null;
  if (ask.chosen) {
    if (!D.matches(ask.chosen, ":disabled")) return { option: ask.chosen };
    return { check: "enabled", detail: 'its option "' + optionLabel(ask.chosen) + '" is disabled' };
  }
  if (D.tag(el) !== "select" || isBehindAnother(el)) {
    const role = roleOf(el);
    if (role === "listbox" || role === "combobox" || role === "button" || statesOf(el).opens_list) return { aria: true };
    return { check: "selectable", detail: "it has no options", final: true };
  }
  const found = optionNamed(D.findAll(el, "option"), optionLabel, ask.option);
  if (found.option && D.matches(found.option, ":disabled")) {
    return { check: "enabled", detail: 'its option "' + optionLabel(found.option) + '" is disabled' };
  }
  if (found.option) return { option: found.option };
  return { check: found.many ? "one option" : "option", choices: found.choices, detail: found.many
    ? found.many + ' options read "' + ask.option + '"' : 'it has no option "' + ask.option + '"' };
}

// The one option that reads so: exactly, else ignoring case, else but for an address in
// angle brackets behind it, as in "Ada Lovelace <ada@example.com>".
function optionNamed(list, label, wanted) {
  const text = collapse(wanted), led = lower(text) + " <";
  let exact = null, exacts = 0, loose = null, looses = 0, addressed = null, addresses = 0;
  const choices = [];
  for (let i = 0; i < list.length; i++) {
    const name = label(list[i]);
    if (choices.length < OPTION_LIMIT) choices[choices.length] = clip(name, 80);
    if (name === text) exacts++ || (exact = list[i]);
    if (lower(name) === lower(text)) looses++ || (loose = list[i]);
    if (lower(slice(name, 0, led.length)) === led && test(/<[^<>\s]+@[^<>\s]+>$/, name)) addresses++ || (addressed = list[i]);
  }
  if (exacts === 1) return { option: exact };
  if (exacts > 1) return { many: exacts, choices };
  if (looses === 1) return { option: loose };
  if (!looses && addresses === 1) return { option: addressed };
  return { many: looses || addresses, choices };
}

// Focus, caret and choices, once the element can be used.
function getReady(el, ask, choice) {
  if (ask.verb === "select") return choice && choice.option ? choose(el, choice.option) : { aria: true };
  if (ask.verb === "press") {
    asCause(() => focusOn(el));
    // The focus a key needs is no effect of the key.
    if (armed) armed.active = deepActive(document);
    return { focused: deepActive(document) === el };
  }
  if (ask.verb === "focus") {
    const was = deepActive(document);
    asCause(() => focusOn(el));
    const is = deepActive(document);
    // What is typed next is added to what is there.
    if (is === el && is !== was && isEditable(el)) caret(el, false);
    return { focused: is === el || (within(is, el) && (is !== was || !!D.shadow(el))) };
  }
  if (ask.verb !== "type") return {};
  if (isSecure(el)) weakSet(typedHidden, el, true);
  if (isSegmented(el)) return { segmented: true };
  asCause(() => focusOn(el));
  if (isSettable(el)) return { settable: true };
  if (ask.replace && isGauge(el)) return { gauge: true, focused: deepActive(document) === el };
  const focused = within(deepActive(document), el);
  const kept = caret(el, ask.replace);
  return { focused, empty: isEmpty(el), keys: kept, plain: isPlain(el) };
}

// Whether nobody could tell keys from a text that arrives as a whole: an ordinary field,
// and no listener for keys or input on the page. Where there is one, only real keys show
// what it makes of each of them.
const PLAIN = wordSet("text email password search url");
const KEY_HANDLERS = ["onkeydown", "onkeypress", "onkeyup", "onbeforeinput", "oninput", "onselectionchange"];

function isPlain(el) {
  const known = startOf(D.doc(el));
  if (!known || known.keyed()) return false;
  const view = D.view(D.doc(el));
  for (let i = 0; i < KEY_HANDLERS.length; i++) {
    if (view[KEY_HANDLERS[i]] || D.doc(el)[KEY_HANDLERS[i]]) return false;
    for (let node = el; node; node = up(node)) if (node[KEY_HANDLERS[i]]) return false;
  }
  if (D.has(el, "maxlength") || D.has(el, "inputmode") || test(/one-time|^cc-|^tel/, D.attr(el, "autocomplete") || "")) return false;
  return D.tag(el) === "textarea" || (D.tag(el) === "input" && !!PLAIN[D.inputType(el)]);
}

function isEmpty(el) {
  return isEditingHost(el) ? !collapse(D.content(el)) : !el.value;
}

// Selects everything, or puts the caret behind the last character. False where the
// field does not let a script place the caret.
function caret(el, everything) {
  if (isEditingHost(el)) {
    const doc = D.doc(el);
    const range = doc.createRange();
    range.selectNodeContents(el);
    if (!everything) range.collapse(false);
    const selection = D.view(doc).getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return true;
  }
  try {
    if (everything) el.select();
    else el.setSelectionRange(el.value.length, el.value.length);
    return true;
  } catch (_) {
    return false;
  }
}

// Fields with a picker of their own take a value, not keys: keys mean something else
// in every locale.
E.register("set", (ask) => {
  const el = byId(ask.id);
  return el ? setValue(el, ask.text) : { failed: "attached" };
});

function setValue(el, text) {
  const old = D.value(el);
  setInputValue(el, text);
  const now = D.value(el);
  if (now !== text && !(D.inputType(el) === "color" && lower(now) === lower(text)) && +now !== +text) {
    setInputValue(el, old);
    return { refused: D.inputType(el) };
  }
  announce(el, "input");
  announce(el, "change");
  return { set: true };
}

function choose(el, option) {
  const label = optionLabel(option);
  asCause(() => focusOn(el));
  // A list that is put together anew once it is opened.
  if (optionLabel(option) !== label) return { became: describe(el) + ' in which "' + clip(label, 80) + '" had become "' + clip(optionLabel(option), 80) + '"' };
  if (optionSelected(option)) return { already: true, set: true };
  setSelected(option, true);
  announce(el, "input");
  announce(el, "change");
  return { set: true };
}

// Scrolling --------------------------------------------------------------------

function scrolls(el, vertical) {
  const style = computed(el);
  const flow = vertical ? style.overflowY : style.overflowX;
  if (flow === "hidden" ? !vertical || !isHeldOpen(el) : flow !== "auto" && flow !== "scroll" && flow !== "overlay") return false;
  return vertical ? el.scrollHeight > el.clientHeight + 1 : el.scrollWidth > el.clientWidth + 1;
}

// The box that scrolls: the target or what is around it; without one the page, else
// the largest list in view.
function scroller(el, vertical) {
  const page = document.scrollingElement || D.element(document);
  for (let node = el; node && node !== page; node = up(node)) if (scrolls(node, vertical)) return node;
  if (el && el !== page) return D.doc(el).scrollingElement || page;
  const moves = vertical ? page.scrollHeight > window.innerHeight + 1 : page.scrollWidth > window.innerWidth + 1;
  if (moves) return page;
  let best = page, size = 0;
  all(document, (node) => {
    if (!scrolls(node, vertical) || !isVisible(node)) return;
    const area = node.clientWidth * node.clientHeight;
    if (area > size) {
      best = node;
      size = area;
    }
  });
  return best;
}

// Scrolls by about three quarters of the box; says by how much.
E.register("scroll", (ask) => {
  const target = ask.id ? byId(ask.id) : null;
  if (ask.id && !target) return { failed: "attached" };
  const vertical = ask.direction === "up" || ask.direction === "down";
  const box = scroller(target && ask.id !== "root" ? target : null, vertical);
  arm(box, { verb: "scroll" });
  const back = ask.direction === "up" || ask.direction === "left" ? -1 : 1;
  const page = D.parent(box) === D.doc(box);
  const length = vertical ? (page ? window.innerHeight : box.clientHeight) : (page ? window.innerWidth : box.clientWidth);
  const x = box.scrollLeft, y = box.scrollTop;
  const by = back * max(1, round(length * 0.75));
  box.scrollBy({ left: vertical ? 0 : by, top: vertical ? by : 0, behavior: "instant" });
  const moved = vertical ? box.scrollTop - y : box.scrollLeft - x;
  const able = vertical ? box.scrollHeight > length + 1 : box.scrollWidth > length + 1;
  return merge({ target: page ? "the page" : describe(box) }, { moved: round(moved), able });
});
