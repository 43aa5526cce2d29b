// Fields for files: the one behind a button, a label or a drop zone.

const isFileField = (el) => D.tag(el) === "input" && D.inputType(el) === "file";

// The field a target stands for: itself, what it is the label of, or the only one inside.
function fileFieldOf(el) {
  if (isFileField(el)) return el;
  const meant = labelled(el);
  if (meant && isFileField(meant)) return meant;
  let found = null, many = 0;
  all(el, (node) => {
    if (D.type(node) === 1 && isFileField(node) && !many++) found = node;
  });
  return many === 1 ? found : null;
}

function fieldFound(field) {
  E.fileField = field;
  if (!field) return { found: false };
  if (D.matches(field, ":disabled")) return { failed: "enabled", detail: describe(field) + " is disabled" };
  return { found: true, many: D.has(field, "multiple") || D.has(field, "webkitdirectory") };
}

E.register("file_field", (ask) => {
  const el = byId(ask.id);
  return el ? fieldFound(fileFieldOf(el)) : { failed: "attached" };
});

// A button that asks the system for files is kept from it, and its field is remembered.
let letGo = null;

E.register("catch_files", () => {
  if (letGo) letGo();
  E.fileField = null;
  const undo = [];
  const take = (field) => {
    E.fileField = E.fileField || field;
  };
  const onClick = (event) => {
    const hit = pathOfEvent(event)[0];
    if (D.type(hit) !== 1 || !isFileField(hit)) return;
    event.preventDefault();
    take(hit);
  };
  const views = [window];
  all(document, (node) => {
    const inner = D.type(node) === 1 ? documentIn(node) : null;
    if (inner && D.view(inner)) views[views.length] = D.view(inner);
  });
  for (let i = 0; i < views.length; i++) {
    const view = views[i];
    listen(view, "click", onClick, { capture: true });
    undo[undo.length] = () => unlisten(view, "click", onClick, { capture: true });
    const proto = view.HTMLInputElement && view.HTMLInputElement.prototype;
    const names = ["click", "showPicker"];
    for (let k = 0; proto && k < names.length; k++) {
      const name = names[k], own = descriptor(proto, name), original = proto[name];
      if (typeof original !== "function") continue;
      const proxy = new RequestProxy(original, {
        apply(target, self, args) {
          if (self && D.type(self) === 1 && isFileField(self)) return take(self);
          return apply(target, self, args);
        },
      });
      proto[name] = proxy;
      undo[undo.length] = () => {
        if (proto[name] !== proxy) return;
        if (own) proto[name] = original;
        else delete proto[name];
      };
    }
  }
  letGo = () => {
    letGo = null;
    for (let i = 0; i < undo.length; i++) undo[i]();
  };
  return { found: false };
});

E.register("caught_files", async (ask) => {
  const start = now();
  while (!E.fileField && now() - start < ask.timeout) await frame();
  if (letGo) letGo();
  return fieldFound(E.fileField);
});
