"use strict";
// Counts the clocks of a page down. data-clock-ends is when a clock ends, in milliseconds, by the time of the server,
// which is asked for once at data-clock-ask: a page is made for everybody and knows no time. A clock that stands still
// has neither.
(() => {
  const LOW_SECONDS = 300;
  let offset = null; // the server's time minus that of this device, once it is known
  let asked = false;

  function ask(address) {
    asked = true;
    fetch(address)
      .then((answer) => answer.json())
      .then(({ now }) => { offset = now - Date.now(); })
      .catch(() => { offset = 0; })
      .finally(tick);
  }

  function digits(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  }

  function tick() {
    for (const clock of document.querySelectorAll("[data-clock-ends]")) {
      if (!asked) ask(clock.dataset.clockAsk);
      if (offset === null) return;
      const now = Date.now() + offset;
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

  // A page that comes back from the history may show a clock that was stopped since.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && document.querySelector("[data-clock-ends]")) location.reload();
  });
  document.addEventListener("htmx:afterSwap", tick);
  tick();
  prepareFullScreen();
  setInterval(tick, 250);
})();
