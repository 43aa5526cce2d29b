// The listing: one walk in reading order, what is worth a line and what is not.

const NODE_LIMIT = 3000;
const NAME_LIMIT = 256;
const TEXT_LIMIT = 512;
const OPTION_LIMIT = 60;
const BOX_MIN = 12;
const FOREIGN_LIMIT = 60;
const SKIPPED = wordSet(
  "script style head meta link title template noscript base param source track datalist br wbr col colgroup map");
const SOLID = wordSet("svg math canvas video audio img iframe frame object embed input textarea select progress meter");
// They name what they stand in, and need no second line.
const CAPTIONS = wordSet("legend caption figcaption");
// Of no interest inside something that is named by its content and says it all.
// Of no interest without a name: they only hold other things together.
const HOLDING = wordSet("form group sectionheader sectionfooter");
// What has a place in a set, and what says how many rows there are.
const PLACED = wordSet("listitem option treeitem tab menuitem menuitemcheckbox menuitemradio radio article comment row");
const ROWED = wordSet("table grid treegrid");
const CELLED = wordSet("cell gridcell columnheader rowheader");
const TEXTUAL = wordSet(
  "paragraph strong emphasis code mark subscript superscript time insertion deletion term");

function hasClickHandler(el) {
  if (D.has(el, "onclick")) return true;
  try {
    return typeof D.onclick(el) === "function";
  } catch (_) {
    return false;
  }
}

const USED = "a[href],button,input,select,textarea,summary,[tabindex],[onclick],[role]";

// Whether it listens for a press itself, and not for what happens to its parts.
function isPressed(el) {
  const tag = D.tag(el);
  const known = tag === "body" || tag === "html" ? null : startOf(D.doc(el));
  return !!known && known.listens(el) && !D.findAll(el, USED).length && D.content(el).length <= 200;
}

// An element without a role that reacts to a person all the same. The hand cursor
// is inherited, so only the outermost element that shows it counts.
function isClickable(el, style, pointerAbove) {
  if (style.cursor === "pointer" && !pointerAbove) return true;
  if (hasClickHandler(el) || isPressed(el)) return true;
  const tab = D.attr(el, "tabindex");
  if (tab !== null && +tab >= 0) return true;
  return D.attr(el, "draggable") === "true";
}

function isPainted(style) {
  const clear = "rgba(0, 0, 0, 0)";
  if (style.backgroundColor !== clear && style.backgroundColor !== "transparent") return true;
  if (style.backgroundImage !== "none") return true;
  if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) return true;
  return style.borderTopStyle !== "none" && parseFloat(style.borderTopWidth) > 0;
}

// Own text: direct text nodes, those passed through slots included.
function ownText(el, list) {
  let out = "";
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    if (D.type(child) === 3) out += " " + D.data(child);
    else if (D.tag(child) === "slot") out += " " + ownText(child, kids(child));
  }
  return collapse(out);
}

const LinkAddress = window.URL;

// A link's target without user information; query and fragment only hinted at.
function hrefOf(el) {
  const written = D.attr(el, "href");
  if (written === null) return null;
  try {
    const url = new LinkAddress(written, el.baseURI);
    if (url.protocol === "javascript:" || url.protocol === "data:") return url.protocol;
    const origin = url.origin === "null" ? url.protocol : url.origin;
    return clip(origin + url.pathname, TEXT_LIMIT) + (url.search ? "?…" : "") + (url.hash ? "#…" : "");
  } catch (_) {
    return null;
  }
}

// A number of one or more that the page says, if so.
function numberSaid(el, name) {
  const said = D.attr(el, name), number = said === null ? 0 : floor(+said);
  return number > 0 && number < 1e9 ? number : undefined;
}

// One walk over everything, at most `limit` nodes. Nodes come as plain objects.
function walk(limit) {
  const most = limit || NODE_LIMIT;
  const out = { nodes: [], truncated: false, unread: [], frames: [] };
  const bars = new Map();
  sought = [];
  // Each document has an active element; one of them has the keyboard.
  const active = mark && !D.hasFocus(document) ? null : deepActive(document);
  const width = window.innerWidth, height = window.innerHeight;

  function push(node) {
    if (out.nodes.length >= most) {
      out.truncated = true;
      return false;
    }
    out.nodes[out.nodes.length] = node;
    return true;
  }

  // Keeps what is seen and cannot be read: nobody knows what is not there.
  function note(why) {
    if (why && out.unread.length < 8) out.unread[out.unread.length] = why;
  }

  // The box in top-level pixels, clipped to the frames around it; null when empty there.
  function place(box, frame) {
    let x = frame.x + box.left * frame.sx, y = frame.y + box.top * frame.sy;
    let w = box.width * frame.sx, h = box.height * frame.sy;
    if (frame.clip) {
      const c = frame.clip;
      const right = min(x + w, c[0] + c[2]), bottom = min(y + h, c[1] + c[3]);
      x = max(x, c[0]);
      y = max(y, c[1]);
      w = right - x;
      h = bottom - y;
      if (w <= 0 || h <= 0) return null;
    }
    return [round(x), round(y), round(w), round(h)];
  }

  // `at`: depth, pointer (hand cursor above), covered (name of an ancestor named by
  // its content), disabled (aria-disabled above), frame (place and depth of the document).
  function visit(el, at) {
    if (out.truncated) return;
    const tag = D.tag(el);
    if (SKIPPED[tag] || D.attr(el, "aria-hidden") === "true" || D.has(el, "inert")) return;
    const style = computed(el);
    if (style.display === "none" || isUnslotted(el, style)) return;
    const contents = style.display === "contents";
    const box = contents ? null : D.box(el);
    const over = veil(at.over, el, style, box);
    const hidden = over.whole || over.crop !== "";
    const drawn = contents || box.width > 0 || box.height > 0 || D.boxes(el).length > 0;
    const shown = drawn && style.visibility === "visible";
    const inner = { depth: at.depth, pointer: style.cursor === "pointer", covered: at.covered, disabled: at.disabled, frame: at.frame, over };
    const said = D.attr(el, "aria-disabled");
    if (said === "true" || said === "false") inner.disabled = said === "true";
    const root = D.shadow(el), list = SOLID[tag] ? [] : kids(el);
    if (root) watch(root);
    else seekIn(el, tag, box, list);
    const role = roleOf(el);
    if (indexOf(tag, "-") > 0) note(unreadAt(el));
    if (shown && (!hidden || isKept(el, role, over))) {
      const node = read(el, tag, style, box, list, role, at, inner);
      if (node) {
        if (hidden) delete node.text;
        if (!push(node)) return;
        inner.depth = at.depth + 1;
      }
    }
    if (FRAMING[tag]) {
      if (shown && !hidden && !over.inside) enter(el, inner);
      return;
    }
    if (tag === "select") {
      if (shown) options(el, role, inner);
      return;
    }
    if (tag === "img" && D.has(el, "usemap")) {
      if (shown && !hidden) linksOn(el, inner);
      return;
    }
    if (tag === "svg") {
      controlsIn(el, inner);
      return;
    }
    const closed = tag === "details" && !D.has(el, "open");
    for (let i = 0, first = true; i < list.length; i++) {
      const child = list[i];
      if (D.type(child) !== 1 || (closed && !isSummary(child))) continue;
      if (first && !contents && style.contentVisibility === "hidden") return;
      first = false;
      visit(child, inner);
    }
  }

  // The node of a shown element, or null when it is not worth a line.
  function read(el, tag, style, box, list, role, at, inner) {
    const testId = testIdOf(el);
    let name = nameOf(el);
    let text = tag === "details" && !D.has(el, "open") ? "" : ownText(el, list);
    if (text && (isInkless(style) || isMinute(el, style) || isMasked(style))) text = "";
    const control = tag === "label" ? labelled(el) || namedBy(el) : null;
    // A label's own reaction is its control's, unless the control is not listed itself.
    const shape = isShape(el);
    const clickable = (!role || shape) && !(control && !isHiddenFromAria(control)) && isClickable(el, style, at.pointer);
    if (clickable && !name && !text) {
      const content = textOf(el);
      if (content.length <= 100) name = content;
    }
    const holding = HOLDING[role] && (role !== "group" || tag === "address" || tag === "hgroup") && !name;
    let kind = shape && clickable ? "" : role;
    if (holding && !text && !testId) return null;
    if (!role && !testId && !clickable) {
      if (!name && !text) {
        if (tag === "svg" || list.length || SOLID[tag] || !box || box.width < BOX_MIN || box.height < BOX_MIN || !isPainted(style)) return null;
        kind = "box";
      } else if (isCovered(text, name, at.covered)) {
        return null;
      } else if (control && !isHiddenFromAria(control)) {
        const called = nameOf(control);
        if (indexOf(called, text) >= 0) {
          inner.covered = called;
          return null;
        }
      }
    }
    if (CAPTIONS[tag] && !testId && text && indexOf(nameOf(D.parent(el)), text) >= 0) {
      inner.covered = nameOf(D.parent(el));
      return null;
    }
    if (role && TEXTUAL[role] && !testId && at.covered && isCovered(text, name, at.covered)) return null;
    if (role === "image" && tag === "svg" && !name && !testId) return null;
    const node = { id: idOf(el), depth: at.depth };
    if (kind) node.role = kind;
    if (name) node.name = clip(name, NAME_LIMIT);
    if (text && tag !== "textarea") node.text = clip(text, TEXT_LIMIT);
    const value = valueOf(el);
    if (value !== null) node.value = clip(value, TEXT_LIMIT);
    if (isSecure(el) || isEditingHost(el)) delete node.text;
    if (testId) node.test_id = clip(testId, NAME_LIMIT);
    const hint = D.attr(el, "placeholder") || (role ? D.attr(el, "aria-placeholder") : null);
    if (hint && role) node.placeholder = clip(collapse(hint), NAME_LIMIT);
    if (role === "link" && (tag === "a" || tag === "area")) node.href = hrefOf(el) || undefined;
    if (role === "heading") node.level = +D.attr(el, "aria-level") || +slice(tag, 1) || 2;
    if (PLACED[role]) {
      node.position = numberSaid(el, role === "row" ? "aria-rowindex" : "aria-posinset");
      node.set_size = role === "row" ? undefined : numberSaid(el, "aria-setsize");
    } else if (CELLED[role]) node.position = numberSaid(el, "aria-colindex");
    else if (ROWED[role]) node.set_size = numberSaid(el, "aria-rowcount");
    if (ROWED[role]) node.columns = numberSaid(el, "aria-colcount");
    else if (role === "row") node.columns = numberSaid(el, "aria-colindex");
    else if (role === "progressbar" && value === null) mapSet(bars, el, mapGet(working, el) || now());
    const states = statesOf(el, { role, active, disabled: inner.disabled, clickable });
    if (clickable) states.clickable = true;
    if (box) {
      const rect = place(box, at.frame);
      if (rect) node.rect = rect;
      if (!rect || rect[0] >= width || rect[1] >= height || rect[0] + rect[2] <= 0 || rect[1] + rect[3] <= 0) states.offscreen = true;
    }
    if (objectKeys(states).length) node.states = states;
    if (isEditingHost(el)) inner.covered = collapse(value);
    else if (role && NAMED_BY_CONTENT[role]) inner.covered = name;
    else if (clickable && name) inner.covered = name;
    else if (role && !TEXTUAL[role]) inner.covered = "";
    return node;
  }

  function isCovered(text, name, covered) {
    if (!covered) return false;
    return (!text || indexOf(covered, text) >= 0) && (!name || indexOf(covered, name) >= 0);
  }

  // What a drawing holds that a person operates, the outermost of each: shapes with a
  // title as well, where they react to a press.
  function controlsIn(el, at) {
    const found = D.findAll(el, "a[href],[role],[tabindex],title");
    for (let i = 0, last = null; i < found.length; i++) {
      const titled = D.tag(found[i]) === "title";
      const one = titled ? D.parent(found[i]) : found[i], role = roleOf(one);
      if (one === el || (last && D.contains(last, one))) continue;
      if (titled ? !isShape(one) || !isClickable(one, computed(one), at.pointer) : !(role && role !== "group" && OPERABLE[role]) && !D.has(one, "tabindex")) continue;
      last = one;
      visit(one, at);
    }
  }

  // The links of a picture's map.
  function linksOn(image, at) {
    const list = areasOf(image);
    for (let i = 0; i < list.length; i++) {
      const area = list[i], box = D.box(area);
      if (!(box.width > 0 && box.height > 0) || D.attr(area, "aria-hidden") === "true" || D.has(area, "inert")) continue;
      const node = read(area, "area", computed(area), box, [], roleOf(area), at, { ...at });
      if (node && !push(node)) return;
    }
  }

  // The choices of a list that is not rendered as one.
  function options(el, role, at) {
    const found = D.findAll(el, "option");
    for (let i = 0; i < found.length && i < OPTION_LIMIT; i++) {
      const option = found[i];
      if (D.has(option, "hidden") || computed(option).display === "none") continue;
      const node = { id: idOf(option), depth: at.depth, role: "option", name: clip(optionLabel(option), NAME_LIMIT) };
      const states = { __proto__: null, selected: optionSelected(option) };
      if (D.matches(option, ":disabled")) states.disabled = true;
      node.states = states;
      if (role === "listbox") {
        const rect = place(D.box(option), at.frame);
        if (rect && rect[2] > 0 && rect[3] > 0) node.rect = rect;
      }
      if (!push(node)) return;
    }
  }

  // The document of a frame, listed beneath it, its boxes moved and clipped to it. One of
  // another origin has its place kept.
  function enter(el, at) {
    const doc = documentIn(el);
    const frame = at.frame;
    if (!doc || frame.level >= FRAME_DEPTH || isAwaited(el, doc)) {
      const why = unreadAt(el);
      if (D.type(D.rootOf(el)) === 11) shadowed = true;
      if (!why || doc || frame.level >= FRAME_DEPTH || out.frames.length >= FOREIGN_LIMIT) note(why);
      else {
        const found = framed(el);
        found.at = out.nodes.length;
        found.depth = at.depth;
        found.clip = place(D.box(el), frame);
        found.view = [width, height];
        out.frames[out.frames.length] = found;
      }
      return;
    }
    // Scrolled out of an outer frame: listed all the same, without boxes.
    const inner = insideOf(el);
    inner.clip = place(D.box(el), frame) || [0, 0, -1, -1];
    inner.level = frame.level + 1;
    into(doc, at.depth, inner);
  }

  function into(doc, depth, frame) {
    watch(doc);
    const at = { depth, pointer: false, covered: "", disabled: false, frame, over: BARE };
    // With a modal dialog open nothing outside it can be reached.
    const from = modalOf(doc) || D.element(doc);
    if (from) visit(from, at);
  }

  const top = { id: mark + "root", depth: 0, role: "document", name: clip(collapse(document.title), NAME_LIMIT) };
  push(top);
  beginWalk();
  try {
    into(document, 1, { x: 0, y: 0, sx: 1, sy: 1, clip: null, level: outside });
  } finally {
    endWalk();
  }
  working = bars;
  // The document element itself is `root`; a walk that began there listed it once more.
  const nodes = out.nodes;
  if (nodes.length > 1 && nodes[1].id === top.id) {
    out.nodes = withoutDouble(nodes);
    for (let i = 0; i < out.frames.length; i++) {
      out.frames[i].at -= 1;
      out.frames[i].depth -= 1;
    }
  }
  if (out.unread.length) out.truncated = true;
  return out;
}

function withoutDouble(nodes) {
  const out = [nodes[0]];
  for (let i = 2; i < nodes.length; i++) {
    nodes[i].depth -= 1;
    out[out.length] = nodes[i];
  }
  return out;
}

// A walk as an observation.
function observation(walked) {
  return {
    document: E.document,
    url: test(ERROR_PAGE, uriOf(document)) ? uriOf(document) : location.href,
    title: collapse(document.title),
    nodes: new Raw(writePlain(walked.nodes)),
    truncated: walked.truncated,
    unread: walked.unread,
    frames: walked.frames,
    hosts: soughtIn(), slots: slotsToAsk(),
    faults: takeFaults(), status: failedStatus(),
  };
}

// What the server said of the document, where it said that there is none.
function failedStatus() {
  const entry = performance.getEntriesByType ? performance.getEntriesByType("navigation")[0] : null;
  return entry && entry.responseStatus >= 400 ? entry.responseStatus : undefined;
}

E.failedStatus = failedStatus;

E.walk = walk;
E.observation = observation;
E.register("look", (ask) => observation(walk(ask.limit)));
