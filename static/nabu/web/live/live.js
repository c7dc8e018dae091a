// A page that says data-live is told when what it shows has changed, and then asks for its parts again: everything with
// hx-trigger="nabu:changed from:body". The event has the topics that the page was told of, with their numbers. Without a
// stream (no broker, a proxy that cuts it) it asks every 15 seconds.
(() => {
  const POLL = 15000, SILENCE = 45000, RETRY = 60000, SPREAD = 300, SETTLED = 100;
  const address = document.querySelector("[data-live]")?.dataset.live;
  if (!address) return;
  let stream = null, heard = 0, asked = Date.now(), tried = 0, waiting = 0, told = {};

  const ask = () => {
    asked = Date.now();
    window.htmx.trigger(document.body, "nabu:changed", { told });
  };
  const close = () => {
    stream?.close();
    stream = null;
    told = {};
  };
  const open = () => {
    tried = heard = Date.now();
    stream = new EventSource(address);
    const hear = () => { heard = Date.now(); };
    stream.addEventListener("open", hear);
    stream.addEventListener("ping", hear);
    stream.addEventListener("changed", ({ data }) => {
      hear();
      Object.assign(told, JSON.parse(data));
      // Not all in the same moment: hundreds of phones hear it at once.
      clearTimeout(waiting);
      waiting = setTimeout(ask, Math.random() * SPREAD);
    });
    stream.addEventListener("error", () => {
      if (stream?.readyState === EventSource.CLOSED) close();
    });
  };

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

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      close(); // a browser opens six connections to a site, for all its tabs
    } else {
      ask();
      open();
    }
  });
  window.addEventListener("pagehide", close);
  setInterval(() => {
    if (document.hidden) return;
    const now = Date.now();
    if (stream && now - heard > SILENCE) close();
    if (!stream && now - tried > RETRY) open();
    if (stream?.readyState !== EventSource.OPEN && now - asked > POLL) ask();
  }, 1000);
  if (!document.hidden) open();
})();
