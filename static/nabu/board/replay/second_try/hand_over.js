// A position on its way from a replay to the page that plays on from it, in the storage of the tab.

const HANDED_OVER = "nabu-play-on";

/** Behind the address of that page: it is to look here. */
export const PLAY_ON = "#on";

/**
 * `position`: { log, components, move, line, names }: the log with its component set if that is not built in, after how
 * many moves, the log lines of a side line, what the players are called. Returns whether there was room for it.
 */
export function handOverPosition(position) {
  try {
    sessionStorage.setItem(HANDED_OVER, JSON.stringify(position));
    return true;
  } catch {
    return false;
  }
}

/** The position that was handed over; null if there is none. */
export function handedOver() {
  try {
    return JSON.parse(sessionStorage.getItem(HANDED_OVER));
  } catch {
    return null;
  }
}

/** It has arrived. */
export function forgetHandedOver() {
  try {
    sessionStorage.removeItem(HANDED_OVER);
  } catch {
    // Storage is refused.
  }
}
