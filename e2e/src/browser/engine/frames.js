// Frames of another origin. No script looks into them from here: whoever drives the
// browser enters them, and there another engine does what this one does. This one says
// where they stand, and sees to it that a press at a place of theirs reaches them.

const childCount = (descriptor(window, "length") || {}).get || (() => 1);
const uriIn = getter("Document", "documentURI");
// Frames in shadow roots are not among those a window counts.
let shadowed = false;

// Whether what a frame shows now is only there until its address answers.
function isAwaited(el, doc) {
  if (uriIn(doc) !== "about:blank") return false;
  const written = D.attr(el, "src") || D.attr(el, "data");
  return !!written && test(/^(https?:)?\/\/|^[^:]*$/, written) && written[0] !== "#" && !(doc.body && D.first(doc.body));
}

// Whether the page forbids scripts in a frame: nothing there can wait for anything.
function isScriptless(el) {
  if (!D.has(el, "sandbox")) return false;
  return !test(/(^|\s)allow-scripts(\s|$)/i, D.attr(el, "sandbox") || "");
}

// The frames around a frame that this engine can look into, the outermost first, and it.
function chainOf(el) {
  const out = [];
  for (let node = el; node; node = frameOf(D.doc(node))) out[out.length] = node;
  const turned = [];
  for (let i = out.length - 1; i >= 0; i--) turned[turned.length] = out[i];
  return turned;
}

// Where the content of a frame begins, in pixels of the top-level viewport, and its scale.
function insideOf(el) {
  const box = D.box(el), style = computed(el), at = placeOf(D.doc(el));
  const fx = el.offsetWidth ? box.width / el.offsetWidth : 1, fy = el.offsetHeight ? box.height / el.offsetHeight : 1;
  const left = (parseFloat(style.borderLeftWidth) || 0) + (parseFloat(style.paddingLeft) || 0);
  const top = (parseFloat(style.borderTopWidth) || 0) + (parseFloat(style.paddingTop) || 0);
  return {
    x: at.x + (box.left + left * fx) * at.sx, y: at.y + (box.top + top * fy) * at.sy,
    sx: at.sx * fx, sy: at.sy * fy,
  };
}

// One frame as the caller needs it to enter: `levels` frames lead to it from here.
function framed(el) {
  const at = insideOf(el), region = regionOf(D.doc(el)), own = rectOf(el);
  const x = max(region[0], own[0]), y = max(region[1], own[1]);
  const width = min(region[2], own[0] + own[2]) - x, height = min(region[3], own[1] + own[3]) - y;
  return {
    id: idOf(el), levels: chainOf(el).length, what: namedPart(el), silent: isScriptless(el),
    place: [at.x, at.y, at.sx, at.sy], shown: width > 0 && height > 0,
  };
}

// Every frame of another origin that a person sees.
function foreign() {
  const out = [];
  if (!childCount.call(window) && !shadowed) return out;
  all(document, (el) => {
    const tag = D.tag(el);
    if (FRAMING[tag] && !documentIn(el) && frameDepth(D.doc(el)) < FRAME_DEPTH && unreadAt(el)) out[out.length] = framed(el);
  });
  return out;
}

// For the wire: the `level`th of the frames that lead to one, counted from here.
E.frameAt = (id, level) => {
  const el = byId(id);
  return el ? chainOf(el)[level] || null : null;
};

// The same, each with the steps of a query that begin in it: those that begin in this
// document, and those whose scopes are around the frame.
E.register("frames_for", (ask) => {
  if (test(ERROR_PAGE, uriIn(document))) throw new Error("the browser shows an error page");
  const out = foreign(), steps = ask.query.steps, own = ask.query.from || FIRST;
  for (let i = 0; i < out.length; i++) {
    out[i].from = [];
    for (let k = 0; k < own.length; k++) out[i].from[k] = own[k];
  }
  for (let k = 1; k < steps.length && out.length; k++) {
    if (!steps[k].by) continue;
    let scopes = [];
    try {
      scopes = find({ steps: sliceList(steps, k), from: own });
    } catch (_) {
      // A selector that cannot be used is told of by who asks next.
    }
    for (let i = 0; i < out.length; i++) {
      const el = byId(out[i].id), from = out[i].from;
      for (let n = 0; n < scopes.length && !isAmong(from, k); n++) if (within(el, scopes[n])) from[from.length] = k;
    }
  }
  return out;
});
// One look at a query or an expectation, for a caller that asks every document. `entered`
// are the frames that were asked already.
E.register("ask_here", (ask) => {
  const known = { __proto__: null };
  for (let i = 0; i < ask.entered.length; i++) known[ask.entered[i]] = true;
  entered = known;
  try {
    const out = ask.kind ? expectLook(ask) : withoutElements(located(ask.query));
    if (ask.absence && !out.count && !out.invalid) out.absence = absence(ask.query);
    return out;
  } finally {
    entered = { __proto__: null };
  }
});
E.register("disarm", () => {
  disarm();
  return true;
});
E.register("show_frame", (ask) => {
  const el = byId(ask.id);
  if (el && !isInView(el)) bring(el, "nearest");
  return !!el;
});

// Waits until a press at a place inside a frame reaches the frame, at most `timeout`;
// then arms the watch, and keeps from everything else here what is meant for the frame.
// Without a place only the keyboard has to be there.
E.register("through", async (ask) => {
  const start = now();
  let was = null;
  for (let turn = 0; ; turn++) {
    const el = byId(ask.id);
    if (!el) return { failed: "attached" };
    const found = wayInto(el, ask, was, turn);
    if (!found.check) {
      arm(el, ask);
      const focused = deepActive(document) === el;
      guard(el, { verb: ask.verb, through: true }, standing(el), el);
      return merge({ x: found.x, y: found.y, focused }, {});
    }
    if (now() - start >= ask.timeout) return { failed: found.check, detail: found.detail, waited: round(now() - start) };
    was = found.at || null;
    await frame();
  }
});

function wayInto(el, ask, was, turn) {
  if (!isVisible(el)) return { check: "visible", detail: describe(el) + " around it is not seen: " + whyHidden(el) };
  const keyed = KEYED[ask.verb] && ask.keys;
  if (keyed && turn < 20 && deepActive(document) !== el) return { check: "focus" };
  if (typeof ask.x !== "number") return {};
  const place = insideOf(el);
  const x = round(place.x + ask.x * place.sx), y = round(place.y + ask.y * place.sy);
  const region = regionOf(D.doc(el)), own = rectOf(el);
  const left = max(region[0], own[0]), top = max(region[1], own[1]);
  const right = min(region[2], own[0] + own[2]), bottom = min(region[3], own[1] + own[3]);
  if (!was || was.x !== x || was.y !== y) {
    if (x < left || x >= right || y < top || y >= bottom) lead(el, x, y, turn);
    return { check: "stable", detail: describe(el) + " around it is moving", at: { x, y } };
  }
  if (x < left || x >= right || y < top || y >= bottom) {
    lead(el, x, y, turn);
    return { check: "in view", detail: "it cannot be scrolled into view in " + describe(el), at: { x, y } };
  }
  const hit = hitAt(x, y);
  if (hit === el) return { x, y };
  // Bars that stick to an edge cover what merely scrolled into view.
  if (turn % 30 === 4) lead(el, x, y, turn);
  return { check: "covered", detail: (hit ? describe(coverOf(hit, el)) : "something") + " covers it", at: { x, y } };
}

// Scrolls a place into the middle of what scrolls around a frame.
function lead(el, x, y, turn) {
  if (turn % 2 === 0 && !isInView(el)) bring(el, "nearest");
  const page = D.doc(el).scrollingElement;
  const place = insideOf(el);
  for (let node = up(el); node; node = up(node)) {
    if (D.type(node) !== 1 || node === page || !scrolls(node, true)) continue;
    const box = rectOf(node);
    if (y < box[1] || y > box[1] + box[3]) node.scrollTop += y - (box[1] + box[3] / 2);
    y += insideOf(el).y - place.y;
    break;
  }
  const view = D.view(D.doc(el));
  if (view) view.scrollBy({ left: x < 0 || x > view.innerWidth ? x - view.innerWidth / 2 : 0, top: y - view.innerHeight / 2, behavior: "instant" });
}
