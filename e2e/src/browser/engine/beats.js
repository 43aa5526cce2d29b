// Whether anybody in a document is told of its next frame: who asked for one, who is told
// of sizes, of what comes into view, of scrolling or of transitions that begin. Where
// nobody is, a frame shows what a look finds without it. Part of what runs before the
// page's own scripts, because a page keeps what it is handed.

(function () {
  "use strict";
  const { apply, defineProperty } = Reflect;
  const ask = window.requestAnimationFrame, Sight = window.IntersectionObserver;
  let asked = false, told = false, calls = 0;

  // Ask and observe without being counted as the page.
  known.frame = ask;
  known.timer = window.setTimeout;
  known.see = Sight && Sight.prototype.observe;
  // Who follows these calls for now, by their names, and what stands under the names: a
  // page may keep what it was handed and call it under another one.
  known.hooks = { __proto__: null };
  known.kept = { __proto__: null };
  const through = (name, native, self, args) => {
    const hook = known.hooks[name];
    return hook ? hook(native, self, args) : apply(native, self, args);
  };
  // How often timers and requests were asked for, under whatever name.
  known.calls = () => calls;
  known.beats = () => asked || told || known.framed();

  function around(owner, name, kind, call) {
    const own = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!own || typeof own[kind] !== "function") return;
    own[kind] = new Proxy(own[kind], { __proto__: null, apply: call });
    defineProperty(owner, name, own);
    return own.value;
  }

  known.kept.requestAnimationFrame = around(window, "requestAnimationFrame", "value", (native, self, args) => {
    // Ours comes first: what is asked for within a frame is for the one after it.
    if (!asked) {
      asked = true;
      apply(native, window, [() => (asked = false)]);
    }
    return through("requestAnimationFrame", native, self, args);
  });
  for (const name of ["setTimeout", "setInterval", "requestIdleCallback", "fetch"]) {
    known.kept[name] = around(window, name, "value", (native, self, args) => {
      calls++;
      return through(name, native, self, args);
    });
  }
  const tell = (native, self, args) => {
    told = true;
    return apply(native, self, args);
  };
  for (const type of [window.ResizeObserver, Sight]) around(type && type.prototype, "observe", "value", tell);
  const owners = [window, Document.prototype, HTMLElement.prototype, window.SVGElement && SVGElement.prototype];
  for (const name of ["onscroll", "onscrollend", "ontransitionrun", "ontransitionstart", "onanimationstart"]) {
    for (const owner of owners) around(owner, name, "set", tell);
  }
})();
