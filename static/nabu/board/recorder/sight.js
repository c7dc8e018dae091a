// What is asked, in sight: the question over the board, and the choices, which stick to the lower edge of a small screen.

/** Scrolls the page to `question` unless more than half of `board` and all of the `dock` with the choices are on the screen. */
export function bringIntoSight(question, board, dock) {
  if (isInSight(board.getBoundingClientRect(), dock.getBoundingClientRect())) return;
  question.scrollIntoView({ block: "start", behavior: "instant" }); // from far away: nobody can follow that as a motion
}

/** Changes something on the page while the board stays where it is on the screen: whoever is about to tap a hex must not hit
 * another one because a line above has become longer. A board that is out of sight may move. */
export function keepInPlace(board, change) {
  const before = board.getBoundingClientRect();
  change();
  const { clientHeight } = document.documentElement;
  if (before.bottom <= 0 || before.top >= clientHeight) return;
  const moved = board.getBoundingClientRect().top - before.top;
  if (moved) window.scrollBy({ top: moved, behavior: "instant" });
}

function isInSight(board, dock) {
  const { clientHeight } = document.documentElement;
  const seen = Math.min(board.bottom, dock.top, clientHeight) - Math.max(board.top, 0);
  return seen > board.height / 2 && dock.top >= 0 && dock.bottom <= clientHeight;
}
