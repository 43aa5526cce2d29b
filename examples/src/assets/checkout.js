// Asks once more before an order is placed.
const form = document.getElementById("payment");
const dialog = document.getElementById("confirm-order");

form?.addEventListener("submit", (event) => {
  const inputs = [...form.querySelectorAll("input")];
  // What is incomplete cannot be ordered, and the server says what is missing.
  if (inputs.some((input) => input.value.trim() === "")) return;
  event.preventDefault();
  dialog.showModal();
});
dialog?.querySelector("[data-confirm]").addEventListener("click", () => form.submit());
dialog?.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());
