// A game that is over: who won, and what becomes of its log.
import { element, refill } from "../drawing/elements.js";

const at = (id) => document.getElementById(id);
const HANDED_OVER = "nabu-log"; // where the page of logs looks for it

/** Shows who has won; hides it while the game goes on. */
export function showEnding({ over, names }, bots, { say }) {
  at("over").hidden = !over;
  refill(at("stored"));
  if (!over) return;
  const people = [...names.keys()].filter((seat) => bots[seat] === null);
  const alone = people.length === 1 && over.winners.length === 1 && over.winners[0] === people[0];
  at("over-text").textContent = alone ? say("you_won") : over.text;
}

/** Leaves the log where the next page finds it. */
export function handOver(log) {
  try {
    sessionStorage.setItem(HANDED_OVER, log);
  } catch {
    // Storage is refused: that page asks for the file.
  }
}

/** Stores the log on the site, for somebody who is signed in. Says what came of it. */
export async function storeLog(log, addresses, { say }) {
  const tell = (...what) => refill(at("stored"), element("p", { className: "mb-0" }, ...what));
  tell(say("store_busy"));
  try {
    const { csrf, login } = await (await fetch(addresses.account)).json();
    if (login) {
      tell(say("store_sign_in"), " ", element("a", { href: login }, say("sign_in")));
      return;
    }
    const headers = { "X-CSRFToken": csrf, "Content-Type": "text/plain" };
    const answer = await fetch(addresses.store, { method: "POST", headers, body: log });
    const { url, why } = await answer.json();
    if (url) tell(say("stored"), " ", element("a", { href: url }, say("see_log")));
    else tell(why);
  } catch {
    tell(say("store_failed"));
  }
}
