// Words that are in the page and that it does not show: not those of scripts, and in
// words why.

// Text as it is written, whether it is shown or not.
function writtenText(el) {
  if (UNSEEN[D.tag(el)] || D.tag(el) === "iframe") return "";
  const list = kids(el);
  let out = "";
  for (let i = 0; i < list.length; i++) out += D.type(list[i]) === 3 ? D.data(list[i]) : writtenText(list[i]);
  return test(/^(inline|contents)/, computed(el).display) ? out : " " + out + " ";
}

// The smallest element in which a folded text is written, or null.
function writerOf(root, needle) {
  if (!needle || !hasWords(fold(writtenText(root)), needle)) return null;
  const list = kids(root);
  for (let i = 0; i < list.length; i++) {
    const inner = D.type(list[i]) === 1 ? writerOf(list[i], needle) : null;
    if (inner) return inner;
  }
  return root;
}

// What a thing that is not shown is called.
function calledBy(el) {
  const others = references(el, "aria-labelledby"), heads = D.findAll(el, "summary, legend, h1, h2, h3, h4, h5, h6");
  const said = D.attr(el, "aria-label") || (others.length && D.content(others[0])) || (heads.length && D.content(heads[0])) || "";
  return collapse(said) ? ' "' + clip(collapse(said), 60) + '"' : "";
}

// Why an element is not shown, by what is around it.
function whyUnshown(el) {
  for (let node = el; node; node = up(node)) {
    if (D.type(node) !== 1) continue;
    const tag = D.tag(node), style = computed(node), role = explicitRole(node) || "";
    if (tag === "details" && !D.has(node, "open") && node !== el) return "inside a closed details" + calledBy(node);
    if (style.display !== "none") continue;
    if (tag === "dialog") return "inside a closed dialog" + calledBy(node);
    if (role === "tabpanel") return "inside a hidden tab panel" + calledBy(node);
    return (node === el ? "in " : "inside ") + describe(node) + ", which is not displayed";
  }
  if (computed(el).visibility !== "visible") return "in " + describe(el) + ", whose visibility is " + computed(el).visibility;
  return isVisible(el) && isSeen(el) ? null : "in " + describe(el) + ", of which nothing is seen";
}

// Why words that are in the page are not shown by it, or null where they are not there.
function unshown(place, needle) {
  const el = writerOf(place, needle);
  return el && whyUnshown(el);
}
