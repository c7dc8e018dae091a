// Where the points of each seat come from, in a table that opens. The totals stand in the panels over the board.
import { element } from "./elements.js";

/** Shows in `box` the points by source. */
export function showScores(box, { names, scores, sources }, { say }) {
  const open = box.querySelector("details")?.open ?? false;
  const details = element("details", { open }, element("summary", {}, say("by_source")), table(names, scores, sources, say));
  box.replaceChildren(details);
}

function table(names, scores, sources, say) {
  const head = row("th", [say("seat"), ...sources.map((source) => source.title), say("total")], "col");
  const body = element("tbody");
  names.forEach((name, seat) => {
    const line = row("td", [...sources.map((source) => source.points[seat]), scores[seat]]);
    line.prepend(element("th", { scope: "row" }, name));
    body.append(line);
  });
  const whole = element("table", { className: "table table-sm" }, element("thead", {}, head), body);
  return element("div", { className: "table-responsive", tabIndex: 0, role: "region", "aria-label": say("by_source") }, whole);
}

function row(name, cells, scope = "") {
  const line = element("tr");
  for (const cell of cells) {
    const made = element(name, {}, String(cell).replace("-", "−"));
    if (scope) made.scope = scope;
    line.append(made);
  }
  return line;
}
