// What a press leaves on the thing that was pressed and nobody can see: a mark that fades
// away again, a class that no style minds.

// How long what says nothing has to stand before it counts: longer than the marks that
// libraries draw wherever something is pressed.
const STAYS = 800;
const FRAMES_STOOD = 4;
const MOST_PARTS = 30;
// What of a style is drawn. Sizes and lengths of lines that are not drawn count for nothing.
const DRAWN_BY = [
  "color", "backgroundColor", "backgroundImage", "backgroundPosition", "backgroundSize", "borderRadius", "boxShadow", "opacity", "visibility", "display",
  "fontFamily", "fontSize", "fontWeight", "fontStyle", "lineHeight", "letterSpacing", "textAlign", "textTransform", "textDecoration", "textShadow",
  "webkitTextFillColor", "transform", "translate", "rotate", "scale", "filter", "backdropFilter", "clipPath", "maskImage", "objectPosition", "content",
  "fill", "stroke", "strokeWidth", "strokeDasharray", "strokeDashoffset", "d", "cx", "cy", "r", "x", "y", "listStyleImage", "listStyleType",
  "appearance", "accentColor", "borderImageSource", "backgroundClip", "mixBlendMode", "zoom", "paddingTop", "paddingLeft", "marginTop", "marginLeft", "top", "left", "order", "flexDirection",
];
const LINES = ["borderTop", "borderRight", "borderBottom", "borderLeft", "outline", "columnRule"];
const PSEUDOS = ["::before", "::after", "::marker", "::placeholder"];
const endOf = window.Animation && window.AnimationEffect ? uncurry(window.AnimationEffect.prototype.getComputedTiming) : null;
const framesOf = window.KeyframeEffect ? uncurry(window.KeyframeEffect.prototype.getKeyframes) : null;
const flushed = Observer ? uncurry(Observer.prototype.takeRecords) : null;

// Whether something new is only a mark of the press: inside of what was pressed or drawn
// over it, it says nothing, and it is on its way out, or may be.
function isMark(a, el, was, is) {
  if (was || !is || !el || !a.el || !PRESSING[a.verb] || !saysNothing(is, within(el, a.el))) return false;
  let seen = mapGet(a.left, el);
  if (!D.connected(a.el) || el === a.el || !(seen || within(el, a.el) || isOver(el, a.el))) return false;
  if (!seen) mapSet(a.left, el, (seen = { first: now(), since: now(), frames: framesPassed, looks: "" }));
  const looks = looksOf(el) + placeIn(D.box(a.el), D.box(el));
  if (looks !== seen.looks) {
    seen.since = now();
    seen.frames = framesPassed;
    seen.looks = looks;
  }
  // What turns without end, as what waits does, has to be there for longer.
  const end = min(seen.since + STAYS, seen.first + STAYS * 2);
  // The wait for an effect goes on until that is known.
  a.due = max(a.due, end + 50);
  if (now() < end || isDue(a, 0, false) || isPassing(el, true)) return true;
  // Where the machine has no time for frames, nothing moves for a while.
  if (framesPassed - seen.frames >= FRAMES_STOOD || now() - seen.first > STAYS * 4) return false;
  a.due = max(a.due, now() + 150);
  return true;
}

// The hand of the pointer is that of the button around it.
function saysNothing(node, inside) {
  const drawn = !node.role || node.role === "box";
  return drawn && !node.name && !node.text && !node.test_id && !node.value && !node.placeholder && (inside || !(node.states && node.states.clickable));
}

// Whether it floats over a place of the other, and is not much larger, or as large as what
// the other stands in; or flies away from there.
function isOver(el, other) {
  const style = computed(el);
  if ((style.position !== "absolute" && style.position !== "fixed") || within(other, el)) return false;
  if (isPassing(el, true)) return true;
  for (let node = up(other), k = 0; node && k < 3 && node !== document.body; node = up(node), k++) if (node === D.parent(el)) return true;
  const own = rectOf(el), r = rectOf(other);
  return own[0] < r[0] + r[2] && r[0] < own[0] + own[2] && own[1] < r[1] + r[3] && r[1] < own[1] + own[3] && own[2] * own[3] <= 9 * max(r[2], 40) * max(r[3], 40);
}

// Whether an animation that ends runs on it, inside it or right around it; with `out`, one
// at whose end nothing of it is left.
function isPassing(el, out) {
  const roots = [D.doc(el), D.rootOf(el)];
  for (let r = 0; r < roots.length; r++) {
    const list = D.motions(roots[r]) || [];
    for (let i = 0; i < list.length; i++) {
      const effect = list[i].playState === "running" ? list[i].effect : null, on = effect && effect.target;
      if (on && (within(on, el) || D.parent(el) === on) && isEnding(effect) && (!out || isOut(effect))) return true;
    }
  }
  return false;
}

function isEnding(effect) {
  return !endOf || endOf(effect).endTime < Infinity;
}

function isOut(effect) {
  const frames = framesOf ? framesOf(effect) : [], last = frames[frames.length - 1];
  return !!last && (+last.opacity <= 0.01 || last.visibility === "hidden" || last.display === "none" || last.scale === "0" || test(/scale[XY3d]*\(0[,)]/, last.transform || ""));
}

// How an element looks with all that is inside of it, without where it stands; null where
// that is much. What is on its way to another look has that one.
function looksOf(el) {
  const at = D.box(el);
  const ends = new Map(), list = D.motions(D.doc(el)) || [];
  for (let i = 0; framesOf && i < list.length; i++) {
    const one = list[i], on = one.playState === "running" && one.effect ? one.effect.target : null;
    if (!on || !within(on, el) || !(one.transitionProperty || (isEnding(one.effect) && isOut(one.effect)))) continue;
    const frames = framesOf(one.effect), last = one.transitionProperty ? frames[frames.length - 1] : { opacity: "0" }, key = one.effect.pseudoElement || "";
    const own = mapGet(ends, on) || { __proto__: null };
    own[key] = { __proto__: null, ...own[key], ...last };
    mapSet(ends, on, own);
  }
  let out = "", count = 0;
  all(el, (node) => {
    if (++count > MOST_PARTS) return false;
    const box = D.box(node), style = computed(node), own = mapGet(ends, node) || {};
    if (isNothing(style, own[""])) return false;
    out += "<" + D.tag(node) + " " + placeIn(at, box) + drawnOf(style, own[""]);
    for (let i = 0; i < PSEUDOS.length; i++) {
      const key = PSEUDOS[i], part = hasPart(node, key, style) ? computed(node, key) : null;
      if (part && isWritten(key, part, own[key])) out += "\n" + key + part.width + part.height + drawnOf(part, own[key]);
    }
  });
  return count > MOST_PARTS ? null : out;
}

function placeIn(outer, box) {
  return round(box.left - outer.left) + " " + round(box.top - outer.top) + " " + round(box.width) + " " + round(box.height);
}

function isNothing(style, end) {
  return style.display === "none" || (+((end && end.opacity) || style.opacity) <= 0.01 && !isBoxless(style));
}

function hasPart(el, key, style) {
  return key === "::marker" ? style.display === "list-item" : key !== "::placeholder" || D.has(el, "placeholder");
}

// Whether a pseudo element is there and shows.
function isWritten(key, style, end) {
  if (key === "::marker" || key === "::placeholder") return true;
  if (style.content === "none" || style.content === "normal" || isNothing(style, end)) return false;
  return style.content !== '""' || isPainted(style) || style.boxShadow !== "none";
}

function drawnOf(style, end) {
  let out = "";
  for (let i = 0; i < DRAWN_BY.length; i++) out += "|" + ((end && end[DRAWN_BY[i]]) || style[DRAWN_BY[i]]);
  for (let i = 0; i < LINES.length; i++) {
    const line = LINES[i], isThere = style[line + "Style"] !== "none" && parseFloat(style[line + "Width"]) > 0;
    out += "|" + (isThere ? style[line + "Style"] + style[line + "Width"] + ((end && end[line + "Color"]) || style[line + "Color"]) : "");
  }
  return out;
}

// Looked at once the pointer and the focus have left their marks, and before the page is
// told of the press. What it did at an earlier event of the press is in that look.
const TOLD = wordSet("click contextmenu keydown");

function noteLooks(a) {
  if (a.told) return;
  a.told = true;
  if (a.drawing && flushed) noteDrawn(flushed(a.drawing), a);
  if (PRESSING[a.verb] && a.el && a.drawn.size === 0) {
    a.late = looksOf(a.el);
    a.making = a.madeLast = makingOf(a.el);
  }
}

// Attributes that mean something to the browser; all others are for scripts and styles.
const MEANING = wordSet(
  "alt checked cols colspan content contenteditable controls coords data datetime dir disabled draggable height hidden high href inert kind label lang " +
  "low max maxlength media min minlength multiple muted open optimum part pattern placeholder popover poster readonly required reversed role rows rowspan " +
  "selected shape size slot span src srcdoc srcset start title type usemap value width");

// Whether what was pressed is made of other parts than right before, such as another icon,
// looks different by now and stays so.
function isRebuilt(a) {
  if (!a.late || !a.making || !D.connected(a.el)) return false;
  const making = makingOf(a.el);
  if (making !== a.madeLast) {
    a.madeLast = making;
    a.madeAt = now();
  }
  // What came with the press and is gone again was a mark of it.
  if (making === a.making || making === a.madeFirst) return false;
  a.due = max(a.due, a.madeAt + STAYS + 50);
  return now() - a.madeAt >= STAYS && !isPassing(a.el) && looksOf(a.el) !== a.late;
}

// Notes that what the listing does not tell stood for long enough to be an effect, also
// where a timer takes it back then.
function noteStood(a) {
  if (!a || a.stayed) return;
  if (!isDrawn(a)) a.drawnAt = 0;
  else a.drawnAt = a.drawnAt || now();
  a.stayed = isRebuilt(a) || (a.drawnAt > 0 && now() - a.drawnAt >= STAYS && !!a.el && !isPassing(a.el));
}

// The parts of a drawing, down to its lines.
function makingOf(el) {
  let out = "", count = 0;
  all(el, (node) => {
    if (++count > MOST_PARTS) return false;
    out += "<" + D.tag(node) + (D.space(node) === SVG ? " " + (D.attr(node, "d") || "") + (D.attr(node, "points") || "") + (D.attr(node, "href") || "") : "");
  });
  return count > MOST_PARTS ? "" : out;
}

// Whether an attribute that stayed different can be seen, or perceived otherwise.
function isPerceived(a, el, name, was, is) {
  const isClass = name === "class";
  // To people who do not see, or to what draws itself by it.
  if (MEANING[name] || slice(name, 0, 5) === "aria-") return true;
  if (!isClass && name !== "style" && (indexOf(D.tag(el), "-") > 0 || D.space(el) === SVG)) return true;
  const inside = PRESSING[a.verb] && a.el && D.connected(a.el) && within(el, a.el);
  let reach = 0;
  const words = isClass ? apart(was, is, " ") : name === "style" ? apart(was, is, ";") : [name];
  for (let i = 0; i < words.length; i++) {
    // A value of its own is drawn by what asks for it; all else of `style` is drawn at once.
    const own = name === "style" ? split(trim(words[i]), ":")[0] : "";
    reach = max(reach, own && slice(own, 0, 2) !== "--" ? 1 : reachOf(a, isClass ? "." : own ? "var(" : "[", own || words[i]));
  }
  if (!reach) return false;
  if (reach > 1) return true;
  if (!inside) return true;
  const looks = looksOf(a.el);
  return !looks || (looks !== a.looks && looks !== a.late) || (name !== "style" && isOverruled(el, isClass ? "." : "[", words));
}

// Whether what styles ask for by a word may show once the pointer is elsewhere: what they
// have for what is under the pointer, or has the focus, is about the same.
function isOverruled(el, sign, words) {
  const asked = { __proto__: null }, sheets = sheetsSeen();
  let both = false;
  const each = (list, depth, visit) => {
    for (let i = 0; list && i < list.length; i++) {
      if (list[i].selectorText && list[i].style && indexOf(list[i].selectorText, "::") < 0) visit(list[i].selectorText, list[i].style);
      if (depth < 8 && list[i].cssRules && list[i].cssRules.length) each(list[i].cssRules, depth + 1, visit);
    }
  };
  const rules = (visit) => {
    for (let i = 0; i < sheets.length; i++) {
      try {
        each(sheets[i].cssRules, 0, visit);
      } catch (_) {
        // What cannot be read was not asked.
      }
    }
  };
  rules((selector, style) => {
    for (let i = 0; i < words.length; i++) {
      if (indexOf(selector, signOf(sign, words[i])) >= 0) for (let k = 0; k < style.length; k++) asked[style[k]] = true;
    }
  });
  rules((selector, style) => {
    if (both || !test(/:hover|:focus/, selector) || !D.matches(el, selector)) return;
    for (let k = 0; k < style.length && !both; k++) both = asked[style[k]] === true;
  });
  return both;
}

function signOf(sign, word) {
  return sign + (sign === "." ? replace(word, /(^-?\d|[^\w-]).*$/, "") : word);
}

// The parts of two values that only one of them has.
function apart(was, is, by) {
  const lists = [split(collapse(was), by), split(collapse(is), by)], out = [];
  for (let l = 0; l < 2; l++) {
    for (let i = 0; i < lists[l].length; i++) {
      let both = false;
      for (let k = 0; k < lists[1 - l].length; k++) both = both || trim(lists[l][i]) === trim(lists[1 - l][k]);
      if (!both && trim(lists[l][i])) out[out.length] = lists[l][i];
    }
  }
  return out;
}

// How far a class or an attribute can be seen, by what the styles of the page ask for: not
// at all, inside of what has it, or beside that too.
function reachOf(a, sign, word) {
  const sheets = sheetsSeen();
  let rules = 0;
  for (let i = 0; i < sheets.length; i++) rules += countOf(sheets[i]);
  const key = rules + sign + word, known = mapGet(a.reach, key);
  if (known !== undefined) return known;
  const ask = { sign: signOf(sign, word), any: sign === "." ? "[class" : "", name: sign === "[" ? "attr(" + word : "", reach: 0 };
  if (sign === "var(") ask.reach = isAskedIn(ask.sign) ? 1 : 0;
  for (let i = 0; i < sheets.length && ask.reach < 2; i++) reachIn(sheets[i], ask, 0);
  mapSet(a.reach, key, ask.reach);
  return ask.reach;
}

// Whether the style of some element itself asks for a value.
function isAskedIn(sign) {
  const roots = watchedRoots();
  for (let r = 0; r < roots.length; r++) {
    const list = findIn(roots[r], "[style*='" + replace(sign, /['"\\]/g, "") + "']");
    if (list && list.length) return true;
  }
  return false;
}

function sheetsSeen() {
  const out = [], roots = watchedRoots();
  for (let r = 0; r < roots.length; r++) {
    const lists = [roots[r].styleSheets || [], roots[r].adoptedStyleSheets || []];
    for (let l = 0; l < 2; l++) for (let i = 0; i < lists[l].length; i++) out[out.length] = lists[l][i];
  }
  return out;
}

function countOf(sheet) {
  try {
    return sheet.cssRules.length;
  } catch (_) {
    return 1;
  }
}

const BESIDE = /[~+]|:has\(|:nth-/;

function reachIn(sheet, ask, depth) {
  let rules = null;
  try {
    rules = sheet.cssRules;
  } catch (_) {
    // A sheet of another origin may say anything.
    ask.reach = max(ask.reach, 1);
    return;
  }
  for (let i = 0; rules && i < rules.length && ask.reach < 2; i++) {
    const rule = rules[i], selector = rule.selectorText;
    if (ask.sign[0] === "v" && selector && rule.style && indexOf(rule.style.cssText, ask.sign) >= 0) ask.reach = 2;
    if (selector && (indexOf(selector, ask.sign) >= 0 || (ask.any && indexOf(selector, ask.any) >= 0))) ask.reach = test(BESIDE, selector) ? 2 : max(ask.reach, 1);
    if (ask.name && rule.style && indexOf(rule.style.content, ask.name) >= 0) ask.reach = max(ask.reach, 1);
    if (depth < 8 && rule.styleSheet) reachIn(rule.styleSheet, ask, depth + 1);
    if (depth < 8 && rule.cssRules && rule.cssRules.length) reachIn(rule, ask, depth + 1);
  }
}

// Whether some attribute stayed different, other than marks of focus and press.
function isDrawn(a) {
  let drawn = isRebuilt(a);
  mapEach(a.drawn, (old, el) => {
    if (drawn || !D.connected(el) || !isItsDoing(a, el)) return;
    const names = objectKeys(old), passing = el === D.element(document) || el === document.body ? DEVICE : PASSING;
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (UNDRAWN_ATTRS[name] || test(passing, name)) continue;
      const spelled = name === "style" ? asSpelled : name === "aria-busy" ? (text) => (text === "true" ? text : "") : (text) => text;
      const was = spelled(old[name] || ""), is = spelled(D.attr(el, name) || "");
      if (differs(was, is, passing) && isPerceived(a, el, name, was, is)) drawn = true;
    }
  });
  return drawn || isRedrawn(a);
}

// What nobody sees: how keys and drags find it.
const UNDRAWN_ATTRS = wordSet("draggable tabindex aria-grabbed");

// A style as the browser spells it: it does so once a script has touched it.
function asSpelled(text) {
  const style = document.createElement("i").style;
  style.cssText = text;
  return style.cssText;
}
