// ARIA roles by HTML-AAM, with three words of our own for what has no role yet can
// be meant: `box`, `iframe` and `canvas`, `video`, `audio` for what is drawn.

const ROLES = wordSet(
  "alert alertdialog application article banner blockquote button caption cell checkbox code " +
  "columnheader combobox comment complementary contentinfo definition deletion dialog directory " +
  "document emphasis feed figure form generic grid gridcell group heading image img insertion link list " +
  "listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox " +
  "menuitemradio meter navigation none note option paragraph presentation progressbar radio " +
  "radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider " +
  "spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel " +
  "term textbox time timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol");

// Tags whose role does not depend on anything else.
const TAG_ROLES = {
  __proto__: null,
  address: "group", article: "article", blockquote: "blockquote", button: "button", caption: "caption",
  code: "code", dd: "definition", del: "deletion", details: "group", dfn: "term",
  dialog: "dialog", dir: "list", dt: "term", em: "emphasis", fieldset: "group", figure: "figure",
  h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading",
  hgroup: "group", hr: "separator", ins: "insertion", main: "main", mark: "mark", math: "math", menu: "list",
  meter: "meter", nav: "navigation", ol: "list", optgroup: "group", option: "option",
  output: "status", progress: "progressbar", s: "deletion", search: "search",
  strong: "strong", sub: "subscript", sup: "superscript", table: "table", tbody: "rowgroup",
  textarea: "textbox", tfoot: "rowgroup", thead: "rowgroup", time: "time", tr: "row",
  ul: "list", datalist: "listbox", iframe: "iframe", frame: "iframe", canvas: "canvas",
  video: "video", audio: "audio",
};

const INPUT_ROLES = {
  __proto__: null,
  button: "button", submit: "button", reset: "button", image: "button", file: "button",
  checkbox: "checkbox", radio: "radio", number: "spinbutton", range: "slider",
  search: "searchbox", hidden: "",
};

const SECTIONING = wordSet("article aside main nav section");
const LANDMARK_HOLDERS = wordSet("article complementary main navigation region");
// A landmark beside the main content may stand in it; the page's own header may not.
const ASIDE_HOLDERS = wordSet("article aside nav section");
// Where a role means what it says only inside another one, and what may stand between.
const CONTEXTS = {
  __proto__: null,
  listitem: [wordSet("list"), wordSet("")],
  option: [wordSet("listbox group"), wordSet("")],
  treeitem: [wordSet("tree group treeitem"), wordSet("")],
};
const SHAPES = wordSet("circle ellipse line path polygon polyline rect image g");
const SVG = "http://www.w3.org/2000/svg";
const GLOBAL_ARIA = [
  "aria-atomic", "aria-busy", "aria-controls", "aria-current", "aria-describedby",
  "aria-details", "aria-dropeffect", "aria-flowto", "aria-grabbed", "aria-hidden",
  "aria-keyshortcuts", "aria-label", "aria-labelledby", "aria-live", "aria-owns",
  "aria-relevant", "aria-roledescription",
];
const FOCUSABLE_TAGS = wordSet("button details select textarea iframe");

function wordSet(words) {
  const out = { __proto__: null };
  const list = split(words, " ");
  for (let i = 0; i < list.length; i++) out[list[i]] = true;
  return out;
}

// Whether the page hosts rich text in it: the outermost editable element.
function isEditingHost(el) {
  const value = D.attr(el, "contenteditable");
  if (value === null || D.space(el) !== "http://www.w3.org/1999/xhtml") return false;
  const word = lower(value);
  return word === "" || word === "true" || word === "plaintext-only";
}

function isFocusable(el) {
  const tag = D.tag(el);
  if (D.has(el, "tabindex")) return true;
  if (FOCUSABLE_TAGS[tag]) return !D.matches(el, ":disabled");
  if (tag === "input") return D.inputType(el) !== "hidden" && !D.matches(el, ":disabled");
  if (tag === "a" || tag === "area") return D.has(el, "href");
  return isEditingHost(el);
}

// The first role the attribute names that exists; empty when it names none.
function explicitRole(el) {
  const value = D.attr(el, "role");
  if (!value) return "";
  const words = split(lower(collapse(value)), " ");
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (!ROLES[word]) continue;
    if (word === "none" || word === "presentation") {
      // An element that takes the focus or says something about itself stays what it is.
      if (isFocusable(el) || saysSomething(el)) return "";
      return "none";
    }
    // A landmark by role alone is one only when it has a name.
    if ((word === "region" || word === "form") && !hasOwnName(el)) continue;
    if (CONTEXTS[word] && !stands(el, CONTEXTS[word])) continue;
    if (word === "cell" && isInGrid(el)) return "gridcell";
    return word === "img" ? "image" : word === "directory" ? "list" : word;
  }
  return "";
}

// Whether an element stands in the context its role needs, directly or with only what
// may stand between.
function stands(el, context) {
  for (let node = ownerOf(el) || up(el); node; node = ownerOf(node) || up(node)) {
    if (D.type(node) !== 1) continue;
    const role = roleOf(node);
    if (context[0][role]) return true;
    if (role && !context[1][role]) return false;
  }
  return false;
}

function isInGrid(el) {
  for (let node = up(el); node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const role = roleOf(node);
    if (role === "grid" || role === "treegrid") return true;
    if (role && role !== "row" && role !== "rowgroup") return false;
  }
  return false;
}

function saysSomething(el) {
  for (let i = 0; i < GLOBAL_ARIA.length; i++) if (D.has(el, GLOBAL_ARIA[i])) return true;
  return false;
}

function hasOwnName(el) {
  return !!(collapse(D.attr(el, "aria-label")) || labellers(el).length || collapse(D.attr(el, "title")));
}

// Whether a page-level header or footer is really that: not part of some section.
function isPageLevel(el, sections) {
  for (let node = up(el); node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    if (sections[D.tag(node)]) return false;
    if (D.has(node, "role")) {
      const role = explicitRole(node);
      if (LANDMARK_HOLDERS[role] && (role !== "main" || sections.main)) return false;
    }
    if (D.tag(node) === "body") return true;
  }
  return true;
}

function nearestTag(el, tags) {
  for (let node = D.parent(el); node && D.type(node) === 1; node = D.parent(node)) {
    if (tags[D.tag(node)]) return node;
  }
  return null;
}

const TABLES = wordSet("table");
const LISTS = wordSet("ul ol menu dir");

function cellRole(el, tag) {
  const table = nearestTag(el, TABLES);
  const role = table ? explicitRole(table) : "";
  if (role === "none") return "";
  const grid = role === "grid" || role === "treegrid";
  if (tag === "td") return grid ? "gridcell" : "cell";
  const scope = lower(D.attr(el, "scope") || "");
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  // Without a scope a header of a row that also holds data heads that row.
  const row = D.parent(el);
  if (row) {
    for (let cell = D.first(row); cell; cell = D.next(cell)) {
      if (D.type(cell) === 1 && D.tag(cell) === "td") return "rowheader";
    }
  }
  return "columnheader";
}

function inputRole(el) {
  const type = D.inputType(el);
  if (type === "checkbox" && D.has(el, "switch")) return "switch";
  const fixed = INPUT_ROLES[type];
  const list = D.attr(el, "list");
  if (list && (fixed === undefined || type === "search")) {
    const root = D.rootOf(el);
    const found = D.named(root, list);
    if (found && D.tag(found) === "datalist") return "combobox";
  }
  return fixed === undefined ? "textbox" : fixed;
}

function nativeRole(el) {
  const tag = D.tag(el);
  const fixed = TAG_ROLES[tag];
  if (SHAPES[tag] && D.space(el) === SVG) {
    if (!hasOwnName(el) && !childOfTag(el, "title")) return "";
    return tag === "g" ? "group" : tag === "image" ? "image" : "graphics-symbol";
  }
  switch (tag) {
    case "a": case "area": return D.has(el, "href") || D.has(el, "xlink:href") ? "link" : "";
    case "aside": return isPageLevel(el, ASIDE_HOLDERS) || hasOwnName(el) ? "complementary" : "";
    case "footer": return isPageLevel(el, SECTIONING) ? "contentinfo" : "sectionfooter";
    case "header": return isPageLevel(el, SECTIONING) ? "banner" : "sectionheader";
    case "form": return "form";
    case "p": return isBlank(el) ? "" : "paragraph";
    case "section": return hasOwnName(el) ? "region" : "";
    case "img": return D.attr(el, "alt") === "" && !hasOwnName(el) && !isFocusable(el) ? "none" : "image";
    case "svg": return "image";
    case "input": return inputRole(el);
    case "li": {
      const list = D.parent(el);
      if (!list || D.type(list) !== 1 || !LISTS[D.tag(list)]) return "listitem";
      return roleOf(list) === "list" ? "listitem" : "";
    }
    case "select": return D.has(el, "multiple") || +D.attr(el, "size") > 1 ? "listbox" : "combobox";
    case "summary": return isSummary(el) ? "button" : "";
    case "td": case "th": return cellRole(el, tag);
    case "tbody": case "thead": case "tfoot": case "tr": {
      const table = nearestTag(el, TABLES);
      return table && explicitRole(table) === "none" ? "" : fixed;
    }
    default: return fixed || "";
  }
}

// Whether there is nothing in it.
function isBlank(el) {
  for (let child = D.first(el); child; child = D.next(child)) {
    const type = D.type(child);
    if (type === 1 || (type === 3 && collapse(D.data(child)))) return false;
  }
  return !D.shadow(el);
}

// The summary that opens its details: the first one.
function isSummary(el) {
  const parent = D.parent(el);
  if (!parent || D.type(parent) !== 1 || D.tag(parent) !== "details") return false;
  for (let child = D.first(parent); child; child = D.next(child)) {
    if (D.type(child) === 1 && D.tag(child) === "summary") return child === el;
  }
  return false;
}

// What was found out of elements already, while a walk goes over a page that nobody can
// change meanwhile: roles, and the text of the content of what has it in its name.
// `crossed`: the name being made took words from elsewhere, so its parts may lack some.
let recall = null;

function beginWalk() {
  recall = { roles: new Map(), texts: new Map(), crossed: false };
}

function endWalk() {
  recall = null;
}

// The role; empty when it has none that counts.
function roleOf(el) {
  if (!recall) return foundRole(el);
  let role = mapGet(recall.roles, el);
  if (role === undefined) mapSet(recall.roles, el, (role = foundRole(el)));
  return role;
}

function foundRole(el) {
  const said = D.has(el, "role") ? explicitRole(el) : "";
  if (said) return said === "none" || said === "generic" ? "" : said;
  if (isEditingHost(el)) return "textbox";
  const role = nativeRole(el);
  return role === "none" ? "" : role;
}

E.roleOf = roleOf;
E.isFocusable = isFocusable;
E.isEditingHost = isEditingHost;

// A part of a drawing that says nothing of what it is for.
function isShape(el) {
  return D.space(el) === SVG && D.tag(el) !== "svg" && D.tag(el) !== "a" && !D.has(el, "role");
}
