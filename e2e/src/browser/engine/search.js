// Looks for nodes in the whole page, also for what a listing leaves out.

const SEARCH_LIMIT = 60000;
const FOUND_LIMIT = 20;

// Nodes of a role, or whose words hold a text in any case, each with where it stands.
function search(ask) {
  const walked = walk(SEARCH_LIMIT);
  const wanted = lower(collapse(ask.text || ""));
  const out = { count: 0, found: [], truncated: walked.truncated };
  const holds = (words) => !!words && indexOf(lower(collapse("" + words)), wanted) >= 0;
  for (let i = 1; i < walked.nodes.length; i++) {
    const node = walked.nodes[i];
    if (ask.role && node.role !== ask.role) continue;
    if (wanted && !holds(node.name) && !holds(node.text) && !holds(node.value) && !holds(node.placeholder) && !holds(node.test_id)) continue;
    out.count++;
    if (out.found.length >= FOUND_LIMIT) continue;
    const el = byId(node.id);
    node.depth = 0;
    out.found[out.found.length] = { node, place: el ? placeAround(el) : "" };
  }
  return out;
}

E.register("search", search);

// Controls of one of these names that nobody sees, each with why. What is not shown has
// no name for those who listen, so it goes by what is written in it.
E.register("hidden_called", (ask) => {
  const out = [];
  all(document, (el) => {
    const role = D.type(el) === 1 ? roleOf(el) : null;
    if (out.length > 2 || !role || !OPERABLE[role] || isVisible(el)) return;
    const marks = labelsOf(el);
    const written = D.attr(el, "aria-label") || (marks.length && D.content(marks[0])) || D.content(el) || D.attr(el, "value") || D.attr(el, "title") || "";
    for (let i = 0; i < ask.names.length; i++) {
      if (lower(collapse(written)) !== lower(collapse(ask.names[i]))) continue;
      out[out.length] = role + ' "' + clip(collapse(written), 80) + '": ' + whyHidden(el);
      return;
    }
  });
  return out;
});
