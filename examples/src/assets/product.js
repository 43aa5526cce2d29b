// Variants, tabs and "Add to cart".
import { api, showCartCount, toast } from "/assets/app.js";

const form = document.getElementById("add");
const quantity = document.getElementById("quantity");
const error = document.getElementById("quantity-error");

form.addEventListener("change", (event) => {
  const { price } = event.target.dataset;
  if (price) document.querySelector("[data-testid=price]").textContent = price;
});

function complain(message) {
  error.textContent = message;
  if (message) quantity.setAttribute("aria-invalid", "true");
  else quantity.removeAttribute("aria-invalid");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const count = Number(quantity.value);
  if (!Number.isInteger(count) || count < 1) {
    complain("The quantity must be 1 or more");
    return;
  }
  const variant = new FormData(form).get("variant") ?? undefined;
  try {
    const cart = await api("POST", "/cart/items", { slug: form.dataset.slug, variant, quantity: count });
    complain("");
    showCartCount(cart.count);
    toast("Added to cart");
  } catch (problem) {
    complain(problem.message);
  }
});

const tabs = [...document.querySelectorAll("[role=tab]")];

function select(tab) {
  for (const other of tabs) {
    const selected = other === tab;
    other.setAttribute("aria-selected", selected);
    other.tabIndex = selected ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = !selected;
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    select(next);
    next.focus();
  });
}
