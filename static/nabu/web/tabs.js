"use strict";

// On a phone a row of tabs or chips is longer than the screen: the page that is shown must not be hidden at its end.
for (const row of document.querySelectorAll(".tabs, .nav-pills.scroll-x")) {
  const active = row.querySelector(".active");
  if (active) {
    const middle = active.getBoundingClientRect().left - row.getBoundingClientRect().left + active.offsetWidth / 2;
    row.scrollLeft += middle - row.clientWidth / 2;
  }
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

// The sheet of a phone ends with its last link: the focus goes on in the page, which is below it.
const sheet = document.getElementById("more");
sheet?.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !sheet.contains(event.relatedTarget) && sheet.matches(":popover-open")) sheet.hidePopover();
});
