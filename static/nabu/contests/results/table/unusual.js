"use strict";
// The question about an unusual score is over once a number is changed: "Save anyway" says again what it says of every
// score.
document.addEventListener("input", (event) => {
  const button = event.target.type === "number" && event.target.form.querySelector("[data-usual]");
  if (!button) return;
  button.textContent = button.dataset.usual;
  button.removeAttribute("data-usual");
});
