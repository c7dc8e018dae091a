"use strict";

// On a phone the row of tabs is longer than the screen: the page that is shown must not be hidden at its end.
const tabs = document.querySelector(".tabs");
const active = tabs && tabs.querySelector(".active");
if (active) {
  tabs.scrollLeft = active.offsetLeft - (tabs.clientWidth - active.offsetWidth) / 2;
}

// A menu that works without scripts stays open until its button is pressed again; with them it closes like any other.
const openMenus = () => document.querySelectorAll("details[data-menu][open]");
document.addEventListener("click", (event) => {
  for (const menu of openMenus()) {
    if (!menu.contains(event.target)) {
      menu.open = false;
    }
  }
});
document.addEventListener("keydown", (event) => {
  for (const menu of openMenus()) {
    if (event.key === "Escape") {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  }
});
