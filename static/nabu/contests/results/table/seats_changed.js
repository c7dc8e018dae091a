// The seats at a table were changed while its page is open: its forms still name who sat there before, so the page is
// loaded again, unless somebody has typed something. Then the form says so when it is sent (`SeatedForm`).
(() => {
  let before = "";
  const isTyped = (field) => (field.type === "checkbox" || field.type === "radio"
    ? field.checked !== field.defaultChecked
    : "defaultValue" in field && field.type !== "hidden" && field.value !== field.defaultValue);
  document.addEventListener("htmx:beforeSwap", ({ target }) => {
    if (target.id === "table-result") before = target.dataset.seated;
  });
  document.addEventListener("htmx:afterSettle", () => {
    const now = document.getElementById("table-result")?.dataset.seated;
    if (!before || !now || now === before) return;
    before = now;
    if (![...document.querySelectorAll("form input, form textarea")].some(isTyped)) window.location.reload();
  });
})();
