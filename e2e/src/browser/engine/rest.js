// When nothing that a press began is outstanding any more, so that the page is settled
// at once and need not prove it by a time of quiet.
//
// `cause.js` follows what a press asks for. What it cannot follow to its end (a worker,
// a socket, another document, a file that loads) makes the watch loose, and then the
// time of quiet decides, as it does in browsers that do not tell of navigations.

const Sight = window.IntersectionObserver;
const see = Sight ? uncurry((start && start.see) || Sight.prototype.observe) : null;
const unsee = Sight ? uncurry(Sight.prototype.disconnect) : null;
// Verbs whose input comes as events of their own, which `cause.js` follows.
const QUICK = wordSet("tap double_tap right_click check type press select");
const PRESSING = wordSet("tap double_tap right_click press");
// Events of a task of their own, whose listeners nothing ties to the press.
const UNTIED = ["toggle", "close", "hashchange", "popstate", "scroll", "fullscreenchange"];
// Calls whose answer is a promise that nothing here sees kept.
const KEEPING = [
  ["ReadableStream", "getReader"], ["ReadableStream", "pipeTo"], ["ReadableStream", "pipeThrough"], ["ReadableStream", "values"],
  ["Blob", "stream"], ["HTMLCanvasElement", "toBlob"], ["HTMLImageElement", "decode"],
  ["FontFaceSet", "load"], ["LockManager", "request"], ["CredentialsContainer", "get"], ["Permissions", "query"], ["Scheduler", "yield"],
  ["SubtleCrypto", "importKey"], ["SubtleCrypto", "deriveBits"], ["SubtleCrypto", "deriveKey"], ["SubtleCrypto", "generateKey"], ["SubtleCrypto", "sign"],
  ["SubtleCrypto", "verify"], ["CookieStore", "get"], ["CookieStore", "getAll"], ["CookieStore", "set"], ["CacheStorage", "match"],
  ["StorageManager", "getDirectory"], ["FontFace", "load"],
  ["MediaDevices", "getUserMedia"], ["ServiceWorkerContainer", "register"], ["Element", "requestFullscreen"], ["Navigator", "share"],
];
// Addresses that a browser opens by itself.
const DOCUMENT = /^(https?|file|data|blob|about|javascript|chrome|view-source|moz-extension|resource):/;
const GOES_ON = /(…|\.\.\.)$/;
const PARTS = wordSet("img script link iframe frame object embed"), PART_TAGS = "img,script,link,iframe,frame,object,embed";
// Transitions that only paint: what is listed stays as it is.
const PAINTED = /^(color|fill|stroke)$|-color$|^(background|box-shadow|text-shadow|outline|text-decoration|caret)/;
// The count of changes over which a whole frame passed last.
let calmCount = -1, scrolledAt = -1000;

// One whole frame from now, and a task behind it: frame callbacks ran, sizes and
// intersections were told, and what those queued has had its turn. The count of changes
// over which it passed is what comes back; -1 where the page changed once it had begun.
async function rendered() {
  const before = changes.count, root = D.element(document);
  let began = 0;
  if (isMute() || !Sight || !root || !test(nativeCode, toSource(Sight))) {
    await frame();
    await frame();
  } else {
    epoch++;
    await new PromiseType((done) => {
      let sight = null;
      const end = (ms) => {
        if (!sight) return;
        clearTimer(timer);
        unsee(sight);
        sight = null;
        tick(ms);
        setTimer(done, 0);
      };
      const timer = setTimer(() => end(100), 100);
      sight = new Sight(() => end(16));
      see(sight, root);
      requestFrame((time) => {
        framesPassed++;
        began = time;
      });
    });
  }
  // What changed while it was waited for went into it whole.
  if (changes.count !== before && !(changes.at < began && began <= now())) return -1;
  return (calmCount = changes.count);
}

// Runs behind everything that is queued already.
function afterTask(fn) {
  if (!post) return setTimer(fn, 0);
  tails[tails.length] = fn;
  post(0);
}

// The tasks that are queued by now, instead of a frame, where a frame brings nothing.
// Whether that was so: nothing changed meanwhile, and nobody is told of the next frame.
async function unframed(a) {
  if (isMute()) return false;
  const before = changes.count;
  await new PromiseType((done) => afterTask(() => setTimer(done, 0)));
  for (let i = 0; a.tail && i < 3; i++) await turn();
  if (changes.count !== before || !isFrameless(a)) return false;
  calmCount = before;
  return true;
}

// Who is told of a frame by what is written there.
const findIn = either("DocumentFragment", "querySelectorAll");
const WITH_FRAMES = "[onscroll],[onscrollend],[ontransitionrun],[ontransitionstart],[onanimationstart]";

function lastOf(scrolls) {
  const parts = split(scrolls, ";");
  return parts[parts.length - 1];
}

// Whether a frame shows what a look finds without it. Styles and sizes are there as soon
// as they are asked for; what only comes with a frame is told of by `beats.js`.
function isFrameless(a) {
  if (!start || !start.beats || start.beats() || a.lead || !isRested(a, 0)) return false;
  // Of what is gone only the window is left.
  if (a.el && D.connected(a.el) ? scrollsOf(a.el, a.at) !== a.scroll : lastOf(a.scroll) !== lastOf(scrollsOf(null, a.at))) return false;
  // A timer or a request went by a name that the page kept from before.
  if (start.calls() - a.calls !== a.followed) return false;
  const fonts = document.fonts;
  if (fonts && fonts.status !== "loaded") return false;
  const active = deepActive(document);
  if (active && active !== document.body && (isDisabled(active) || !isVisible(active))) return false;
  const list = watchedRoots();
  for (let i = 0; i < list.length; i++) if (findIn(list[i], WITH_FRAMES).length) return false;
  return true;
}

// The next task.
function turn() {
  if (isMute()) return atOnce();
  return new PromiseType((done) => setTimer(done, 0));
}

// Whether nothing on the page can have moved `el` since a frame ago.
function isStanding(el) {
  if (changes.count !== calmCount && now() - changes.at < 50) return false;
  if (now() - scrolledAt < 50 || document.readyState !== "complete") return false;
  const fonts = document.fonts;
  if (fonts && fonts.status !== "loaded") return false;
  return !hasMotion([document, D.doc(el), D.rootOf(el)], () => true);
}

// Whether an animation of these roots can still change what is listed; one that only
// paints cannot. `counts` says which of them are asked about.
function hasMotion(list, counts) {
  for (let r = 0; r < list.length; r++) {
    const running = D.motions(list[r]) || [];
    for (let i = 0; i < running.length; i++) {
      const one = running[i];
      if (one.playState === "running" && !(one.transitionProperty && test(PAINTED, one.transitionProperty)) && counts(one)) return true;
    }
  }
  return false;
}

// What the press began and is not over: `at` is when it is due. The end of a long chain
// is not waited for: most often it has none.
function noteWait(a, at, endless) {
  const one = { at, over: false, far: endless || a.ran > 20 };
  if (a.waits.length < 200) a.waits[a.waits.length] = one;
  else a.loose = true;
  return one;
}

// Follows what matters for rest alone.
function followRest(view, a) {
  const loosen = () => {
    a.loose = true;
  };
  for (let i = 0; i < UNTIED.length; i++) {
    listen(view, UNTIED[i], loosen, { capture: true, passive: true });
    a.undo[a.undo.length] = () => unlisten(view, UNTIED[i], loosen, { capture: true });
  }
  const onSubmit = (event) => {
    if (!event.defaultPrevented) a.loose = true;
  };
  listen(view, "submit", onSubmit, { passive: true });
  a.undo[a.undo.length] = () => unlisten(view, "submit", onSubmit, {});
  for (let i = 0; i < KEEPING.length; i++) {
    const type = view[KEEPING[i][0]];
    wrap(a, type && type.prototype, KEEPING[i][1], {
      apply(target, self, args) {
        const by = causeOf(a), kept = apply(target, self, args);
        if (by) {
          a.loose = true;
          goOn(a, by, kept);
        }
        return kept;
      },
    });
  }
  followMail(view, a);
  const navigation = view.navigation;
  if (!navigation) return loosen();
  const onNavigate = (event) => {
    // Another program opens it, and the page stays.
    const to = event.destination.url;
    if (!test(DOCUMENT, to)) a.handed = clip(to, 200);
    if (!event.destination.sameDocument || event.hashChange) a.loose = true;
  };
  listen(navigation, "navigate", onNavigate);
  a.undo[a.undo.length] = () => unlisten(navigation, "navigate", onNavigate);
}

// Whether only a person can change the page: it is there, and no script, frame or
// animation is in it, nor was since it began.
function isLifeless() {
  if (document.readyState !== "complete" || !start || !start.lives || start.lives() || window.length) return false;
  const fonts = document.fonts;
  return (!fonts || fonts.status === "loaded") && !hasMotion([document], () => true);
}

// Messages of a window to itself come in the order they were sent.
function followMail(view, a) {
  const mail = [];
  wrap(a, view, "postMessage", {
    apply(target, self, args) {
      const by = causeOf(a);
      mail[mail.length] = by ? { by, one: noteWait(a, now()) } : null;
      return apply(target, self, args);
    },
  });
  const onMail = (event) => {
    if (!event.isTrusted || event.source !== view || !mail.length) return;
    const sent = mail[0];
    for (let i = 1; i < mail.length; i++) mail[i - 1] = mail[i];
    mail.length--;
    if (!sent) return;
    sent.one.over = true;
    const slot = openSlot(a, false, sent.by.local);
    afterTask(() => {
      if (a.slot === slot) a.slot = null;
    });
  };
  listen(view, "message", onMail, { capture: true });
  a.undo[a.undo.length] = () => unlisten(view, "message", onMail, { capture: true });
}

// A message over a channel: within one document it is there behind the next message of
// ours, and the task after that.
function noteMessage(a, isPort) {
  if (!causeOf(a)) return;
  if (!isPort || !post || !isAlone() || window.length) {
    a.loose = true;
    return;
  }
  const one = noteWait(a, now());
  afterTask(() => setTimer(() => (one.over = true), 0));
}

// No other thread and no server is known that could answer by itself.
function isAlone() {
  return !!start && !start.talks();
}

// Parts of the page that the press brought, which load in their own time.
function noteParts(a, added, by) {
  const note = (el) => {
    if (D.tag(el) !== "img" || !el.complete) a.loose = true;
    owePart(a, by, el);
  };
  for (let i = 0; i < added.length; i++) {
    if (D.type(added[i]) !== 1) continue;
    if (PARTS[D.tag(added[i])]) note(added[i]);
    const parts = D.findAll(added[i], PART_TAGS);
    for (let k = 0; k < parts.length; k++) note(parts[k]);
  }
}

// Whether what was pressed says that it is at work: a name that goes on ("Saving…").
function isWorking(a) {
  return !!PRESSING[a.verb] && !!a.el && D.connected(a.el) && !test(GOES_ON, a.name) && test(GOES_ON, nameOf(a.el));
}

// Whether something the press made busy is so still: what it shows is not its last word.
function isMadeBusy(a) {
  let busy = false;
  mapEach(a.drawn, (old, el) => {
    busy = busy || ("aria-busy" in old && old["aria-busy"] !== "true" && D.connected(el) && D.attr(el, "aria-busy") === "true" && isVisible(el));
  });
  return busy;
}

// Whether something followed is due within `time` ms. One that was due long ago was
// called off.
function isDue(a, time, far) {
  for (let i = 0; i < a.waits.length; i++) {
    const one = a.waits[i];
    if (!one.over && one.at <= now() + time && one.at > now() - 100 && (far || !one.far)) return true;
  }
  return false;
}

function isRested(a, quiet) {
  if (a.loose || a.slot || a.tail || a.open > 0 || a.reading > 0 || a.leaving || isBlind(a)) return false;
  // Other documents may be told by calls that are theirs.
  if (window.length || window.opener || window.parent !== window) return false;
  if (isDue(a, quiet, true)) return false;
  // Who was asked over the network may have told others, which then tell this page.
  for (let i = 0; i < a.sent.length; i++) if (a.sent[i].by && !isAlone()) return false;
  // A module may be on its way, which nobody tells of.
  const root = D.element(document);
  if (PRESSING[a.verb] && root && D.findAll(root, "script[type=module]").length) return false;
  return !hasMotion(watchedRoots(), (one) => {
    if (one.startTime !== null && one.startTime < a.timeline) return false;
    const timing = one.effect && one.effect.getComputedTiming();
    return !timing || timing.endTime < Infinity;
  });
}
