// Whose doing a change was: what of the screen's difference and of the requests counts
// as an effect of the press, and what the page did by itself.

// Words of addresses that only ever report.
const TELEMETRY = /(^|[\W_])(telemetry|analytics?|beacons?|metrics|rum|collect|tracking|tracker|track|pixel|log|logs|stats|ping|heartbeat|click-?stream|events?\/track)([\W_]|$)/i;
// Attributes that seldom give anything another look.
const LOOKLESS = /^(title|href|src|alt|value|content|datetime)$/;
const VOLATILE = /[0-9a-f]{8,}(-[0-9a-f]{4,})*|\d+/gi;
// Requests that presses sent through listeners of the whole page, and on what.
const reports = new Map();

// Without any event seen, nothing can be told apart, and everything may be caused.
function isBlind(a) {
  return a.blind || !a.presses;
}

// Keeps whose doing a batch of mutations was; it comes in the microtasks of its task.
function noteBlame(records, a) {
  const by = causeOf(a);
  const level = by ? (by.sure ? SURE : MAYBE) : ITSELF;
  const moves = (el) => isStirred(el, a.at) || isRestless(el, a.at);
  const mark = (node, place) => {
    const el = D.type(node) === 1 ? node : D.parent(node);
    if (!el) return;
    // What was in motion before goes on with it, and so does what comes and goes in it.
    if (by && by.hover) mapSet(a.hovered, el, true);
    else if (by && mapGet(a.hovered, el)) mapSet(a.hovered, el, false);
    const most = level === MAYBE && (moves(el) || (place && moves(place))) ? ITSELF : level;
    if ((mapGet(a.marks, el) || 0) < most) mapSet(a.marks, el, most);
    return most;
  };
  const each = (list, target) => {
    for (let i = 0; i < list.length; i++) {
      if (D.type(list[i]) !== 1) {
        mark(target);
        continue;
      }
      a.structure = max(a.structure, mark(list[i], target));
      // What a page loads by an element answers later.
      if (by && LOADED[D.tag(list[i])] === true) mayAnswer(a);
    }
  };
  for (let i = 0; i < records.length; i++) {
    const record = records[i];
    if (record.type !== "childList") {
      mark(record.target);
      if (by && record.type === "attributes" && LOADED[D.tag(record.target)]) noteParts(a, [record.target], test(/^(src|href)$/, record.attributeName) ? by : null);
      if (!by && record.type === "attributes" && !test(LOOKLESS, record.attributeName)) mapSet(a.restyled, record.target, true);
      continue;
    }
    each(record.addedNodes, record.target);
    if (by && !by.hover) noteRedrawn(a, record);
    if (by) noteParts(a, record.addedNodes, by);
    each(record.removedNodes, record.target);
  }
}

// Keeps whose doing changes of an element's attributes are; whether this one is kept.
function noteWhose(a, el, by, counts) {
  let whose = mapGet(a.whose, el);
  if (!counts) {
    if (whose && !by) whose.itself = true;
    return false;
  }
  if (!whose) mapSet(a.whose, el, (whose = { sure: false, early: true, itself: false, at: 0 }));
  if (by && by.sure) whose.sure = true;
  if (by) whose.early = false;
  whose.at = now();
  return true;
}

// Whether such changes may be an effect. What came before the press was felt is none; what
// only may be one has to stay, and is none where the page goes on with it by itself.
function isItsDoing(a, el) {
  const whose = mapGet(a.whose, el);
  if (!whose || whose.sure || a.blind) return true;
  if (whose.early) return isBlind(a);
  if (whose.itself) return false;
  const end = whose.at + STAYS;
  if (now() >= end) return true;
  a.due = max(a.due, end + 50);
  return false;
}

// By how much the press is to blame for what an element reads now: its own change,
// else one inside it, else the nearest one around it; zero where nothing was written.
function blameOf(a, el, inside) {
  if (!el) return a.structure;
  // The document is called what its title says.
  if (el === D.element(document)) {
    const title = D.findAll(el, "title")[0];
    return (title && mapGet(a.marks, title)) || ITSELF;
  }
  const own = mapGet(a.marks, el) || mapGet(inside, el);
  if (own) return own;
  const named = references(el, "aria-labelledby");
  for (let i = 0; i < named.length; i++) {
    const level = mapGet(a.marks, named[i]) || mapGet(inside, named[i]);
    if (level) return level;
  }
  for (let node = up(el); node; node = up(node)) {
    const level = mapGet(a.marks, node);
    if (level) return level;
  }
  return 0;
}

// Whether an element was in motion before the press, which did not touch it.
function isInMotion(a, el) {
  return !!el && mapGet(a.marks, el) !== SURE && (isStirred(el, a.at) || isRestless(el, a.at));
}

// What lies around each changed element, with the most the press did inside it.
function around(a) {
  const inside = new Map();
  mapEach(a.marks, (level, el) => {
    for (let node = up(el); node; node = up(node)) {
      if ((mapGet(inside, node) || 0) >= level) break;
      mapSet(inside, node, level);
    }
  });
  return inside;
}

// Whether the screen changed other than by itself; what did by itself is kept in words.
function isChanged(a, walked, shape) {
  a.background = [];
  if (shape === a.shape) return false;
  const inside = around(a), before = new Map(), seen = new Map();
  const old = a.before.nodes, nodes = walked.nodes;
  for (let i = 0; i < old.length; i++) mapSet(before, old[i].id, old[i]);
  let differing = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i], was = mapGet(before, node.id);
    mapSet(seen, node.id, true);
    if (was && lineOf(was) === lineOf(node)) continue;
    differing++;
    // What the browser marks where it keeps a form back is no answer of the page.
    if (was && a.unfit.length && lineOf(was, true) === lineOf(node, true)) continue;
    if (isCaused(a, byId(node.id), was, node, inside)) return true;
  }
  for (let i = 0; i < old.length; i++) {
    if (mapGet(seen, old[i].id)) continue;
    differing++;
    const held = mapGet(elementsById, old[i].id);
    if (isCaused(a, held && deref(held), old[i], null, inside)) return true;
  }
  // The same in another order.
  return !differing && (a.structure > ITSELF || !a.structure || isBlind(a));
}

function isCaused(a, el, was, is, inside) {
  if (isHint(a, el, is)) {
    noteBackground(a, el, is || was, !!is, false, "which shows because the pointer is there");
    return false;
  }
  if (isMark(a, el, was, is)) {
    noteBackground(a, el, is, true, false, "a mark that a press leaves and that does not stay");
    return false;
  }
  let blame = blameOf(a, el, inside);
  if (blame === SURE) return true;
  if (blame === ITSELF && isBlind(a)) blame = MAYBE;
  const counted = !!was && !!is && isCounted(lineOf(was), lineOf(is));
  const rhythm = !!el && (isStirred(el, a.at) || isRestless(el, a.at) || (counted && isRestless(el, now())));
  let caused = false;
  if (blame === MAYBE) caused = !rhythm;
  // Styles and defaults write nothing; neither do animations and fields set by scripts.
  if (!blame) caused = !(counted && a.marks.size > 0) && !isMoved(a, el);
  if (!caused) noteBackground(a, el, is || was, !!is, rhythm);
  return caused;
}

// Whether a press only came by: what shows by hovering, and offers nothing to use, shows
// without any press too.
function isHint(a, el, is) {
  if (!PRESSING[a.verb] || !is || (is.role && OPERABLE[is.role])) return false;
  for (let node = el; node && node !== document.body; node = up(node)) {
    const hovered = mapGet(a.hovered, node);
    if (hovered || mapGet(a.marks, node)) return !!hovered;
  }
  return (is.role === "tooltip" && !a.marks.size) || isHoverStyled(el);
}

// Whether a style shows an element, or one around it, only while the pointer is where it
// is. Asked of what nobody wrote to: then a style is all that can be why.
function isHoverStyled(el) {
  if (!el) return false;
  const root = D.rootOf(el), more = root.adoptedStyleSheets || [];
  const lists = [root.styleSheets || [], more];
  for (let l = 0; l < lists.length; l++) {
    for (let i = 0; i < lists[l].length; i++) if (hasHoverRule(lists[l][i], el, 0)) return true;
  }
  return false;
}

const SHOWING = ["display", "visibility", "opacity", "content-visibility", "clip-path", "max-height", "height", "transform", "left", "top"];

function hasHoverRule(sheet, el, depth) {
  let rules = null;
  try {
    rules = sheet.cssRules;
  } catch (_) {
    // A sheet of another origin tells nobody.
    return false;
  }
  for (let i = 0; rules && i < rules.length && i < 20000; i++) {
    const rule = rules[i], selector = rule.selectorText;
    if (rule.cssRules && rule.cssRules.length && depth < 8 && hasHoverRule(rule, el, depth + 1)) return true;
    if (!selector || indexOf(selector, ":hover") < 0 || !shows(rule.style)) continue;
    for (let node = el; node && node !== document.body; node = up(node)) if (isHoverOf(node, selector)) return true;
  }
  return false;
}

function shows(style) {
  for (let i = 0; i < SHOWING.length; i++) if (style && style.getPropertyValue(SHOWING[i])) return true;
  return false;
}

// Of several selectors only those that ask for the pointer count.
function isHoverOf(node, selector) {
  const parts = split(selector, ",");
  try {
    for (let i = 0; i < parts.length; i++) if (indexOf(parts[i], ":hover") >= 0 && D.matches(node, parts[i])) return true;
    return false;
  } catch (_) {
    // A comma inside of brackets parts nothing.
    return D.matches(node, selector);
  }
}

// Whether an animation that ran before the press, or another look of what stands beside
// it, can be why.
function isMoved(a, el) {
  if (!el) return false;
  for (let node = el, k = 0; node && k < 4; node = up(node), k++) {
    const parent = D.parent(node);
    for (let child = parent && D.first(parent); child; child = D.next(child)) {
      if (child !== node && mapGet(a.restyled, child)) return true;
    }
  }
  const list = D.motions(document) || [];
  for (let i = 0; i < list.length; i++) {
    const on = list[i].effect && list[i].effect.target;
    if (on && (list[i].startTime === null || list[i].startTime < a.timeline) && (within(el, on) || within(on, el))) return true;
  }
  return false;
}

function noteBackground(a, el, node, there, rhythm, why) {
  if (a.background.length >= 4) return;
  const id = el && D.connected(el) ? D.attr(el, "id") : null;
  const text = node.text || (typeof node.value === "string" && !(node.states && node.states.secure) ? node.value : "") || node.name || "";
  const what = (node.role || (el ? "<" + D.tag(el) + ">" : "an element")) + (text ? ' "' + clip(collapse(text), 80) + '"' : "") + (id ? " (id " + clip(id, 40) + ")" : "");
  const how = why ? why : !there ? "which went away by itself" : rhythm || (el && isRestless(el, now())) ? "which keeps changing by itself" : "which the page did by itself";
  a.background[a.background.length] = what + ", " + how;
}

// Whether something the press sent is not answered yet: what the app shows before is only
// what it hopes for.
function isUnanswered(a) {
  if (a.owed > 0) return true;
  for (let i = 0; i < a.sent.length; i++) {
    const sent = a.sent[i];
    if (sent.open && sent.by && sent.local !== false && !test(TELEMETRY, bareOf(sent.url))) return true;
  }
  return false;
}

// The requests that count as an effect, and in words those that do not.
function requestsOf(a) {
  const known = new Map(), discounted = [];
  let count = 0;
  const said = new Map();
  const say = (sent, why) => {
    // One that is sent over and over is told once.
    const key = keyOf(sent) + why;
    if (mapGet(said, key)) return;
    mapSet(said, key, true);
    if (discounted.length < 6) discounted[discounted.length] = sent.method + " " + clip(sent.url, 120) + ", " + why;
  };
  for (let i = 0; i < a.sent.length; i++) {
    const sent = a.sent[i];
    mapSet(known, sent.url, true);
    const why = discount(a, sent);
    if (why) say(sent, why);
    else count++;
    if (sent.by && sent.local !== true && a.el) mapSet(reports, keyOf(sent), mapGet(reports, keyOf(sent)) || idOf(a.el));
  }
  // Pages that kept `fetch` from before are seen only by the browser's own account.
  const entries = resources();
  for (let i = entries.length - 1; i >= 0 && entries[i].startTime >= a.at - 1; i--) {
    const entry = entries[i], kind = entry.initiatorType, mine = isBlind(a) || inSpan(entry.startTime, a.at);
    if (mapGet(known, entry.name) || !ASKED[kind]) continue;
    if (kind === "beacon" || kind === "img") {
      if (mine) say({ method: "GET", url: entry.name }, kind === "img" ? "a picture" : "a beacon, which shows nothing");
    } else if (mine && entry.responseStatus >= 400) say({ method: "a request for", url: entry.name }, refusedWith(entry.responseStatus));
    else if (mine) count++;
    else say({ method: "a request for", url: entry.name }, "which the page sent by itself");
  }
  return { count, discounted };
}

// What was asked of other origins, each address once, with what was sent along: a secret
// may be in it. The browser lists a request when it is over.
const abroad = new Map();

function abroadOf(a) {
  const out = [], home = location.origin + "/";
  const add = (url, body) => {
    const key = url + " " + body;
    if (out.length >= 40 || mapGet(abroad, key) || slice(url, 0, 4) !== "http" || slice(url, 0, home.length) === home) return;
    mapSet(abroad, key, true);
    out[out.length] = { url: clip(url, 4000), body };
  };
  for (let i = 0; i < a.sent.length; i++) add(a.sent[i].url, a.sent[i].body);
  const entries = resources();
  for (let i = entries.length - 1; i >= 0; i--) add(entries[i].name, "");
  return out;
}

const ASKED = wordSet("fetch xmlhttprequest beacon img");

function resources() {
  return performance.getEntriesByType ? performance.getEntriesByType("resource") : [];
}

function inSpan(time, from) {
  for (let i = spans.length - 1; i >= 0 && spans[i][1] >= from - 1; i--) {
    if (time >= spans[i][0] - 1 && time <= spans[i][1] + 1) return true;
  }
  return false;
}

// Why a request is no effect of the press; nothing where it is one. What the server did
// not do is none, whatever was asked of it.
function discount(a, sent) {
  return strayness(a, sent) || sent.refused || "";
}

// Why a request has nothing to do with what the press is for.
function strayness(a, sent) {
  if (sent.beacon) return "a beacon, which shows nothing";
  if (sent.idle) return "sent to outlive the page, as reports are";
  if (!sent.by && !isBlind(a)) return "which the page sent by itself";
  if (sent.local === true) return "";
  const url = masked(sent.url);
  for (let i = 0; i < a.sent.length; i++) {
    const other = a.sent[i];
    if (!other.by && other.method === sent.method && masked(other.url) === url && masked(other.body) === masked(sent.body)) return "which the page also sends by itself";
  }
  if (sent.local === false || !sent.sure || sent.method === "GET") {
    const entries = resources();
    let times = 0;
    for (let i = 0; i < entries.length && entries[i].startTime < a.at; i++) {
      if (ASKED[entries[i].initiatorType] && masked(entries[i].name) === url && !inSpan(entries[i].startTime, 0)) times++;
    }
    if (times > 1) return "which the page also sends by itself";
  }
  if (sent.local !== false) return "";
  const other = mapGet(reports, keyOf(sent));
  if (other && a.el && other !== idOf(a.el)) return "which presses elsewhere on the page send too";
  return test(TELEMETRY, bareOf(sent.url)) ? "which by its address only reports the press" : "";
}

function bareOf(url) {
  const at = indexOf(url, "?");
  return at < 0 ? url : slice(url, 0, at);
}

function masked(text) {
  return replace(text, VOLATILE, "#");
}

function keyOf(sent) {
  return sent.method + " " + masked(sent.url);
}

function bodyOf(body) {
  const written = window.URLSearchParams && body instanceof window.URLSearchParams;
  return typeof body === "string" || written ? clip("" + body, 2000) : "";
}

function noteRequest(a, by, read) {
  if (a.sent.length >= 100) return null;
  try {
    const ask = read();
    const url = new Url(ask.url, document.baseURI).href;
    const sent = {
      by: !!by && !by.hover, sure: !!by && by.sure, local: by ? by.local : undefined, method: ("" + (ask.method || "GET")).toUpperCase(), url,
      body: bodyOf(ask.body), beacon: !!ask.beacon, idle: !!ask.idle || !!ask.beacon,
    };
    a.sent[a.sent.length] = sent;
    return sent;
  } catch (_) {
    return null;
  }
}
