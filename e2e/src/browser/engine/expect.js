// What has to hold, waited for inside the page: looked at again whenever something
// changed, and a few times a second for what changes without a trace.

// One look: whether it holds, and what was seen. `problem` keeps it from being asked.
const MATCHERS = {
  __proto__: null,
  visible: (el, ask) => {
    if (!isSeen(el)) return { holds: false, seen: "hidden: " + (isVisible(el) ? "transparent, cut off or out of reach" : whyHidden(el)) };
    const why = unseenAs(el, ask.query);
    return { holds: !why, seen: why ? "hidden: " + why.why : "visible" };
  },
  text: compareLit,
  value: (el, ask) => {
    if (isSecure(el)) return { problem: "a password field's value is never read" };
    const value = valueOf(el);
    if (value === null) return { problem: "it has no value" };
    return compareText(value, ask);
  },
  checked: (el) => {
    const state = statesOf(el).checked;
    if (state === undefined) return { problem: "it is no checkbox, radio button or switch" };
    return { holds: state === "true", seen: state === "mixed" ? "partly checked" : state === "true" ? "checked" : "unchecked" };
  },
  unchecked: (el) => {
    const found = MATCHERS.checked(el);
    return found.problem ? found : { holds: found.seen === "unchecked", seen: found.seen };
  },
  enabled: (el) => ({ holds: !isDisabled(el), seen: isDisabled(el) ? "disabled: " + whyDisabled(el) : "enabled" }),
  focused: (el) => {
    const active = deepActive(document);
    const holds = active === el || (!!active && within(active, el) && isEditingHost(el));
    return { holds, seen: holds ? "focused" : active && active !== document.body ? "the focus is on " + describe(active) : "nothing has the focus" };
  },
  attribute: (el, ask) => {
    const value = writtenAttr(el, ask.name);
    if (value === null) return { holds: false, seen: null, absent: true };
    return ask.text === undefined ? { holds: true, seen: value } : compareText(value, ask);
  },
};

function compareText(own, ask) {
  const text = collapse(own), wanted = collapse(ask.text);
  const holds = ask.compare === "contains" ? indexOf(text, wanted) >= 0 : text === wanted;
  return { holds, seen: clip(text, 2000) };
}

// Why nobody sees what a query found, or null: a text by its letters.
function unseenAs(el, query) {
  let step = null;
  for (let i = 0; i < query.steps.length; i++) if (query.steps[i].by) step = query.steps[i];
  if (step.by !== "text") return unseenElement(el);
  const why = dimIn(el, fold(step.text));
  if (!why || fitsText(saidText(el), { text: step.text, exact: false })) return isTurnedRound(el, flat(fold(step.text))) ? TURNED : null;
  return why;
}

// What of the page as a whole can be asked.
function pageLook(ask) {
  const own = ask.of === "url" ? location.href : collapse(document.title);
  if (ask.of === "url" && ask.compare !== "contains") {
    const wanted = ask.text;
    const path = wanted[0] === "/"
      ? location.pathname + (indexOf(wanted, "?") >= 0 ? location.search : "") + (indexOf(wanted, "#") >= 0 ? location.hash : "")
      : null;
    const same = (a, b) => replace(a, /\/$/, "") === replace(b, /\/$/, "");
    return { holds: path === null ? same(own, wanted) : path === wanted, seen: own };
  }
  return { holds: ask.compare === "contains" ? indexOf(own, ask.text) >= 0 : own === ask.text, seen: own };
}

// One look at everything an expectation needs. Strict: a statement about one element
// is none about two.
function expectLook(ask) {
  dim = new Set();
  try {
    const out = looked(ask);
    if (out.pass && isDenial(ask) && location.href === "about:blank" && window.parent === window) {
      out.pass = false;
      out.doubt = "no page is open, and anything can be denied of an empty one";
    }
    return out;
  } finally {
    dim = null;
  }
}

function looked(ask) {
  if (ask.of) {
    const found = pageLook(ask);
    return { pass: found.holds !== ask.not, seen: found.seen, count: 0, matches: [] };
  }
  const found = located(ask.query);
  const out = withoutElements(found);
  if (found.invalid) return out;
  if (ask.kind === "count") {
    out.seen = "" + found.count;
    out.pass = (found.count === ask.count) !== ask.not;
    if (ask.count === 0 && !ask.not && out.pass) doubt(out, ask.query, found);
    return out;
  }
  if (ask.kind === "visible") {
    let shown = 0, unsure = null;
    for (let i = 0; i < found.elements.length && (ask.not || found.count > 1); i++) {
      const why = unseenAs(found.elements[i], ask.query);
      if (!isSeen(found.elements[i])) continue;
      if (!why && isTyped(ask.query, found.elements[i])) unsure = describe(found.elements[i]) + " has this text in it";
      else if (!why) shown++;
      else if (!why.sure) unsure = describe(found.elements[i]) + " is there, " + why.why;
    }
    // Hidden is what is not there, too; visible is exactly one thing.
    if (ask.not) {
      out.pass = shown === 0;
      out.seen = shown ? "visible" : found.count ? "hidden" : "not on the page";
      if (out.pass && unsure) {
        out.pass = false;
        out.doubt = unsure;
      } else if (out.pass) doubt(out, ask.query, found);
    } else if (found.count === 0) {
      out.pass = false;
      out.seen = "not on the page";
    }
    if (out.pass !== undefined) return out;
  }
  if (found.count !== 1) {
    out.pass = false;
    return out;
  }
  const one = MATCHERS[ask.kind](found.elements[0], ask);
  out.problem = one.problem;
  out.absent = one.absent;
  out.seen = one.seen;
  out.unshown = one.unshown;
  out.pass = !one.problem && one.holds !== ask.not;
  if (out.pass && ask.not && one.doubt) {
    out.pass = false;
    out.doubt = one.doubt;
  }
  if (out.pass && ask.not && ask.kind === "text" && ask.compare === "contains") doubtText(out, found.elements[0], ask.text);
  if (out.pass && !ask.not && ask.kind === "visible" && isTyped(ask.query, found.elements[0])) {
    out.pass = false;
    out.seen = "typed into a field, not shown by the page";
  }
  return out;
}

// Waits until it holds, at most `timeout`.
async function expect(ask) {
  const start = now();
  let out = null, count = -1, at = 0, cost = 0, looks = 0, why = null;
  const denies = isDenial(ask), broken = brokenPage();
  if (broken) return { broken };
  watch(document);
  for (;;) {
    // What may stand in frames of another origin is asked there, too.
    if (!ask.of && foreign().length) return { frames: foreign().length, count: 0, matches: [] };
    if (changes.count !== count || now() - at >= max(100, cost * 4)) {
      count = changes.count;
      at = now();
      out = expectLook(ask);
      why = out.pass && denies ? unrest() : null;
      cost = now() - at;
      looks++;
      if ((out.pass && !why) || out.invalid) break;
    }
    if (now() - start >= ask.timeout) {
      if (now() - at > 5) out = expectLook(ask);
      if (out.pass && why) out.seen = (out.seen || "holds") + "; the page never came to rest: " + why;
      break;
    }
    await frame();
  }
  out.waited = round(now() - start);
  out.looks = looks;
  if (!ask.of && !out.count && !out.pass && !out.invalid) out.absence = absence(ask.query);
  return out;
}

// Waits until something on the page changes, at most `timeout`.
async function changed(ask) {
  const start = now(), count = changes.count;
  watch(document);
  const first = changes.count === count ? count : changes.count;
  while (changes.count === first && now() - start < ask.timeout) await frame();
  return changes.count !== first;
}

// Text as the page says it ---------------------------------------------------------

const TYPED_INTO = wordSet("textbox searchbox combobox spinbutton");

// Whether an element's text is what somebody typed or chose, not what the page says.
function isInput(el) {
  const tag = D.tag(el);
  return tag === "select" || tag === "textarea" || isEditingHost(el) ||
    (D.has(el, "role") && !!TYPED_INTO[explicitRole(el)]);
}

// Whether what style sheets write counts: it does where a thing's words are compared,
// because "Not " before or "k" behind them says something else.
let spelled = false;

// Visible text like `rawText`, without fields, with what buttons made of inputs show.
function saidText(el) {
  return replace(partedText(el), SEAM, "");
}

// The same with marks where one block or element ends and another begins.
function partedText(el) {
  return withAside(saidFlow(el));
}

function saidFlow(el, above) {
  if (UNSEEN[D.tag(el)] || isInput(el) || D.tag(el) === "iframe" || isDim(el) || isHollow(el)) return "";
  const style = computed(el);
  if (style.display === "none") return "";
  const over = veil(above || veilAbove(el), el, style);
  if (over.whole || over.inside) return "";
  const seen = style.visibility === "visible" && !over.crop && !isInkless(style) && !isMinute(el, style) && !isMasked(style);
  if (D.tag(el) === "input") return seen ? " " + (buttonText(el) || "") + " " : "";
  const closed = D.tag(el) === "details" && !D.has(el, "open");
  const written = seen && spelled && !closed;
  let out = written ? generated(el, computed(el, "::before").content) : "";
  const list = kids(el);
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    if (D.type(child) === 3) {
      if (seen && !closed && !isDim(child)) out += D.data(child);
    } else if (D.tag(child) === "br") out += " ";
    else if (!closed || isSummary(child)) {
      const text = saidFlow(child, over);
      if (D.tag(child) === "rt" && isAside(computed(child))) aside += text;
      else out += text;
    }
  }
  if (written) out += generated(el, computed(el, "::after").content);
  if (BLOCK_BREAK[style.display]) return out && "\u2063" + out + "\u2063";
  return "\u2029" + (isAside(style) ? out : withAside(out)) + "\u2029";
}

// The smallest element that shows a folded text, or null.
function shownBy(root, needle) {
  if (!hasWords(fold(partedText(root)), needle)) return null;
  let el = root;
  for (;;) {
    const list = kids(el);
    let deeper = null;
    for (let i = 0; i < list.length && !deeper; i++) {
      if (D.type(list[i]) === 1 && hasWords(fold(partedText(list[i])), needle)) deeper = list[i];
    }
    if (!deeper) return el;
    el = deeper;
  }
}

// The smallest element that really shows a folded text, or null: where nobody sees a
// place of it, the next one is asked. `answer` takes what is known of those.
function litBy(root, needle, answer) {
  for (let k = 0; k < 20; k++) {
    const el = shownBy(root, needle);
    if (!el) return null;
    const why = dimIn(el, needle);
    if (!why && !isTurnedRound(el, flat(needle))) return el;
    if (!why) {
      answer.doubt = answer.hidden = describe(el) + " is there, " + TURNED.why;
      return null;
    }
    answer.hidden = describe(el) + " is there, " + why.why;
    if (!why.sure) answer.doubt = answer.hidden;
  }
  answer.doubt = answer.hidden;
  return null;
}

// Whether texts are shown, by what, and whether they are only typed into a field; and
// whether elements are seen.
function shown(ask) {
  const out = [];
  for (let i = 0; i < ask.asks.length; i++) {
    dim = new Set();
    spelled = !!ask.asks[i].within;
    try {
      out[i] = ask.asks[i].node ? shownElement(byId(ask.asks[i].node)) : shownText(ask.asks[i]);
    } finally {
      dim = null;
      spelled = false;
    }
  }
  return out;
}

function shownElement(el) {
  if (!el) return { shown: false };
  if (!isSeen(el)) return { shown: false, hidden: "it is transparent, cut off or out of reach" };
  const why = unseenElement(el);
  return { shown: !why, hidden: why ? "it is " + why.why : undefined, doubt: why && !why.sure ? "it is there, " + why.why : undefined };
}

function shownText(one) {
  const scope = one.within ? byId(one.within) : null;
  const needle = fold(one.text);
  const answer = { shown: false, place: "" };
  if (!one.text) return { ...answer, doubt: whyPartial(D.element(document)) };
  if (one.within && !scope) return answer;
  const places = scope ? placesIn(scope) : documents();
  for (let p = 0; p < places.length && !answer.shown; p++) {
    const el = litBy(places[p], needle, answer);
    if (!el) continue;
    answer.shown = true;
    const around = placeAround(el);
    answer.place = (describe(el) + (around ? " in " + around : ""));
  }
  const whole = scope || D.element(document);
  if (!answer.shown && whole) {
    all(whole, (el) => {
      const tag = D.tag(el);
      if (answer.field || (tag !== "input" && tag !== "textarea" && tag !== "select" && !isEditingHost(el))) return;
      const value = valueOf(el);
      if (value && hasWords(fold(value), needle) && isSeen(el)) answer.field = describe(el);
    });
    if (one.denied && !answer.doubt) {
      answer.doubt = elsewhere(whole, (text) => hasWords(fold(text), needle));
      for (let p = 0; p < places.length && !answer.doubt; p++) {
        if (hasWords(loose(looseText(places[p])), loose(one.text))) answer.doubt = "the page shows this text in another form";
        else if (hasWords(loose(readAcross(places[p], flat(needle))), loose(one.text))) answer.doubt = "the page shows this text in pieces, in this order on the screen";
        else if (isPartOfMore(fold(looseText(places[p])), needle)) answer.doubt = "the page shows this text inside a longer word, amount or name";
      }
      answer.doubt = answer.doubt || whyPartial(whole);
    }
  }
  for (let p = 0; p < places.length && !answer.shown && !one.denied && !answer.hidden && !answer.unshown; p++) {
    answer.unshown = unshown(places[p], needle) || undefined;
  }
  if (answer.doubt === null) answer.doubt = undefined;
  if (scope) answer.content = clip(collapse(saidText(places[0])), 2000);
  return answer;
}

// An element and the documents of the frames in it; of a frame, its document alone.
function placesIn(scope) {
  const out = documentIn(scope) ? [] : [scope];
  all(scope, (el) => {
    const doc = documentIn(el);
    if (doc && frameDepth(doc) <= FRAME_DEPTH) out[out.length] = D.element(doc);
  });
  return out;
}

// The body of every document that can be read.
function documents() {
  const list = roots();
  const out = [];
  for (let i = 0; i < list.length; i++) {
    if (D.type(list[i]) === 9 && D.element(list[i]) && isAttached(D.element(list[i]))) out[out.length] = D.element(list[i]);
  }
  return out;
}

E.register("expect", expect);
E.register("changed", changed);
E.register("shown", shown);
