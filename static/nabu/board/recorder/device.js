// Which device this is: a random id that it keeps, and a name that people recognise.

const KEY = "nabu-device";

/** The id of this browser. Where nothing can be kept, it lasts as long as the page. */
export function deviceId() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const made = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const kept = localStorage.getItem(KEY);
    if (kept) return kept;
    localStorage.setItem(KEY, made);
  } catch {
    // Storage is refused. The journal says so.
  }
  return made;
}

/** "Phone with Firefox". */
export function deviceName({ say }) {
  const agent = navigator.userAgent;
  const tablet = /iPad|Tablet/.test(agent) || (/Android/.test(agent) && !/Mobile/.test(agent));
  const kind = tablet ? "tablet" : /Mobi|iPhone/.test(agent) ? "phone" : "computer";
  const [, browser] = [["Edg", "Edge"], ["Firefox", "Firefox"], ["Chrome", "Chrome"], ["Safari", "Safari"]].find(
    ([mark]) => agent.includes(mark),
  ) ?? [];
  return browser ? say("device_with", { kind: say(kind), browser }) : say(kind);
}
