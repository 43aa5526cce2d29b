// Runs inside the iframe, after the script that checks the form.
const form = document.getElementById("subscribe");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const email = form.elements.email.value.trim();
  document.getElementById("thanks").textContent = `Thanks, ${email} is subscribed`;
  form.reset();
});
