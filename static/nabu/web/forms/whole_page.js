"use strict";
// A form is sent once its page is whole. Whoever presses its button on a slow network before that would send it without the
// fields that have not arrived, and without the script that sees to it that nothing typed is lost (forms.js).
(() => {
  let pressed = null;

  function hold(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed ??= { form: event.target, button: event.submitter };
    event.target.setAttribute("aria-busy", "true");
  }

  function release() {
    document.removeEventListener("submit", hold, true);
    if (!pressed?.form.isConnected) return;
    pressed.form.removeAttribute("aria-busy");
    if (pressed.button) pressed.button.click();
    else pressed.form.requestSubmit();
  }

  document.addEventListener("submit", hold, true);
  // After all others who wait for the page, of whom htmx is one.
  document.addEventListener("DOMContentLoaded", () => setTimeout(release));
})();
