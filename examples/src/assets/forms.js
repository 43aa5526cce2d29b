// Checks forms as they are filled in. The server checks again.

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function problem(control) {
  const { required, email, least, short } = control.dataset;
  const value = control.value.trim();
  const blank = control.type === "checkbox" ? !control.checked : value === "";
  if (required && blank) return required;
  if (email && !blank && !EMAIL.test(value)) return email;
  if (least && !blank && value.length < Number(least)) return short;
  return "";
}

function show(id, control, message) {
  const error = document.getElementById(id + "-error");
  if (!error) return;
  error.textContent = message;
  error.hidden = message === "";
  const described = (control.getAttribute("aria-describedby") ?? "").split(" ");
  const others = described.filter((part) => part && part !== error.id);
  if (message) others.push(error.id);
  if (message) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
  if (others.length) control.setAttribute("aria-describedby", others.join(" "));
  else control.removeAttribute("aria-describedby");
}

function check(control) {
  const message = problem(control);
  show(control.id, control, message);
  return message === "";
}

function checkChoice(group) {
  const message = group.querySelector(":checked") ? "" : group.dataset.choice;
  show(group.id, group, message);
  return message === "";
}

function watch(form) {
  const controls = [...form.querySelectorAll("[data-required], [data-email]")];
  const groups = [...form.querySelectorAll("[data-choice]")];
  for (const control of controls) {
    // Leaving an empty field is no mistake yet.
    control.addEventListener("blur", () => {
      if (control.value.trim() !== "" && control.type !== "checkbox") check(control);
    });
    control.addEventListener("input", () => {
      if (control.hasAttribute("aria-invalid")) check(control);
    });
  }
  for (const group of groups) group.addEventListener("change", () => checkChoice(group));
  form.addEventListener("submit", (event) => {
    const wrong = [
      ...controls.filter((control) => !check(control)),
      ...groups.filter((group) => !checkChoice(group)),
    ];
    if (wrong.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const first = wrong[0].matches("fieldset") ? wrong[0].querySelector("input") : wrong[0];
    first.focus();
  });
}

document.querySelectorAll("form[data-validate]").forEach(watch);
