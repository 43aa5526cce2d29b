// Filters, folding and large pictures. The file reads well without any of it.
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const tests = all("details.test");
  const controls = document.querySelector(".controls");
  const filter = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const buttons = all("[data-show]");

  // Text is gathered on the first search: a large report should open at once.
  const texts = new Map();
  const textOf = (test) => {
    if (!texts.has(test)) {
      const binary = test.closest(".binary").querySelector("h3").textContent;
      texts.set(test, `${binary} ${test.textContent}`.toLowerCase());
    }
    return texts.get(test);
  };

  const apply = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = buttons
      .filter((button) => button.getAttribute("aria-pressed") === "true")
      .map((button) => button.dataset.show);
    let count = 0;
    for (const test of tests) {
      const fits =
        (wanted.length === 0 || wanted.includes(test.dataset.status)) &&
        (words.length === 0 || words.every((word) => textOf(test).includes(word)));
      test.hidden = !fits;
      count += fits ? 1 : 0;
    }
    for (const binary of all(".binary")) {
      binary.hidden = all("details.test", binary).every((test) => test.hidden);
    }
    const filtering = words.length > 0 || wanted.length > 0;
    shown.textContent = filtering ? `${count} of ${tests.length} shown` : "";
  };

  // A link to a test opens it, also when a filter hid it.
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    const test = target && target.closest("details.test");
    if (!test) return;
    if (test.hidden) {
      filter.value = "";
      buttons.forEach((button) => button.setAttribute("aria-pressed", "false"));
      apply();
    }
    test.open = true;
    test.scrollIntoView();
  };

  controls.hidden = false;
  filter.addEventListener("input", apply);
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const pressed = button.getAttribute("aria-pressed") === "true";
      button.setAttribute("aria-pressed", String(!pressed));
      apply();
    });
  }
  for (const button of all("[data-fold]")) {
    button.addEventListener("click", () => {
      for (const test of tests) {
        if (!test.hidden) test.open = button.dataset.fold === "open";
      }
    });
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      filter.focus();
    }
  });
  addEventListener("hashchange", reveal);
  for (const link of all(".failures a")) link.addEventListener("click", () => setTimeout(reveal));

  // A picture opens large from the file itself: it may be all that was kept.
  const dialog = document.querySelector("dialog.large");
  const large = dialog.querySelector("img");
  for (const image of all(".shot img")) {
    const link = image.closest("a");
    (link || image).addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      large.src = image.src;
      large.alt = image.alt;
      dialog.showModal();
    });
  }
  dialog.addEventListener("click", () => dialog.close());

  reveal();
})();
