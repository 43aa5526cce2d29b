// What lies over something and takes no presses, a veil over a page that loads, and what
// pseudo elements paint. No hit test tells of it, so the order in which boxes are painted
// is asked (CSS 2.2, appendix E).

const NEGATIVE = -1, IN_FLOW = 0, RAISED = 1, ON_TOP = 2;
// The veils of the documents, while one question is answered.
let veilsFor = null, veilsKnown = null;

function isRaising(style, node) {
  return isContaining(style) || +style.opacity < 1 || style.mixBlendMode !== "normal" || style.isolation === "isolate" ||
    style.position === "fixed" || style.position === "sticky" || (style.zIndex !== "auto" && (style.position !== "static" || isItem(node)));
}

// Whether it is placed by a flex box or a grid, where z-index counts for everything.
function isItem(node) {
  const around = up(node);
  return !!around && D.type(around) === 1 && test(/flex|grid/, computed(around).display);
}

// Where in the order of painting something stands: from the page inwards, each context
// with the place of what leads to it. `part` is a pseudo element of `el`, or null.
function heightOf(el, part) {
  const out = [];
  let place = null;
  const close = () => {
    out[out.length] = place || { z: 0, level: IN_FLOW, el: null };
    place = null;
  };
  const pass = (style, node, raises) => {
    if (raises) close();
    // What is placed takes part in the context around it by itself, not by what holds it.
    if (raises || (!place && style.position !== "static")) {
      const z = parseFloat(style.zIndex) || 0;
      place = { z, level: z < 0 ? NEGATIVE : RAISED, el: node };
    }
  };
  if (part) pass(part.style, part, isRaising(part.style, el));
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const style = computed(node), top = isRaised(node);
    if (isBoxless(style)) continue;
    pass(style, node, top || isRaising(style, node));
    if (!top) continue;
    // Nothing around it counts for what is shown on top of the page.
    place.level = ON_TOP;
    break;
  }
  close();
  const inward = [];
  for (let i = out.length - 1; i >= 0; i--) inward[inward.length] = out[i];
  return inward;
}

// Whether one of two of a level comes after the other: an element, what is before its
// content, its content, what is after that.
function comesAfter(one, other) {
  const el = one.of || one, base = other.of || other;
  const rank = (it) => (!it.of ? 0 : it.after ? 2 : 1);
  if (el === base) return rank(one) > rank(other);
  if (one.of && within(base, el)) return one.after;
  if (other.of && within(el, base)) return !other.after;
  return (D.compare(base, el) & 4) > 0;
}

// Whether a veil is painted after an element, for sure.
function isAbove(veil, other) {
  const above = heightOf(veil.el, veil.part), below = heightOf(other, null);
  for (let i = 0; i < above.length && i < below.length; i++) {
    const a = above[i], b = below[i];
    if (a.el === b.el) continue;
    if (a.level !== b.level) return a.level > b.level;
    if (a.level === ON_TOP) return false;
    if (a.z !== b.z) return a.z > b.z;
    return !!a.el && !!b.el && comesAfter(a.el, b.el);
  }
  return false;
}

// Whether its sides, and those of all around it, lie as the screen's.
function isStraight(el) {
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const style = computed(node);
    if (style.rotate && style.rotate !== "none") return false;
    if (style.transform === "none") continue;
    const parts = slice(style.transform, 0, 7) === "matrix(" && numbersIn(style.transform, NUMBERS);
    if (!parts || +parts[1] || +parts[2] || +parts[0] <= 0 || +parts[3] <= 0) return false;
  }
  return true;
}

// What rounded corners leave of a box, at the least.
function withoutCorners(box, style) {
  const width = box.right - box.left, height = box.bottom - box.top, names = ["TopLeft", "TopRight", "BottomLeft", "BottomRight"];
  let by = 0;
  for (let i = 0; i < 4; i++) {
    const radii = split(style["border" + names[i] + "Radius"] || "0", " ");
    for (let k = 0; k < radii.length; k++) by = max(by, slice(radii[k], -1) === "%" ? (parseFloat(radii[k]) * max(width, height)) / 100 : parseFloat(radii[k]) || 0);
  }
  by = 0.3 * min(by, max(width, height) / 2);
  return placed({ left: box.left + by, top: box.top + by, right: box.right - by, bottom: box.bottom - by });
}

// What the boxes around it leave of a box that stands in `node`, which is of some
// position; null where that is not plain.
function leftOf(node, position, box) {
  for (; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const style = computed(node), holds = isContaining(style);
    if (style.clipPath !== "none" || (style.clip && style.clip !== "auto")) return null;
    if (position === "static" || position === "relative" || position === "sticky" || holds || (position === "absolute" && style.position !== "static")) {
      const root = D.tag(node) === "html" || D.tag(node) === "body";
      if (!root && (style.overflowX !== "visible" || style.overflowY !== "visible") && style.display !== "inline") {
        const edge = D.box(node);
        box = { left: max(box.left, edge.left), top: max(box.top, edge.top), right: min(box.right, edge.right), bottom: min(box.bottom, edge.bottom) };
      }
      position = style.position;
    }
  }
  return placed(box);
}

// The box of a pseudo element that is placed, or null where its style does not tell.
function boxOfPart(el, style) {
  const fixed = style.position === "fixed";
  let around = el;
  while (around && !(isContaining(computed(around)) || (!fixed && computed(around).position !== "static"))) {
    around = up(around);
    if (around && D.doc(around) !== D.doc(el)) around = null;
  }
  const view = D.view(D.doc(el));
  let left = fixed ? 0 : -view.scrollX, top = fixed ? 0 : -view.scrollY;
  if (around) {
    const box = D.box(around);
    if (computed(around).display === "inline" || !(box.width - around.offsetWidth < 1 && around.offsetWidth - box.width < 1)) return null;
    left = box.left + around.clientLeft - around.scrollLeft;
    top = box.top + around.clientTop - around.scrollTop;
  }
  const px = (name) => (slice(style[name], -2) === "px" ? parseFloat(style[name]) : NaN);
  left += px("left") + px("marginLeft");
  top += px("top") + px("marginTop");
  let width = px("width"), height = px("height");
  if (style.boxSizing !== "border-box") {
    width += px("paddingLeft") + px("paddingRight") + px("borderLeftWidth") + px("borderRightWidth");
    height += px("paddingTop") + px("paddingBottom") + px("borderTopWidth") + px("borderBottomWidth");
  }
  return left - left === 0 && top - top === 0 && width > 0 && height > 0 ? placed({ left, top, right: left + width, bottom: top + height }) : null;
}

// What a pseudo element covers, as a veil; null for nothing.
function veilOfPart(el, which) {
  const style = computed(el, which), content = style.content;
  if (!content || content === "none" || content === "normal" || (style.position !== "absolute" && style.position !== "fixed")) return null;
  if (style.display === "none" || style.visibility !== "visible" || +style.opacity < 0.99 || style.mixBlendMode !== "normal" || style.maskImage !== "none") return null;
  if (style.transform !== "none" || (style.rotate && style.rotate !== "none") || (style.scale && style.scale !== "none") || (style.translate && style.translate !== "none")) return null;
  if (style.clipPath !== "none" || (style.clip && style.clip !== "auto") || test(/opacity|blur/, style.filter)) return null;
  const edge = coatOf(style);
  if (!edge || !isThick(el, computed(D.element(D.doc(el)))) || !isStraight(el)) return null;
  const outer = boxOfPart(el, style), box = outer && leftOf(el, style.position, withoutCorners(innerBox(outer, style, edge, 1), style));
  return box ? { el, part: { of: el, after: which === "::after", style }, box, boundless: isBoundless(el, style, box) } : null;
}

// Whether it stays over the whole window, wherever the page is scrolled to.
function isBoundless(el, style, box) {
  const view = D.view(D.doc(el));
  return style.position === "fixed" && box.left <= 0 && box.top <= 0 && box.right >= view.innerWidth - 20 && box.bottom >= view.innerHeight - 20;
}

function veilsOf(doc) {
  if (!dim || veilsFor !== dim) {
    veilsFor = dim;
    veilsKnown = new Map();
  }
  let list = mapGet(veilsKnown, doc);
  if (list) return list;
  list = [];
  mapSet(veilsKnown, doc, list);
  all(doc, (el) => {
    if (D.doc(el) !== doc) return false;
    const style = computed(el);
    if (style.display === "none") return false;
    for (let i = 0; i < 2 && mayWrite(D.rootOf(el)); i++) {
      const veil = veilOfPart(el, i ? "::after" : "::before");
      if (veil) list[list.length] = veil;
    }
    if (style.pointerEvents !== "none" || (style.position === "static" && !isRaising(style, el))) return true;
    const boxes = coatsOf(el);
    if (!boxes.length || style.clipPath !== "none" || (style.clip && style.clip !== "auto") || !isStraight(el)) return true;
    for (let i = 0; i < boxes.length; i++) {
      const box = leftOf(up(el), style.position, withoutCorners(boxes[i], style));
      if (box) list[list.length] = { el, part: null, box, boundless: isBoundless(el, style, box) };
    }
    return true;
  });
  return list;
}

// What lies over all of it that way, or null. `inner`: it is text of `el`; otherwise what
// `el` holds is its face.
function veilOn(el, boxes, inner) {
  if (!boxes.length) return null;
  const list = veilsOf(D.doc(el));
  for (let k = 0; k < list.length; k++) {
    const veil = list[k], box = veil.box;
    if (!veil.part && within(el, veil.el)) continue;
    if (!inner && within(veil.el, el)) continue;
    let over = true;
    for (let i = 0; i < boxes.length && over && !veil.boundless; i++) {
      // Letters do not reach to the edges of their line.
      const own = boxes[i], edge = inner ? (own.bottom - own.top) * 0.15 : 0;
      over = box.left <= own.left + 0.5 && box.right >= own.right - 0.5 && box.top <= own.top + edge && box.bottom >= own.bottom - edge;
    }
    if (over && isAbove(veil, el)) return veil.el;
  }
  return null;
}
