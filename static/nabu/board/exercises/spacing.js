// When a position is practised again: the boxes of Sebastian Leitner (So lernt man lernen, 1972), each with a longer wait.

/** Days until a position is due again, by its box. What was wrong comes again on the same day. */
export const WAITS = [0, 1, 3, 7, 21, 60];

const LEARNED = 4; // from this box on: it was right after a week

/** The day of a moment, where the device is, as a number that grows by one from day to day. */
export function dayOf(moment = new Date()) {
  return Math.floor((moment.getTime() - moment.getTimezoneOffset() * 60_000) / 86_400_000);
}

/** The box and the day a position is due again after an answer on a `day`: "right", "helped" (right with a hint), "wrong". */
export function after({ box }, answer, day) {
  const next = { right: Math.min(box + 1, WAITS.length - 1), helped: Math.max(box, 1), wrong: 0 }[answer];
  return { box: next, due: day + WAITS[next] };
}

export function isDue({ due }, day) {
  return due <= day;
}

export function isLearned({ box }) {
  return box >= LEARNED;
}
