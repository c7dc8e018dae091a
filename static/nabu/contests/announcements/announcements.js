"use strict";
// What is announced above the pages of a tournament. Open pages ask for it again when they are told that it has changed,
// or, without a stream, whenever they ask for anything; and each device hides what was dismissed there.
(() => {
  const KEPT = "nabu-dismissed-announcements", MOST = 50;
  let heard = 0;

  const dismissed = () => {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) ?? [];
    } catch {
      return []; // the browser keeps nothing for this site
    }
  };
  const dismiss = (key) => {
    try {
      localStorage.setItem(KEPT, JSON.stringify([...dismissed(), key].slice(-MOST)));
    } catch { /* it comes back with the next page */ }
  };
  const show = () => {
    const shown = document.querySelector("[data-announcement]");
    if (!shown) return;
    shown.hidden = dismissed().includes(shown.dataset.announcement);
    shown.querySelector("[data-dismiss-announcement]").hidden = false;
  };

  document.addEventListener("click", ({ target }) => {
    const shown = target.closest?.("[data-dismiss-announcement]")?.closest("[data-announcement]");
    if (!shown) return;
    dismiss(shown.dataset.announcement);
    show();
  });
  document.body.addEventListener("nabu:changed", ({ detail }) => {
    const told = Object.entries(detail?.told ?? {});
    const number = told.find(([topic]) => topic.startsWith("announcements-"))?.[1] ?? 0;
    if (told.length && number <= heard) return;
    window.htmx.trigger(document.body, "nabu:announced");
    // The own part has what was said to the own table.
    if (number > heard && document.getElementById("own")) window.htmx.trigger(document.body, "nabu:own");
    heard = Math.max(heard, number);
  });
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
