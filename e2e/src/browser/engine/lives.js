// Whether anything in a document may act by itself: a script of the page, a handler of
// what nobody does, a frame, something that plays. Part of what runs before the page's
// own scripts, because a script may take itself away.

(function () {
  "use strict";
  const { apply } = Reflect;
  const parts = { __proto__: null };
  for (const name of "script iframe frame object embed video audio marquee animate set animatemotion animatetransform template portal".split(" ")) parts[name] = true;
  // What a person does to an element.
  const deeds = { __proto__: null };
  for (const name of "click dblclick mousedown mouseup mouseover mouseout mousemove mouseenter mouseleave keydown keyup keypress input change submit reset contextmenu pointerdown pointerup".split(" ")) deeds["on" + name] = true;
  const names = Element.prototype.getAttributeNames, findAll = Element.prototype.querySelectorAll;
  const take = MutationObserver.prototype.takeRecords, stop = MutationObserver.prototype.disconnect;
  let lives = false;

  function note(el) {
    const tag = ("" + el.localName).toLowerCase();
    if (parts[tag] || tag.indexOf("-") > 0) return true;
    const list = apply(names, el, []);
    for (let i = 0; i < list.length; i++) {
      const name = list[i];
      if (name[0] === "o" && name[1] === "n" && !deeds[name]) return true;
      if ((name === "http-equiv" && tag === "meta") || name === "loading" || name === "shadowrootmode") return true;
    }
    return false;
  }
  function read(records) {
    for (let i = 0; i < records.length && !lives; i++) {
      const added = records[i].addedNodes;
      for (let k = 0; k < added.length && !lives; k++) {
        if (added[k].nodeType !== 1) continue;
        lives = note(added[k]);
        // The parser adds one element at a time.
        const inner = lives || document.readyState === "loading" ? [] : apply(findAll, added[k], ["*"]);
        for (let j = 0; j < inner.length && !lives; j++) lives = note(inner[j]);
      }
    }
    if (lives) apply(stop, watcher, []);
  }
  const watcher = new MutationObserver(read);
  watcher.observe(document, { childList: true, subtree: true });
  // What was there before: a document that opens where another was.
  if (document.documentElement) lives = note(document.documentElement) || lives;
  known.lives = () => {
    if (!lives) read(apply(take, watcher, []));
    return lives;
  };
})();
