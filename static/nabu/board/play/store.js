// The log of a finished game is stored on the site.
import { element, refill } from "../drawing/elements.js";

const at = (id) => document.getElementById(id);

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
