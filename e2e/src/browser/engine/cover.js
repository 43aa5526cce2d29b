// Texts nobody can read: of no colour of their own, or with something over them.

const NOISE = 3;

// Why the ink of a text cannot be told from what it is written on, or null.
function inkless(el, style, boxes) {
  const drawn = D.space(el) === SVG;
  if (drawn && style.stroke !== "none") return null;
  const bare = drawn && (style.fill === "none" || +style.fillOpacity <= 0.01);
  const line = drawn ? null : firstLine(el, style, boxes);
  if (line && line.part) return inkOf(line.color)[3] <= 0.01 ? { why: "a part of its text is transparent", sure: false } : null;
  const color = bare ? "rgba(0, 0, 0, 0)" : drawn ? style.fill : line ? line.color : inkColor(style);
  const brush = parseFloat(style.webkitTextStrokeWidth) > 0, over = brush ? inkOver(style) : null, ink = over || inkOf(color);
  if (!ink || style.textShadow !== "none" || (brush && !over)) return null;
  // A gradient may be what fills the letters.
  for (let node = el, k = 0; node && k < 8; node = up(node), k++) {
    if (D.type(node) === 1 && !isBoxless(computed(node)) && indexOf("" + (computed(node).backgroundClip || computed(node).webkitBackgroundClip), "text") >= 0) return null;
  }
  if (ink[3] <= 0.01) return { why: "its text is transparent", sure: true };
  if (ink[3] < 0.99) return null;
  let paper = null, mix = "normal";
  for (let node = el; node && !paper; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const own = computed(node);
    if (isBoxless(own) && !isDecorated(node)) continue;
    if (own.backgroundImage !== "none" || test(/invert|hue|contrast|brightness/, own.filter)) return null;
    if (own.boxShadow !== "none" && indexOf(own.boxShadow, "inset") >= 0) return null;
    if (isDecorated(node)) return null;
    const tint = inkOf(own.backgroundColor);
    if (!tint || (tint[3] > 0.01 && tint[3] < 0.99)) return null;
    if (own.mixBlendMode !== "normal" && (tint[3] > 0.01 || mix !== "normal" || !MIXED[own.mixBlendMode])) return null;
    if (own.mixBlendMode !== "normal") mix = own.mixBlendMode;
    if (tint[3] >= 0.99) paper = tint;
  }
  if (!paper) {
    if (indexOf(computed(D.element(document)).colorScheme, "dark") >= 0) return null;
    paper = [255, 255, 255, 1];
  }
  for (let i = 0; i < 3; i++) {
    const drawn = MIXED[mix] ? MIXED[mix](ink[i], paper[i]) : ink[i];
    if (drawn - paper[i] > NOISE || paper[i] - drawn > NOISE) return null;
  }
  return isOverlaid(el, boxes, false) ? null : { why: "its text has the colour of what is behind it", sure: false };
}

// What becomes of an ink on a paper, for ways of mixing that may leave nothing of it.
const MIXED = {
  __proto__: null, multiply: (ink, paper) => (ink * paper) / 255, screen: (ink, paper) => 255 - ((255 - ink) * (255 - paper)) / 255,
  darken: min, lighten: max,
};

// The ink of lines around letters that are drawn over them and so broad that nothing else
// is left, or null.
function inkOver(style) {
  const broad = parseFloat(style.webkitTextStrokeWidth) > parseFloat(style.fontSize) / 4;
  const ink = broad && test(/^(normal|fill)/, style.paintOrder || "normal") ? inkOf(style.webkitTextStrokeColor) : null;
  return ink && ink[3] >= 0.99 ? ink : null;
}

const inkColor = (style) => style.webkitTextFillColor || style.color;

// The ink of a first line that has one of its own, where some of the boxes stand in it,
// and whether others do not; null otherwise.
function firstLine(el, style, boxes) {
  for (let node = el; node && D.type(node) === 1; node = up(node)) {
    const own = computed(node);
    if (own.display === "inline" || own.display === "contents") continue;
    if (!test(/^(block|list-item|flow-root|inline-block|table-cell|table-caption)$/, own.display)) return null;
    const color = inkColor(computed(node, "::first-line"));
    // What has a colour of its own keeps it.
    if (color !== inkColor(own) && inkColor(own) === inkColor(style) && inkOf(color)) {
      const top = firstBox(node);
      let on = 0;
      for (let i = 0; top && i < boxes.length; i++) if (boxes[i].top < top.bottom - 1 && boxes[i].bottom > top.top + 1) on++;
      if (on) return { color, part: on < boxes.length };
    }
    if (!test(/^(block|list-item)$/, own.display)) return null;
  }
  return null;
}

// The place of the first text in it.
function firstBox(el) {
  const list = kids(el);
  for (let i = 0; i < list.length; i++) {
    const boxes = D.type(list[i]) === 3 ? collapse(D.data(list[i])) && boxesOfText(list[i], "") : firstBox(list[i]);
    if (boxes && (boxes.length || boxes.top !== undefined)) return boxes[0] || boxes;
  }
  return null;
}

// Whether a pseudo element may be what something stands on.
function isDecorated(el) {
  for (let i = 0; i < 2; i++) {
    const own = computed(el, i ? "::after" : "::before");
    if (own.content === "none" || own.content === "normal") continue;
    if (own.backgroundImage !== "none" || (inkOf(own.backgroundColor) || [0, 0, 0, 1])[3] > 0.01) return true;
  }
  return false;
}

// Whether anything that is neither around nor inside it shares its place and is painted;
// with `opaque`, so that nothing shows through.
function isOverlaid(el, boxes, opaque) {
  let found = false;
  all(D.doc(el), (other) => {
    if (found || other === el || D.doc(other) !== D.doc(el)) return false;
    const box = D.box(other);
    let over = false;
    for (let i = 0; i < boxes.length && !over; i++) {
      const own = boxes[i];
      over = box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top;
    }
    if (over && !within(el, other)) found = opaque ? coatsOf(other).length > 0 : isPainted(computed(other)) || !!FACES[D.tag(other)] || (!!SHAPES[D.tag(other)] && D.tag(other) !== "g") || isDecorated(other);
    return !found;
  });
  return found;
}

// Whether a pseudo element may be what it was hit by, outside of the flow.
function hasPlacedPart(el) {
  for (let i = 0; i < 2; i++) {
    const own = computed(el, i ? "::after" : "::before");
    if (own.content !== "none" && own.content !== "normal" && (own.position === "absolute" || own.position === "fixed")) return true;
  }
  return false;
}

// What lies over a place: undefined where that cannot be told, null for nothing.
// `inner`: it is text of `el`, over which what is inside of `el` may lie as well.
function coverAt(el, x, y, inner) {
  let target = el;
  while (target && D.type(target) === 1 && computed(target).display === "contents") target = up(target);
  for (let depth = 0; target && depth < 16; depth++) {
    const doc = D.doc(target), view = D.view(doc), root = D.rootOf(target);
    if (x < 0 || y < 0 || x >= view.innerWidth || y >= view.innerHeight || !root.elementsFromPoint) return undefined;
    const hits = root.elementsFromPoint(x, y);
    let at = -1, over = null;
    for (let i = 0; i < hits.length && at < 0; i++) {
      const hit = hits[i];
      if (hit === target || (within(hit, target) && !(inner && coatsAt(hit, x, y)))) at = i;
      // What holds it and comes before it is hit by a pseudo element, or has it behind.
      else if (!over && !(within(target, hit) && hasPlacedPart(hit)) && coatsAt(hit, x, y)) over = hit;
    }
    // Behind what holds it, or not to be hit at all.
    if (at < 0) return shutOff(target, hits, x, y);
    if (over) return over;
    inner = false;
    if (D.type(root) === 11) target = D.host(root);
    else {
      target = frameOf(doc);
      if (target) {
        const box = D.box(target);
        x += box.left + target.clientLeft;
        y += box.top + target.clientTop;
      }
    }
  }
  return null;
}

// What lies over the place of something that cannot be hit because it is inert: the dialog
// that made it so, where that or its backdrop lets nothing through, or a layer over the page.
// Undefined where that cannot be told.
function shutOff(target, hits, x, y) {
  if (!isInert(target)) return undefined;
  for (let i = 0; i < hits.length; i++) {
    const hit = hits[i];
    if (within(target, hit)) continue;
    const layer = layerOf(hit, target);
    if (!layer) continue;
    if (coatsAt(hit, x, y)) return hit;
    const tint = isRaised(layer) && inkOf(computed(layer, "::backdrop").backgroundColor);
    if (tint && tint[3] >= 0.99) return layer;
  }
  return undefined;
}

// The layer over the page that something stands in and another thing does not.
function layerOf(el, other) {
  for (let node = el; node && !within(other, node); node = up(node)) {
    if (D.type(node) === 1 && (isRaised(node) || computed(node).position === "fixed")) return node;
  }
  return null;
}

// What lies over all of it; undefined where nothing can be told of a place.
function coverOver(el, boxes, inner) {
  let cover = null;
  for (let i = 0; i < boxes.length && i < 4; i++) {
    const box = boxes[i], w = box.right - box.left, h = box.bottom - box.top;
    for (let k = 0; k < 5; k++) {
      const x = box.left + w * (k === 0 ? 0.5 : k % 2 ? 0.1 : 0.9), y = box.top + h * (k === 0 ? 0.5 : k < 3 ? 0.3 : 0.7);
      const over = coverAt(el, x, y, inner);
      if (!over) return over;
      cover = over;
    }
  }
  return cover;
}

// What lies over it wherever the page is scrolled to, or null. The page is scrolled
// only where something may lie over it, and back again before it notices.
function coveredBy(el, boxesOf, inner) {
  const boxes = boxesOf();
  const over = coverOver(el, boxes, inner);
  if (over === null || (over === undefined && !isOverlaid(el, boxes, true))) return null;
  const back = [];
  for (let node = up(el); node; node = up(node)) {
    if (D.type(node) === 1 && (node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth)) back[back.length] = [node, node.scrollLeft, node.scrollTop];
  }
  D.scrollIntoView(el, { block: "center", inline: "nearest", behavior: "instant" });
  try {
    return coverOver(el, boxesOf(), inner) || null;
  } finally {
    for (let i = 0; i < back.length; i++) {
      const [node, left, top] = back[i];
      if (node.scrollLeft !== left || node.scrollTop !== top) scrollElement(node, { left, top, behavior: "instant" });
    }
  }
}

// Why letters cannot be read though they are there, or null.
function unreadable(el) {
  const size = parseFloat(computed(el).fontSize) || 16;
  let blur = 0, inline = true;
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const style = computed(node);
    if (inline && style.direction === "rtl" && indexOf(style.unicodeBidi, "override") >= 0 && test(/[a-z0-9]{2}/i, D.content(el))) {
      return { why: "its letters stand in reverse", sure: false };
    }
    if (isBoxless(style)) continue;
    inline = inline && style.display === "inline";
    if (!style.filter || style.filter === "none") continue;
    const parts = numbersIn(style.filter, /blur\([\d.e-]+/g) || [];
    for (let i = 0; i < parts.length; i++) blur += parseFloat(slice(parts[i], 5)) || 0;
    if (test(/contrast\(0(\.0\d*)?%?\)/, style.filter)) return { why: "without any contrast", sure: false };
  }
  return blur > size / 4 ? { why: "blurred", sure: false } : null;
}

// The answer ---------------------------------------------------------------------

// Why nobody sees a part of the screen, or null.
function unseen(el, boxesOf, inner) {
  const style = computed(el), boxes = boxesOf();
  const gone = faded(el);
  let out = gone ? { why: gone, sure: true } : null;
  if (!out && boxes.length && cutOff(el, boxes, inner)) out = { why: "cut off, where no scrolling leads", sure: true };
  if (!out && inner) out = boxes.length ? inkless(el, style, boxes) : { why: "of no size", sure: true };
  if (!out && inner) out = unreadable(el);
  if (!out && boxes.length) {
    const over = coveredBy(el, boxesOf, inner) || veilOn(el, boxes, inner);
    if (over) out = { why: "covered by " + describe(over), sure: false };
  }
  if (out && out.sure && isMoving(el)) out = { why: out.why + " for now", sure: false };
  return out;
}

// The places of (part of) a text on the screen.
function boxesOfText(node, needle) {
  const range = D.range(D.doc(node)), at = needle ? indexOf(lower(D.data(node)), needle) : -1;
  D.hold(range, node);
  if (at >= 0 && lower(D.data(node)).length === D.data(node).length) {
    range.setStart(node, at);
    range.setEnd(node, at + needle.length);
  }
  const list = range.getClientRects(), out = [];
  for (let i = 0; i < list.length; i++) if (list[i].width > 0.5 && list[i].height > 1.5) out[out.length] = placed(list[i]);
  return out;
}

function unseenText(node, needle) {
  const el = up(node);
  return unseen(el, () => boxesOfText(node, needle), true);
}

// What is there to be read, so that its colours are no face.
const READ = { __proto__: null, heading: true, paragraph: true, term: true, definition: true, caption: true };

// Why nobody sees an element that takes room on the screen, or null: by its face where
// it has one, by its texts where these are all there is.
function unseenElement(el) {
  if (D.tag(el) === "html" || D.tag(el) === "body") return null;
  if (D.tag(el) === "area" && imageOf(el)) return unseenElement(imageOf(el));
  const labels = CHOSEN[D.tag(el)] ? labelsOf(el) : [];
  for (let i = 0; i < labels.length; i++) if (isSeen(labels[i])) return null;
  const texts = [], role = roleOf(el) || "";
  let faced = false;
  // A bar in the place of a heading that is still to come is no heading.
  const isFace = (node) => !!FACES[D.tag(node)] || (!READ[role] && ((isPainted(computed(node)) && !isBoxless(computed(node))) || isDecorated(node)));
  const visit = (node) => {
    if (faced || texts.length > 20) return;
    if (isFace(node)) {
      faced = !(D.tag(node) === "button" && node === el && !isPainted(computed(node)) && collapse(D.content(el)));
      if (faced) return;
    }
    const list = kids(node);
    for (let i = 0; i < list.length; i++) {
      if (D.type(list[i]) === 1) visit(list[i]);
      else if (collapse(D.data(list[i])) && textIsShown(list[i])) texts[texts.length] = list[i];
    }
  };
  visit(el);
  let first = null;
  if (!faced && texts.length && texts.length <= 20) {
    for (let i = 0; i < texts.length; i++) {
      const why = unseenText(texts[i], "");
      if (!why) return null;
      if (!first || !why.sure) first = why;
    }
    return first;
  }
  const style = computed(el);
  if (isBoxless(style)) return null;
  return unseen(el, () => {
    const box = D.box(el);
    return box.width > 0 && box.height > 0 ? [placed(box)] : [];
  }, false);
}

// Texts that are in the tree and that nobody sees, while one question is answered.
function isDim(node) {
  return !!dim && setHas(dim, node);
}

// Notes which texts of an element that take part in a folded text nobody sees, and says
// why; null when all of them are seen.
function dimIn(el, needle) {
  needle = flat(needle);
  const words = split(needle, " ");
  let first = null;
  const note = (node, why) => {
    if (!why) return;
    setAdd(dim, node);
    if (!first || !why.sure) first = why;
  };
  const visit = (node) => {
    if (UNSEEN[D.tag(node)] || isDim(node)) return;
    const button = buttonText(node);
    if (button !== null) {
      if (takesPart(flat(fold(button)), needle, words)) note(node, unseenElement(node));
      return;
    }
    const list = kids(node);
    for (let i = 0; i < list.length; i++) {
      if (D.type(list[i]) === 1) visit(list[i]);
      else if (!isDim(list[i]) && takesPart(flat(fold(D.data(list[i]))), needle, words)) note(list[i], unseenText(list[i], needle));
    }
  };
  visit(el);
  return first;
}
