// Things that take their time.
const find = (id) => document.getElementById(id);

find("load").addEventListener("click", async (event) => {
  const report = find("report");
  report.setAttribute("aria-busy", "true");
  report.textContent = "Loading…";
  event.target.disabled = true;
  const response = await fetch("/slow/report?ms=" + event.target.dataset.ms);
  report.innerHTML = await response.text();
  report.setAttribute("aria-busy", "false");
  event.target.disabled = false;
});

setTimeout(() => { find("save").disabled = false; }, 600);
find("save").addEventListener("click", () => { find("saved").textContent = "Saved"; });

setTimeout(() => find("cover").remove(), 900);
find("accept").addEventListener("click", () => { find("accepted").textContent = "Terms accepted"; });

const started = performance.now();
setInterval(() => {
  find("clock").textContent = ((performance.now() - started) / 1000).toFixed(1) + " s";
}, 100);
