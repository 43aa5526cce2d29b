// What CSS counters read in generated content. No script is told, so they are counted
// the way the browser does: once over a document, and only where some content asks.

const COUNTED_LIMIT = 20000;
const NO_COUNTERS = { __proto__: null };
const ROMAN = [["m", 1000], ["cm", 900], ["d", 500], ["cd", 400], ["c", 100], ["xc", 90],
  ["l", 50], ["xl", 40], ["x", 10], ["ix", 9], ["v", 5], ["iv", 4], ["i", 1]];
const BULLETS = { __proto__: null, none: "", disc: "•", circle: "◦", square: "▪" };
const COUNTER_PARTS = /^\s*([^\s,]+)\s*(?:,\s*"((?:[^"\\]|\\.)*)"\s*)?(?:,\s*([\w-]+)\s*)?$/;
const charOf = String.fromCharCode;
const partsOf = uncurry(RegExp.prototype.exec);
const counted = new WeakMap();

// A number the way a list style writes it; numbers beyond its range are decimal.
function numeral(value, style) {
  if (BULLETS[style] !== undefined) return BULLETS[style];
  const upper = slice(style, 0, 6) === "upper-", kind = slice(style, 6);
  if (style === "decimal-leading-zero") return value >= 0 && value < 10 ? "0" + value : value < 0 && value > -10 ? "-0" + -value : "" + value;
  let out = "", left = value;
  if ((upper || slice(style, 0, 6) === "lower-") && value > 0) {
    if (kind === "alpha" || kind === "latin") {
      for (; left > 0; left = floor((left - 1) / 26)) out = charOf((upper ? 65 : 97) + (left - 1) % 26) + out;
    } else if (kind === "roman" && value < 4000) {
      for (let i = 0; i < ROMAN.length; i++) {
        for (; left >= ROMAN[i][1]; left -= ROMAN[i][1]) out += ROMAN[i][0];
      }
      if (upper) out = replace(out, /[a-z]/g, (c) => charOf(c.charCodeAt(0) - 32));
    }
  }
  return out || "" + value;
}

// Calls `use` with each name and number of `a 1 b 2`.
function eachCounter(written, fallback, use) {
  if (!written || written === "none") return;
  const words = split(written, " ");
  for (let i = 0; i < words.length; i++) {
    const name = words[i], number = parseFloat(words[i + 1]);
    if (number === number) i++;
    use(name, number === number ? number : fallback);
  }
}

// The values of every counter, outermost first, at each piece of content of a document
// that asks for one: by element, then by pseudo element.
function countIn(doc) {
  const known = weakGet(counted, doc);
  if (known && known.epoch === epoch) return known.at;
  const at = new Map(), stacks = { __proto__: null }, used = [];
  let visited = 0;
  const stackOf = (name) => {
    if (!stacks[name]) {
      stacks[name] = [];
      used[used.length] = name;
    }
    return stacks[name];
  };
  const begin = (name, depth, value) => {
    const stack = stackOf(name), last = stack.length - 1;
    // One begun by a sibling before it ends here, one begun further out is nested in.
    if (last >= 0 && stack[last].depth >= depth) stack[last] = { depth, value };
    else stack[last + 1] = { depth, value };
  };
  const change = (name, depth, value, adds) => {
    const stack = stackOf(name);
    if (!stack.length) stack[0] = { depth, value: 0 };
    const one = stack[stack.length - 1];
    one.value = adds ? one.value + value : value;
  };
  const apply = (style, depth) => {
    eachCounter(style.counterReset, 0, (name, value) => begin(name, depth, value));
    eachCounter(style.counterIncrement, 1, (name, value) => change(name, depth, value, true));
    eachCounter(style.counterSet, 0, (name, value) => change(name, depth, value, false));
  };
  const leave = (depth) => {
    for (let i = 0; i < used.length; i++) {
      const stack = stacks[used[i]];
      while (stack.length && stack[stack.length - 1].depth >= depth) stack.length--;
    }
  };
  const write = (el, pseudo, depth) => {
    const style = computed(el, pseudo), content = style.content;
    if (!content || content === "none" || content === "normal" || style.display === "none") return;
    apply(style, depth);
    if (indexOf(content, "counter") < 0) return;
    const values = { __proto__: null };
    for (let i = 0; i < used.length; i++) {
      const stack = stacks[used[i]], list = [];
      for (let k = 0; k < stack.length; k++) list[k] = stack[k].value;
      values[used[i]] = list;
    }
    const both = mapGet(at, el) || { __proto__: null };
    both[pseudo] = values;
    mapSet(at, el, both);
  };
  const visit = (el, depth) => {
    if (SKIPPED[D.tag(el)] || ++visited > COUNTED_LIMIT) return;
    const style = computed(el);
    if (style.display === "none") return;
    const tag = D.tag(el), list = kids(el);
    if (tag === "ol" || tag === "ul" || tag === "menu") begin("list-item", depth, (parseFloat(D.attr(el, "start")) || 1) - 1);
    if (style.display === "list-item" && indexOf(style.counterIncrement, "list-item") < 0) {
      const said = tag === "li" ? parseFloat(D.attr(el, "value")) : NaN;
      change("list-item", depth, said === said ? said : 1, said !== said);
    }
    apply(style, depth);
    const writes = mayWrite(D.rootOf(el));
    if (writes) write(el, "::before", depth + 1);
    for (let i = 0; i < list.length; i++) if (D.type(list[i]) === 1) visit(list[i], depth + 1);
    if (writes) write(el, "::after", depth + 1);
    leave(depth + 1);
  };
  if (D.element(doc)) visit(D.element(doc), 0);
  weakSet(counted, doc, { epoch, at });
  return at;
}

// What `counter(…)` or `counters(…)` reads in the content of a pseudo element; `inner` is
// what stands between the brackets.
function counterText(el, pseudo, inner, all) {
  const parts = partsOf(COUNTER_PARTS, inner);
  if (!parts) return "";
  const values = (mapGet(countIn(D.doc(el)), el) || NO_COUNTERS)[pseudo] || NO_COUNTERS;
  const list = values[parts[1]] || [0], style = parts[3] || "decimal";
  if (!all) return numeral(list[list.length - 1] || 0, style);
  const between = replace(parts[2] || "", /\\(.)/g, "$1");
  let out = "";
  for (let i = 0; i < list.length; i++) out += (i ? between : "") + numeral(list[i], style);
  return out;
}
