// What the press began, told from what the page does by itself.
//
// While armed, the tasks that belong to the press are known: the dispatch of its
// events with the microtasks behind it, and from there on every timer, frame,
// response and callback that such a task asked for. What happens inside them is
// caused for sure. What follows a call whose answer cannot be traced (a socket, a
// worker, a database) may be caused. All the rest the page did by itself.

const soon = uncurry(window.queueMicrotask).bind(null, window);
const currentOf = getter("Event", "currentTarget");
const Url = window.URL;
const SURE = 3, MAYBE = 2, ITSELF = 1;
// Microtasks that a task may chain before it counts as over.
const HOPS = 64;
// How long what cannot be traced may take to answer.
const ANSWER = 5000;
// What the press puts off at most so long still belongs to it for a denial: see rest.js.
const SOON = 500;
// Events of the input itself, and those it brings about within its own task.
const INPUTS = [
  "pointerover", "mouseover", "pointermove", "mousemove", "pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick",
  "auxclick", "contextmenu", "keydown", "keypress", "keyup", "beforeinput", "input", "change", "touchstart", "touchend",
  "dragstart", "dragenter", "dragover", "dragleave", "drop", "dragend",
];
// The way to a press: what comes of it is not the press's doing.
const HOVERS = wordSet("pointerover mouseover pointermove mousemove");
const FOLLOWERS = ["submit", "reset", "invalid", "focusin", "focusout", "focus", "blur", "beforetoggle", "close", "cancel", "select"];
const LATER = ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback"];
// Calls whose answer comes from elsewhere: owner and methods.
const ASKING = [
  ["MessagePort", "postMessage"], ["Worker", "postMessage"], ["BroadcastChannel", "postMessage"], ["WebSocket", "send"],
  ["IDBDatabase", "transaction"], ["IDBFactory", "open"], ["Clipboard", "writeText"], ["Clipboard", "readText"], ["Clipboard", "write"],
  ["History", "back"], ["History", "forward"], ["History", "go"], ["Element", "animate"], ["Document", "startViewTransition"],
  ["FileReader", "readAsText"], ["FileReader", "readAsDataURL"], ["FileReader", "readAsArrayBuffer"], ["Scheduler", "postTask"],
  ["SubtleCrypto", "digest"], ["SubtleCrypto", "encrypt"], ["SubtleCrypto", "decrypt"], ["CacheStorage", "open"], ["HTMLMediaElement", "play"],
  ["Geolocation", "getCurrentPosition"], ["Notification", "requestPermission"], ["ServiceWorker", "postMessage"],
];
const SOURCES = ["WebSocket", "EventSource", "Worker", "SharedWorker"];
// What reads all of something, and when that is over.
const READERS = [["Response", ["json", "text", "blob", "arrayBuffer", "formData", "bytes"]], ["Blob", ["text", "arrayBuffer", "bytes"]]];
const LOADED = wordSet("script link img iframe");
const channel = typeof window.MessageChannel === "function" ? new window.MessageChannel() : null;
const post = channel && uncurry(channel.port1.postMessage).bind(null, channel.port1);
const tails = [];
if (channel) {
  channel.port2.onmessage = () => {
    const done = tails.length && tails[0];
    for (let i = 1; i < tails.length; i++) tails[i - 1] = tails[i];
    if (tails.length) tails.length--;
    if (done) done();
  };
}

// The times in which presses were at work, to find their requests among the others'.
const spans = [];

// What runs now: a task of the press, something that may be one, or null.
function causeOf(a) {
  const slot = a.slot;
  if (slot) {
    const local = listenerIsLocal();
    return { sure: slot.sure, local: local === undefined ? slot.local : local, hover: slot.hover };
  }
  return a.tail || now() < a.lead ? { sure: false, local: undefined, hover: !!a.tail && a.tail.hover } : null;
}

// What goes wrong by itself all the time is not held against the press.
function isSure(a) {
  const by = causeOf(a);
  return !!by && by.sure;
}

// Whether the listener that runs stands on an element; false for the page as a whole,
// which hears of every press; undefined outside of listeners.
function listenerIsLocal() {
  const event = window.event;
  const on = event ? currentOf(event) : null;
  if (!on) return undefined;
  try {
    return D.type(on) === 1 && on !== D.element(document) && on !== document.body;
  } catch (_) {
    // The window is no node.
    return false;
  }
}

function openSlot(a, sure, local, hover) {
  const slot = { sure, local, hover: !!hover };
  a.slot = slot;
  if (!a.span || now() - a.span[1] > 1) {
    a.span = [now(), now()];
    if (spans.length < 500) spans[spans.length] = a.span;
  }
  return slot;
}

// Ends a task once the microtasks behind it have run.
function closeSoon(a, slot) {
  const hop = (left) => {
    if (a.span) a.span[1] = max(a.span[1], now());
    if (a.slot !== slot) return;
    if (left) soon(() => hop(left - 1));
    else a.slot = null;
  };
  hop(HOPS);
}

function runIn(a, by, fn, self, args) {
  if (armed !== a) return apply(fn, self, args);
  const slot = openSlot(a, by.sure, by.local, by.hover);
  try {
    return apply(fn, self, args);
  } finally {
    closeSoon(a, slot);
  }
}

// What the engine does to the page itself in the name of the verb.
function asCause(fn) {
  const a = armed;
  if (!a) return fn();
  a.presses++;
  return runIn(a, { sure: true, local: true }, fn, null, []);
}

function wrap(a, owner, name, call) {
  const own = owner && descriptor(owner, name);
  if (!own) return;
  if (typeof own.value !== "function" || !own.writable) {
    a.loose = true;
    return;
  }
  const proxy = new RequestProxy(own.value, call);
  owner[name] = proxy;
  a.undo[a.undo.length] = () => {
    if (owner[name] === proxy) owner[name] = own.value;
  };
}

// The same for what a page is handed once and may keep. Where that was put in its place
// before the page began, it is told of each call under whatever name, and the page sees
// the functions it knows.
function wrapCall(a, view, name, call) {
  const known = startOf(view.document), kept = known && known.kept && known.kept[name];
  if (!kept) return wrap(a, view, name, call);
  // What a page put there ends in ours most often, and is one call.
  let inside = 0;
  const hook = (native, self, args) => (inside ? apply(native, self, args) : call.apply(native, self, args));
  known.hooks[name] = hook;
  a.undo[a.undo.length] = () => {
    if (known.hooks[name] === hook) known.hooks[name] = undefined;
  };
  const own = descriptor(view, name);
  if (own && own.value === kept) return;
  wrap(a, view, name, {
    apply(target, self, args) {
      inside++;
      try {
        return call.apply(target, self, args);
      } finally {
        inside--;
      }
    },
  });
}

// What is traced may ask; a page that asks all the time does so by itself.
function mayAnswer(a) {
  if (a.slot) a.lead = max(a.lead, now() + ANSWER);
}

// Follows the press through one window, until `a` is disarmed.
function follow(view, a) {
  followEvents(view, a);
  followStops(view, a);
  for (let i = 0; i < LATER.length; i++) wrapCall(a, view, LATER[i], { apply: (target, self, args) => apply(target, self, later(a, args, i)) });
  for (let i = 0; i < ASKING.length; i++) {
    const type = view[ASKING[i][0]];
    wrap(a, type && (type.prototype && type.prototype[ASKING[i][1]] ? type.prototype : type), ASKING[i][1], {
      apply(target, self, args) {
        mayAnswer(a);
        noteMessage(a, i === 0);
        oweMessage(a, ASKING[i][0], self, args);
        const by = causeOf(a);
        if (by && ASKING[i][0] === "FileReader") followReader(a, by, self);
        const answer = apply(target, self, args);
        if (by) goOn(a, by, answer);
        return answer;
      },
    });
  }
  for (let i = 0; i < SOURCES.length; i++) {
    wrap(a, view, SOURCES[i], {
      construct(target, args, by) {
        mayAnswer(a);
        noteMessage(a, false);
        const made = Reflect.construct(target, args, by);
        oweSource(a, SOURCES[i], made, args[0]);
        return made;
      },
    });
  }
  followRequests(view, a);
  followOwed(view, a);
  followRest(view, a);
  followDialogs(view, a);
  if (view === window) followAddress(a);
  wrap(a, view, "open", {
    apply(target, self, args) {
      if (causeOf(a)) a.opened++;
      return apply(target, self, args);
    },
  });
  // With three arguments a document opens a window, as `open` of a handler in markup does.
  wrap(a, view.Document && view.Document.prototype, "open", {
    apply(target, self, args) {
      if (args.length > 2 && causeOf(a)) a.opened++;
      return apply(target, self, args);
    },
  });
  wrap(a, view.console, "error", {
    apply(target, self, args) {
      if (isSure(a)) threw(a, "the console says: ", args[0] && args[0].message ? args[0].message : args[0]);
      return apply(target, self, args);
    },
  });
}
// Callbacks of timers and frames go on with what asked for them.
function later(a, args, kind) {
  if (kind !== 2) a.followed++;
  const fn = args[0], by = causeOf(a);
  if (by && typeof fn !== "function") a.loose = true;
  if (!by || typeof fn !== "function") return args;
  const out = [];
  for (let i = 0; i < args.length; i++) out[i] = args[i];
  const delay = kind < 2 ? +args[1] || 0 : 0;
  const one = noteWait(a, now() + delay, kind === 1);
  out[0] = function () {
    a.ran++;
    if (kind === 1) one.at = now() + delay;
    else one.over = true;
    return runIn(a, by, fn, this, arguments);
  };
  if (by.sure && delay && delay <= SOON) a.soon = max(a.soon, now() + delay + 50);
  if (by.local !== false && delay <= ANSWER) a.due = max(a.due, now() + delay + 50);
  return out;
}

function followEvents(view, a) {
  const on = (name, fn, capture) => {
    listen(view, name, fn, { capture, passive: true });
    a.undo[a.undo.length] = () => unlisten(view, name, fn, { capture });
  };
  const begin = (event) => {
    if (!event.isTrusted) return;
    a.presses++;
    begun(a, HOVERS[event.type] && PRESSING[a.verb]);
  };
  const end = (event) => {
    if (event.isTrusted && a.slot) closeSoon(a, a.slot);
  };
  for (let i = 0; i < INPUTS.length; i++) {
    on(INPUTS[i], begin, true);
    on(INPUTS[i], end, false);
  }
  // Only within the task of an input: a page may send its forms by itself, and move
  // its focus between two inputs.
  const beginNext = (event) => {
    if (event.isTrusted && (test(/^focus|^blur/, event.type) ? isSure(a) : causeOf(a))) begun(a);
  };
  for (let i = 0; i < FOLLOWERS.length; i++) {
    on(FOLLOWERS[i], beginNext, true);
    on(FOLLOWERS[i], end, false);
  }
  on("error", (event) => {
    if (event.message && isSure(a)) threw(a, "", event.message);
  }, true);
  on("unhandledrejection", (event) => {
    const why = event.reason;
    if (isSure(a) || (a.span && now() - a.span[1] < 50)) threw(a, "a promise was rejected: ", why && why.message ? why.message : why);
  }, true);
}

// Who stops an event ends its task here: nothing behind it is told of the end.
function followStops(view, a) {
  const names = ["stopPropagation", "stopImmediatePropagation"];
  for (let i = 0; i < names.length; i++) {
    wrap(a, view.Event && view.Event.prototype, names[i], {
      apply(target, self, args) {
        const slot = a.slot, done = apply(target, self, args);
        if (slot && self.isTrusted) closeSoon(a, slot);
        return done;
      },
    });
  }
}

// A listener may stop the event, so its task also ends with the message behind it.
function begun(a, hover) {
  const slot = openSlot(a, true, undefined, hover);
  if (!post) return;
  a.tail = slot;
  // One message is behind every event before it.
  if (a.marked) return;
  a.marked = true;
  tails[tails.length] = () => {
    const last = a.tail;
    a.marked = false;
    if (a.slot === last) a.slot = null;
    setTimer(() => {
      if (a.tail !== last) return;
      a.tail = null;
      if (a.span) a.span[1] = max(a.span[1], now());
    }, 0);
  };
  post(0);
}

// Drivers do not tell a question from an alert, nor who opened it; the call does.
function followDialogs(view, a) {
  const names = ["alert", "confirm", "prompt"];
  for (let i = 0; i < names.length; i++) {
    wrap(a, view, names[i], {
      apply(target, self, args) {
        if (!causeOf(a)) a.strays++;
        else if (i > 0) a.asked++;
        return apply(target, self, args);
      },
    });
  }
}

// An address the page gives itself is where the press begins.
function followAddress(a) {
  const names = ["pushState", "replaceState"];
  for (let i = 0; i < names.length; i++) {
    wrap(a, window.History && window.History.prototype, names[i], {
      apply(target, self, args) {
        const still = location.href === a.url, done = apply(target, self, args);
        if (causeOf(a)) a.routed = true;
        else if (still && a.presses) a.url = location.href;
        return done;
      },
    });
  }
}
