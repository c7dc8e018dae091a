"use strict";
// Adds a score sheet up while somebody types. Without it the server adds up.
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
  // Also when the browser puts back what was typed before.
  window.addEventListener("pageshow", () => document.querySelectorAll("[data-score-sheet]").forEach(addUp));
})();
