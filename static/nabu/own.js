// The tables of a round come again as everybody sees them; which are one's own stands in the card above them.
(() => {
  const mark = () => {
    const own = document.querySelector("[data-own-tables]");
    for (const id of own?.dataset.ownTables.trim().split(" ") ?? []) {
      const link = document.querySelector(`#${id} .table-card`);
      if (!link || link.classList.contains("own-table")) continue;
      const badge = document.createElement("span");
      badge.className = "badge bg-primary text-primary-fg";
      badge.textContent = own.dataset.ownWords;
      link.classList.add("own-table");
      link.querySelector(".card-title").append(" ", badge);
    }
  };
  document.addEventListener("htmx:afterSwap", mark);
})();
