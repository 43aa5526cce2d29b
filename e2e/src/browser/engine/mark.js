// What an action was meant for, marked in a picture that was taken before. It is drawn
// beside the page, which never sees it.

const MARK_TARGET = "#d6006c", MARK_COVER = "#a84300";

// Where each of these elements is seen in the viewport, null where it is not: what
// scrolls around it lets a part of it through at most.
E.register("seen_at", (ask) => {
  const out = [];
  for (let i = 0; i < ask.ids.length; i++) {
    const el = byId(ask.ids[i]), subject = el && el !== D.element(document) ? subjectOf(el) : null;
    out[i] = subject && isVisible(subject) ? seenOf(subject) : null;
  }
  return out;
});

function seenOf(el) {
  const r = rectOf(el), w = windowOf(el);
  const x = max(r[0], w[0]), y = max(r[1], w[1]);
  const width = min(r[0] + r[2], w[2]) - x, height = min(r[1] + r[3], w[3]) - y;
  return width >= 1 && height >= 1 ? [x, y, width, height] : null;
}

// The picture with a box around each mark, and its words beside the box.
async function marked(ask) {
  if (!PictureCanvas || !bitmapOf) return null;
  const bitmap = await bitmapIn(ask.png), width = bitmap.width, height = bitmap.height;
  const canvas = new PictureCanvas(width, height), paint = canvas.getContext("2d");
  paint.drawImage(bitmap, 0, 0);
  const scale = width / window.innerWidth;
  for (let i = 0; i < ask.marks.length; i++) drawMark(paint, ask.marks[i], scale, width, height);
  return toBase64(await pngOf(canvas));
}

function drawMark(paint, mark, scale, width, height) {
  const line = max(1, round(2 * scale)), colour = mark.covers ? MARK_COVER : MARK_TARGET;
  // The box lies around the element, not over it, but within the picture.
  const left = max(0, floor(mark.box[0] * scale) - line), top = max(0, floor(mark.box[1] * scale) - line);
  const right = min(width, round((mark.box[0] + mark.box[2]) * scale) + line);
  const bottom = min(height, round((mark.box[1] + mark.box[3]) * scale) + line);
  if (right - left < 2 * line || bottom - top < 2 * line) return;
  const edge = (by, fill) => {
    paint.fillStyle = fill;
    const x = max(0, left - by), y = max(0, top - by), w = min(width, right + by) - x, h = min(height, bottom + by) - y, t = line + by;
    paint.fillRect(x, y, w, t);
    paint.fillRect(x, y + h - t, w, t);
    paint.fillRect(x, y, t, h);
    paint.fillRect(x + w - t, y, t, h);
  };
  // A pale rim, for pages that are as dark as the box.
  edge(max(1, round(scale)), "#fff");
  edge(0, colour);
  const tall = round(18 * scale), pad = round(5 * scale);
  paint.font = "600 " + round(12 * scale) + "px system-ui, sans-serif";
  paint.textBaseline = "middle";
  const wide = min(width, paint.measureText(mark.label).width + 2 * pad);
  const x = max(0, min(left, width - wide));
  // Above the box, else below it, else in it. What is in the way says so at its end.
  const above = top - tall >= 0, below = bottom + tall <= height;
  const y = mark.covers ? (below ? bottom : max(0, bottom - tall - line)) : above ? top - tall : below ? bottom : top + line;
  paint.fillStyle = colour;
  paint.fillRect(x, y, wide, tall);
  paint.fillStyle = "#fff";
  paint.fillText(mark.label, x + pad, y + tall / 2, max(1, wide - 2 * pad));
}

E.register("marked", marked);
