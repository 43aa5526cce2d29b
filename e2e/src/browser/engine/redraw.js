// What was drawn anew with the same words and other colours: a list that makes all its rows
// again to mark another one. No attribute of an element changes, and no text does.

const REDRAWN_LIMIT = 400;
const PAINTS = ["backgroundColor", "color", "fontWeight", "boxShadow", "outlineColor", "outlineStyle", "borderTopColor", "borderLeftColor", "borderLeftWidth", "borderBottomColor", "textDecorationLine"];

// Keeps what a press took out of an element.
function noteRedrawn(a, record) {
  if (!record.removedNodes.length || a.redrawn.size > 50) return;
  let gone = mapGet(a.redrawn, record.target);
  if (!gone) mapSet(a.redrawn, record.target, (gone = []));
  for (let i = 0; i < record.removedNodes.length && gone.length < REDRAWN_LIMIT; i++) {
    const one = record.removedNodes[i];
    if (D.type(one) === 1 && !D.connected(one)) gone[gone.length] = one;
  }
}

// Whether what stands there now is the same in another look.
function isRedrawn(a) {
  let drawn = false;
  mapEach(a.redrawn, (gone, target) => {
    if (drawn || !gone.length || D.type(target) !== 1 || !D.connected(target)) return;
    const there = [], list = kids(target);
    for (let i = 0; i < list.length; i++) if (D.type(list[i]) === 1) there[there.length] = list[i];
    if (there.length !== gone.length) return;
    for (let i = 0; i < gone.length && !drawn; i++) drawn = looksOther(gone[i], there[i]);
  });
  return drawn;
}

function looksOther(was, is) {
  if (D.tag(was) !== D.tag(is) || collapse(D.content(was)) !== collapse(D.content(is))) return false;
  const old = D.findAll(was, "*"), now = D.findAll(is, "*");
  if (old.length !== now.length || old.length > REDRAWN_LIMIT) return false;
  for (let i = -1; i < old.length; i++) {
    const before = i < 0 ? was : old[i], after = i < 0 ? is : now[i];
    const other = differs(D.attr(before, "style") || "", D.attr(after, "style") || "", PASSING) || differs(D.attr(before, "class") || "", D.attr(after, "class") || "", PASSING);
    if (other && standsOut(after)) return true;
  }
  return false;
}

// Whether an element is painted otherwise than one of its kind beside it.
function standsOut(el) {
  const around = up(el), list = around ? kids(around) : [], own = computed(el);
  for (let i = 0; i < list.length && i < REDRAWN_LIMIT; i++) {
    const other = list[i];
    if (other === el || D.type(other) !== 1 || D.tag(other) !== D.tag(el)) continue;
    if (D.attr(other, "class") === D.attr(el, "class") && D.attr(other, "style") === D.attr(el, "style")) continue;
    const style = computed(other);
    for (let k = 0; k < PAINTS.length; k++) if (own[PAINTS[k]] !== style[PAINTS[k]]) return true;
  }
  return false;
}
