// The page that plays a log back. Without this script its links do the same, one page for each move.
import { fetchGame } from "../drawing/logs.js";
import { Player } from "./player.js";
import { Review, hasReview } from "../reviews/review.js";
import { SiteReview } from "../reviews/site.js";
import { hasSecondTry, SecondTry } from "./second_try/second_try.js";

const root = document.getElementById("replay");
if (root) start();

async function start() {
  const player = new Player(root);
  const second = hasSecondTry() ? new SecondTry(player, { read, key: window.location.pathname }) : null;
  await player.begin();
  const tried = second?.begin();
  const onPlayOn = (move, line) => second.playOn(move, line);
  if (hasReview()) await new Review(player, { read, site: siteReview(), onPlayOn }).begin();
  await tried;
}

/** The log of the page, and the component set that it names. */
function read() {
  const { log, set } = document.getElementById("review-card").dataset;
  return fetchGame(log, set);
}

// What the page says without this script about the review that the site has: the card takes its place (review.js).
function siteReview() {
  const section = document.getElementById("review");
  if (!section) return null;
  const { reviewUrl: review, lineUrl: line, askUrl: ask, cancelUrl: cancel } = section.dataset;
  return new SiteReview({ review, line, ask, cancel }, document.querySelector("[name=csrfmiddlewaretoken]").value);
}
