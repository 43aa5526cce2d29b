// Lists made of ordinary elements: which option is meant, wherever it is drawn.

const SCAN_LIMIT = 800, UNFOLDING = 1000;
const LAYERS = wordSet("absolute fixed sticky");

// Waits for the one option of an open list that reads so: in the list the control names,
// else in any that is shown. With `deep`, a list that holds only what is in view is
// scrolled through from its top to its end.
E.register("option", async (ask) => {
  const start = now();
  let scanned = false, count = -1;
  watch(document);
  for (;;) {
    const el = byId(ask.id);
    let found = shownOption(el, ask.option);
    // A list that still unfolds has neither its size nor its places yet.
    if (ask.deep && found.options.length && isAnimated(found.options[0]) && now() - start < UNFOLDING) {
      await frame();
      continue;
    }
    if (ask.deep && !found.many && !found.busy && !scanned && isPartial(found)) {
      scanned = true;
      found = await scan(el, found, ask.option);
      if (found.id || found.many) return told(found, el);
    } else if (found.id) return told(found, el);
    const still = now() - max(start, changes.at);
    if (ask.deep && !found.busy && still > (found.many || found.choices.length ? 150 : 400)) return told(found, el);
    if (now() - start >= ask.timeout) return told(found, el);
    if (changes.count !== count) scanned = scanned && !found.choices.length;
    count = changes.count;
    await frame();
  }
});

function told(found, el) {
  const states = el ? statesOf(el) : {};
  return {
    id: found.id, many: found.many, choices: found.choices, expanded: states.expanded === true,
    editable: !!el && isEditable(el) && D.tag(el) === "input", held: el && D.tag(el) === "input" && !isSecure(el) ? D.value(el) : undefined,
  };
}

const labelOfOption = (node) => nameOf(node) || textOf(node);

function shownOption(el, wanted) {
  const scope = el ? references(el, "aria-controls") : [];
  const owned = el ? references(el, "aria-owns") : [];
  for (let i = 0; i < owned.length; i++) scope[scope.length] = owned[i];
  if (el && roleOf(el) === "listbox") scope[scope.length] = el;
  const found = [], known = new Set();
  // One list may be named twice, as what is controlled and as what is owned.
  const collect = (root) => all(root, (node) => {
    if (roleOf(node) !== "option" || D.tag(node) === "option" || !isVisible(node) || setHas(known, node)) return;
    setAdd(known, node);
    found[found.length] = node;
  });
  for (let i = 0; i < scope.length; i++) collect(scope[i]);
  if (!found.length) collect(document);
  const list = found.length ? found : el && statesOf(el).expanded ? layered(el, wanted) : found;
  const chosen = optionNamed(list, labelOfOption, wanted);
  const drawn = !found.length && el && statesOf(el).expanded ? partialBeside(el) : null;
  const box = found.length ? scrollerOf(found[0]) : drawn;
  let busy = false;
  for (let i = 0; i < scope.length; i++) if (D.attr(scope[i], "aria-busy") === "true") busy = true;
  return { id: chosen.option ? idOf(chosen.option) : undefined, many: chosen.many || 0, choices: chosen.choices || [], options: found.length ? found : list, box, drawn: !!drawn, busy };
}

// Lists whose options say nothing of what they are: what reads so in a layer over the
// page that the control does not stand in.
function layered(el, wanted) {
  const out = [], text = lower(collapse(wanted));
  all(document, (node) => {
    if (within(el, node) || within(node, el)) return;
    if (D.type(node) !== 1 || lower(collapse(textOf(node))) !== text || !isVisible(node)) return;
    if (computed(node).cursor !== "pointer" || !inLayer(node, el)) return;
    // The innermost element that shows the text stands for those around it.
    const last = out.length - 1;
    if (last >= 0 && within(node, out[last])) out[last] = node;
    else out[out.length] = node;
  });
  return out;
}

// Of such a list the box that draws only what is in view.
function partialBeside(el) {
  let out = null;
  all(document, (node) => {
    if (out || within(el, node)) return !out;
    const length = D.has(node, "style") ? heldOpen(node) : 0;
    const box = length >= STRETCH * 2 ? cropOf(node, length) : null;
    if (box && D.tag(box) !== "html" && !within(el, box) && isVisible(box) && inLayer(box, el)) out = box;
    return !out;
  });
  return out;
}

function inLayer(node, el) {
  for (let outer = node; outer && !within(el, outer); outer = up(outer)) if (D.type(outer) === 1 && LAYERS[computed(outer).position]) return true;
  return false;
}

function scrollerOf(option) {
  for (let node = up(option); node; node = up(node)) if (D.type(node) === 1 && scrolls(node, true)) return node;
  return null;
}

// Whether a list holds only some of its options: it says how many there are, or they
// take less room than it scrolls through.
function isPartial(found) {
  const options = found.options;
  if (found.drawn) return true;
  if (!found.box || !options.length) return false;
  const size = +D.attr(options[0], "aria-setsize");
  if (size > options.length) return true;
  let height = 0;
  for (let i = 0; i < options.length; i++) height += rectOf(options[i])[3];
  return height < found.box.scrollHeight * 0.8;
}

// Scrolls a list through and comes back to the one option that reads so.
async function scan(el, found, wanted) {
  const box = found.box;
  const start = box.scrollTop;
  const seen = { __proto__: null }, met = new Map();
  const choices = [];
  let many = 0, place = -1, last = -1;
  const scrollTo = async (top) => {
    box.scrollTop = top;
    await frame();
    await frame();
  };
  await scrollTo(0);
  for (let page = 0; page < SCAN_LIMIT && D.connected(box); page++) {
    const options = shownOption(el, wanted).options;
    for (let i = 0; i < options.length; i++) {
      const label = collapse(labelOfOption(options[i]));
      const top = round(rectOf(options[i])[1] - rectOf(box)[1] + box.scrollTop);
      if (choices.length < OPTION_LIMIT && !seen[label]) choices[choices.length] = clip(label, 80);
      const key = label + "@" + top, was = mapGet(met, options[i]);
      // One that moved as the list unfolded is no other; one that is drawn for another
      // place of the list stands a whole view further on.
      const moved = was && was.label === label && max(was.top - top, top - was.top) < box.clientHeight;
      mapSet(met, options[i], { label, top });
      if (seen[key] || moved) continue;
      seen[key] = seen[label] = true;
      if (lower(label) !== lower(collapse(wanted))) continue;
      many++;
      place = top;
    }
    if (many > 1 || box.scrollTop === last) break;
    last = box.scrollTop;
    await scrollTo(last + max(1, round(box.clientHeight * 0.75)));
  }
  if (many !== 1) {
    await scrollTo(start);
    return { many: many > 1 ? many : 0, choices, options: [] };
  }
  await scrollTo(max(0, place - round(box.clientHeight / 2)));
  const shown = shownOption(el, wanted);
  return { id: shown.id, many: shown.many, choices, options: [] };
}

// Whether a list took a choice: the control shows it, or the option says it is chosen.
// A list whose options say nothing of it cannot be asked.
E.register("chosen", async (ask) => {
  const start = now();
  for (;;) {
    const answer = choiceOf(byId(ask.id), byId(ask.chosen), ask.option);
    if (answer.taken || now() - start >= ask.timeout) return answer;
    await frame();
  }
});

function choiceOf(el, option, wanted) {
  if (!el) return { taken: true };
  const word = lower(collapse(wanted));
  const shows = (text) => !!text && indexOf(lower(collapse("" + text)), word) >= 0;
  const field = D.tag(el) === "input" ? D.value(el) : null;
  const list = roleOf(el) === "listbox";
  const shown = valueOf(el) || field || (list ? "" : textOf(el));
  if (shows(shown) || (!list && shows(nameOf(el)))) return { taken: true };
  // Several choices stand as chips beside the field.
  const around = up(el);
  if (!list && around && !(option && within(option, around)) && shows(textOf(around))) return { taken: true };
  if (!list && isChipBeside(el, option, word)) return { taken: true };
  const said = option ? D.attr(option, "aria-selected") || D.attr(option, "aria-checked") : null;
  if (said === "true" || (list && option && said === null)) return { taken: true };
  const again = optionAgain(el, wanted);
  return { taken: again || (list && !option), shown: clip(collapse("" + (shown || "")), 200) };
}

// A list that is made anew has its choice in another element.
function optionAgain(el, wanted) {
  const found = shownOption(el, wanted);
  const option = found.id ? byId(found.id) : null;
  return !!option && (D.attr(option, "aria-selected") === "true" || D.attr(option, "aria-checked") === "true");
}

