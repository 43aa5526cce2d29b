// Which texts a canvas was told to draw, by the canvas: what is drawn leaves no text in
// the tree. Part of what runs before the page's own scripts. Pictures drawn by other
// means (WebGL, images of text) stay unread.

(function () {
  "use strict";
  const { apply, defineProperty } = Reflect;
  const drawn = new WeakMap(), find = WeakMap.prototype.get, keep = WeakMap.prototype.set;
  const add = Set.prototype.add, clear = Set.prototype.clear, each = Set.prototype.forEach;
  const size = Object.getOwnPropertyDescriptor(Set.prototype, "size").get;
  const MOST = 2000;

  known.drawn = (canvas) => {
    const texts = apply(find, drawn, [canvas]);
    let out = "";
    if (texts) apply(each, texts, [(text) => (out += text + " ")]);
    return out;
  };

  function around(name, note) {
    const type = window.CanvasRenderingContext2D, own = type && Object.getOwnPropertyDescriptor(type.prototype, name);
    if (!own || typeof own.value !== "function") return;
    own.value = new Proxy(own.value, {
      __proto__: null,
      apply(native, self, args) {
        const out = apply(native, self, args);
        note(self.canvas, args);
        return out;
      },
    });
    defineProperty(type.prototype, name, own);
  }

  const write = (canvas, args) => {
    let texts = apply(find, drawn, [canvas]);
    if (!texts) apply(keep, drawn, [canvas, (texts = new Set())]);
    if (apply(size, texts, []) < MOST) apply(add, texts, ["" + args[0]]);
  };
  around("fillText", write);
  around("strokeText", write);
  around("clearRect", (canvas, args) => {
    const texts = apply(find, drawn, [canvas]);
    if (texts && args[0] <= 0 && args[1] <= 0 && args[2] >= canvas.width && args[3] >= canvas.height) apply(clear, texts, []);
  });
})();
