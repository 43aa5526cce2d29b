// Whether a person really sees what the tree says is there: asked of the candidates of
// a statement only, because it looks at everything around and over them.
//
// Each answer is null for what is seen, or { why, sure }. Not `sure` is what may be seen
// all the same (it moves, or something unreadable takes part): no statement may hold
// that it is there, and none that it is not.

const Matrix = window.DOMMatrix;
const animationsOf = method("Element", "getAnimations");
const scrollElement = method("Element", "scrollTo");
const CLAMPED = { __proto__: null, left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
const FACES = wordSet("img svg video canvas iframe object embed input textarea select button progress meter");
// What of the tree nobody sees, while one question is answered: see cover.js.
let dim = null;

function isRaised(el) {
  return (D.tag(el) === "dialog" && isModal(el)) || (D.has(el, "popover") && isPoppedUp(el));
}

// [red, green, blue, alpha] of a computed colour, or null for other notations.
function inkOf(color) {
  const parts = slice(color, 0, 3) === "rgb" && numbersIn(color, NUMBERS);
  if (!parts) return test(/\/ 0(\.0+)?\)$/, color) ? [0, 0, 0, 0] : null;
  return [+parts[0], +parts[1], +parts[2], parts.length > 3 ? +parts[3] : 1];
}

function isTurnedAway(el, style) {
  if (!Matrix || style.transform === "none" && computed(up(el) || el).transformStyle !== "preserve-3d") return false;
  let all = new Matrix(style.transform);
  for (let node = up(el); node; node = up(node)) {
    const above = computed(node);
    if (above.transformStyle !== "preserve-3d") break;
    all = new Matrix(above.transform).multiply(all);
  }
  return all.m33 < 0;
}

// Whether it is moved towards the eye and past it, by nothing but a distance.
function isBehindEye(el, style) {
  const above = Matrix && slice(style.transform, 0, 9) === "matrix3d(" ? up(el) : null;
  const depth = above && D.type(above) === 1 ? parseFloat(computed(above).perspective) : 0;
  if (!(depth > 0)) return false;
  const by = new Matrix(style.transform);
  return !by.m13 && !by.m23 && !by.m31 && !by.m32 && !by.m34 && by.m43 >= depth;
}

// What takes a whole branch from sight.
function faded(el) {
  let left = 1;
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const style = computed(node);
    if (isBoxless(style)) continue;
    left *= +style.opacity;
    if (style.filter && style.filter !== "none") {
      const part = numbersIn(style.filter, /opacity\([\d.e-]+%?/g) || [];
      for (let i = 0; i < part.length; i++) left *= parseFloat(slice(part[i], 8)) / (slice(part[i], -1) === "%" ? 100 : 1);
    }
    const mask = style.maskImage || style.webkitMaskImage;
    if (mask && mask !== "none" && indexOf(mask, "url(") < 0) {
      const stops = numbersIn(mask, /(rgba?|color|hsla?|oklch|oklab|lab|lch)\([^)]*\)/g) || [];
      let clear = stops.length > 0;
      for (let i = 0; i < stops.length; i++) {
        const ink = inkOf(stops[i]);
        if (!ink || ink[3] > 0.01) clear = false;
      }
      if (clear) return "masked away";
    }
    if (style.backfaceVisibility === "hidden" && isTurnedAway(node, style)) return "turned away";
    if (isBehindEye(node, style)) return "moved behind whoever looks";
    if (left <= 0.01) return "transparent";
    if (isRaised(node)) break;
  }
  return null;
}

// Where it is cut off ----------------------------------------------------------------

function isContaining(style) {
  const set = (value) => !!value && value !== "none" && value !== "normal" && value !== "auto";
  return set(style.transform) || set(style.perspective) || set(style.filter) || set(style.translate) || set(style.rotate) ||
    set(style.scale) || set(style.backdropFilter) || test(/paint|layout|strict|content/, style.contain) || test(/transform|perspective|filter/, style.willChange);
}

// The box `clip-path: inset()` or `polygon()` leaves, at the most.
function leftByPath(path, box) {
  const size = (text, whole) => parseFloat(text) * (slice(text, -1) === "%" ? whole / 100 : 1);
  const out = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
  if (slice(path, 0, 6) === "inset(") {
    const edges = numbersIn(split(path, " round")[0], NUMBERS) || [];
    const at = (i) => edges[i] || (i === 3 && edges[1]) || edges[0] || "0";
    out.top += size(at(0), box.height);
    out.right -= size(at(1), box.width);
    out.bottom -= size(at(2), box.height);
    out.left += size(at(3), box.width);
  } else if (slice(path, 0, 8) === "polygon(" && indexOf(path, "calc(") < 0) {
    const points = numbersIn(path, NUMBERS) || [];
    let l = 1e6, t = 1e6, r = -1e6, b = -1e6;
    for (let i = 0; i + 1 < points.length; i += 2) {
      l = min(l, size(points[i], box.width));
      r = max(r, size(points[i], box.width));
      t = min(t, size(points[i + 1], box.height));
      b = max(b, size(points[i + 1], box.height));
    }
    return { left: box.left + l, top: box.top + t, right: box.left + r, bottom: box.top + b };
  }
  return out;
}

// Leaves of a box what `edge` lets through on one axis; false when nothing is left.
function keep(box, edge, near, far, slack) {
  if (box[far] <= edge[near] + slack || box[near] >= edge[far] - slack) return false;
  box[near] = max(box[near], edge[near]);
  box[far] = min(box[far], edge[far]);
  return true;
}

// What one element around leaves of a box, as far as nobody can scroll it into view.
function cutBy(node, style, box) {
  if (style.clipPath !== "none" && test(/^(inset|polygon)\(/, style.clipPath)) {
    const edge = leftByPath(style.clipPath, D.box(node));
    if (!keep(box, edge, "left", "right", 0) || !keep(box, edge, "top", "bottom", 0)) return false;
  }
  const across = style.overflowX, down = style.overflowY;
  const tag = D.tag(node);
  if ((across === "visible" && down === "visible") || (style.display === "inline" && tag !== "svg")) return true;
  if (tag === "html" || tag === "body") return true;
  // Words cut short are still read as what they begin with.
  if (style.textOverflow === "ellipsis" || (style.webkitLineClamp && style.webkitLineClamp !== "none")) return true;
  const edge = D.box(node), known = startOf(D.doc(node));
  const scrolls = (way) => way === "auto" || way === "scroll" || (way === "hidden" && !!known && !!known.rolls && known.rolls(node));
  const axis = (way, near, far, from) => {
    if (way === "visible") return true;
    if (!scrolls(way)) return keep(box, edge, near, far, 0.5);
    const backward = style.direction === "rtl" || indexOf(style.flexDirection, "reverse") > 0;
    if (!backward && box[far] - edge[near] + from <= 0) return false;
    if (!keep(box, edge, near, far, 0)) {
      box[near] = edge[near];
      box[far] = edge[far];
    }
    return true;
  };
  return axis(across, "left", "right", node.scrollLeft) && axis(down, "top", "bottom", node.scrollTop);
}

// Whether a document shows a place of its own, however it is scrolled.
function isOnPage(doc, box, held) {
  const view = D.view(doc), root = D.element(doc), style = computed(root);
  const width = root.clientWidth || view.innerWidth;
  if (held) return box.right > 0 && box.bottom > 0 && box.left < width && held.top < view.innerHeight;
  const body = doc.body ? computed(doc.body) : style;
  const fixed = style.overflowX === "hidden" || style.overflowX === "clip" || (style.overflowX === "visible" && body.overflowX === "hidden");
  if (style.direction !== "rtl" && body.direction !== "rtl" && (box.right + view.scrollX <= 0 || (fixed && box.left + view.scrollX >= width))) return false;
  return box.bottom + view.scrollY > 0;
}

// Whether everything is cut off. `inner`: the boxes are what `el` holds, not its own.
function cutOff(el, boxes, inner) {
  const left = [];
  for (let i = 0; i < boxes.length; i++) left[i] = placed(boxes[i]);
  let escape = inner ? "" : computed(el).position, held = null;
  if (escape !== "absolute" && escape !== "fixed") escape = "";
  if (escape === "fixed") held = D.box(el);
  let alive = left;
  for (let node = inner ? el : up(el); node && alive.length; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const style = computed(node), contains = isContaining(style), raised = isRaised(node);
    if (isBoxless(style)) continue;
    if (!escape || contains || (escape === "absolute" && style.position !== "static")) {
      const next = [];
      for (let i = 0; i < alive.length; i++) if (cutBy(node, style, alive[i])) next[next.length] = alive[i];
      alive = next;
      escape = style.position === "absolute" || style.position === "fixed" ? style.position : "";
      held = escape === "fixed" ? D.box(node) : null;
    }
    if (raised) {
      while (node && up(node) && D.doc(up(node)) === D.doc(node)) node = up(node);
      escape = "fixed";
    }
    if (node === D.element(D.doc(node))) {
      const next = [];
      for (let i = 0; i < alive.length; i++) if (isOnPage(D.doc(node), alive[i], escape === "fixed" ? held || CLAMPED : null)) next[next.length] = alive[i];
      alive = next;
      const frame = up(node);
      if (frame && alive.length) alive = [placed(D.box(frame))];
      escape = "";
      held = null;
      if (frame && computed(frame).position !== "static") {
        escape = computed(frame).position === "fixed" || computed(frame).position === "absolute" ? computed(frame).position : "";
        held = escape === "fixed" ? D.box(frame) : null;
        node = frame;
      }
    }
  }
  return !alive.length;
}

function placed(box) {
  return { __proto__: null, left: box.left, top: box.top, right: box.right, bottom: box.bottom };
}

// Whether something around it is on its way.
function isMoving(el) {
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    if (D.tag(node) === "marquee") return true;
    const list = animationsOf ? animationsOf(node) : [];
    for (let i = 0; i < list.length; i++) if (list[i].playState === "running") return true;
  }
  return false;
}
