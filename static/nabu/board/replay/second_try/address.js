// A side line in the address of a replay: what somebody has chosen in it, behind the number of the move that it leaves.

const NAME = "#line=";
const LONGEST = 6000; // characters, so that links pass through chats and mails
const MOST = 200; // choices

/** What stands behind the address of the position for these choices (log lines); null if that would be too long. */
export function addressOf(chosen) {
  const bytes = new TextEncoder().encode(JSON.stringify(chosen));
  const text = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return text.length > LONGEST ? null : NAME + text;
}

/** The choices in the part of an address behind its #. Null: it has no side line; "broken": nobody can read it. */
export function choicesIn(hash) {
  if (!hash.startsWith(NAME)) return null;
  const text = hash.slice(NAME.length);
  if (text.length > LONGEST) return "broken";
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
    const found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const readable = Array.isArray(found) && found.length <= MOST && found.every(isLine);
    return readable ? found : "broken";
  } catch {
    return "broken";
  }
}

function isLine(line) {
  return typeof line === "object" && line !== null && !Array.isArray(line);
}
