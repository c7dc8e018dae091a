"use strict";
// Adds a score sheet up while somebody types, and fills what is empty with zeros. Without it the server adds up.
(() => {
  function addUp(sheet) {
    const totals = sheet.querySelectorAll("[data-total]");
    totals.forEach((total, seat) => {
      const numbers = [...sheet.querySelectorAll("tbody tr")].map((row) => row.querySelectorAll("input")[seat]);
      const typed = numbers.filter((input) => input.value !== "");
      const sum = typed.reduce((before, input) => before + (Number(input.value) || 0), 0);
      total.textContent = typed.length ? String(sum).replace("-", "−") : "–";
    });
  }

  document.addEventListener("input", (event) => {
    const sheet = event.target.closest("[data-score-sheet]");
    if (sheet) addUp(sheet);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-fill-zeros]");
    const sheet = button?.form.querySelector("[data-score-sheet]");
    if (!sheet) return;
    for (const input of sheet.querySelectorAll("input")) if (input.value === "") input.value = "0";
    addUp(sheet);
  });
  function start(part) {
    for (const button of part.querySelectorAll("[data-fill-zeros]")) button.hidden = false;
    part.querySelectorAll("[data-score-sheet]").forEach(addUp);
  }
  start(document);
  document.addEventListener("htmx:load", (event) => start(event.detail.elt)); // a sheet that came when it was opened
  // Also when the browser puts back what was typed before.
  window.addEventListener("pageshow", () => document.querySelectorAll("[data-score-sheet]").forEach(addUp));
})();
