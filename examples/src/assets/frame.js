// Two web components: one whose inside is open, one whose inside is not.

class RatingStars extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = `
      button { border: 0; background: none; font-size: 28px; line-height: 1; color: #a86f00; cursor: pointer; }
      button:focus-visible { outline: 3px solid #e0a33a; border-radius: 3px; }`;
    const group = document.createElement("div");
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-label", this.getAttribute("label"));
    for (let star = 1; star <= Number(this.getAttribute("max")); star += 1) {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("role", "radio");
      button.setAttribute("aria-label", star === 1 ? "1 star" : `${star} stars`);
      button.addEventListener("click", () => this.rate(star));
      group.append(button);
    }
    root.append(style, group);
    this.rate(0);
  }

  rate(stars) {
    const buttons = this.shadowRoot.querySelectorAll("button");
    for (const [index, button] of buttons.entries()) {
      button.textContent = index < stars ? "★" : "☆";
      button.setAttribute("aria-checked", index + 1 === stars);
    }
    if (stars) this.dispatchEvent(new CustomEvent("rate", { detail: stars }));
  }
}

class SecretNote extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "closed" });
    const button = document.createElement("button");
    const note = document.createElement("p");
    button.textContent = "Reveal note";
    button.style.font = "inherit";
    button.addEventListener("click", () => { note.textContent = "The key is under the mat"; });
    root.append(button, note);
  }
}

customElements.define("rating-stars", RatingStars);
customElements.define("secret-note", SecretNote);

document.querySelector("rating-stars").addEventListener("rate", (event) => {
  document.getElementById("rating").textContent = `You rated ${event.detail} of 5`;
});
