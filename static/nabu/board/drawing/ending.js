// A game that is over: who won, the places, where the points came from, and the move that turned the game.
import { button, element, refill } from "./elements.js";
import { sourceTable } from "./scores.js";
import { symbol } from "./symbols.js";
import { inDigits } from "./texts.js";

const HANDED_OVER = "nabu-log"; // where the page of logs looks for it

/**
 * Shows in `box` how a game came out. `over`: as the engine says it (engine/table/ending.py). `sources`: the points by
 * source and seat; without them only places and turning point are shown. `onShow(number)`: where the game turned is to be
 * shown, the move of this number.
 */
export function showEnding(box, { over, names, sources = [] }, { say }, onShow) {
  if (!over) {
    refill(box);
    return;
  }
  const ranking = [...names.keys()].sort((one, other) => over.places[one] - over.places[other]);
  refill(
    box,
    placesOf(over, names, sources, ranking, say),
    turningOf(over, say, onShow),
    sources.length ? pointsOf(over, names, sources, ranking, say) : null,
  );
}

/** The way there from where the choices were, on a page that is longer than the screen. */
export function linkToEnding({ say }) {
  return element("a", { href: "#over", className: "btn btn-primary ending-link" }, say("result"));
}

/** Leaves the log where the page of logs finds it. */
export function handOver(log) {
  try {
    sessionStorage.setItem(HANDED_OVER, log);
  } catch {
    // Storage is refused: that page asks for the file.
  }
}

function placesOf(over, names, sources, ranking, say) {
  const made = (seat) => sources.reduce((sum, { points }) => sum + Math.max(0, points[seat]), 0);
  const most = Math.max(1, ...ranking.map(made));
  const lines = ranking.map((seat) => {
    const line = element(
      "li",
      { className: "ending-place" },
      element("span", { className: "ending-rank" }, `${over.places[seat]}.`),
      symbol(`seat-${seat + 1}`),
      element("span", { className: "ending-name" }, names[seat]),
      element("b", { className: "ending-points" }, inDigits(over.scores[seat])),
    );
    if (over.second[seat]) line.append(element("span", { className: "ending-second" }, over.second[seat]));
    if (sources.length) line.append(bar(sources, seat, most));
    return line;
  });
  return element("ol", { className: "ending-places", "aria-label": say("result") }, ...lines);
}

// The table below says the same in figures.
function bar(sources, seat, most) {
  const whole = element("span", { className: "ending-bar", "aria-hidden": "true" });
  let length = 0;
  sources.forEach(({ points }, number) => {
    if (points[seat] <= 0) return;
    const part = element("span", { className: `ending-source-${number}` });
    part.style.flexGrow = points[seat];
    length += points[seat];
    whole.append(part);
  });
  whole.style.width = `${(100 * length) / most}%`;
  return whole;
}

function turningOf({ turning }, say, onShow) {
  if (!turning) return null;
  const show = button(say("show_on_board"), () => onShow(turning.n), "btn-sm");
  return element(
    "div",
    { className: "ending-turning" },
    element("h3", { className: "h4 mb-1" }, say("turning_point")),
    element("p", { className: "mb-1" }, turning.text),
    show,
  );
}

function pointsOf({ scores }, names, sources, ranking, say) {
  const key = (number) => element("span", { className: `ending-key ending-source-${number}`, "aria-hidden": "true" });
  return sourceTable({ names, scores, sources, seats: ranking, key }, say);
}
