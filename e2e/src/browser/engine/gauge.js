// Controls with a value on a scale that take no text: sliders and spin buttons.

const SCALED = wordSet("slider spinbutton");

function isGauge(el) {
  return !!SCALED[roleOf(el)] && !isEditable(el) && !isSettable(el) && !isReadonly(el);
}

function numberIn(el, name) {
  const text = trim(D.attr(el, name) || "");
  return text === "" || +text !== +text ? null : +text;
}

// What it moves along: itself when it is long, else the nearest box around it that is.
function railOf(el) {
  const own = rectOf(el);
  const long = (r) => r[2] >= r[3] * 3 || r[3] >= r[2] * 3;
  if (long(own)) return own;
  for (let node = up(el), i = 0; node && i < 4; node = up(node), i++) {
    const r = rectOf(node);
    if (long(r) && (r[2] >= own[2] * 3 || r[3] >= own[3] * 3)) return r;
  }
  return own;
}

// What it says; with `from`, once it says something else, or the time is up.
E.register("gauge", async (ask) => {
  const start = now(), wait = ask.from !== undefined && ask.from !== null;
  for (;;) {
    const el = byId(ask.id);
    if (!el) return { failed: "attached" };
    const value = numberIn(el, "aria-valuenow");
    if (wait && value === ask.from && now() - start < ask.timeout) {
      await frame();
      continue;
    }
    const slides = roleOf(el) === "slider", own = rectOf(el), rail = railOf(el);
    const said = lower(D.attr(el, "aria-orientation") || "");
    return {
      now: value,
      min: numberIn(el, "aria-valuemin") ?? (slides ? 0 : null),
      max: numberIn(el, "aria-valuemax") ?? (slides ? 100 : null),
      x: own[0] + own[2] / 2, y: own[1] + own[3] / 2, rail, slides,
      whole: rail === own,
      vertical: said ? said === "vertical" : rail[3] > rail[2],
    };
  }
});

