// The call door: what the engine can be asked, and how it answers.

const api = { __proto__: null };

function register(name, fn) {
  api[name] = fn;
}

// A value that is JSON text already.
function Raw(json) {
  this.json = json;
}

function answer(value) {
  const json = write(value);
  return '{"ok":' + json + ',"last":' + counter + (mark ? ',"mark":' + quote(mark) : "") + "}";
}

function refusal(error) {
  const text = error && error.stack ? error.message + "\n" + error.stack : "" + error;
  return '{"error":' + quote(clip(text, 2000)) + ',"last":' + counter + "}";
}

// `ask` is { f: function, a: arguments, b: the lowest free id number }, and in a frame
// { m: the mark for its ids unless it has one, d: how many frames are around it }.
function callDoor(ask) {
  epoch++;
  if (ask.m && !mark) mark = ask.m;
  if (ask.d) outside = ask.d;
  // A document that comes back from history must not reuse ids given out since.
  if (ask.b > counter) counter = ask.b;
  const fn = api[ask.f];
  if (!fn) return refusal("the engine has no function " + ask.f);
  try {
    const value = fn(ask.a || {});
    if (value && typeof value.then === "function") return then(value, answer, refusal);
    return answer(value);
  } catch (error) {
    return refusal(error);
  }
}

const E = {
  // Names one document: a reload makes another.
  document: "d" + floor(performance.timeOrigin) + "-" + slice("" + Math.random(), 2, 8),
  // What was kept since the document began has a seat there already.
  install: () => {
    if (start) start.engine = E;
    else define(document, KEY, { value: { __proto__: null, engine: E } });
  },
  call: callDoor, register, Raw, D,
  idOf, byId, isAttached, all, roots, kids, up, within, documentIn, references,
  collapse, clip, now,
};
