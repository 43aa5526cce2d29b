// What the scripts of several pages need.

/** Calls the JSON API. Throws an error with the message of the shop. */
export async function api(method, path, body) {
  const response = await fetch("/api" + path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

/** Says something for four seconds. */
export function toast(message) {
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.textContent = message;
  document.getElementById("toasts").replaceChildren(note);
  setTimeout(() => note.remove(), 4000);
}

/** Shows how many things are in the cart. */
export function showCartCount(count) {
  document.querySelector("[data-testid=cart-count]").textContent = count;
}

let turn = 0;

/**
 * Renders parts of this page anew, as the server sees them at `url`. The server stays the only
 * place that knows how things look. Of several calls the latest wins.
 */
export async function refresh(url, ...selectors) {
  turn += 1;
  const mine = turn;
  const response = await fetch(url);
  const html = await response.text();
  if (mine !== turn) return;
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const selector of selectors) {
    const now = document.querySelector(selector);
    const then = fresh.querySelector(selector);
    if (now && then) morphChildren(now, then);
  }
}

const key = (node) => node.id || node.dataset?.key || "";
const alike = (a, b) => a.nodeName === b.nodeName && key(a) === key(b);

/** Makes the children of one node like those of another, and keeps those that can stay. */
function morphChildren(now, then) {
  let place = now.firstChild;
  for (const wanted of [...then.childNodes]) {
    let kept = place;
    // A child with a key is the same one wherever it stands; others must be in place.
    if (key(wanted)) while (kept && !alike(kept, wanted)) kept = kept.nextSibling;
    if (kept && alike(kept, wanted)) {
      while (key(wanted) && place !== kept) {
        const passed = place;
        place = place.nextSibling;
        // What is wanted further down is found again there.
        if (key(passed)) now.append(passed);
        else passed.remove();
      }
      place = kept.nextSibling;
      morph(kept, wanted);
    } else {
      now.insertBefore(wanted, place);
    }
  }
  while (place) {
    const rest = place;
    place = place.nextSibling;
    rest.remove();
  }
}

/** Makes a node like another one of its kind. */
function morph(now, then) {
  if (now.nodeType !== Node.ELEMENT_NODE) {
    if (now.data !== then.data) now.data = then.data;
    return;
  }
  // What somebody is typing is not overwritten by a value that has not changed.
  const typed = now.getAttribute("value") === then.getAttribute("value");
  for (const { name } of [...now.attributes]) {
    if (!then.hasAttribute(name)) now.removeAttribute(name);
  }
  for (const { name, value } of then.attributes) {
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  if (now.matches("input")) {
    if (!typed) now.value = then.value;
    now.checked = then.checked;
  }
  morphChildren(now, then);
}
