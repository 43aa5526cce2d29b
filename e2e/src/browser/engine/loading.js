// What a document still waits for, by name.

const ITEMS = 6;

// Scripts, style sheets, pictures and frames that have not arrived. `blocks`: nothing
// behind it is read, or nothing at all is painted, before it is there.
function outstanding() {
  const arrived = new Map(), entries = resources();
  for (let i = 0; i < entries.length; i++) mapSet(arrived, entries[i].name, true);
  const painted = performance.getEntriesByType ? performance.getEntriesByType("paint").length > 0 : true;
  const head = document.head;
  const out = { state: document.readyState, shown: walk().nodes.length > 1, items: [], more: 0, blocked: false };
  const add = (what, url, blocks) => {
    if (!url || slice(url, 0, 5) === "data:" || slice(url, 0, 5) === "blob:") return;
    out.blocked = out.blocked || blocks;
    if (out.items.length < ITEMS || blocks) out.items[out.items.length] = { what, url: clip(url, 300), blocks };
    else out.more++;
  };
  all(document, (el) => {
    if (D.doc(el) !== document) return;
    const tag = D.tag(el), early = !!head && D.contains(head, el);
    if (tag === "script" && el.src && !mapGet(arrived, el.src)) {
      add("script", el.src, early && out.state === "loading" && !el.async && !el.defer && el.type !== "module");
    } else if (tag === "link" && test(/\bstylesheet\b/i, D.attr(el, "rel") || "") && !el.sheet && !el.disabled && !mapGet(arrived, el.href)) {
      if (!el.media || window.matchMedia(el.media).matches) add("stylesheet", el.href, early && !painted);
    } else if (tag === "img" && !el.complete && el.loading !== "lazy") {
      add("image", el.currentSrc || el.src, false);
    } else if (tag === "iframe" && el.src && el.loading !== "lazy" && !mapGet(arrived, el.src)) {
      const doc = documentIn(el);
      if (!doc || doc.readyState !== "complete" || doc.URL === "about:blank") add("frame", el.src, false);
    }
  });
  return out;
}

// Waits at most `timeout` for what hides the whole page.
E.register("loading", async (ask) => {
  const start = now();
  for (;;) {
    const out = outstanding();
    out.waited = round(now() - start);
    if (!out.blocked || out.waited >= ask.timeout) return out;
    await frame();
  }
});
