// A page that says data-live is told when what it shows has changed, and then asks for its parts again: everything with
// hx-trigger="nabu:changed from:body". The event has the topics that the page was told of, with their numbers. Without a
// stream (no broker, a proxy that cuts it) it asks every 15 seconds.
import { oneStream } from "./one_stream.js";

const POLL = 15000, SPREAD = 300, SETTLED = 100;

function follow(address) {
  let asked = Date.now(), waiting = 0, told = {}, known = {};
  const ask = () => {
    asked = Date.now();
    window.htmx.trigger(document.body, "nabu:changed", { told });
  };
  const stream = oneStream(address, {
    news(changed) {
      // What the stream tells once more, because another window has opened or closed, is known. A smaller number is not:
      // it is that of a process which cannot know whether something has been missed.
      const isNew = Object.entries(changed).some(([topic, number]) => number !== known[topic]);
      for (const [topic, number] of Object.entries(changed)) told[topic] = Math.max(number, told[topic] ?? 0);
      Object.assign(known, changed);
      if (!isNew) return;
      // Not all in the same moment: hundreds of phones hear it at once.
      clearTimeout(waiting);
      waiting = setTimeout(ask, Math.random() * SPREAD);
    },
    lost(ended) {
      known = {};
      if (ended) told = {};
    },
  });

  // A page that says what it was told of gets what others got a moment ago, if it shows that (`nabu.serving.told`).
  document.addEventListener("htmx:configRequest", ({ detail: { headers, triggeringEvent } }) => {
    const topics = Object.entries(told);
    if (triggeringEvent?.type !== "nabu:changed" || !topics.length) return;
    headers["Nabu-Told"] = topics.map(([topic, number]) => `${topic}=${number}`).join(" ");
  });

  // News that comes while a part is on its way may be newer than that part. htmx would forget it where the part replaces
  // the element that hears the news, and the new element hears only once it has settled.
  const underway = new Set();
  let again = false;
  document.body.addEventListener("nabu:changed", () => { again ||= underway.size > 0; });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.triggeringEvent?.type === "nabu:changed") underway.add(detail.xhr);
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => setTimeout(() => {
    if (!underway.delete(xhr) || underway.size > 0 || !again) return;
    again = false;
    ask();
  }, SETTLED));

  const show = () => { if (!document.hidden && stream.join()) ask(); };
  const hide = () => {
    stream.leave();
    told = {};
    known = {};
  };
  document.addEventListener("visibilitychange", () => { if (document.hidden) hide(); else show(); });
  // A page that is kept for the way back ends without being hidden, and comes back without being shown.
  window.addEventListener("pagehide", hide);
  window.addEventListener("pageshow", show);
  setInterval(() => {
    if (!document.hidden && !stream.isOpen && Date.now() - asked > POLL) ask();
  }, 1000);
  if (!document.hidden) stream.join();
}

const address = document.querySelector("[data-live]")?.dataset.live;
if (address) follow(address);
