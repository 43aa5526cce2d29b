// What lets nothing through: colours, gradients, pictures and drawings, as boxes of the
// viewport. Where it cannot be told, nothing is said to cover anything.

const CoatCanvas = window.OffscreenCanvas;
const drawnOn = method("OffscreenCanvasRenderingContext2D", "drawImage");
const pixelsOf = method("OffscreenCanvasRenderingContext2D", "getImageData");
const loadsOf = uncurry(performance.getEntriesByName).bind(null, performance);
const isComplete = getter("HTMLImageElement", "complete"), sourceOf = getter("HTMLImageElement", "currentSrc");
const PICTURES = wordSet("img video canvas");
const COLOURS = /(rgba?|hsla?|hwb|color|oklch|oklab|lab|lch)\([^()]*\)/g;
const JPEG = /^data:image\/jpeg[;,]|^[^?#]*\.jpe?g([?#]|$)/i;
const SAMPLE = 24;
const solidSources = new WeakMap();

function isSolid(color) {
  const ink = inkOf(color);
  return ink ? ink[3] >= 0.99 : indexOf(color, "(") > 0 && indexOf(color, "/") < 0;
}

// The parts of a value between its outermost commas.
function layersOf(text) {
  const out = [];
  for (let i = 0, from = 0, depth = 0; i <= text.length; i++) {
    const c = text[i];
    if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (i === text.length || (c === "," && !depth)) {
      out[out.length] = trim(slice(text, from, i));
      from = i + 1;
    }
  }
  return out;
}

// Whether what is behind an address was loaded, as far as the page's own account goes.
function isLoaded(address) {
  if (test(/^data:/i, address)) return indexOf(address, ";base64,/9j/") > 0;
  const found = loadsOf(address);
  for (let i = 0; i < found.length; i++) if (found[i].responseStatus === 200 && found[i].responseEnd > 0) return true;
  return false;
}

// Whether one picture of a background fills its box and lets nothing through.
function isSolidLayer(image, size, repeat) {
  if (test(/^(repeating-)?(linear|radial|conic)-gradient\(/, image)) {
    const stops = numbersIn(image, COLOURS) || [];
    for (let i = 0; i < stops.length; i++) if (!isSolid(stops[i])) return false;
    return stops.length > 0 && (size === "auto" || test(/^(cover|100%( 100%)?)$/, size) || repeat === "repeat");
  }
  const address = replace(image, /^url\("?|"?\)$/g, "");
  return test(JPEG, address) && (size === "cover" || size === "100% 100%" || repeat === "repeat") && isLoaded(address);
}

// How far from the edge of its box a background lets nothing through: "border-box",
// "padding-box", "content-box", or nothing.
function coatOf(style) {
  const clip = style.backgroundClip || "border-box";
  if (indexOf(clip, "text") >= 0 || (style.backgroundBlendMode && test(/[a-z]/, replace(style.backgroundBlendMode, /normal/g, "")))) return "";
  const edge = indexOf(clip, "content") >= 0 ? "content-box" : indexOf(clip, "padding") >= 0 ? "padding-box" : "border-box";
  if (isSolid(style.backgroundColor)) return edge;
  if (style.backgroundImage === "none") return "";
  const images = layersOf(style.backgroundImage), sizes = layersOf(style.backgroundSize), repeats = layersOf(style.backgroundRepeat);
  for (let i = 0; i < images.length; i++) {
    if (isSolidLayer(images[i], sizes[i % sizes.length], repeats[i % repeats.length])) return edge === "border-box" ? "padding-box" : edge;
  }
  return "";
}

// A box without borders, and without padding; `scale` is what a transform made of it.
function innerBox(box, style, edge, scale) {
  const out = placed(box), sides = ["Left", "Top", "Right", "Bottom"];
  for (let i = 0; edge !== "border-box" && i < 4; i++) {
    const by = (parseFloat(style["border" + sides[i] + "Width"]) || 0) + (edge === "content-box" ? parseFloat(style["padding" + sides[i]]) || 0 : 0);
    out[lower(sides[i])] += (i < 2 ? by : -by) * scale;
  }
  return out;
}

function scaleOf(el, box) {
  return el.offsetWidth ? box.width / el.offsetWidth : 1;
}

// Whether nothing around it makes it let something through.
function isThick(el, style) {
  if (style.visibility !== "visible" || style.mixBlendMode !== "normal") return false;
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const own = computed(node);
    if (isBoxless(own)) continue;
    if (+own.opacity < 0.99 || own.maskImage !== "none" || test(/opacity|blur/, own.filter)) return false;
  }
  return true;
}

// The sides a picture has by itself, or null while there is none.
function sidesOf(el, tag) {
  const w = tag === "img" ? el.naturalWidth : tag === "video" ? el.videoWidth : el.width;
  const h = tag === "img" ? el.naturalHeight : tag === "video" ? el.videoHeight : el.height;
  const there = tag === "img" ? isComplete(el) : tag === "video" ? el.readyState >= 2 : true;
  return there && w > 0 && h > 0 ? [w, h] : null;
}

// Where in its box a picture is drawn, or null where that is not plain.
function drawnIn(el, tag, style) {
  const sides = sidesOf(el, tag), outer = D.box(el);
  if (!sides || !isStraight(el)) return null;
  const box = innerBox(outer, style, "content-box", scaleOf(el, outer)), fit = style.objectFit;
  if (fit === "fill" || fit === "cover" || !fit) return box;
  const at = numbersIn(style.objectPosition, /^(-?[\d.]+)% (-?[\d.]+)%$/) && split(style.objectPosition, " ");
  if (fit !== "contain" || !at) return null;
  const width = box.right - box.left, height = box.bottom - box.top, scale = min(width / sides[0], height / sides[1]);
  const left = box.left + ((width - sides[0] * scale) * parseFloat(at[0])) / 100, top = box.top + ((height - sides[1] * scale) * parseFloat(at[1])) / 100;
  return placed({ left, top, right: left + sides[0] * scale, bottom: top + sides[1] * scale });
}

// Whether no point of a picture lets anything through, as far as a small copy shows. What
// is of another origin shows nothing, so its kind has to tell.
function isSolidPicture(el, tag) {
  const source = tag === "img" ? sourceOf(el) : "", known = source && weakGet(solidSources, el);
  if (known && known.source === source) return known.solid;
  let solid = true;
  try {
    const paint = new CoatCanvas(SAMPLE, SAMPLE).getContext("2d", { willReadFrequently: true });
    paint.imageSmoothingQuality = "high";
    drawnOn(paint, el, 0, 0, SAMPLE, SAMPLE);
    const bytes = pixelsOf(paint, 0, 0, SAMPLE, SAMPLE).data;
    for (let i = 3; i < bytes.length && solid; i += 4) solid = bytes[i] > 250;
  } catch (_) {
    solid = test(JPEG, source);
  }
  if (source) weakSet(solidSources, el, { source, solid });
  return solid;
}

// Whether a frame's document paints all of the frame.
function isSolidFrame(el) {
  const doc = documentIn(el), body = doc && doc.body, root = doc && computed(D.element(doc));
  if (!root || root.backgroundImage !== "none") return false;
  return isSolid(root.backgroundColor) || (!!body && root.backgroundColor === "rgba(0, 0, 0, 0)" && isSolid(computed(body).backgroundColor));
}

// The boxes an element covers by itself, without its content.
function coatsOf(el) {
  const tag = D.tag(el), style = computed(el), out = [], drawn = D.space(el) === SVG && tag !== "svg";
  if (drawn && (tag !== "rect" || +style.fillOpacity < 0.99 || !isSolid(style.fill))) return out;
  const edge = drawn ? "border-box" : coatOf(style), box = D.box(el);
  const held = edge !== "border-box" && (PICTURES[tag] || tag === "iframe");
  if ((!edge && !held) || !(box.width > 0 && box.height > 0) || !isThick(el, style)) return out;
  if (edge) out[out.length] = innerBox(box, style, edge, scaleOf(el, box));
  if (!held) return out;
  const inner = tag === "iframe" ? isSolidFrame(el) && innerBox(box, style, "content-box", scaleOf(el, box)) : drawnIn(el, tag, style);
  if (inner && (tag === "iframe" || isSolidPicture(el, tag))) out[out.length] = inner;
  return out;
}

// Whether it lets nothing through at a point it is hit at.
function coatsAt(el, x, y) {
  const list = coatsOf(el);
  for (let i = 0; i < list.length; i++) if (list[i].left <= x && list[i].right >= x && list[i].top <= y && list[i].bottom >= y) return true;
  return false;
}
