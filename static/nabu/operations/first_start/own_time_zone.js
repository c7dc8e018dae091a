"use strict";
// Proposes the time zone of this device in the form of the first start, unless somebody has chosen one.
(() => {
  const choice = document.querySelector("[data-own-time-zone]");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const untouched = choice && !choice.matches(".is-invalid") && !document.querySelector(".is-invalid, .alert-danger");
  if (untouched && [...choice.options].some((option) => option.value === own)) choice.value = own;
})();
