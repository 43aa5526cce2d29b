// What a person sees of what is there. The listing, locators and expectations share
// this one rule: rendered, of some size, and under nothing that takes it from sight.

const HOLLOW = wordSet("canvas video audio embed");
const UNDRAWN = wordSet(
  "defs desc metadata symbol clipPath mask marker pattern linearGradient radialGradient filter");
const CHOSEN = wordSet("input select textarea");
const OPERATED = wordSet(
  "button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton");
const numbersIn = uncurry(String.prototype.match);
const NUMBERS = /-?[\d.]+(?:e-?\d+)?(?:px|%)?/g;
const BARE = { __proto__: null, whole: false, crop: "", away: false, inside: false };

// Whether `clip-path` leaves nothing of a box.
function isClippedAway(path, box) {
  if (slice(path, 0, 7) === "circle(" || slice(path, 0, 8) === "ellipse(") return test(/\(0(px|%)?[ )]/, path);
  if (slice(path, 0, 6) !== "inset(") return false;
  const edges = numbersIn(split(path, " round")[0], NUMBERS) || [];
  const size = (text, whole) => parseFloat(text) * (slice(text, -1) === "%" ? whole / 100 : 1);
  const at = (i) => edges[i] || (i === 3 && edges[1]) || edges[0] || "0";
  return size(at(0), box.height) + size(at(2), box.height) >= box.height ||
    size(at(1), box.width) + size(at(3), box.width) >= box.width;
}

// Whether it stands where no scrolling leads: left of or above its document.
function isAway(el, box) {
  const doc = D.doc(el), view = D.view(doc);
  if (!view) return false;
  const slack = box.width && box.height ? 0 : 1000;
  const left = box.left + box.width < -view.scrollX - slack && computed(D.element(doc)).direction !== "rtl";
  if (!left && box.top + box.height >= -view.scrollY - slack) return false;
  for (let node = up(el); node && D.doc(node) === doc && node !== D.element(doc); node = up(node)) {
    if (node.scrollLeft || node.scrollTop) return false;
  }
  return true;
}

// Whether an element has no box of its own. Then nothing is done to what it holds but by
// what is inherited: it is not faded, filtered, masked, moved, clipped or placed by it.
function isBoxless(style) {
  return style.display === "contents";
}

// How an element hides itself and its content: "whole"; "crop" for what has no place
// of its own outside of it; "away" likewise, where nobody can scroll to. `at` is its box
// where that is known.
function hides(el, tag, style, at) {
  if (UNDRAWN[tag]) return "whole";
  if (isBoxless(style)) return "";
  if (+style.opacity <= 0.01) return "whole";
  const placed = style.position === "absolute" || style.position === "fixed";
  const clip = style.clipPath;
  if (clip !== "none" && isClippedAway(clip, D.box(el))) return "whole";
  if (placed && style.clip !== "auto" && indexOf(style.clip, "auto") < 0) {
    const edges = numbersIn(style.clip, NUMBERS) || [];
    if (parseFloat(edges[2]) - parseFloat(edges[0]) <= 1 || parseFloat(edges[1]) - parseFloat(edges[3]) <= 1) return "whole";
  }
  const box = at || D.box(el);
  if (!(box.width && box.height) && (style.transform !== "none" || (style.scale && style.scale !== "none"))) {
    if ((!box.width && el.offsetWidth) || (!box.height && el.offsetHeight)) return "whole";
  }
  if (tag === "html" || tag === "body" || style.display === "inline") return "";
  if (style.contentVisibility === "hidden") return "whole";
  // What is larger than a point is cut off by nothing of its own.
  if (box.width <= 1 && style.overflowX !== "visible") return "crop";
  if (box.height <= 1 && style.overflowY !== "visible") return "crop";
  return placed && isAway(el, box) ? "away" : "";
}

function isPoppedUp(el) {
  try {
    return D.matches(el, ":popover-open");
  } catch (_) {
    return false;
  }
}

// Whether the content of an element only stands in for what is shown.
function isHollow(el) {
  const tag = D.tag(el);
  if (tag !== "object") return !!HOLLOW[tag];
  return !!documentIn(el) || !showsContent(el);
}

function showsContent(el) {
  const list = kids(el);
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    if (D.type(child) === 1 ? D.boxes(child).length : collapse(D.data(child)) && textIsShown(child)) return true;
  }
  return false;
}

// A frame without room for content, as pages use to count visits.
function isTiny(frame) {
  return frame.clientWidth <= 2 || frame.clientHeight <= 2;
}

// What lies over an element, from what lies over its parent: `whole` and `crop` hide
// it, `inside` only its children.
function veil(above, el, style, at) {
  const tag = D.tag(el);
  // What lies on top of the page lies on top of what hides its ancestors, too.
  if ((tag === "dialog" && isModal(el)) || (D.has(el, "popover") && isPoppedUp(el))) above = BARE;
  const out = { __proto__: null, whole: above.whole || above.inside, crop: above.crop, away: above.away, inside: false };
  const position = !out.crop ? "" : isBoxless(style) ? "static" : style.position;
  if (out.crop && (position === "fixed" || (position === "absolute" && out.crop === "static"))) out.crop = out.away = "";
  else if (out.crop && position !== "static") out.crop = "placed";
  if (!out.whole) {
    const how = hides(el, tag, style, at);
    if (how === "whole") out.whole = true;
    else if (how) {
      out.crop = style.position === "static" ? "static" : "placed";
      if (how === "away") out.away = true;
    }
  }
  if (FRAMING[tag] && !isPicture(el)) {
    // Nothing inside of a frame gets out of it.
    if (out.crop || isTiny(el) || style.visibility !== "visible") out.inside = true;
  } else if (isHollow(el)) out.inside = true;
  return out;
}

// What lies over an element, from the top document down.
function veilOver(el) {
  const path = [];
  for (let node = el; node; node = up(node)) if (D.type(node) === 1) path[path.length] = node;
  let out = BARE;
  for (let i = path.length - 1; i >= 0; i--) out = veil(out, path[i], computed(path[i]));
  return out;
}

function veilAbove(el) {
  const parent = up(el);
  return parent ? veilOver(parent) : BARE;
}

// Text of no size, or pushed out of its box.
function isInkless(style) {
  return parseFloat(style.fontSize) === 0 || parseFloat(style.textIndent) < -200;
}

// Text that is drawn too small for anybody to read, however it is scaled.
const LEAST_PX = 3;
function isMinute(el, style) {
  const size = parseFloat(style.fontSize), tall = size > 0 && size < LEAST_PX ? el.offsetHeight : 0;
  return tall > 0 && (size * D.box(el).height) / tall < LEAST_PX;
}

// Whether its letters stand as dots.
function isMasked(style) {
  const how = style.webkitTextSecurity;
  return !!how && how !== "none";
}

// Whether it takes room on the screen, if only by what flows out of it.
function takesRoom(el, style, at) {
  if (style.display === "none") return false;
  const box = D.box(el);
  const sized = box.width > 0 && box.height > 0;
  const blank = isInkless(style) || isMinute(el, style);
  if (sized && style.visibility === "visible" && !blank) return true;
  const list = kids(el);
  if (sized && style.visibility === "visible" && !ownText(el, list)) return true;
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    if (D.type(child) === 3) {
      if (style.visibility === "visible" && !blank && collapse(D.data(child)) && textIsShown(child)) return true;
      continue;
    }
    const inner = computed(child), over = veil(at, child, inner);
    if (!over.whole && takesRoom(child, inner, over) && !over.crop) return true;
  }
  return false;
}

// Whether a person sees it. A field that a styled label stands for is seen with it.
function isSeen(el) {
  if (!isAttached(el)) return false;
  if (D.tag(el) === "area") {
    const image = imageOf(el);
    return !!image && isSeen(image) && D.boxes(el).length > 0;
  }
  const style = computed(el);
  if (style.display !== "contents" && style.visibility !== "visible") return false;
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const own = node === el ? style : computed(node);
    if (own.display === "none" || (own.display !== "contents" && D.rendered && !D.rendered(node))) return false;
    if (node !== el && documentIn(node) && own.visibility !== "visible") return false;
  }
  const over = veilOver(el);
  if (!over.whole && !over.crop && takesRoom(el, style, over)) return true;
  const labels = CHOSEN[D.tag(el)] ? labelsOf(el) : [];
  for (let i = 0; i < labels.length; i++) if (isSeen(labels[i])) return true;
  return false;
}

// Whether a control nobody sees is listed all the same: a styled label may stand for
// it, and what is transparent may show itself under the pointer.
function isKept(el, role, over) {
  if (CHOSEN[D.tag(el)]) return true;
  return !!role && !!OPERATED[role] && (over.away || (over.whole && !over.crop));
}

// Frames of another origin that were entered, while somebody asks who did so.
let entered = { __proto__: null };

// Why part of the screen is not read; null for what is.
function unreadAt(el) {
  const tag = D.tag(el);
  if (FRAMING[tag] && !isPicture(el)) {
    const doc = documentIn(el), deep = frameDepth(D.doc(el)) >= FRAME_DEPTH, awaited = !!doc && isAwaited(el, doc);
    if (doc && !deep && !awaited) return null;
    if (isTiny(el) || !isSeen(el) || entered[idOf(el)]) return null;
    return namedPart(el) + (awaited ? " has not loaded" : deep ? " is too deep inside other frames" : " is of another origin or did not load");
  }
  if (indexOf(tag, "-") < 0 || D.shadow(el) || isRootless(el) || !D.matches(el, ":defined")) return null;
  const box = D.box(el);
  if (box.width <= 2 || box.height <= 2 || !isSeen(el)) return null;
  if (showsContent(el)) return null;
  return namedPart(el) + " shows what only it can read";
}

// Whether an <object> or <embed> holds nothing that is read, or shows what it holds instead.
function isPicture(el) {
  const tag = D.tag(el), from = D.attr(el, tag === "embed" ? "src" : "data");
  if (tag === "iframe" || tag === "frame" || documentIn(el)) return false;
  return !from || showsContent(el) || test(/^image\//i, D.attr(el, "type") || "") ||
    test(/^data:image|\.(png|jpe?g|gif|webp|avif|svg)([?#]|$)/i, from);
}

function namedPart(el) {
  const label = collapse(D.attr(el, "title")) || collapse(D.attr(el, "aria-label"));
  return "<" + D.tag(el) + ">" + (label ? ' "' + clip(label, 60) + '"' : "");
}

// Why something in `root` is not read, or null.
function unreadIn(root) {
  let out = null;
  all(root, (el) => {
    if (!out) out = unreadAt(el);
    return !out;
  });
  return out;
}

E.isSeen = isSeen;
E.unreadIn = unreadIn;
