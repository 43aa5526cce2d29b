// Run before a page's own scripts, where the browser lets us: keeps what a page hands
// out only once. Closed shadow roots and what custom elements say of themselves, by their
// hosts, and the elements that listen for a press; and the engine, made while nothing is bent
// yet. All of it is found at a property of the document, which is read without a call: a
// page that replaces functions sees nothing of that. The methods are the browser's own in
// name, length and descriptor.

const known = (function () {
  "use strict";
  const { apply, defineProperty } = Reflect;
  const roots = new WeakMap(), inners = new WeakMap(), pressed = new WeakSet(), rolled = new WeakSet();
  const keepRoot = WeakMap.prototype.set, keepListener = WeakSet.prototype.add;
  const rootOf = WeakMap.prototype.get, listens = WeakSet.prototype.has;
  const known = {
    __proto__: null,
    root: (host) => {
      const inner = inward && apply(rootOf, inners, [host]);
      return apply(rootOf, roots, [host]) || (inner && apply(innerRoot, inner, [])) || null;
    },
    // What an element may say of itself without attributes, and whether any does.
    inner: (el) => apply(rootOf, inners, [el]) || null,
    inward: () => inward,
    listens: (el) => apply(listens, pressed, [el]),
    // Whether a script may scroll it where the browser does not.
    rolls: (el) => apply(listens, rolled, [el]),
    // Made before anything could be bent, and the one that is in use.
    made: null,
    engine: null,
    // Whether the page listens to something outside of it, or works in other threads.
    talks: () => talks,
    // Whether it listens to keys, or to what they do to a field.
    keyed: () => keyed,
    // Whether it listens to what is told with a frame.
    framed: () => framed,
    // Listens without being counted as the page.
    listen: EventTarget.prototype.addEventListener,
    // What went wrong since it was asked before.
    faults: () => {
      const out = faults;
      faults = [];
      kinds = 0;
      return out;
    },
  };
  const PRESSES = { __proto__: null, click: true, mousedown: true, mouseup: true, pointerdown: true, pointerup: true };

  let faults = [], kinds = 0, talks = false, keyed = false, framed = false, inward = false;
  // Five that differ, and each of these as often as it came, within reason: one that
  // comes again and again leaves room for the others.
  function fault(what) {
    const text = "" + what;
    let known = false;
    for (let i = 0; i < faults.length && !known; i++) known = faults[i] === text;
    if (known ? faults.length >= 50 - 5 + kinds : kinds === 5) return;
    if (!known) kinds++;
    faults[faults.length] = text;
  }
  const say = (what) => (typeof what === "object" && what && what.message ? what.message : what);
  addEventListener("error", (event) => {
    const at = event.target;
    if (at && at !== window && at.localName) fault(at.localName + " did not load: " + (at.src || at.href || "").split("?")[0]);
    else fault("script error: " + event.message);
  }, true);
  addEventListener("unhandledrejection", (event) => fault("unhandled rejection: " + say(event.reason)), true);

  function wrap(owner, name, around) {
    const own = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!own || typeof own.value !== "function") return;
    own.value = new Proxy(own.value, { __proto__: null, apply: around });
    defineProperty(owner, name, own);
  }

  const KEYS = { __proto__: null, keydown: true, keypress: true, keyup: true, beforeinput: true, input: true, selectionchange: true, textInput: true, compositionstart: true, compositionend: true };
  const FRAMED = { __proto__: null, scroll: true, scrollend: true, resize: true, transitionrun: true, transitionstart: true, animationstart: true, webkitAnimationStart: true, contentvisibilityautostatechange: true };
  wrap(Element.prototype, "attachShadow", (native, self, args) => {
    const root = apply(native, self, args);
    if (root.mode === "closed") apply(keepRoot, roots, [self, root]);
    return root;
  });
  const innerRoot = window.ElementInternals && Object.getOwnPropertyDescriptor(ElementInternals.prototype, "shadowRoot").get;
  wrap(HTMLElement.prototype, "attachInternals", (native, self, args) => {
    const inner = apply(native, self, args);
    apply(keepRoot, inners, [self, inner]);
    inward = true;
    return inner;
  });
  wrap(EventTarget.prototype, "addEventListener", (native, self, args) => {
    const out = apply(native, self, args);
    keyed = keyed || (typeof args[0] === "string" && KEYS[args[0]] === true);
    framed = framed || (typeof args[0] === "string" && FRAMED[args[0]] === true);
    if (!talks && !(self instanceof Node)) for (let i = 0; i < talkers.length; i++) talks = talks || self instanceof talkers[i];
    if (typeof args[0] === "string" && PRESSES[args[0]] && self instanceof Element) apply(keepListener, pressed, [self]);
    if ((args[0] === "wheel" || args[0] === "mousewheel") && self instanceof Element) apply(keepListener, rolled, [self]);
    return out;
  });
  const talkers = [];
  const far = new WeakSet();
  // The way to somebody whom several pages share.
  known.isFar = (port) => apply(listens, far, [port]);
  function note(owner, name, kind, keeps) {
    const own = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!own || typeof own[kind] !== "function") return;
    const call = (native, self, args) => {
      talks = true;
      const out = apply(native, self, args);
      if (keeps) apply(keepListener, far, [out]);
      return out;
    };
    own[kind] = new Proxy(own[kind], { __proto__: null, apply: call });
    defineProperty(owner, name, own);
  }
  for (const name of ["WebSocket", "EventSource", "BroadcastChannel", "Worker", "RTCDataChannel", "ServiceWorkerContainer"]) {
    if (typeof window[name] !== "function") continue;
    talkers[talkers.length] = window[name];
    note(window[name].prototype, "onmessage", "set");
  }
  if (window.Worker) note(Worker.prototype, "postMessage", "value");
  if (window.ServiceWorker) note(ServiceWorker.prototype, "postMessage", "value");
  if (window.SharedWorker) note(SharedWorker.prototype, "port", "get", true);
  wrap(console, "error", (native, self, args) => {
    try {
      fault("console error: " + say(args[0]));
    } catch (_) {
      // What cannot be read is still printed.
    }
    return apply(native, self, args);
  });
  return known;
})();
