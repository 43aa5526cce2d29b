// What a press asks of somebody whose answer is an event, not a response: a worker, a
// socket or an event source, a frame that a form is sent into, a script or a frame the
// press brings. An app that shows at once what it hopes for takes it back at that event.
//
// Nobody has to answer, so each is waited for only so long, and who did not answer once
// is not waited for again. The first event counts; what keeps talking is no answer.

const OWED = 2500, OWED_AT_ONCE = 16;
const silentOnes = new WeakMap(), silentKinds = { __proto__: null };
const ANSWERS = {
  __proto__: null, Worker: ["message", "error", "messageerror"], WebSocket: ["message", "error", "close"],
  EventSource: ["message", "error"], MessagePort: ["message"], ServiceWorker: ["message"],
};
const Channel = window.MessageChannel, frameWindow = window.HTMLIFrameElement && descriptor(HTMLIFrameElement.prototype, "contentWindow");
const FRAMES_FOLLOWED = 8;

// Waits for the first of these events of any of `sources`. `kind` names what is made anew
// each time.
function owe(a, by, sources, names, kind) {
  if (!by || by.hover || by.local === false || a.owed >= OWED_AT_ONCE || isMute()) return;
  if (kind && silentKinds[kind]) return;
  for (let i = 0; i < sources.length; i++) if (!sources[i] || weakGet(silentOnes, sources[i])) return;
  const one = { open: false };
  opened(a, one);
  a.owed++;
  const over = (event) => {
    if (!one.open) return;
    for (let i = 0; i < sources.length; i++) {
      for (let k = 0; k < names.length; k++) unlisten(sources[i], names[k], over, { capture: true });
      if (!event) weakSet(silentOnes, sources[i], true);
    }
    if (!event && kind) silentKinds[kind] = true;
    a.owed--;
    ended(a, one);
    if (event && armed === a) closeSoon(a, openSlot(a, by.sure, by.local, by.hover));
  };
  for (let i = 0; i < sources.length; i++) {
    for (let k = 0; k < names.length; k++) listen(sources[i], names[k], over, { capture: true });
  }
  setTimer(() => over(null), OWED);
}

// Who was written to, and where the answer comes.
function oweMessage(a, type, self, args) {
  const by = causeOf(a);
  if (!by || !ANSWERS[type]) return;
  if (type === "MessagePort") {
    // What a page says to itself over a channel has its answer at the other end.
    if (!start || !start.isFar || !start.isFar(self)) return;
    return owe(a, by, [self], ANSWERS.MessagePort);
  }
  const sources = [type === "ServiceWorker" ? window.navigator.serviceWorker : self];
  const moved = type === "Worker" && args[1] ? args[1].transfer || args[1] : [];
  for (let i = 0; i < moved.length && i < 8; i++) {
    for (let k = 0; k < a.channels.length; k++) {
      const ports = a.channels[k];
      if (moved[i] === ports[0] || moved[i] === ports[1]) sources[sources.length] = ports[moved[i] === ports[0] ? 1 : 0];
    }
  }
  owe(a, by, sources, ANSWERS[type]);
}

// Somebody whom the press called into being.
function oweSource(a, type, made, address) {
  const by = causeOf(a);
  if (!by) return;
  const kind = type + " " + masked("" + address);
  if (type === "SharedWorker") owe(a, by, [made.port], ANSWERS.MessagePort, kind);
  else if (ANSWERS[type]) owe(a, by, [made], ANSWERS[type], kind);
}

// Follows what is owed through one window, until `a` is disarmed.
function followOwed(view, a) {
  wrap(a, view, "MessageChannel", {
    construct(target, args, by) {
      const made = Reflect.construct(target, args, by);
      if (causeOf(a) && a.channels.length < 20) a.channels[a.channels.length] = [made.port1, made.port2];
      return made;
    },
  });
  wrap(a, view.HTMLFormElement && view.HTMLFormElement.prototype, "submit", {
    apply(target, self, args) {
      oweForm(a, self, null);
      return apply(target, self, args);
    },
  });
  const onSubmit = (event) => {
    if (!event.defaultPrevented) oweForm(a, event.target, event.submitter);
  };
  listen(view, "submit", onSubmit, { passive: true });
  a.undo[a.undo.length] = () => unlisten(view, "submit", onSubmit, {});
}

// A form that is sent into a frame of the page is answered by what the frame then shows.
function oweForm(a, form, button) {
  const by = causeOf(a), root = form && D.type(form) === 1 ? D.element(D.doc(form)) : null;
  if (!by || !root) return;
  const name = (button && D.attr(button, "formtarget")) || D.attr(form, "target");
  if (!name || name[0] === "_") return;
  const frames = D.findAll(root, "iframe,frame");
  for (let i = 0; i < frames.length; i++) if (D.attr(frames[i], "name") === name) owe(a, by, [frames[i]], ["load"]);
}

// A part the press brought that is fetched: what the page does next may depend on it.
function owePart(a, by, el) {
  const tag = D.tag(el);
  if (tag === "script") {
    if (D.attr(el, "src")) owe(a, by, [el], ["load", "error"]);
  } else if (tag === "link") {
    if (D.attr(el, "href") && test(/^(modulepreload|stylesheet)$/i, D.attr(el, "rel") || "") && !el.sheet) owe(a, by, [el], ["load", "error"]);
  } else if (tag === "iframe") {
    const written = D.attr(el, "src");
    if (written && written[0] !== "#" && !test(/^(about|data|blob|javascript):/i, written) && D.attr(el, "loading") !== "lazy") owe(a, by, [el], ["load"]);
  }
}

// A request that nobody is seen to have asked for, while the press is at work, is no effect
// of it; but what asks to keep something may go on from what cannot be followed.
function oweStray(a, sent, promise) {
  if (!sent || sent.idle || sent.method === "GET" || sent.method === "HEAD" || !a.presses || a.owed >= OWED_AT_ONCE || test(TELEMETRY, bareOf(sent.url))) return;
  const url = masked(sent.url), entries = resources();
  for (let i = 0; i < entries.length && entries[i].startTime < a.at; i++) {
    if (masked(entries[i].name) === url && !inSpan(entries[i].startTime, 0)) return;
  }
  const one = { open: false };
  opened(a, one);
  a.owed++;
  const over = () => {
    a.owed--;
    ended(a, one);
  };
  then(promise, over, over);
}

// Functions of a frame's own window are the page's to call.
function followFrames(a, own) {
  const root = D.element(document);
  const seen = [window, own];
  const add = (view) => {
    for (let i = 0; i < seen.length; i++) if (!view || seen[i] === view) return;
    if (seen.length > FRAMES_FOLLOWED) return;
    seen[seen.length] = view;
    try {
      if (view.document) followRequests(view, a);
    } catch (_) {
      // Of another origin: its functions are nobody's here.
    }
  };
  const frames = root && childCount.call(window) ? D.findAll(root, "iframe,frame") : [];
  for (let i = 0; i < frames.length && seen.length <= FRAMES_FOLLOWED; i++) {
    const doc = documentIn(frames[i]);
    if (doc) add(D.view(doc));
  }
  const proto = window.HTMLIFrameElement && HTMLIFrameElement.prototype, now = proto && descriptor(proto, "contentWindow");
  if (!now || !frameWindow || typeof now.get !== "function" || !now.configurable) return;
  const proxy = new RequestProxy(now.get, {
    apply(target, self, args) {
      const view = apply(target, self, args);
      if (armed === a && causeOf(a)) add(view);
      return view;
    },
  });
  define(proto, "contentWindow", { ...now, get: proxy });
  a.undo[a.undo.length] = () => {
    const last = descriptor(proto, "contentWindow");
    if (last && last.get === proxy) define(proto, "contentWindow", now);
  };
}
