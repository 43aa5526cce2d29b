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
