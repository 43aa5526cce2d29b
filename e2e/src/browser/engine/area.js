// Areas of image maps: links without a box of their own, whose place is part of a picture.

const MAPS = wordSet("map");

// The picture whose map an area is part of: the first one, where several share it.
function imageOf(area) {
  const map = nearestTag(area, MAPS);
  const name = map && (D.attr(map, "name") || D.attr(map, "id"));
  if (!name) return null;
  const list = D.findAll(D.element(D.doc(area)), "img[usemap]");
  for (let i = 0; i < list.length; i++) if (D.attr(list[i], "usemap") === "#" + name) return list[i];
  return null;
}

// The links of a picture's map, in order.
function areasOf(image) {
  const name = slice(D.attr(image, "usemap") || "", 1), out = [];
  const found = name ? D.findAll(D.element(D.doc(image)), "map area[href]") : out;
  for (let i = 0; i < found.length; i++) if (imageOf(found[i]) === image) out[out.length] = found[i];
  return out;
}

const plainBox = D.box, plainBoxes = D.boxes;

D.box = (el) => D.tag(el) === "area" ? areaBox(el) : plainBox(el);
D.boxes = (el) => {
  if (D.tag(el) !== "area") return plainBoxes(el);
  const box = areaBox(el);
  return box.width > 0 && box.height > 0 ? [box] : [];
};

// The box around an area's shape, as far as the picture has it.
function areaBox(area) {
  const image = imageOf(area);
  const out = { __proto__: null, left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };
  if (!image) return out;
  const whole = plainBox(image), style = computed(image);
  const x = whole.left + (parseFloat(style.borderLeftWidth) || 0) + (parseFloat(style.paddingLeft) || 0);
  const y = whole.top + (parseFloat(style.borderTopWidth) || 0) + (parseFloat(style.paddingTop) || 0);
  const shape = slice(lower(D.attr(area, "shape") || "rect"), 0, 4), at = [];
  const said = numbersIn(D.attr(area, "coords") || "", /-?\d+(\.\d+)?/g) || [];
  for (let i = 0; i < said.length; i++) at[i] = +said[i];
  let left = 1e6, top = 1e6, right = -1e6, bottom = -1e6;
  if (shape === "defa") left = top = -(right = bottom = 1e6);
  else if (shape === "circ" && at.length > 2) {
    left = at[0] - at[2];
    right = at[0] + at[2];
    top = at[1] - at[2];
    bottom = at[1] + at[2];
  } else if (shape !== "circ") {
    for (let i = 0; i + 1 < at.length; i += 2) {
      left = min(left, at[i]);
      right = max(right, at[i]);
      top = min(top, at[i + 1]);
      bottom = max(bottom, at[i + 1]);
    }
  }
  out.left = max(x + left, whole.left);
  out.top = max(y + top, whole.top);
  out.right = max(min(x + right, whole.right), out.left);
  out.bottom = max(min(y + bottom, whole.bottom), out.top);
  out.width = out.right - out.left;
  out.height = out.bottom - out.top;
  return out;
}
