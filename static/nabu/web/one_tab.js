// One tab of a browser writes a record: two of them would share a journal.

/** Runs `start` in one tab at a time. Another one runs `wait`, and loads anew once it is alone. */
export async function inOneTab(name, wait, start) {
  // Only a page that came over HTTPS knows locks. Without them the numbers of the journal keep two tabs apart.
  if (!navigator.locks) return start();
  const forEver = () => new Promise(() => {});
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) {
      start();
      return forEver();
    }
    wait();
    navigator.locks.request(name, () => {
      window.location.reload();
      return forEver();
    });
    return null;
  });
}
