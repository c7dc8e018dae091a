"use strict";
// Counts the clocks of a page down. The times are the server's: data-clock-ends is when a clock ends, data-clock-now
// was the time when the page was made, both in milliseconds. A clock that stands still has neither.
(() => {
  const LOW_SECONDS = 300;
  const offsets = new WeakMap(); // by clock: the server's time minus that of this device

  function digits(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  }

  function tick() {
    for (const clock of document.querySelectorAll("[data-clock-ends]")) {
      if (!offsets.has(clock)) offsets.set(clock, Number(clock.dataset.clockNow) - Date.now());
      const now = Date.now() + offsets.get(clock);
      const left = Math.max(0, Math.ceil((Number(clock.dataset.clockEnds) - now) / 1000));
      clock.textContent = digits(left);
      const box = clock.closest(".clock");
      box.classList.toggle("clock-low", left > 0 && left <= LOW_SECONDS);
      box.classList.toggle("clock-over", left === 0);
    }
  }

  function prepareFullScreen() {
    for (const button of document.querySelectorAll("[data-clock-fullscreen]")) {
      const section = document.getElementById(button.dataset.clockFullscreen);
      if (!section.requestFullscreen) continue; // a phone that knows no full screen
      button.hidden = false;
      button.addEventListener("click", () => {
        if (document.fullscreenElement) document.exitFullscreen();
        else section.requestFullscreen();
      });
    }
  }

  // A page that comes back from the history has an old time of the server: its clocks are asked for anew.
  window.addEventListener("pageshow", (event) => {
    const [entry] = performance.getEntriesByType("navigation");
    const old = event.persisted || (entry && entry.type === "back_forward");
    if (old && document.querySelector("[data-clock-ends]")) location.reload();
  });
  document.addEventListener("htmx:afterSwap", tick);
  tick();
  prepareFullScreen();
  setInterval(tick, 250);
})();
