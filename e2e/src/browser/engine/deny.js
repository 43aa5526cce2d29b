// What keeps a denial from being true: parts nobody read, controls only assistive
// technology passes over, and text that is there in another form.

const FORMAT = /\p{Cf}/gu;
const ACCENTS = /[\u0300-\u036f]/g;
const QUOTED = /"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)/g;
const BROKEN_BY = /^(inline|contents|ruby)/;

// As loosely as two texts can look the same to a person.
function loose(text) {
  return flat(fold(replace(replace(normalize("" + text, "NFKD"), ACCENTS, ""), FORMAT, "")));
}

// What a pseudo element or a list marker writes.
function generated(el, content) {
  if (!content || content === "none" || content === "normal") return "";
  let out = "";
  replace(content, QUOTED, (_, text, name) => {
    out += name ? D.attr(el, name) || "" : replace(text || "", /\\(.)/g, "$1");
    return "";
  });
  return out;
}

// All text somebody may see, generated content included; letters that stand side by
// side are one word, whatever elements they are in.
function looseText(el, above) {
  return withAside(looseFlow(el, above));
}

function looseFlow(el, above) {
  const tag = D.tag(el);
  if (UNSEEN[tag] || isInput(el) || isDim(el)) return "";
  const style = computed(el);
  if (style.display === "none") return "";
  const over = veil(above || veilAbove(el), el, style);
  if (over.whole || over.inside) return "";
  const seen = style.visibility === "visible" && !over.crop && !isInkless(style) && !isMasked(style);
  if (tag === "input") return seen ? " " + (buttonText(el) || "") + " " : "";
  if (isUse(el)) return seen && D.box(el).width > 0 ? " " + broughtText(el, 0) + " " : "";
  const closed = tag === "details" && !D.has(el, "open"), doc = documentIn(el), framed = tag === "iframe" || isHollow(el);
  let out = "";
  if (seen) {
    if (style.display === "list-item") out += generated(el, style.listStyleType) + " ";
    out += generated(el, computed(el, "::before").content);
  }
  const list = kids(el);
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    if (D.type(child) === 3) {
      if (seen && !closed && !framed && !isDim(child)) out += D.data(child);
    } else if (D.tag(child) === "br") out += " ";
    else if (!framed && (!closed || isSummary(child))) {
      const text = looseFlow(child, over);
      if (D.tag(child) === "rt" && isAside(computed(child))) aside += " " + text;
      else out += text;
    }
  }
  if (seen) out += generated(el, computed(el, "::after").content);
  if (doc && frameDepth(doc) <= FRAME_DEPTH) out += looseText(D.element(doc), over);
  return test(BROKEN_BY, style.display) ? out : " " + withAside(out) + " ";
}

function looselyShown(el, needle, exact) {
  const text = loose(looseText(el));
  if (indexOf(text, needle) < 0) return false;
  if (!exact || text === needle) return true;
  const list = kids(el);
  for (let i = 0; i < list.length; i++) {
    if (D.type(list[i]) === 1 && looselyShown(list[i], needle, true)) return true;
  }
  return false;
}

// Why it cannot be said that what a query names is not seen, or null.
function whyDoubt(query, found) {
  const steps = query.steps;
  let last = 0, count = 0;
  for (let i = 0; i < steps.length; i++) if (steps[i].by && ++count) last = i;
  const step = steps[last];
  const outer = count > 1 ? find({ steps: sliceList(steps, last), from: query.from }) : [];
  // In a frame only what begins there, or has its scope there, is asked of it.
  const whole = isAmong(query.from || FIRST, last) || (!mark && !outer.length);
  const scopes = !whole ? outer : D.element(document) ? [D.element(document)] : [];
  lenient = true;
  try {
    const more = find(query);
    for (let i = 0; i < more.length; i++) {
      let known = false;
      for (let k = 0; k < found.elements.length; k++) if (found.elements[k] === more[i]) known = true;
      if (!known && isSeen(more[i])) return describe(more[i]) + " is seen, and only hidden from assistive technology";
    }
  } finally {
    lenient = false;
  }
  const needle = step.by === "text" && last === steps.length - 1 ? loose(step.text) : "";
  const certain = found.count && step.by !== "text" && step.by !== "role";
  for (let i = 0; i < scopes.length; i++) {
    if (needle && looselyShown(scopes[i], needle, step.exact)) return "the page shows this text in another form";
    if (needle && indexOf(loose(readAcross(scopes[i], needle)), needle) >= 0) return "the page shows this text in pieces, in this order on the screen";
    const told = needle ? elsewhere(scopes[i], (text) => indexOf(loose(text), needle) >= 0) : null;
    if (told) return told;
    const unread = certain ? null : unreadIn(scopes[i]);
    if (unread) return unread + ", and was not read";
    const part = step.by === "text" || (step.by === "role" && DRAWN_ITEMS[step.role]) ? whyPartial(scopes[i]) : undefined;
    if (part) return part;
  }
  return null;
}

// Who shows a text that is none of the page's own: a field, a picture, a canvas.
function elsewhere(scope, has) {
  let why = null;
  all(scope, (el) => {
    if (why) return false;
    const tag = D.tag(el);
    if (tag === "input" || tag === "textarea" || tag === "select" || isEditingHost(el)) {
      const text = faceOf(el, tag);
      if (text && has(text) && isSeen(el)) why = describe(el) + " has this text in it";
    } else if (tag === "img") {
      const text = D.attr(el, "alt");
      if (text && has(text) && isSeen(el)) why = describe(el) + " is a picture of it";
    } else if (tag === "canvas") {
      const known = startOf(D.doc(el));
      if (known && known.drawn && has(known.drawn(el)) && isSeen(el)) why = "this text is drawn on " + describe(el);
    }
  });
  return why;
}

// What can be read in a field: its value, or what stands there instead.
function faceOf(el, tag) {
  if (tag === "select" && (el.multiple || el.size > 1)) {
    const options = D.findAll(el, "option");
    let out = "";
    for (let i = 0; i < options.length; i++) out += optionLabel(options[i]) + " ";
    return out;
  }
  if (isSecure(el)) return el.value ? "" : D.attr(el, "placeholder");
  const value = valueOf(el);
  return value === "" ? D.attr(el, "placeholder") || D.attr(el, "aria-placeholder") : value;
}

function doubt(out, query, found) {
  const why = whyDoubt(query, found);
  if (why === null) return;
  out.pass = false;
  out.doubt = why;
}

// The same of the text of one element.
function doubtText(out, el, text) {
  const needle = loose(text);
  const why = needle && indexOf(loose(looseText(el)), needle) >= 0
    ? "it shows this text in another form"
    : unreadIn(el) && unreadIn(el) + ", and was not read";
  if (!why) return;
  out.pass = false;
  out.doubt = why;
}

// Whether a text was only found because somebody typed it.
function isTyped(query, el) {
  const steps = query.steps;
  if (steps[steps.length - 1].by !== "text") return false;
  for (let node = el; node; node = up(node)) if (D.type(node) === 1 && isEditingHost(node)) return true;
  return false;
}
