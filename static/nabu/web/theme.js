"use strict";
// Light, dark, or like the device. Runs before the first paint; the choice stays in this browser.
(() => {
  const KEY = "nabu-theme";
  const device = window.matchMedia("(prefers-color-scheme: dark)");

  function stored() {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch {
      return "auto"; // storage switched off
    }
  }

  function apply(choice) {
    const theme = choice === "auto" ? (device.matches ? "dark" : "light") : choice;
    document.documentElement.setAttribute("data-bs-theme", theme);
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      const chosen = button.dataset.themeChoice === choice;
      button.classList.toggle("active", chosen);
      button.setAttribute("aria-pressed", String(chosen));
    }
    document.dispatchEvent(new CustomEvent("nabu:theme", { detail: theme }));
  }

  apply(stored());
  device.addEventListener("change", () => apply(stored()));
  document.addEventListener("DOMContentLoaded", () => apply(stored()));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice]");
    if (!button) return;
    try {
      localStorage.setItem(KEY, button.dataset.themeChoice);
    } catch {
      // The choice then lasts for this page only.
    }
    apply(button.dataset.themeChoice);
  });
})();
