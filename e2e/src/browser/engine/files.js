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
  return {
    found: true, many: D.has(field, "multiple") || D.has(field, "webkitdirectory"), shown: isVisible(field),
    takes: D.attr(field, "accept") || "", held: field.files ? field.files.length : 0,
  };
}

// The field that was given files, as it is now.
E.register("given_files", () => fieldFound(E.fileField || null));

E.register("file_field", (ask) => {
  const el = byId(ask.id);
  if (!el) return { failed: "attached" };
  const out = fieldFound(fileFieldOf(el));
  if (!out.found && !out.failed) out.silent = isSilent(el);
  return out;
});

// Whether no press on it is heard, as far as listeners are known: only files dropped on
// it could mean anything.
function isSilent(el) {
  let silent = !!start;
  const heard = (node) => {
    const role = roleOf(node);
    const known = startOf(D.doc(node));
    return !known || known.listens(node) || !!node.onclick || role === "button" || role === "link" || D.tag(node) === "label";
  };
  for (let node = el; silent && node; node = up(node)) silent = !heard(node);
  if (silent) all(el, (node) => { silent = silent && (D.type(node) !== 1 || !heard(node)); });
  return silent;
}

// A field that is no part of the page stands in it for as long as the files are given,
// in a box that shows and tells nothing.
let seat = null;

E.register("seat_file", () => {
  const field = E.fileField;
  if (!field || D.connected(field) || D.parent(field)) return { found: !!field };
  const doc = D.doc(field);
  seat = doc.createElement("div");
  seat.style.display = "none";
  const room = seat.attachShadow({ mode: "closed" });
  room.appendChild(field);
  D.element(doc).appendChild(seat);
  return { found: true };
});

E.register("unseat_file", () => {
  if (seat) {
    if (E.fileField) D.parent(E.fileField).removeChild(E.fileField);
    if (D.parent(seat)) D.parent(seat).removeChild(seat);
  }
  seat = null;
  return { found: true };
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
