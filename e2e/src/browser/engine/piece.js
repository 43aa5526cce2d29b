// Texts as plain sentences compare them: folded, and never cut inside of a word, a number,
// an amount, a date or a name. `PIECES` says what those are, for the sentences' own reader
// as well.

const INVISIBLE = /[\u200b-\u200f\u2060\ufeff\u00ad]/g;
const UNPLAIN = /[^\0-\]_-~]/gu;
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
// Where an element ends inside of a line, and white space with such a place in it.
const SEAM = /\u2063/g;
const GAP = /[\s\u2063]*\s[\s\u2063]*/g;
const BREAK = /[\u2029\u2063]/;
const DASHES = /[–—]/g;
// Between two digits of one number, time or date there is at most one of these.
const LINKS = /[.,':/ -]/;
const Pattern = window.RegExp;
let piece = null;

// A text in the form that is compared. Where it shows several things in a row, a line break
// is left between them; wide dashes, which part what they stand between, stay as they are.
function fold(text) {
  let out = replace(normalize("" + text, "NFC"), INVISIBLE, "");
  out = replace(out, GAP, (gap) => (test(BREAK, gap) ? "\n" : " "));
  out = replace(out, SEAM, "");
  out = replace(out, /[‘’ʼ]/g, "'");
  out = replace(out, /[“”„«»]/g, '"');
  out = replace(out, /[‐‑−]/g, "-");
  out = replace(out, /…/g, "...");
  return lower(trim(out));
}

// The same without what only tells pieces apart.
function flat(folded) {
  return replace(replace(folded, /\n/g, " "), DASHES, "-");
}

// One pattern from lines of a name and what it stands for; `<name>` is one from above.
function patternOf(lines) {
  const known = { __proto__: null }, all = split(lines, "\n");
  let last = "";
  for (let i = 0; i < all.length; i++) {
    const at = indexOf(all[i], " ");
    if (at < 1 || all[i][0] === "#") continue;
    last = replace(slice(all[i], at + 1), /<(\w+)>/g, (_, name) => "(?:" + known[name] + ")");
    known[slice(all[i], 0, at)] = last;
  }
  return new Pattern(last, "g");
}

// A text in which only the shapes are left, as long as it was. Scripts that are written
// without spaces between words have no letters in it.
function shapes(folded) {
  return replace(folded, UNPLAIN, (c) => {
    const shape = test(/[–—]/, c) ? "^" : test(/[€£¥₹₽₩₪₴₺₫฿¢]/, c) ? "$" : test(LETTER, c) && !test(UNSPACED, c) ? "q" : "|";
    return c.length > 1 ? shape + shape : shape;
  });
}

// Which of the places where a text may be cut lie inside of a piece of it, each with what
// of the piece stands before it.
function cuts(folded, edges) {
  piece = piece || patternOf(PIECES);
  const inner = { __proto__: null }, text = shapes(folded);
  replace(text, piece, (whole, account, led, offset) => {
    const end = offset + whole.length, start = end - (account || led || whole).length;
    for (let at = start + 1; at < end; at++) if (edges[at]) inner[at] = slice(text, start, at);
    return "";
  });
  return inner;
}

// Where a folded needle stands in a folded text: as a whole, or as a part of more.
function occurrences(folded, needle) {
  const text = flat(folded), sought = flat(needle), edges = { __proto__: null }, found = [];
  for (let at = sought ? indexOf(text, sought) : -1; at >= 0; at = indexOf(text, sought, at + 1)) {
    edges[at] = edges[at + sought.length] = true;
    found[found.length] = at;
  }
  const inner = found.length ? cuts(folded, edges) : edges;
  for (let i = 0; i < found.length; i++) {
    const end = found[i] + sought.length;
    found[i] = { start: found[i], end, whole: !inner[found[i]] && !inner[end], starts: inner[found[i]], ends: inner[end] };
  }
  return found;
}

// Whether `needle` stands in `text` as a whole; both folded.
function hasWords(text, needle) {
  const found = occurrences(text, needle);
  for (let i = 0; i < found.length; i++) if (found[i].whole) return true;
  return false;
}

// Whether `needle` stands in something longer of `text`: what says "Errors" says something
// of "Error", and "$5" something of "5". A number in a longer number is another number.
function isPartOfMore(text, needle) {
  const digit = (c) => !!c && c >= "0" && c <= "9";
  const inNumber = (before, at) => {
    const last = test(LINKS, text[at - 1]) ? at - 2 : at - 1, next = test(LINKS, text[at]) ? at + 1 : at;
    return !test(/[a-z_]/, before) && digit(text[last]) && digit(text[next]);
  };
  const found = occurrences(text, needle);
  for (let i = 0; i < found.length; i++) {
    const one = found[i];
    if ((one.starts && !inNumber(one.starts, one.start)) || (one.ends && !inNumber(one.ends, one.end))) return true;
  }
  return false;
}
