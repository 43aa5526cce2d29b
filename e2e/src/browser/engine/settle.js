// What came of an action, and when the page is quiet again.
//
// Armed right before the input: the screen's shape, listeners that tell whether the
// event arrived, and what `cause.js` follows. Its proxies stand only from there until
// the page has settled.

// When the document was first waited for; the engine may have been there from its start.
let firstAsked = 0;
let armed = null, spent = null;
let lastShape = null, disarmedAt = -1000;

const EVENTS = {
  __proto__: null,
  tap: ["pointerdown", "mousedown", "pointerup", "click"], double_tap: ["pointerdown", "click", "dblclick"],
  right_click: ["pointerdown", "contextmenu"], hover: ["pointerover", "pointermove", "mousemove"],
  check: ["pointerdown", "mousedown", "pointerup", "click"], type: ["keydown", "beforeinput", "input"], press: ["keydown"],
};
const uriOf = getter("Document", "documentURI");
const ERROR_PAGE = /^(chrome-error:|about:(net|cert)error)/;
const FRAMES = wordSet("iframe frame object embed");
const PRESSES = wordSet("pointerdown click contextmenu");
// The event that makes the gesture: what only begins it has not done it.
const DECISIVE = { __proto__: null, tap: "click", check: "click", double_tap: "dblclick", right_click: "contextmenu" };
// What is picked by bringing the focus to it, for keys to act on.
const PICKED = { __proto__: null, row: true, gridcell: true, treeitem: true, listitem: true };

// Marks a pointer or the focus leaves on what it is on.
const PASSING = /focus|hover|ripple/i;
// And what the page as a whole is told of the device that was used.
const DEVICE = /focus|hover|ripple|mouse|pointer|touch|keyboard|whatin(put|tent)|modality/i;
const RequestProxy = window.Proxy, apply = Reflect.apply;

function arm(el, ask) {
  disarm();
  const at = now();
  const before = walk();
  const a = {
    el, role: el ? roleOf(el) : "", verb: ask.verb, before, shape: shapeOf(before), url: location.href, at, timeline: document.timeline ? document.timeline.currentTime : 0,
    active: deepActive(document), value: el ? fieldValue(el) : null, scroll: scrollsOf(el, at), reached: false, other: "", became: "", name: el ? nameOf(el) : "", events: 0,
    count: changes.count, soon: 0, touchedBy: { __proto__: null }, begun: false, released: false, stopped: false, expanded: el ? statesOf(el).expanded : undefined, open: 0, leaving: 0, handed: "", opened: 0, asked: 0, strays: 0, drawn: new Map(), redrawn: new Map(), whose: new Map(), undo: [],
    // What it began and is not over; `loose` once that cannot be told: see rest.js.
    waits: [], ran: 0, reading: 0, marked: false, loose: false, owed: 0, channels: [],
    // What runs now, and what may still come of the press: see cause.js.
    row: ask.verb === "type" && el ? rowOf(el) : null,
    calls: start && start.calls ? start.calls() : 0, followed: 0, landed: false, onLand: null, slot: null, tail: null, span: null, lead: 0, due: 0, presses: 0, sent: [], threw: [], unfit: [],
    // Whose doing each changed element was, and whether elements came or went: see blame.js.
    goal: el, stand: el ? standing(el) : null, kept: "", strayed: "", footing: [], struck: false, marks: new Map(), hovered: new Map(), restyled: new Map(), structure: 0, background: [], stood: "", flipped: false, routed: false,
    // Events inside another document are not seen here.
    blind: !!el && FRAMES[D.tag(el)] === true,
    // What it looked like before and right before the page was told: see looks.js.
    looks: el && PRESSING[ask.verb] ? looksOf(el) : null, late: null, madeFirst: el && PRESSING[ask.verb] ? makingOf(el) : "", making: "", madeLast: "", madeAt: 0, drawnAt: 0, stayed: false, told: false, left: new Map(), reach: new Map(), drawing: null,
  };
  a.stood = stoodAs(a, before);
  armed = a;
  // Said before a page is left, long before the next one answers.
  const onLeave = () => {
    a.leaving = now();
  };
  listen(window, "beforeunload", onLeave);
  a.undo[0] = () => unlisten(window, "beforeunload", onLeave);
  // The browser keeps a form back, and says so at a field only.
  const onUnfit = (event) => {
    const field = event.target;
    if (event.isTrusted && a.unfit.length < 3) a.unfit[a.unfit.length] = describe(field) + ": " + clip(field.validationMessage || "", 100);
  };
  listen(window, "invalid", onUnfit, { capture: true });
  a.undo[1] = () => unlisten(window, "invalid", onUnfit, { capture: true });
  const names = (el && EVENTS[ask.verb]) || [];
  const views = [window];
  const own = el ? D.view(D.doc(el)) : null;
  if (own && own !== window) views[1] = own;
  // The menu of a native list takes the release of the button for itself.
  const decisive = el && D.tag(el) === "select" ? null : DECISIVE[ask.verb];
  const onEvent = (event) => {
    if (!event.isTrusted) return;
    a.events++;
    const hit = hitBy(event);
    const kind = event.type, goal = goalOf(a, hit);
    if (TOLD[kind]) noteLooks(a);
    if (kind === LAST[a.verb]) land(a);
    // Whatever has another name by now may do another thing.
    if (PRESSES[kind] && lands(hit, el) && !isTypedInto(el) && !isCounted(a.name, nameOf(el)) && !a.touchedBy[kind]) a.became = a.became || describe(el);
    a.touchedBy[kind] = true;
    if (lands(hit, goal) || (ask.verb === "press" && D.type(hit) === 1 && within(el, hit))) {
      a.begun = true;
      if (kind === "pointerdown" || kind === "mousedown") afterTask(() => (a.stopped = a.stopped || event.defaultPrevented));
      if (kind === "pointerup") a.released = true;
      if (!decisive || kind === decisive) a.reached = true;
    } else if (D.type(hit) === 1 && (!a.other || kind === decisive)) {
      a.other = describe(hit);
      a.by = { id: idOf(hit), what: a.other };
      // A button that is let go over something presses nothing there.
      if (kind !== "pointerup") a.struck = a.struck || strikes(hit, goal);
    }
    if (event.type === "click") setTimer(() => noteLink(event, hit, a), 0);
  };
  for (let v = 0; v < views.length; v++) {
    for (let i = 0; i < names.length; i++) {
      listen(views[v], names[i], onEvent, { capture: true, passive: true });
      a.undo[a.undo.length] = () => unlisten(views[v], names[i], onEvent, { capture: true });
    }
    follow(views[v], a);
  }
  followFrames(a, own);
  if (Observer) {
    const drawing = new Observer((records) => noteDrawn(records, a));
    a.drawing = drawing;
    observe(drawing, document, { subtree: true, attributes: true, attributeOldValue: true });
    a.undo[a.undo.length] = () => unobserve(drawing);
  }
}

function disarm() {
  const a = armed;
  armed = null;
  if (a) spent = a;
  if (a) disarmedAt = now();
  if (a) land(a);
  if (a) for (let i = 0; i < a.undo.length; i++) a.undo[i]();
}

// A link that opens beside this page changes nothing here.
function noteLink(event, hit, a) {
  if (event.defaultPrevented) return;
  for (let node = D.type(hit) === 1 ? hit : null; node; node = up(node)) {
    if (D.tag(node) !== "a" || !D.has(node, "href")) continue;
    if (lower(D.attr(node, "target") || "") === "_blank") a.opened++;
    return;
  }
}

// Attributes as they were before, where the press may have changed them.
function noteDrawn(records, a) {
  const by = causeOf(a), counts = by ? !by.hover : isBlind(a);
  for (let i = 0; i < records.length; i++) {
    const record = records[i];
    if (!noteWhose(a, record.target, by, counts)) continue;
    if (!(by && by.sure) && (isRestless(record.target, a.at) || isStirred(record.target, a.at))) continue;
    let old = mapGet(a.drawn, record.target);
    if (!old) mapSet(a.drawn, record.target, (old = { __proto__: null }));
    if (!(record.attributeName in old)) old[record.attributeName] = record.oldValue;
  }
}

const mapEach = uncurry(Map.prototype.forEach);

// The state a press turns over or a choice changes, if there is one.
function toggled(el) {
  const states = el && D.connected(el) ? statesOf(el) : {};
  return "" + states.checked + states.pressed + (el && D.tag(el) === "select" ? D.chosen(el) : "");
}

// Whether the address is another one. A fragment that a link adds counts only where it
// leads somewhere: to a part of the page, or to a route of the app.
function isElsewhere(a) {
  if (location.href === a.url) return false;
  const is = split(location.href, "#"), was = split(a.url, "#");
  if (is[0] !== was[0] || a.routed) return true;
  const part = is.length > 1 ? is[1] : "";
  if (!part) return !!was[1];
  return part !== "top" || !!D.named(document, part);
}

// Whether two values differ in a word that counts.
function differs(before, after, passing) {
  if (before === after) return false;
  const a = split(collapse(before), " "), b = split(collapse(after), " ");
  const has = (list, word) => {
    for (let i = 0; i < list.length; i++) if (list[i] === word) return true;
    return false;
  };
  for (let i = 0; i < a.length; i++) if (a[i] && !test(passing, a[i]) && !has(b, a[i])) return true;
  for (let i = 0; i < b.length; i++) if (b[i] && !test(passing, b[i]) && !has(a, b[i])) return true;
  return false;
}

// Where the boxes around an element are scrolled to, without those that went by
// themselves shortly before `time`.
function scrollsOf(el, time) {
  let out = "";
  for (let node = el; node; node = up(node)) if (time - (weakGet(stirs, node) || -STIR) >= STIR) out += floor(node.scrollLeft) + "," + floor(node.scrollTop) + ";";
  return out + floor(window.scrollX) + "," + floor(window.scrollY);
}

// A field's own value, for checking what was typed: a password's by its length only.
function fieldValue(el) {
  if (isEditingHost(el)) return trim(el.innerText || "");
  const tag = D.tag(el);
  return tag === "input" || tag === "textarea" ? "" + el.value : null;
}

function isBusy(walked) {
  for (let i = 0; i < walked.nodes.length; i++) {
    const states = walked.nodes[i].states;
    if (states && states.busy && !states.offscreen) return true;
  }
  return false;
}

function isAtWork(a) {
  return a.open > 0 || now() < a.due;
}

// Waits until the screen has left the armed shape (at most `window`), then until it
// holds still, and returns it with what happened. It holds still once nothing the action
// began is outstanding after a whole frame, or after `quiet` ms, at most `bound`.
async function settle(ask) {
  // A dialog may end the caller's wait and not this one, so what was watched for is
  // still known when the caller asks again.
  const a = ask.window === undefined ? null : armed || spent;
  if (a && ask.behind) await arrival(a);
  const start = now();
  firstAsked = firstAsked || start;
  for (let i = 0; document.readyState === "loading" && now() - firstAsked < (ask.ready || 0); i++) await frame();
  let walked = null, shape = null, calm = null, count = -1, at = 0, cost = 0, whole = false, passedAt = -1, tries = 0;
  const quick = !!a && !!ask.window && !!QUICK[a.verb];
  // A frame; a whole one where its end can be the end of the wait. None where the page
  // changed and a frame would add nothing to it.
  const pass = async () => {
    if (!quick || a.loose) return void (await frame());
    // A few times: who changes over and over is looked at frame by frame.
    if (changes.count !== passedAt && tries++ < 4) {
      whole = await unframed(a);
      passedAt = changes.count;
      if (whole || a.loose) return;
    }
    const passed = await rendered();
    for (let i = 0; a.tail && i < 3; i++) await turn();
    whole = changes.count === passed;
  };
  const look = () => {
    const begun = now();
    count = changes.count;
    walked = walk(ask.limit);
    const was = shape;
    shape = shapeOf(walked);
    if (a && a.stood && stoodAs(a, walked) !== a.stood) a.flipped = true;
    // What moves by itself is not waited for.
    if (shape !== was) calm = a ? shapeOf(walked, (node) => isInMotion(a, byId(node.id))) : shape;
    at = now();
    cost = at - begun;
  };
  // Costly screens are read less often, so that waiting never starves the page.
  const due = () => (changes.count !== count ? now() - at >= cost : now() - at >= max(100, cost * 4));
  // What was kept from the page has no effect to wait for.
  const left = () => !!a.kept || !!a.strayed || isChanged(a, walked, shape) || isElsewhere(a) || scrollsOf(a.el, a.at) !== a.scroll || a.opened > 0 ||
    ((a.verb === "press" || a.verb === "type" || a.verb === "focus") && deepActive(document) !== a.active) || (whole && isRested(a, ask.window) && hasShown(a));
  let gone = !a || !ask.window;
  if (quick) await pass();
  else if (a && changes.count === a.count) await frame();
  // What the press began and has not ended may still show something.
  const more = () => now() - start < ask.window || (isAtWork(a) && now() - start < ask.patience);
  for (look(); !gone && !(gone = left()) && more() && !(a && a.leaving && !a.handed); ) {
    noteStood(a);
    await pass();
    if (due()) look();
  }
  // A page on its way out: this wait ends with the document.
  while (a && a.leaving && !a.handed && now() - a.leaving < (ask.leave || 0)) await frame();
  const held = now();
  // A screen that never left its shape, or that nobody touched, may be quiet already.
  // And one that left it has looked so since its last change, not since it was read.
  let since = !a ? min(held, changes.at) : !gone || !ask.window ? start : changes.count > a.count ? changes.at : held;
  let late = false, moved = 0, passes = 0;
  for (;;) {
    // A picture that never arrives holds up the first looks at a document, not all of them.
    const young = now() - firstAsked < ask.bound + ask.quiet;
    const loading = (young && document.readyState !== "complete") || (walked.nodes.length < 2 && location.href !== "about:blank");
    // What was turned over may be turned back by what the press put off, and what was
    // typed is looked up or drawn anew by what the keys did.
    const works = !!a && (isWorking(a) || isMadeBusy(a));
    const pending = loading || works || (a && (a.open > 0 || ((a.flipped || a.verb === "type") && now() < a.soon))) || isBusy(walked);
    // An app that shows the wanted state at once takes it back when it is told no.
    const hopes = works || (a && a.open > 0 && (a.flipped || isUnanswered(a)));
    const over = now() - held >= (hopes ? max(ask.bound, ask.patience || 0) : ask.bound);
    const rests = a ? whole && gone && changes.count === count && calm === shape && isRested(a, ask.quiet) : passes > 0 && changes.count === count && isLifeless();
    const chained = quick && gone && !a.loose && (a.reading > 0 || isDue(a, ask.quiet, false));
    if ((!pending && (rests || (!chained && now() - since >= ask.quiet))) || over) {
      // Hidden changes leave no mutation: what goes out was read just now.
      const was = calm, all = shape;
      if (now() - at > 5 || changes.count !== count) look();
      if (calm === was || over) {
        late = shape !== all || (over && (pending || now() - since < ask.quiet)) || (calm !== shape && now() - moved < ask.quiet);
        break;
      }
      since = now();
    }
    // Every frame that is asked for costs the whole browser one, also where nothing moves.
    if (passes++ && (!quick || a.loose)) await pause(20);
    else await pass();
    if (due()) {
      const was = calm, all = shape, seen = count;
      look();
      if (shape !== all) moved = now();
      if (calm !== was) since = count === seen ? now() : changes.at;
    }
  }
  const out = { observation: observation(walked), waited: round(now() - start), late, broken: brokenPage() };
  if (a) out.effects = effectsOf(a, walked, shape);
  lastShape = shape;
  // Somebody who has waited in vain may be armed anew.
  if (!a || armed === a) disarm();
  return out;
}

// Whether an effect shows that leaves the listed screen as it is. Requests do not count
// here: whether the page also sends them by itself is known later.
function hasShown(a) {
  const active = deepActive(document), el = a.el;
  return isDrawn(a) || (active !== a.active && !!active && isEditable(active)) ||
    (a.verb === "type" && !!el && D.connected(el) && fieldValue(el) !== a.value);
}

// What the browser says on an error page of its own, which hides behind the address.
function brokenPage() {
  if (!test(ERROR_PAGE, uriOf(document))) return undefined;
  const said = document.body ? collapse(document.body.innerText) : "";
  return { address: uriOf(document) === location.href ? "" : location.href, said: clip(said, 300) };
}

function effectsOf(a, walked, shape) {
  const el = a.verb === "type" ? heirOf(a, walked) : a.el;
  const active = deepActive(document);
  const value = el && D.connected(el) ? fieldValue(el) : null;
  const changed = isChanged(a, walked, shape), asked = requestsOf(a);
  // A form that is kept back brings the focus to the field that keeps it.
  const back = a.unfit.length > 0 && active !== a.el;
  return {
    changed,
    moved: isElsewhere(a),
    scrolled: !back && scrollsOf(el, a.at) !== a.scroll,
    drawn: a.stayed || isDrawn(a),
    leaving: a.leaving > 0 && !a.handed,
    handed: a.handed,
    focus: !back && active !== a.active,
    field: !!active && (isEditable(active) || (active === el && !!PICKED[roleOf(el) || "-"])),
    opened: a.opened,
    // A menu of deeds, made of a list, goes back to its prompt.
    took_back: a.flipped && stoodAs(a, walked) === a.stood && !(D.tag(el) === "select" && !D.chosen(el)),
    asked: a.asked,
    strays: a.strays,
    requests: asked.count,
    discounted: asked.discounted,
    background: a.background,
    threw: a.threw,
    unfit: a.unfit,
    open: max(a.open, 0),
    events: a.events,
    reached: a.reached,
    begun: a.begun,
    taken: isTaken(a),
    other: a.other,
    became: a.became,
    kept: a.kept,
    strayed: a.strayed,
    by: a.by,
    abroad: abroadOf(a),
    attached: !!el && D.connected(el),
    checked: el && D.connected(el) ? statesOf(el).checked : undefined,
    value: el && isSecure(el) ? undefined : value === null ? undefined : clip(value || (el && chosenBeside(el)) || "", 1000000),
    held: el && isSecure(el) ? undefined : a.value === null ? undefined : clip(a.value, 1000000),
    held_length: a.value === null ? 0 : a.value.length,
    length: value === null ? undefined : value.length,
    edited: value !== a.value,
    spread: spreadOf(a.row),
  };
}

// The field that was typed into, or the one a page drew anew in its place: the same
// name and role in the same surroundings.
function heirOf(a, walked) {
  const was = a.stand;
  if (!a.el || D.connected(a.el) || !was || !was.name) return a.el;
  let heir = null;
  for (let i = 0; i < walked.nodes.length; i++) {
    const el = byId(walked.nodes[i].id);
    if (!el || roleOf(el) !== was.role || nameOf(el) !== was.name || fieldValue(el) === null) continue;
    if (heir || standing(el).around !== was.around) return a.el;
    heir = el;
  }
  return heir || a.el;
}

E.register("arm", (ask) => {
  arm(ask.id ? byId(ask.id) : deepActive(document), ask);
  return merge({ target: armed.el && armed.el !== document.body ? describe(armed.el) : "the page", focused: D.hasFocus(document) }, {});
});
E.register("settle", settle);
