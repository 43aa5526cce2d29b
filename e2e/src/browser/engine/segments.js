// Fields in segments: a group of spin buttons side by side, each of which takes a part of
// what is typed, as date fields of component libraries are made.

const MOST_SEGMENTS = 8;

// Those of a group, in the order they are typed; empty where it is no such field.
function segmentsOf(el) {
  if (D.attr(el, "role") !== "group") return [];
  const found = D.findAll(el, "[role=spinbutton]");
  if (found.length < 2 || found.length > MOST_SEGMENTS) return [];
  for (let i = 0; i < found.length; i++) if (!isEditingHost(found[i])) return [];
  return found;
}

function isSegmented(el) {
  return D.attr(el, "role") === "group" && segmentsOf(el).length > 0;
}

// What stands in it, signs between the segments included; nothing while none has a value.
function segmentedValue(el) {
  const list = segmentsOf(el);
  let held = false;
  for (let i = 0; i < list.length; i++) held = held || D.has(list[i], "aria-valuenow");
  if (!held) return "";
  let whole = up(list[0]);
  while (whole && !within(list[list.length - 1], whole)) whole = up(whole);
  return collapse(replace(D.content(whole), FORMAT, ""));
}

E.register("segments", (ask) => {
  const el = byId(ask.id);
  const list = el ? segmentsOf(el) : [], out = [];
  for (let i = 0; i < list.length; i++) {
    out[i] = {
      id: idOf(list[i]), name: nameOf(list[i]), text: collapse(replace(D.content(list[i]), FORMAT, "")),
      held: D.has(list[i], "aria-valuenow"),
      min: numberIn(list[i], "aria-valuemin"), max: numberIn(list[i], "aria-valuemax"),
    };
  }
  return out;
});
