"use strict";
// Shows the views of a projector in turn, page by page. A view is laid out in columns of the height of the screen; what
// does not fit stands in further columns to the right, and a page is as many of them as the screen is wide. Its type is as
// large as it can be without another page, and its lines stand as far apart as there is room.
(() => {
  const MOST_COLUMNS = 6;
  const NARROWEST = 13; // a column in widths of its type: a name, a table and a seat
  const LARGEST = 0.1; // of the height of the window, where there are few lines
  const STEPS = 6; // of the search for a size
  const ASKS_AGAIN = 30000; // ms
  const root = document.getElementById("projector");
  const buttons = root.querySelector("[data-projector-buttons]");
  const pause = root.querySelector("[data-projector=pause]");
  const fitted = new WeakMap();
  let view = 0, page = 0, since = Date.now(), paused = false;

  const views = () => [...root.querySelectorAll("[data-view]")];
  const rowsOf = (section) => section.querySelector(".projector-rows");

  function step(rows) {
    return rows.clientWidth + parseFloat(getComputedStyle(rows).columnGap);
  }

  function pagesOf(section) {
    const rows = rowsOf(section);
    const over = rows.scrollWidth - rows.clientWidth; // one column of the next page is a page too
    return 1 + Math.max(0, Math.ceil(over / step(rows) - 0.05));
  }

  // The largest type that needs no more pages than the smallest, which is what the stylesheet says.
  function fit(section) {
    const rows = rowsOf(section), box = section.querySelector(".projector-window");
    const shape = `${box.clientWidth} ${box.clientHeight} ${rows.childElementCount}`;
    if (fitted.get(section) === shape) return;
    fitted.set(section, shape);
    rows.removeAttribute("style");
    const least = parseFloat(getComputedStyle(rows).fontSize), most = box.clientHeight * LARGEST;
    const lay = (columns, size, apart = 0) => {
      rows.style.setProperty("--row", `${size}px`);
      rows.style.setProperty("--apart", `${apart}px`);
      rows.style.columns = `auto ${columns}`;
      return pagesOf(section);
    };
    const widest = (columns) => box.clientWidth / (columns * NARROWEST + 1.5 * (columns - 1));
    const possible = Array.from({ length: MOST_COLUMNS }, (_none, at) => at + 1).filter((columns) => widest(columns) >= least);
    if (!possible.length) return;
    const pages = Math.min(...possible.map((columns) => lay(columns, least)));
    // The largest value between the two that needs no more pages.
    const largest = (low, high, pagesAt) => {
      for (let tried = 0; tried < STEPS; tried += 1) {
        const middle = (low + high) / 2;
        if (pagesAt(middle) > pages) high = middle;
        else low = middle;
      }
      return low;
    };
    let best = [possible[0], least];
    for (const columns of possible) {
      const high = Math.min(most, widest(columns));
      if (high < best[1] || lay(columns, best[1]) > pages) continue;
      best = [columns, largest(best[1], high, (size) => lay(columns, size))];
    }
    lay(...best, largest(0, best[1] * 1.5, (apart) => lay(...best, apart)));
  }

  // The first and the last name of this page: whoever is not between them waits for another page.
  function range(section) {
    const box = section.querySelector(".projector-window").getBoundingClientRect();
    const here = [...section.querySelectorAll(".projector-rows > li .projector-name")].filter((name) => {
      const left = name.getBoundingClientRect().left;
      return left >= box.left - 1 && left < box.right;
    });
    return here.length ? [here[0], here[here.length - 1]].map((name) => [...name.textContent].slice(0, 3).join("")) : [];
  }

  function show() {
    const all = views();
    if (!all.length) return;
    view = Math.min(view, all.length - 1);
    all.forEach((section, at) => section.classList.toggle("now", at === view));
    const now = all[view];
    fit(now);
    const pages = pagesOf(now);
    page = Math.min(Math.max(page, 0), pages - 1);
    rowsOf(now).style.transform = `translateX(${-page * step(rowsOf(now))}px)`;
    now.classList.toggle("turned", page % 2 === 1);
    const names = all[view].getAttribute("aria-labelledby") === "projector-names" ? range(now) : [];
    const words = pages > 1 ? [...(names.length ? [names.join(" – ")] : []), `${page + 1} / ${pages}`] : [];
    now.querySelector("[data-page]").textContent = words.join(" · ");
  }

  function turn(by) {
    const all = views();
    since = Date.now();
    if (!all.length) return;
    page += by;
    if (page < 0 || page >= pagesOf(all[view])) {
      view = (view + by + all.length) % all.length;
      page = by > 0 ? 0 : Infinity; // of the view before this one the last page
    }
    show();
  }

  function stop() {
    paused = !paused;
    since = Date.now();
    pause.setAttribute("aria-pressed", String(paused));
    pause.classList.toggle("active", paused);
  }

  const actions = { previous: () => turn(-1), next: () => turn(1), pause: stop };
  const keys = { ArrowLeft: "previous", PageUp: "previous", ArrowRight: "next", PageDown: "next", " ": "pause", p: "pause" };

  for (const button of root.querySelectorAll("[data-projector]")) {
    button.addEventListener("click", () => actions[button.dataset.projector]());
  }
  document.addEventListener("keydown", (event) => {
    const key = keys[event.key];
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return; // it presses what has the focus
    event.preventDefault();
    actions[key]();
  });

  // A screen that nobody touches all day must not go dark; a browser that knows no lock keeps its own habit.
  const keepAwake = () => {
    if (document.hidden || !navigator.wakeLock) return;
    navigator.wakeLock.request("screen").catch(() => {}); // refused on a low battery
  };
  document.addEventListener("visibilitychange", keepAwake);

  // The window of a view changes with the screen, and when the clock appears above it.
  const sizes = new ResizeObserver(show);
  const watch = () => {
    sizes.disconnect();
    for (const each of root.querySelectorAll(".projector-window")) sizes.observe(each);
  };
  document.addEventListener("htmx:afterSwap", () => {
    show();
    watch();
  });
  // An announcement is large for some minutes by the clock of the site, which this page does not know.
  setInterval(() => {
    if (root.querySelector("[data-announced]")) window.htmx.trigger(document.body, "nabu:changed");
  }, ASKS_AGAIN);
  document.body.classList.add("projecting");
  buttons.hidden = false;
  document.fonts.ready.then(show);
  show();
  watch();
  keepAwake();
  setInterval(() => {
    if (!paused && !document.hidden && Date.now() - since >= 1000 * Number(root.dataset.seconds)) turn(1);
  }, 250);
})();
