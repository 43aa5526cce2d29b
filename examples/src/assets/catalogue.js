// Filters while one types.
import { refresh } from "/assets/app.js";

const form = document.getElementById("filters");
let timer;

function update() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) query.append(name, value);
  const url = "/catalogue" + (query.size ? "?" + query : "");
  history.replaceState(null, "", url);
  refresh(url, "#result-count", "#results");
}

function soon(event) {
  clearTimeout(timer);
  // A request for each letter would be too many.
  timer = setTimeout(update, event.type === "input" && event.target.type === "search" ? 150 : 0);
}

form.addEventListener("input", soon);
// Not every way to empty a field counts as input.
form.addEventListener("change", soon);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  update();
});
