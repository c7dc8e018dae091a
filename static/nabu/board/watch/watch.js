// A game that is being recorded: the replay's player, which goes on by itself. Without this script the page shows the
// newest position when it is loaded.
import { Player } from "../replay/player.js";
import { Feed } from "./feed.js";
import { LiveSource } from "./source.js";

const bar = document.getElementById("watch");
const feed = new Feed(bar);
const viewer = document.getElementById("replay");
if (viewer) follow();
else feed.start(({ state }) => state !== bar.dataset.state && location.reload());

async function follow() {
  const source = new LiveSource(viewer.dataset, feed.headers);
  const player = new Player(viewer, source);
  const back = part("back");
  viewer.addEventListener("nabu:shown", () => { back.hidden = player.atEnd; });
  back.addEventListener("click", () => player.step("last"));
  await player.begin();
  back.hidden = player.atEnd;
  feed.start(async (now) => {
    part("gone").hidden = ["live", "over"].includes(now.state);
    part("over").hidden = !now.replay;
    if (now.replay) part("replay").href = now.replay;
    if (now.digest && now.digest !== source.digest) player.follow(await source.more(now));
  });
}

function part(name) {
  return bar.querySelector(`[data-watch="${name}"]`);
}
