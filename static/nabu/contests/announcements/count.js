"use strict";
// How many characters are left of an announcement. The site counts again, as it counts: by code points.
(() => {
  const line = document.querySelector("[data-count]");
  const field = document.getElementById(line.dataset.count);
  const usual = line.textContent;

  function count() {
    const used = [...field.value.trim()].length, left = Number(field.dataset.most) - used;
    if (!used) line.textContent = usual;
    else if (left >= 0) line.textContent = line.dataset.words.replace("{left}", left);
    else line.textContent = line.dataset.over.replace("{over}", -left);
    line.classList.toggle("text-danger", left < 0);
  }
  field.addEventListener("input", count);
  count();
})();
