// What the pages of the matrix share: making elements, a portal at the end of the
// body, a list that is made anew on every change, and a field a script controls.
window.truth = "";

function h(tag, props, ...kids) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (value === true) el.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) el.setAttribute(key, value);
  }
  el.append(...kids);
  return el;
}

// A layer at the end of the body, as component libraries put their pop-ups.
function portal(anchor, ...kids) {
  const at = anchor.getBoundingClientRect();
  const style = `position:absolute;z-index:9;background:#fff;border:1px solid;left:${at.left + scrollX}px;top:${at.bottom + scrollY}px`;
  const layer = h("div", { class: "portal-" + Math.random().toString(36).slice(2, 7), style }, ...kids);
  document.body.append(layer);
  return layer;
}

// Makes all of a container's content anew.
function render(box, make) {
  const draw = () => box.replaceChildren(...[make()].flat());
  draw();
  return draw;
}

// A field whose value is a state: what the state does not take is put back.
function controlled(input, take) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  let state = input.value, tracked = input.value;
  Object.defineProperty(input, "value", {
    configurable: true,
    get() { return Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").get.call(this); },
    set(value) { tracked = "" + value; set.call(this, value); },
  });
  input.addEventListener("input", () => {
    const raw = input.value;
    if (raw === tracked) return;
    state = take(raw, state);
    set.call(input, state);
    tracked = state;
  });
}

const later = (ms, work) => setTimeout(work, ms);
