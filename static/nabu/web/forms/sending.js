// Sends a form in the background. The server takes what has a key once, however often it comes.

const PATIENCE = 60_000; // milliseconds; whoever waits longer is told that the answer did not come
const PRESSED = "data-pressed";
const KEPT_ALIVE = 60_000; // characters
const HEALTH = "/healthz";
const AGAIN = "Nabu-Again"; // what its page showed may be old by now

/** What became of it: `{ done: address }`, `{ signedOut: address }`, `{ answered: true }` (the server has something to say
 * about it, and nothing was saved), `{ busy: true }`, or `{ lost: true }`. */
export async function send(action, values, token, key, again) {
  // The token is no part of what the server compares under a key: every page has another one.
  const headers = { "Nabu-Form": "true", "X-CSRFToken": token };
  if (key) headers["Idempotency-Key"] = key;
  if (again) headers[AGAIN] = "true";
  let answer;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const lines = values.map(([name, value]) => [name, value.replace(/\r\n|\r|\n/g, "\r\n")]); // as browsers do
    const body = new URLSearchParams(lines);
    // Whoever opens another page meanwhile does not take it back; browsers keep so much alive and no more.
    const keepalive = String(body).length < KEPT_ALIVE;
    answer = await fetch(action, { method: "POST", body, headers, signal, keepalive });
  } catch {
    return { lost: true };
  }
  const to = answer.headers.get("Nabu-Location");
  if (to && answer.headers.has("Nabu-Signed-Out")) return { signedOut: to };
  if (to) return { done: to };
  if (answer.status === 204) return { lost: true }; // the connection broke off in the middle of the answer's head
  const underway = answer.status === 409 && answer.headers.has("Retry-After");
  return answer.status >= 500 || underway ? { busy: true } : { answered: true };
}

/** Whether the site would take something now: `{ there: true }`, `{ busy: true }` or `{ lost: true }`. */
export async function reach() {
  try {
    const { status } = await fetch(HEALTH, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return status >= 500 ? { busy: true } : { there: true };
  } catch {
    return { lost: true };
  }
}

/** Send it as browsers do, so that the page shows what the server says about it. */
export function sendByBrowser(form, submitter, again = false) {
  for (const input of form.querySelectorAll(`[${PRESSED}]`)) input.remove();
  const more = submitter?.name ? [[submitter.name, submitter.value]] : [];
  if (again) more.push([AGAIN, "true"]);
  for (const [name, value] of more) {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    input.setAttribute(PRESSED, "");
    form.append(input);
  }
  if (submitter?.hasAttribute("formaction")) form.action = submitter.formAction;
  HTMLFormElement.prototype.submit.call(form);
}

/** Go there, also where it is the page that is open. */
export function goTo(address) {
  const to = new URL(address, location.href);
  const same = to.pathname === location.pathname && to.search === location.search;
  if (!same) {
    location.assign(to);
    return;
  }
  history.replaceState(null, "", to);
  location.reload();
}

/** A key that nobody else has. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
