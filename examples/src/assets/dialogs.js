// The dialogs of the browser itself.
const say = (text) => { document.getElementById("answer").textContent = text; };

document.getElementById("alert").addEventListener("click", () => {
  alert("Your parcel is on its way");
  say("Alert closed");
});
document.getElementById("confirm").addEventListener("click", () => {
  say(confirm("Cancel the order?") ? "Order cancelled" : "Order kept");
});
document.getElementById("prompt").addEventListener("click", () => {
  const name = prompt("Your name?", "Ada");
  say(name === null ? "No name given" : `Hello, ${name}`);
});
