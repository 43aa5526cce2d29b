// What elements say about each other: references by id, labels, ownership.

// An element's id references, each looked up in its own tree scope.
function references(el, name) {
  const value = D.attr(el, name);
  const out = [];
  if (!value) return POINTED[name] ? pointedAt(el, name) : out;
  const root = D.rootOf(el);
  const ids = split(collapse(value), " ");
  for (let i = 0; i < ids.length; i++) {
    const found = ids[i] ? D.named(root, ids[i]) : null;
    if (found) out[out.length] = found;
  }
  return out;
}

// Elements that others own by `aria-owns`, looked up once for each call.
let ownedAt = -1, owners = null;

function learnOwners() {
  if (ownedAt === epoch) return;
  ownedAt = epoch;
  owners = null;
  if (!D.element(document)) return;
  const list = D.findAll(D.element(document), "[aria-owns]");
  for (let i = 0; i < list.length; i++) {
    // What nobody perceives owns nothing, and nothing that nobody perceives is owned.
    if (isHiddenFromAria(list[i])) continue;
    const owned = references(list[i], "aria-owns");
    for (let k = 0; k < owned.length; k++) {
      if (within(list[i], owned[k]) || (D.rendered && !D.rendered(owned[k]))) continue;
      if (!owners) owners = new WeakMap();
      if (!weakGet(owners, owned[k])) weakSet(owners, owned[k], list[i]);
    }
  }
}

// Who owns an element by `aria-owns`, else null.
function ownerOf(el) {
  learnOwners();
  return (owners && weakGet(owners, el)) || null;
}

// What an element owns by `aria-owns`, in order.
function ownedBy(el) {
  const out = [];
  learnOwners();
  if (!owners) return out;
  const owned = references(el, "aria-owns");
  for (let i = 0; i < owned.length; i++) if (ownerOf(owned[i]) === el) out[out.length] = owned[i];
  return out;
}

// The elements that label an element by their ids; browsers take either spelling.
function labellers(el) {
  const found = references(el, "aria-labelledby");
  return found.length || D.has(el, "aria-labelledby") ? found : references(el, "aria-labeledby");
}
