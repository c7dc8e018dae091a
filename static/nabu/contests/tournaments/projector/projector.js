// The table that the projector shows beside the clock: its board, scores and last move follow the game that is recorded.
import { Feed } from "../../../board/watch/feed.js";

const EVERY = 15000; // the stream of this page may not know a table that was chosen after it was loaded
let feed = null;

function begin() {
  feed?.stop();
  const root = document.getElementById("clock-featured");
  feed = root.dataset.now ? new Feed(root, EVERY) : null;
  feed?.start((now) => show(root, now));
}

function show(root, now) {
  const part = (name) => root.querySelector(`[data-featured="${name}"]`);
  part("live").hidden = now.state !== "live";
  if (!now.picture) {
    if (now.state === "off") part("board").hidden = true;
    return;
  }
  part("board").src = now.picture;
  part("board").hidden = false;
  part("move").textContent = now.who ? `${now.who}: ${now.text}` : now.text;
  part("seats").replaceChildren(...now.names.map((name, seat) => line(name, now.scores[seat])));
}

function line(name, score) {
  const item = document.createElement("li");
  const [who, points] = [document.createElement("span"), document.createElement("strong")];
  who.className = "text-break";
  who.textContent = name;
  points.textContent = score;
  item.append(who, points);
  return item;
}

// Another table, or none: the clock's part knows it first. The page is not loaded anew, it would leave the full screen.
document.addEventListener("htmx:afterSwap", () => {
  const [board, root] = ["clock-board", "clock-featured"].map((id) => document.getElementById(id));
  if (board.dataset.featured === (root.dataset.table ?? "")) return;
  const how = { target: "#clock-featured", select: "#clock-featured", swap: "outerHTML" };
  window.htmx.ajax("GET", root.dataset.page, how).then(begin);
});
begin();
