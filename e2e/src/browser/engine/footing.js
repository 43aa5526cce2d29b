// The place a target was named with: the dialog, the row, the heading above it. It is
// told by the words that were said of it, and whatever else is in it may change.

// What is called by a whole name, to which only numbers and marks may be added. Anything
// else merely holds the words.
const TITLED = wordSet("heading dialog alertdialog region form tabpanel group radiogroup navigation table tablist");
const NO_LETTERS = /[^\p{L}]+/gu;

function letters(text) {
  return trim(lower(replace(text, NO_LETTERS, " ")));
}

function holdsWords(label, words) {
  const have = lower(collapse(label)), wanted = lower(collapse(words));
  for (let at = indexOf(have, wanted); wanted && at >= 0; at = indexOf(have, wanted, at + 1)) {
    const end = at + wanted.length;
    if ((!at || !test(INNER, have[at - 1]) || !test(INNER, wanted[0])) && (end >= have.length || !test(INNER, have[end]) || !test(INNER, have[end - 1]))) return true;
  }
  return false;
}

// Whether a place whose labels were `was` is still the one that was said, reading `is`.
function readsSo(said, was, is) {
  let told = false, any = false;
  for (let i = 0; i < was.length; i++) {
    if (!was[i]) continue;
    any = true;
    for (let k = 0; k < said.says.length; k++) {
      const words = said.says[k];
      if (!holdsWords(was[i], words)) continue;
      told = true;
      const whole = TITLED[said.role || "-"] && letters(was[i]) === letters(words);
      if (holdsWords(is[i], words) && (!whole || letters(is[i]) === letters(words))) return true;
    }
  }
  if (told || !any) return !any;
  for (let i = 0; i < was.length; i++) if (was[i] && isCounted(was[i], is[i])) return true;
  return false;
}

function labelsNow(el) {
  return [nameOf(el), ownText(el, kids(el))];
}

// What stands in for a place that was drawn anew: the only thing of its kind that reads so.
function drawnAnew(nodes, said) {
  let found = null;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if ((node.role || "") !== said.role || !readsSo(said, [said.name, said.text], [node.name || "", node.text || ""])) continue;
    if (found) return null;
    found = node;
  }
  return found && byId(found.id);
}

function hadBecome(said, what) {
  const was = (said.role || "element") + ' "' + clip(said.name || said.text, 80) + '"';
  return was + (what ? " had become " + what : " was not there any more");
}

// What became of the places that were named, by the look that was taken when it was armed;
// nothing where all are what they were. From then on they are known by what they read now.
function misplaced(a, list) {
  a.footing = [];
  for (let i = 0; list && i < list.length; i++) {
    const said = list[i], id = said.id;
    // A place in a document of another engine is not known here.
    if (!mapGet(elementsById, id)) continue;
    let el = byId(id);
    if (el) {
      // Beyond what a listing holds, all of its text is there to go by.
      let is = null;
      for (let k = 0; k < a.before.nodes.length && !is; k++) if (a.before.nodes[k].id === id) is = [a.before.nodes[k].name || "", a.before.nodes[k].text || ""];
      if (!readsSo(said, [said.name, said.text], is || [nameOf(el), textOf(el)])) return hadBecome(said, describe(el));
    } else {
      el = drawnAnew(a.before.nodes, said);
      if (!el) return hadBecome(said, "");
    }
    a.footing[a.footing.length] = { said, el, was: labelsNow(el), shown: isVisible(el) };
  }
  return "";
}

// The same while it is pressed. A place that goes away takes its control with it; one that
// goes and leaves it behind has made it another.
function strayed(a, goal) {
  for (let i = 0; i < a.footing.length; i++) {
    const place = a.footing[i];
    if (D.connected(place.el) && (!place.shown || isVisible(place.el))) {
      if (!readsSo(place.said, place.was, labelsNow(place.el))) return hadBecome(place.said, describe(place.el));
      continue;
    }
    if (!D.connected(goal) || !isVisible(goal)) continue;
    const anew = drawnAnew(walk().nodes, place.said);
    if (!anew) return hadBecome(place.said, "");
    place.el = anew;
    place.was = labelsNow(anew);
  }
  return "";
}

// What an item reads by now, where another one read so before: they changed places.
function isExchanged(a, el, was) {
  const is = labelsNow(el), own = idOf(el);
  for (let i = 0; i < is.length; i++) {
    if (!is[i] || !was[i] || isCounted(was[i], is[i])) continue;
    for (let k = 0; k < a.before.nodes.length; k++) {
      const node = a.before.nodes[k];
      if (node.id !== own && (node.name === is[i] || node.text === is[i])) return is[i];
    }
  }
  return "";
}

// What a field is called by its label; its hint may change as one likes.
function labelOf(el) {
  return labelsOf(el).length || D.has(el, "aria-label") || labellers(el).length ? nameOf(el) : "";
}

function isRelabelled(was, is) {
  return !!was && !!is && !isCounted(was, is) && !holdsWords(was, is) && !holdsWords(is, was);
}
