// The tables of a round come again as everybody sees them; which are one's own stands in the card above them. That card is
// asked for alone, when a new round, or another state of the own table, has come with what everybody sees.
(() => {
  const states = () => document.querySelector("[data-states]")?.dataset.states.split(" ") ?? [];
  let [round] = states();

  const card = () => document.querySelector("[data-own-tables]");
  const own = () => card()?.dataset.ownTables.trim().split(" ") ?? [];
  const ask = () => {
    if (document.getElementById("own")) window.htmx.trigger(document.body, "nabu:own");
  };
  const mark = () => {
    for (const state of own()) {
      const link = document.querySelector(`#${state.split(":")[0]} .table-card`);
      if (!link || link.classList.contains("own-table")) continue;
      const badge = document.createElement("span");
      badge.className = "badge bg-primary text-primary-fg";
      badge.textContent = card().dataset.ownWords;
      link.classList.add("own-table");
      link.querySelector(".card-title").append(" ", badge);
    }
  };
  const compare = () => {
    const now = states();
    if (now[0] === round && own().every((state) => now.includes(state))) return;
    [round] = now;
    ask();
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    mark();
    if (event.target.id !== "own") compare();
  });
  // Somebody comes back from the page of the table.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
})();
