"use strict";
// Enter goes from score to score, and at the last one saves. Without it Enter saves at once.
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".score-input")) return;
    const scores = [...event.target.form.querySelectorAll(".score-input")];
    const next = scores[scores.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
})();
