// Changing the plan, and the buttons of the invoices.
import { api, refresh } from "/assets/app.js";

const dialog = document.getElementById("change-plan");
const status = document.getElementById("billing-status");
const part = (name) => dialog.querySelector(`[data-${name}]`);
let chosen;

function say(message) {
  // One message at a time: the notice of the last page is old news by now.
  document.querySelector("main > .notice")?.remove();
  status.textContent = message;
  status.hidden = false;
}

const update = () => refresh("/settings/billing", "#plans", "#invoices");

async function open(plan) {
  const preview = await api("GET", "/billing/preview?plan=" + plan);
  chosen = preview;
  const verb = preview.upgrade ? "upgrade" : "downgrade";
  const title = preview.upgrade ? "Upgrade" : "Downgrade";
  document.getElementById("change-title").textContent = `${title} to ${preview.name}`;
  part("charge-label").textContent = `${preview.name} plan, ${preview.days_left} of ${preview.days} days`;
  part("charge").textContent = preview.charge;
  part("credit-row").hidden = preview.credit_cents === 0;
  part("credit-label").textContent = "Credit for the current plan";
  part("credit").textContent = "-" + preview.credit;
  part("due").textContent = "Prorated amount today: " + preview.due;
  part("later").textContent = `Then ${preview.monthly} per month from ${preview.renews}.`;
  part("error").textContent = "";
  part("confirm").textContent = "Confirm " + verb;
  dialog.showModal();
}

part("cancel").addEventListener("click", () => dialog.close());
part("confirm").addEventListener("click", async () => {
  try {
    const billing = await api("POST", "/billing/plan", { plan: chosen.plan });
    dialog.close();
    if (billing.plan !== chosen.plan) return;
    await update();
    say(`Your workspace is on the ${chosen.name} plan`);
  } catch (problem) {
    part("error").textContent = problem.message;
  }
});

document.getElementById("plans").addEventListener("click", (event) => {
  const button = event.target.closest("[data-plan]");
  if (button) open(button.dataset.plan);
});

document.getElementById("invoices").addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const number = button.closest("[data-key]").dataset.key;
  if ("download" in button.dataset) {
    location.assign("/settings/billing/invoices/" + number);
  } else {
    await api("DELETE", "/billing/invoices/" + number);
    await update();
    say(`Invoice ${number} deleted`);
  }
});
