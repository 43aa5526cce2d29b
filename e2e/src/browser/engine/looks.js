// What of an element's attributes is a look of it.

// What nobody sees: how keys and drags find it.
const UNDRAWN_ATTRS = wordSet("draggable tabindex aria-grabbed");

// A style as the browser spells it: it does so once a script has touched it.
function asSpelled(text) {
  const style = document.createElement("i").style;
  style.cssText = text;
  return style.cssText;
}

// The circles that spread from a press, dead or not: drawn for the pointer, and listed where
// they take room.
const RIPPLE = /ripple/i, RIPPLE_DEPTH = 3;

function isRipple(el, node) {
  if (!el || node.role || node.name || node.text) return false;
  for (let inner = el, k = 0; inner && k < RIPPLE_DEPTH; inner = up(inner), k++) {
    if (D.type(inner) === 1 && test(RIPPLE, D.attr(inner, "class") || "")) return true;
  }
  return false;
}
