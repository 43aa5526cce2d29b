// Keeps input from what it was not meant for. Between the last check and the press a
// page can put something else under the pointer, or the focus somewhere else. The first
// event tells: one that would reach something else reaches nothing at all.

const PRESSED = wordSet("tap double_tap right_click check long_press drag");
const KEYED = wordSet("type press");
const PRESS_EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu", "dragstart"];
// What a page acts on, between the first event of a press and its last.
const PRESSING_ON = wordSet("mousedown click auxclick dblclick contextmenu dragstart");
const KEY_EVENTS = ["keydown", "keypress", "beforeinput", "keyup"];

// The event with which a gesture is over. What was asked together with the input begins
// there, or once the caller says that all of it was taken.
const LAST = { __proto__: null, tap: "click", check: "click", double_tap: "dblclick", type: "input" };

function land(a) {
  a.landed = true;
  if (a.onLand) a.onLand();
}

function arrival(a) {
  return new PromiseType((done) => {
    a.onLand = () => (isMute() ? done() : setTimer(done, 0));
    if (a.landed) a.onLand();
  });
}

E.register("taken", () => {
  if (armed) land(armed);
  return null;
});

const CHOICES = wordSet("option menuitem menuitemcheckbox menuitemradio treeitem");

// A field that text goes into, whatever it is called and whether it takes any now.
function isTypedInto(el) {
  return D.tag(el) === "textarea" || (D.tag(el) === "input" && !!TYPED[D.inputType(el)]);
}

// Whether a day that went away with its calendar at the press is in a field now.
const DAY = /^\d{1,2}$/;

function isDayTaken(a) {
  if (a.struck || (a.role !== "button" && a.role !== "gridcell") || !test(DAY, a.name)) return false;
  const nodes = a.before.nodes;
  for (let i = 0; i < nodes.length; i++) {
    const field = nodes[i].value === undefined ? null : byId(nodes[i].id);
    if (!field || D.tag(field) !== "input" || isSecure(field)) continue;
    const value = D.value(field);
    if (value !== nodes[i].value && indexOf(value, a.name) >= 0) return true;
  }
  return false;
}

// Whether a press that came to no click was taken all the same: a list or menu that
// opened at the press and lies over its button now, a choice that went away with its
// menu when it was let go.
function isTaken(a) {
  if (!a.el || !a.begun || a.reached || (a.verb !== "tap" && a.verb !== "check")) return false;
  if (D.connected(a.el) && statesOf(a.el).expanded !== a.expanded) return true;
  // A field has all of a press by holding the focus, though what it opened moved it away.
  if (!a.struck && a.active !== a.el && deepActive(document) === a.el && isTypedInto(a.el)) return true;
  if (D.connected(a.el) && D.boxes(a.el).length) return false;
  if (isDayTaken(a)) return true;
  // A list that merely closed when its field lost the focus took nothing.
  return !a.struck && !!CHOICES[a.role || "-"] && (a.released || a.stopped);
}

// The armed element, or what stands in its place: one made anew with the same role and
// name in the same surroundings.
function goalOf(a, hit) {
  if (D.connected(a.goal) || !a.stand || !a.stand.name) return a.goal;
  for (let node = hit; node && node !== document.body; node = up(node)) {
    if (D.type(node) !== 1 || roleOf(node) !== a.stand.role || nameOf(node) !== a.stand.name) continue;
    const now = standing(node);
    if (now.around === a.stand.around) a.goal = node;
    return a.goal;
  }
  return a.goal;
}

// Whether something a person operates was hit that is not what was armed.
function strikes(hit, goal) {
  for (let node = hit; node && D.type(node) === 1; node = up(node)) {
    if (node === goal || within(goal, node)) return false;
    const role = roleOf(node);
    if (role && OPERABLE[role] && role !== "group") return true;
  }
  return false;
}

// What a row says by now, where that is what another row said: all that is new in it stood
// somewhere else before.
function isSwapped(a, was, is) {
  if (!was.row || !is.row || was.around === is.around || isCounted(was.around, is.around)) return "";
  const fresh = [];
  let known = true;
  all(is.row, (node) => {
    if (D.type(node) !== 1 || UNSEEN[D.tag(node)]) return false;
    const text = ownText(node, kids(node));
    if (text && indexOf(was.around, text) < 0 && isVisible(node)) fresh[fresh.length] = text;
  });
  for (let i = 0; i < fresh.length && known; i++) {
    known = false;
    for (let k = 0; k < a.before.nodes.length && !known; k++) known = a.before.nodes[k].text === fresh[i] || a.before.nodes[k].name === fresh[i];
  }
  return fresh.length && known ? is.around : "";
}

// Where two things stand that are called the same.
function placesOf(was, is) {
  if (!is.around || was.around === is.around) return "";
  return ' of "' + clip(is.around, 80) + '"' + (was.around ? ', and not of "' + clip(was.around, 80) + '"' : "");
}

function guard(el, ask, first, named) {
  const a = armed;
  const pressed = PRESSED[ask.verb], keyed = KEYED[ask.verb];
  if (!a || (!pressed && !keyed)) return;
  let judged = false, keep = false;
  const own = ask.verb === "double_tap" || ask.verb === "drag" ? labelsNow(named) : null;
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Nothing was reached yet, and nothing will be.
  const refuse = (event, hit) => {
    keep = true;
    a.kept = D.type(hit) === 1 ? describe(hit) : "the page";
    a.by = D.type(hit) === 1 ? { id: idOf(hit), what: a.kept } : undefined;
    stop(event);
  };
  const onEvent = (event) => {
    if (!event.isTrusted) return;
    const hit = keyed ? deepActive(document) : hitBy(event);
    if (keep) return stop(event);
    const goal = goalOf(a, hit);
    if (judged) {
      // The place became another one, or the thing itself, when the press had begun.
      const other = PRESSING_ON[event.type] ? strayed(a, goal) : "";
      if (other) {
        a.strayed = other;
        keep = true;
        return stop(event);
      }
      if (own && (event.type === "dblclick" || event.type === "dragstart")) {
        const is = goal === el && D.connected(named) ? isExchanged(a, named, own) : "";
        // A list that was sorted anew has another one carried off. Nothing has moved yet.
        if (event.type === "dragstart" && (is || (D.type(hit) === 1 && !within(hit, goal) && !within(goal, hit)))) return refuse(event, hit);
        if (is) {
          a.strayed = '"' + clip(own[0] || own[1], 80) + '" had become "' + clip(is, 80) + '"';
          keep = true;
          return stop(event);
        }
      }
      // A list that puts other rows in place of its own under the finger.
      if (event.type === "click" && goal === el && D.connected(named)) {
        const other = isSwapped(a, first, standing(named));
        if (other) {
          refuse(event, hit);
          a.kept += " of what had become \"" + clip(other, 80) + '"';
          return;
        }
      }
      // What was replaced at the press must not hand the click to its successor.
      if (pressed && !D.connected(goal) && (event.type === "click" || event.type === "mousedown") && strikes(hit, goal)) stop(event);
      return;
    }
    judged = true;
    if (keyed) {
      // Keys for a frame are never seen out here.
      if (ask.through || D.connected(goal) && !within(hit, goal) && !within(goal, hit) && isEditable(hit)) return refuse(event, hit);
      const other = strayed(a, goal);
      if (!other) return;
      refuse(event, hit);
      a.kept += ", where " + other;
      return;
    }
    const changed = goal === el && D.connected(named) && !isStill(first, standing(named));
    if (!lands(hit, goal) || changed) {
      refuse(event, hit);
      if (D.type(hit) === 1 && a.kept === describe(el)) a.kept += placesOf(first, standing(hit));
      return;
    }
    const other = strayed(a, goal);
    if (!other) return;
    refuse(event, hit);
    a.kept += ", where " + other;
  };
  const names = keyed ? KEY_EVENTS : PRESS_EVENTS;
  const view = D.view(D.doc(el));
  const views = view && view !== window ? [window, view] : [window];
  for (let v = 0; v < views.length; v++) {
    for (let i = 0; i < names.length; i++) {
      listen(views[v], names[i], onEvent, { capture: true, passive: false });
      a.undo[a.undo.length] = () => unlisten(views[v], names[i], onEvent, { capture: true });
    }
  }
}
