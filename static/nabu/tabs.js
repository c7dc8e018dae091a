"use strict";

// On a phone the row of tabs is longer than the screen: the page that is shown must not be hidden at its end.
const tabs = document.querySelector(".tabs");
const active = tabs && tabs.querySelector(".active");
if (active) {
  tabs.scrollLeft = active.offsetLeft - (tabs.clientWidth - active.offsetWidth) / 2;
}
