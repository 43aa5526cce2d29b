// Quantities, removal and the discount code.
import { api, refresh, showCartCount, toast } from "/assets/app.js";

const region = document.getElementById("cart");

async function change(method, path, body, message) {
  const cart = await api(method, path, body);
  showCartCount(cart.count);
  await refresh("/cart", "#cart");
  if (message) toast(message);
}

async function setQuantity(line, count) {
  try {
    await change("PATCH", "/cart/items/" + line.dataset.key, { quantity: count });
  } catch (problem) {
    toast(problem.message);
    const input = line.querySelector("input");
    input.value = input.defaultValue;
  }
}

region.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  const line = event.target.closest("[data-key]");
  if (!button) return;
  if (button.id === "remove-code") {
    await change("DELETE", "/cart/discount", undefined, "Discount removed");
  } else if ("remove" in button.dataset) {
    const name = line.dataset.name;
    await change("DELETE", "/cart/items/" + line.dataset.key, undefined, "Removed " + name);
  } else if (button.dataset.step) {
    const input = line.querySelector("input");
    // The field counts at once, so that quick clicks add up.
    input.value = Number(input.value) + Number(button.dataset.step);
    await setQuantity(line, Number(input.value));
  }
});

region.addEventListener("change", async (event) => {
  const line = event.target.closest("[data-key]");
  // An empty field is one that is about to be filled.
  if (!line || event.target.value === "") return;
  await setQuantity(line, Math.max(0, Math.trunc(Number(event.target.value))));
});

region.addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = document.getElementById("code");
  const error = document.getElementById("code-error");
  try {
    await change("POST", "/cart/discount", { code: input.value }, "Discount applied");
  } catch (problem) {
    error.textContent = problem.message;
    error.hidden = false;
    error.setAttribute("role", "alert");
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", "code-error");
  }
});
