// When the page last changed. One observer a root, attached when a walk first meets
// the root, so quiet that already lasts need not be waited for again.

const watched = new WeakMap();
const changes = { count: 0, at: now() };

function noteChange() {
  changes.count++;
  changes.at = now();
}

const observer = Observer ? new Observer(noteChange) : null;
const observe = Observer ? uncurry(Observer.prototype.observe) : null;
const listen = uncurry(EventTarget.prototype.addEventListener);
const unlisten = uncurry(EventTarget.prototype.removeEventListener);
// What changes the screen and leaves no mutation behind.
const SILENT = ["input", "change", "toggle", "close", "transitionend", "animationend", "load"];

// Watches a document or shadow root from now on.
function watch(root) {
  if (weakGet(watched, root)) return;
  weakSet(watched, root, true);
  if (observer) {
    observe(observer, root, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  for (let i = 0; i < SILENT.length; i++) listen(root, SILENT[i], noteChange, { capture: true, passive: true });
  noteChange();
}
