// A picture of the viewport made fit to be shown: what nobody may read is covered, and
// the long side is bounded. It is worked on beside the page, which never sees it.

const PictureBlob = window.Blob, PictureCanvas = window.OffscreenCanvas, Bytes = window.Uint8Array;
const fromBase64 = uncurry(window.atob).bind(null, window), toBase64 = uncurry(window.btoa).bind(null, window);
const bitmapOf = window.createImageBitmap && uncurry(window.createImageBitmap).bind(null, window);
const codeAt = uncurry(String.prototype.charCodeAt), fromCode = String.fromCharCode;

// Fields that were secure when they were typed into: a page may show what they hold.
const typedHidden = new WeakMap();

// The boxes of what nobody may read: secure fields, and frames that cannot be looked into.
function covered() {
  const out = [];
  all(document, (el) => {
    const tag = D.tag(el);
    const blind = FRAMING[tag] && !documentIn(el) && !isPicture(el);
    if ((blind || isSecure(el) || weakGet(typedHidden, el)) && isVisible(el)) out[out.length] = rectOf(el);
  });
  return out;
}

function bitmapIn(png) {
  const raw = fromBase64(png), bytes = new Bytes(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = codeAt(raw, i);
  return bitmapOf(new PictureBlob([bytes], { type: "image/png" }));
}

async function picture(ask) {
  if (!PictureCanvas || !bitmapOf) return null;
  const bitmap = await bitmapIn(ask.png);
  const scale = min(1, ask.longest / max(bitmap.width, bitmap.height));
  const width = max(1, round(bitmap.width * scale)), height = max(1, round(bitmap.height * scale));
  const canvas = new PictureCanvas(width, height);
  const paint = canvas.getContext("2d");
  paint.imageSmoothingQuality = "high";
  paint.drawImage(bitmap, 0, 0, width, height);
  // Pixels of the picture for one of the viewport.
  const fx = width / window.innerWidth, fy = height / window.innerHeight;
  paint.fillStyle = "#777";
  const boxes = [ask.boxes, covered()];
  for (let k = 0; k < 2; k++) {
    for (let i = 0; i < boxes[k].length; i++) {
      const b = boxes[k][i];
      paint.fillRect(floor(b[0] * fx) - 1, floor(b[1] * fy) - 1, b[2] * fx + 3, b[3] * fy + 3);
    }
  }
  return { png: toBase64(await pngOf(canvas)), width, height, scale: fx };
}

// What is drawn, as a PNG; a character for each byte.
async function pngOf(canvas) {
  const made = new Bytes(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
  let text = "";
  for (let i = 0; i < made.length; i++) text += fromCode(made[i]);
  return text;
}

// What a picture shows in a box of the viewport, colour by colour.
async function coloursIn(png, box) {
  const bitmap = await bitmapIn(png);
  const fx = bitmap.width / window.innerWidth, fy = bitmap.height / window.innerHeight;
  const left = max(0, box[0] * fx), top = max(0, box[1] * fy);
  const width = floor(min(bitmap.width, (box[0] + box[2]) * fx) - left), height = floor(min(bitmap.height, (box[1] + box[3]) * fy) - top);
  if (!(width > 0 && height > 0)) return [];
  const paint = new PictureCanvas(width, height).getContext("2d");
  paint.drawImage(bitmap, -left, -top);
  return paint.getImageData(0, 0, width, height).data;
}

// Whether the canvas at a place shows another thing than before: it has no other way to
// say so.
async function redrawn(ask) {
  const hit = D.hit(document, ask.x, ask.y);
  if (!hit || D.tag(hit) !== "canvas" || !PictureCanvas || !bitmapOf) return false;
  const box = rectOf(hit), was = await coloursIn(ask.was, box), is = await coloursIn(ask.is, box);
  for (let i = 0; i < is.length; i++) if (is[i] !== was[i]) return true;
  return false;
}

E.register("redrawn", redrawn);
E.register("covered", covered);
E.register("picture", picture);
