// Which requests the loading of a document began and has not ended. Part of what runs
// before the page's own scripts: whoever comes later has missed the first of them.
//
// A request belongs to the load when it begins before the document is complete, or in
// the moments behind the load or behind an answer that belongs to it. What a page asks
// for later, and over and over, it does by itself. Not followed: `import()`, workers,
// event sources and sockets, which leave nothing to hold on to.

(function () {
  "use strict";
  const { apply, defineProperty } = Reflect;
  const clock = performance.now, listen = EventTarget.prototype.addEventListener;
  const then = Promise.prototype.then, keep = WeakSet.prototype.add, keeps = WeakSet.prototype.has;
  const now = () => apply(clock, performance, []);
  // How long what follows an answer may take to begin, how long a load may go on asking,
  // and how long a request may stay open before it is a line that somebody holds.
  const BEHIND = 100, LOAD = 10000, HELD = 10000;
  const began = now(), ours = new WeakSet();
  let loaded = 0, ended = -BEHIND, count = 0;
  const open = { __proto__: null };

  apply(listen, window, ["load", () => (loaded = now()), { capture: true, once: true }]);

  const isOurs = () => {
    const at = now();
    return at - ended < BEHIND || (at - began < LOAD && (!loaded || at - loaded < BEHIND));
  };
  const begin = () => {
    const key = ++count;
    open[key] = now();
    return () => {
      if (!open[key]) return;
      delete open[key];
      ended = now();
    };
  };
  const follow = (promise, over) => {
    apply(then, promise, [over, over]);
    return promise;
  };

  known.requests = () => {
    let n = 0;
    for (const key in open) if (now() - open[key] < HELD) n++;
    return n;
  };
  known.answered = () => now() - ended < BEHIND;
  // An answer to what somebody did, who goes on from there.
  known.goesOn = () => (ended = now());

  function around(owner, name, call) {
    const own = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!own || typeof own.value !== "function") return;
    own.value = new Proxy(own.value, { __proto__: null, apply: call });
    defineProperty(owner, name, own);
  }

  around(window, "fetch", (native, self, args) => {
    if (!isOurs() || (args[1] && args[1].keepalive)) return apply(native, self, args);
    const over = begin();
    const promise = apply(native, self, args);
    apply(then, promise, [(response) => (apply(keep, ours, [response]), over()), over]);
    return promise;
  });
  for (const name of ["json", "text", "blob", "arrayBuffer", "formData", "bytes"]) {
    around(Response.prototype, name, (native, self, args) => {
      if (!apply(keeps, ours, [self])) return apply(native, self, args);
      return follow(apply(native, self, args), begin());
    });
  }
  around(XMLHttpRequest.prototype, "send", (native, self, args) => {
    if (isOurs()) {
      apply(listen, self, ["loadend", begin(), { once: true }]);
    }
    return apply(native, self, args);
  });
})();
