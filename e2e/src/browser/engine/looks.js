// What of an element's attributes is a look of it.

// What nobody sees: how keys and drags find it.
const UNDRAWN_ATTRS = wordSet("draggable tabindex aria-grabbed");

// A style as the browser spells it: it does so once a script has touched it.
function asSpelled(text) {
  const style = document.createElement("i").style;
  style.cssText = text;
  return style.cssText;
}
