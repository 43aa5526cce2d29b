// Adding, ticking, editing and deleting.
import { api, refresh, toast } from "/assets/app.js";

const form = document.getElementById("new-todo-form");
const input = document.getElementById("new-todo");
const list = document.getElementById("todo-list");

async function change(method, path, body) {
  try {
    await api(method, path, body);
  } catch (problem) {
    toast(problem.message);
  }
  await refresh(location.href, "#todo-list", "#todo-footer");
}

const path = (element) => "/todos/" + element.closest("[data-key]").dataset.key;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const title = input.value.trim();
  if (!title) return;
  input.value = "";
  await change("POST", "/todos", { title });
});

list.addEventListener("change", async (event) => {
  if (event.target.type !== "checkbox") return;
  await change("PATCH", path(event.target), { done: event.target.checked });
});

list.addEventListener("click", async (event) => {
  if (event.target.matches(".todo-delete")) await change("DELETE", path(event.target));
});

list.addEventListener("dblclick", (event) => {
  const title = event.target.closest(".todo-title");
  if (title) edit(title);
});

function edit(title) {
  const field = document.createElement("input");
  const before = title.textContent;
  field.className = "todo-edit";
  field.value = before;
  field.setAttribute("aria-label", "Edit to-do");
  title.replaceChildren(field);
  field.focus();
  field.select();
  let over = false;
  const finish = async (keep) => {
    // Leaving the field ends the editing too, but only once.
    if (over) return;
    over = true;
    const text = field.value.trim();
    if (!keep || text === before) title.textContent = before;
    else if (text === "") await change("DELETE", path(title));
    else await change("PATCH", path(title), { title: text });
  };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") finish(true);
    if (event.key === "Escape") finish(false);
  });
  // Only Enter may delete: emptying the field and leaving it could be a slip.
  field.addEventListener("blur", () => finish(field.value.trim() !== ""));
}

document.getElementById("todo-footer").addEventListener("click", async (event) => {
  if (event.target.id === "clear-completed") await change("DELETE", "/todos/completed");
});
