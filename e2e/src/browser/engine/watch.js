// When the page last changed. One observer a root, attached when a walk first meets
// the root, so quiet that already lasts need not be waited for again.

const watched = new WeakMap(), watching = [];
const restless = new WeakMap();
const changes = { count: 0, at: now() };

function noteChange() {
  changes.count++;
  changes.at = now();
}

// What changes while nothing is being done changes by itself, such as a counter.
const stirs = new WeakMap();
const STIR = 1200;

function noteStir(target) {
  if (armed || document.readyState === "loading" || now() - disarmedAt < 300) return;
  const el = D.type(target) === 1 ? target : D.type(target) === 9 ? null : up(target);
  if (el) weakSet(stirs, el, changes.at);
}

// Whether an element, or the one around it, changed by itself shortly before `time`.
function isStirred(el, time) {
  for (let node = el, k = 0; node && k < 2; node = up(node), k++) {
    if (node === document.body || node === D.element(document)) return false;
    if (time - (weakGet(stirs, node) || -STIR) < STIR) return true;
  }
  return false;
}

// Keeps who changes over and over: a spinner is no effect of anything.
function noteRecords(records) {
  noteChange();
  if (armed) noteBlame(records, armed);
  // What presses do over and over is no motion of its own.
  if (armed && causeOf(armed)) return;
  for (let i = 0; i < records.length; i++) {
    const target = records[i].target;
    noteStir(target);
    let run = weakGet(restless, target);
    if (!run || changes.at - run.at > 1000) weakSet(restless, target, (run = { first: changes.at, at: 0, times: 0 }));
    if (run.at !== changes.at) run.times++;
    run.at = changes.at;
  }
}

// Whether an element was changing on its own before `time`.
function isRestless(el, time) {
  const run = weakGet(restless, el);
  return !!run && run.first < time && run.times > 3;
}

const observer = Observer ? new Observer(noteRecords) : null;
const observe = Observer ? uncurry(Observer.prototype.observe) : null;
const unobserve = Observer ? uncurry(Observer.prototype.disconnect) : null;
const listen = uncurry((start && start.listen) || EventTarget.prototype.addEventListener);
const unlisten = uncurry(EventTarget.prototype.removeEventListener);
// What changes the screen and leaves no mutation behind.
const SILENT = ["input", "change", "toggle", "close", "transitionend", "animationend", "load"];

// Watches a document or shadow root from now on.
function watch(root) {
  if (weakGet(watched, root)) return;
  weakSet(watched, root, true);
  watching[watching.length] = new WeakRef(root);
  if (observer) {
    observe(observer, root, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  for (let i = 0; i < SILENT.length; i++) listen(root, SILENT[i], noteChange, { capture: true, passive: true });
  listen(root, "scroll", (event) => {
    scrolledAt = now();
    noteStir(event.target);
  }, { capture: true, passive: true });
  noteChange();
}

// Every document and shadow root that is watched and still there.
function watchedRoots() {
  const out = [];
  for (let i = 0; i < watching.length; i++) {
    const root = deref(watching[i]);
    if (root && (D.type(root) === 9 || D.connected(root))) out[out.length] = root;
  }
  return out;
}

// Whether a page may run no scripts, as a server can say of it (`sandbox`). Then nobody
// is called back there, and time is waited for by asking for it.
let silent;

function isMute() {
  if (silent === undefined) silent = window.origin === "null" && !!window.matchMedia && window.matchMedia("(scripting: none)").matches;
  return silent;
}

function atOnce() {
  epoch++;
  return new PromiseType((done) => done(0));
}

// How many frames were waited for and came.
let framesPassed = 0;

// A rendered frame from now: its time, by which animations go. Zero after a tenth of
// a second in which the page rendered none.
function frame() {
  if (isMute()) return atOnce();
  epoch++;
  return new PromiseType((done) => {
    const timer = setTimer(() => {
      tick(100);
      done(0);
    }, 100);
    requestFrame((time) => {
      clearTimer(timer);
      framesPassed++;
      tick(16);
      done(time);
    });
  });
}

// Some time, without asking for a frame; with one where the page had the clock first.
function pause(ms) {
  if (!start || isMute()) return frame();
  epoch++;
  return new PromiseType((done) => {
    setTimer(() => {
      tick(ms);
      done(0);
    }, ms);
  });
}

// The screen as text without ids, focus, places and running clocks: what has to
// differ for the screen to have changed.
const CLOCK = /\b\d{1,2}:\d{2}(:\d{2})?\b/g;

function shapeOf(walked, leave) {
  let out = "";
  const nodes = walked.nodes;
  for (let i = 0; i < nodes.length; i++) if (!leave || !leave(nodes[i])) out += nodes[i].depth + "|" + lineOf(nodes[i]) + "\n";
  return replace(out, CLOCK, "#:##");
}

// `bare`: without what the browser says of a value that it does not send.
const MARKS = wordSet("invalid invalid_message unfit");

function lineOf(n, bare) {
  let out = (n.role || "") + "|" + (n.name || "") + "|" + (n.text || "") + "|" +
    (n.value === undefined ? "" : "=" + n.value) + "|" + (n.test_id || "") + "|" + (n.href || "") + "|" + (n.placeholder || "");
  const s = n.states;
  if (!s) return out;
  const keys = objectKeys(s);
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k];
    if (key !== "focused" && key !== "offscreen" && !(bare && MARKS[key])) out += "|" + key + ":" + s[key];
  }
  return out;
}

E.frame = frame;
E.watch = watch;
