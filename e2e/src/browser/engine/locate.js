// Exact queries: steps that each look inside what the step before found. Shadow roots
// and same-origin frames are part of the tree like everything else.

const FIELD_ROLES = wordSet(
  "textbox searchbox combobox listbox checkbox radio switch slider spinbutton progressbar meter");
const FIELD_TAGS = wordSet("input select textarea meter progress output button");
const AROUND = wordSet(
  "row listitem dialog alertdialog region form article group radiogroup navigation table tabpanel menu treeitem");
const LISTED = 20;
const NEAR_LIMIT = 300;

// Whether a text is what a step asks for: by default part of it in any case.
function fitsText(own, step) {
  if (own === null || own === undefined) return false;
  const text = collapse(own), wanted = collapse(step.text);
  if (step.exact) return text === wanted;
  return wanted !== "" && indexOf(lower(text), lower(wanted)) >= 0;
}

function textsOfLabels(el) {
  const out = [];
  const labels = labelsOf(el);
  for (let i = 0; i < labels.length; i++) out[out.length] = textOf(labels[i]) || D.content(labels[i]);
  const said = D.attr(el, "aria-label");
  if (said) out[out.length] = said;
  const others = references(el, "aria-labelledby");
  let joint = "";
  for (let i = 0; i < others.length; i++) {
    const text = textOf(others[i]) || D.content(others[i]);
    out[out.length] = text;
    joint += " " + text;
  }
  if (others.length > 1) out[out.length] = joint;
  return out;
}

// What a button made of an input shows: its value, or what the browser writes there.
function buttonText(el) {
  if (D.tag(el) !== "input") return null;
  const type = D.inputType(el);
  return type === "submit" || type === "button" || type === "reset" ? nameOf(el) : null;
}

// While a denial is checked: roles hidden from assistive technology count as well.
let lenient = false;

const TESTS = {
  __proto__: null,
  role: (el, step) => {
    if (roleOf(el) !== step.role) return false;
    if (step.level && step.level !== (+D.attr(el, "aria-level") || +slice(D.tag(el), 1))) return false;
    if (step.text !== undefined && !fitsText(nameOf(el), step)) return false;
    return lenient || !isHiddenFromAria(el);
  },
  label: (el, step) => {
    const tag = D.tag(el);
    if (!FIELD_TAGS[tag] && !D.has(el, "aria-label") && !D.has(el, "aria-labelledby") &&
      !(indexOf(tag, "-") > 0 && labelsOf(el).length)) return false;
    if (tag === "label") return false;
    // Kept for the form alone: neither seen by anyone nor reached by keys.
    if (!lenient && D.attr(el, "aria-hidden") === "true" && D.attr(el, "tabindex") === "-1") return false;
    const texts = textsOfLabels(el);
    for (let i = 0; i < texts.length; i++) if (fitsText(texts[i], step)) return true;
    return false;
  },
  placeholder: (el, step) => fitsText(D.attr(el, "placeholder"), step) || fitsText(D.attr(el, "aria-placeholder"), step),
  test_id: (el, step) => testIdOf(el) === step.text,
  alt: (el, step) => fitsText(D.attr(el, "alt"), step),
  title: (el, step) => fitsText(D.attr(el, "title"), step),
  css: (el, step) => D.matches(el, step.text),
};

// The innermost elements that show a text. What does not hold it somewhere inside
// cannot hold it deeper, so whole subtrees are left out at once.
function showing(scope, step, out) {
  const loose = { text: step.text, exact: false };
  const visit = (el) => {
    const button = buttonText(el);
    if (button !== null) {
      if (!fitsText(button, step)) return false;
      if (isSeen(el)) out[out.length] = el;
      return true;
    }
    const framed = documentIn(el);
    if (framed && frameDepth(framed) <= FRAME_DEPTH) return visit(D.element(framed));
    // What was typed into a field is its value, and no text of the page.
    if (UNSEEN[D.tag(el)] || UNDRAWN[D.tag(el)] || isHollow(el) || D.tag(el) === "textarea") return false;
    const text = rawText(el);
    const holds = fitsText(text, loose);
    if (!holds && !hasElsewhere(el)) return false;
    let deeper = false;
    const list = kids(el);
    for (let i = 0; i < list.length; i++) {
      if (D.type(list[i]) === 1 && visit(list[i])) deeper = true;
    }
    if (deeper) return true;
    if (!holds || el === scope || !fitsText(text, step)) return false;
    out[out.length] = el;
    return true;
  };
  visit(scope);
}

// Whether something inside shows text that is not part of `textOf`.
function hasElsewhere(el) {
  return D.findAll(el, "input,iframe,frame,object,embed").length > 0 || hasShadowInside(el);
}

function hasShadowInside(el) {
  let found = false;
  all(el, (inner) => {
    if (D.shadow(inner)) found = true;
    return !found;
  });
  return found;
}

function descendants(scope, step) {
  const out = [];
  if (step.by === "text") {
    if (scope || D.element(document)) showing(scope || D.element(document), step, out);
    return out;
  }
  const fits = TESTS[step.by];
  all(scope || document, (el) => {
    if (el !== scope && fits(el, step)) out[out.length] = el;
  });
  return out;
}

// Every element a query names, in reading order. In a frame the first steps may have been
// taken in the documents around it: `from` are the steps that begin in this document.
function find(query) {
  let found = [];
  const steps = query.steps, from = query.from || FIRST;
  for (let s = 0; s < steps.length; s++) {
    const step = steps[s];
    if (step.by) {
      const next = [];
      const seen = new Set();
      const scopes = isAmong(from, s) ? [null] : [];
      for (let i = 0; i < found.length; i++) scopes[scopes.length] = found[i];
      for (let i = 0; i < scopes.length; i++) {
        const inside = descendants(scopes[i], step);
        for (let k = 0; k < inside.length; k++) {
          if (setHas(seen, inside[k])) continue;
          setAdd(seen, inside[k]);
          next[next.length] = inside[k];
        }
      }
      found = next;
    } else if (step.nth !== undefined) {
      const at = step.nth < 0 ? found.length + step.nth : step.nth;
      found = found[at] ? [found[at]] : [];
    } else {
      const kept = [];
      for (let i = 0; i < found.length; i++) {
        const el = found[i];
        const keep = step.has_text !== undefined
          ? fitsText(textOf(el), { text: step.has_text, exact: step.exact })
          : step.named !== undefined
            ? fitsText(nameOf(el), { text: step.named, exact: step.exact })
            : isSeen(el) === step.visible;
        if (keep) kept[kept.length] = el;
      }
      found = kept;
    }
  }
  return found;
}

const FIRST = [0];

function isAmong(list, item) {
  for (let i = 0; i < list.length; i++) if (list[i] === item) return true;
  return false;
}

// Where an element is, for messages: `row "March 12"`.
function placeAround(el) {
  for (let node = up(el); node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const role = roleOf(node);
    if (!role || !AROUND[role]) continue;
    const name = nameOf(node) || clip(textOf(node), 60);
    if (name) return role + ' "' + clip(name, 60) + '"';
  }
  return "";
}

function matchOf(el) {
  return { id: idOf(el), what: describe(el), place: placeAround(el), visible: isSeen(el) };
}

// What a step that found nothing could have meant: names of the same kind.
function namesNear(step) {
  const out = [];
  const seen = new Set();
  const add = (text) => {
    const name = clip(collapse(text), 80);
    if (!name || setHas(seen, name)) return;
    setAdd(seen, name);
    out[out.length] = name;
  };
  all(document, (el) => {
    if (out.length >= NEAR_LIMIT) return false;
    if (step.by === "role") {
      if (roleOf(el) === step.role && !isHiddenFromAria(el)) add(nameOf(el));
    } else if (step.by === "label") {
      if (FIELD_ROLES[roleOf(el)]) {
        const texts = textsOfLabels(el);
        for (let i = 0; i < texts.length; i++) add(texts[i]);
      }
    } else if (step.by === "placeholder") add(D.attr(el, "placeholder"));
    else if (step.by === "test_id") add(testIdOf(el));
    else if (step.by === "alt") add(D.attr(el, "alt"));
    else if (step.by === "title") add(D.attr(el, "title"));
    else if (step.by === "text") {
      const own = ownText(el, kids(el));
      if (own && !UNSEEN[D.tag(el)] && isSeen(el)) add(own);
    }
  });
  return out;
}

// How many elements are left after each step, so that the first empty one is known.
function trail(query) {
  const out = [];
  for (let i = 1; i <= query.steps.length; i++) {
    out[out.length] = find({ steps: sliceList(query.steps, i), from: query.from }).length;
  }
  return out;
}

function sliceList(list, end) {
  const out = [];
  for (let i = 0; i < end; i++) out[i] = list[i];
  return out;
}

// What a query comes to now. An unusable selector is an answer, not a failure.
function located(query) {
  let found;
  try {
    found = find(query);
  } catch (error) {
    if (error && error.name === "SyntaxError") return { invalid: "" + error.message, count: 0, matches: [] };
    throw error;
  }
  const matches = [];
  for (let i = 0; i < found.length && i < LISTED; i++) matches[i] = matchOf(found[i]);
  return { count: found.length, matches, elements: found };
}

// What to say when nothing was found.
function absence(query) {
  const counts = trail(query);
  let at = 0;
  while (at < counts.length - 1 && counts[at] > 0) at++;
  const step = query.steps[at];
  const why = step.by === "text" ? unshown(D.element(document), fold(step.text)) : null;
  return { counts, near: step.by ? namesNear(step) : [], status: failedStatus(), unshown: why || undefined };
}

function withoutElements(found) {
  return { count: found.count, matches: found.matches, invalid: found.invalid, frames: foreign().length };
}

// Waits for exactly one match, at most `timeout`; several are an answer as soon as the
// page holds still, because a moment later they may be one.
async function locateOne(ask) {
  const start = now();
  let found = null, count = -1, at = 0, cost = 0;
  watch(document);
  for (;;) {
    if (changes.count !== count || now() - at >= max(100, cost * 4)) {
      count = changes.count;
      at = now();
      found = located(ask.query);
      cost = now() - at;
      if (found.invalid || found.count === 1 || foreign().length) break;
    }
    const left = ask.timeout - (now() - start);
    if (left <= 0 || (found.count > 1 && now() - max(start, changes.at) > 100)) break;
    await frame();
  }
  const out = withoutElements(found);
  out.waited = round(now() - start);
  if (!found.count && !found.invalid) out.absence = absence(ask.query);
  return out;
}

// What one element says.
function read(ask) {
  const el = byId(ask.id);
  if (!el) return { gone: true };
  switch (ask.what) {
    case "text_content": return { value: D.content(el) };
    case "inner_text": return { value: textOf(el) };
    case "attribute": return { value: writtenAttr(el, ask.name) };
    case "enabled": return { value: !isDisabled(el) };
    case "checked": {
      const state = statesOf(el).checked;
      return state === undefined ? { problem: "it is no checkbox, radio button or switch" } : { value: state === "true" };
    }
    default: {
      if (isSecure(el)) return { problem: "a password is never read" };
      const value = valueOf(el);
      return value === null ? { problem: "it has no value" } : { value };
    }
  }
}

function focus(ask) {
  const el = byId(ask.id);
  if (!el || !focusOn) return false;
  focusOn(el);
  const active = deepActive(document);
  return !!active && within(active, el);
}

E.find = find;
E.register("read", read);
E.register("focus", focus);
E.register("locate", (ask) => withoutElements(located(ask.query)));
E.register("locate_one", locateOne);
