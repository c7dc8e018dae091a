// Where the points of each seat come from, in a table. The totals stand in the panels over the board.
import { element } from "./elements.js";
import { symbol } from "./symbols.js";
import { inDigits } from "./texts.js";

/** Shows in `box` the points by source, in a table that opens. */
export function showScores(box, { names, scores, sources }, { say }) {
  const open = box.querySelector("details")?.open ?? false;
  const table = sourceTable({ names, scores, sources }, say);
  box.replaceChildren(element("details", { open }, element("summary", {}, say("by_source")), table));
}

/** A row for each source, a column for each of the `seats` in this order. `key(number)`: what stands before a source. */
export function sourceTable({ names, scores, sources, seats = [...names.keys()], key = () => null }, say) {
  const head = element("tr", {}, element("td"), ...seats.map((seat) => header(names[seat], seat)));
  const rows = sources.map(({ title, points }, number) => row([key(number), title], seats.map((seat) => points[seat])));
  const total = row([say("total")], seats.map((seat) => scores[seat]));
  const whole = element(
    "table",
    { className: "table table-sm points-by-source" },
    element("thead", {}, head),
    element("tbody", {}, ...rows),
    element("tfoot", {}, total),
  );
  return element("div", { className: "table-responsive", tabIndex: 0, role: "region", "aria-label": say("by_source") }, whole);
}

// The symbol of the seat is enough to see, its name is said.
function header(name, seat) {
  return element(
    "th",
    { scope: "col", title: name },
    symbol(`seat-${seat + 1}`),
    element("span", { className: "visually-hidden" }, name),
  );
}

function row(title, values) {
  const cells = values.map((number) => element("td", {}, inDigits(number)));
  return element("tr", {}, element("th", { scope: "row" }, ...title), ...cells);
}
