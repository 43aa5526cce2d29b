// What lies over something and takes no presses: a veil over a page that loads. No hit
// test tells of it, so the order in which boxes are painted is asked (CSS 2.2, appendix E).

const NEGATIVE = -1, IN_FLOW = 0, RAISED = 1;

function isRaising(style) {
  return isContaining(style) || +style.opacity < 1 || style.mixBlendMode !== "normal" || style.isolation === "isolate" ||
    style.position === "fixed" || style.position === "sticky" || (style.position !== "static" && style.zIndex !== "auto");
}

// Where in the order of painting an element stands: from the page inwards, each context
// with the place of what leads to the element in it.
function heightOf(el) {
  const out = [];
  let place = null;
  const close = () => {
    out[out.length] = place || { z: 0, level: IN_FLOW, el: null };
    place = null;
  };
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const style = computed(node), raises = isRaising(style);
    if (raises) close();
    // What is placed takes part in the context around it by itself, not by what holds it.
    if (raises || (!place && style.position !== "static")) {
      const z = parseFloat(style.zIndex) || 0;
      place = { z, level: z < 0 ? NEGATIVE : RAISED, el: node };
    }
  }
  close();
  const inward = [];
  for (let i = out.length - 1; i >= 0; i--) inward[inward.length] = out[i];
  return inward;
}

// Whether one thing is painted after another one, for sure.
function isAbove(one, other) {
  const above = heightOf(one), below = heightOf(other);
  for (let i = 0; i < above.length && i < below.length; i++) {
    const a = above[i], b = below[i];
    if (a.el === b.el) continue;
    if (a.level !== b.level) return a.level > b.level;
    if (a.z !== b.z) return a.z > b.z;
    return !!a.el && !!b.el && (D.compare(b.el, a.el) & 4) > 0;
  }
  return false;
}

// What lies over all of it that way, or null.
function veilOn(el, boxes) {
  let found = null;
  if (!boxes.length) return null;
  all(D.doc(el), (other) => {
    if (found || D.doc(other) !== D.doc(el)) return false;
    const style = computed(other);
    if (style.display === "none") return false;
    if (style.pointerEvents !== "none" || style.position === "static" || within(el, other)) return true;
    const box = D.box(other);
    for (let i = 0; i < boxes.length; i++) {
      const own = boxes[i];
      if (box.left > own.left || box.right < own.right || box.top > own.top || box.bottom < own.bottom) return true;
    }
    if (isOpaque(other) && isAbove(other, el)) found = other;
    return !found;
  });
  return found;
}
