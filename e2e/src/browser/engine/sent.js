// What the press sends, and what its answers go on with.

function followRequests(view, a) {
  wrapCall(a, view, "fetch", {
    apply(target, self, args) {
      a.followed++;
      const by = causeOf(a);
      const sent = noteRequest(a, by, () => {
        const ask = args[0], more = args[1] || {};
        const whole = typeof ask === "object" && ask !== null && typeof ask.url === "string";
        return { method: more.method || (whole ? ask.method : "GET"), url: whole ? ask.url : "" + ask, body: more.body, idle: !!more.keepalive || (whole && !!ask.keepalive) };
      });
      const response = apply(target, self, args);
      if (by) pending(a, sent, by, (ended) => then(response, (answer) => {
        noteAnswer(sent, answer.status);
        ended();
      }, (why) => {
        noteBroken(sent, why);
        ended();
      }));
      else oweStray(a, sent, response);
      return response;
    },
  });
  const type = view.XMLHttpRequest, proto = type && type.prototype;
  wrap(a, proto, "open", {
    apply(target, self, args) {
      // What is no request is refused by the browser, in its own words.
      const begun = apply(target, self, args);
      weakSet(asks, self, [args[0], args[1]]);
      return begun;
    },
  });
  wrap(a, proto, "send", {
    apply(target, self, args) {
      const by = causeOf(a), ask = weakGet(asks, self) || ["GET", self.responseURL || ""];
      const sent = noteRequest(a, by, () => ({ method: ask[0], url: "" + ask[1], body: args[0] }));
      if (by) pendingOld(a, sent, by, self);
      return apply(target, self, args);
    },
  });
  const navigator = view.Navigator;
  wrap(a, navigator && navigator.prototype, "sendBeacon", {
    apply(target, self, args) {
      noteRequest(a, causeOf(a), () => ({ method: "POST", url: "" + args[0], body: args[1], beacon: true }));
      return apply(target, self, args);
    },
  });
  for (let i = 0; i < READERS.length; i++) {
    const type = view[READERS[i][0]], names = READERS[i][1];
    for (let k = 0; k < names.length; k++) {
      wrap(a, type && type.prototype, names[k], {
        apply(target, self, args) {
          const by = causeOf(a), read = apply(target, self, args);
          if (by) pending(a, null, by, (ended) => then(read, ended, ended));
          return read;
        },
      });
    }
  }
}

// What waits for a promise of the browser's own goes on with what asked for it, whenever
// that is kept: nobody has to keep it, so it is not waited for here.
function goOn(a, by, promise) {
  const over = () => {
    if (armed === a) closeSoon(a, openSlot(a, by.sure, by.local, by.hover));
  };
  try {
    then(promise, over, over);
  } catch (_) {
    // It is none.
  }
}

// The same of a file that is read the old way, which tells by events.
function followReader(a, by, reader) {
  const begin = () => {
    if (armed === a) openSlot(a, by.sure, by.local, by.hover);
  };
  const end = () => {
    if (armed === a && a.slot) closeSoon(a, a.slot);
  };
  const names = ["load", "error", "abort", "loadend"];
  for (let i = 0; i < names.length; i++) {
    listen(reader, names[i], begin, { capture: true });
    listen(reader, names[i], end, {});
  }
}

const asks = new WeakMap();
// Who waits for a response goes on in the microtasks behind it.
function pending(a, sent, by, whenOver) {
  const counts = !!sent && !sent.idle;
  if (counts) opened(a, sent);
  const reads = !sent || counts;
  if (reads) a.reading++;
  whenOver(() => {
    if (counts) ended(a, sent);
    if (reads) a.reading--;
    if (armed === a) closeSoon(a, openSlot(a, by.sure, by.local, by.hover));
  });
}

function pendingOld(a, sent, by, request) {
  if (sent && !sent.idle) opened(a, sent);
  listen(request, "error", () => noteBroken(sent), { capture: true });
  const names = ["readystatechange", "load", "error", "timeout", "abort", "loadend"];
  for (let i = 0; i < names.length; i++) {
    listen(request, names[i], () => {
      if (armed === a) openSlot(a, by.sure, by.local, by.hover);
    }, { capture: true });
  }
  listen(request, "readystatechange", () => {
    if (armed === a && a.slot && request.readyState !== 4) closeSoon(a, a.slot);
  });
  listen(request, "loadend", () => {
    if (sent && !sent.idle) ended(a, sent);
    noteAnswer(sent, request.status);
    if (armed === a && a.slot) closeSoon(a, a.slot);
  });
}
