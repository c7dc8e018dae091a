// One stream for all pages of a site that are visible in a browser: it opens six connections to a site over HTTP, for all
// its windows together, and each stream holds one. The page that was opened first has the stream, with the tickets of all
// others, and passes the news on. It works without locks, which pages that came over HTTP do not have: for a moment two
// pages may have a stream, and hear the same.
const CHANNEL = "nabu-live", ALIVE = 5000, GONE = 12000, WAIT = 150, SILENCE = 45000, RETRY = 60000, MOST = 20;

const ticketOf = (address) => new URL(address, window.location.href).searchParams.get("ticket") ?? "";

/** The topics of a ticket (`nabu.web.live.tickets`): the day, then each with its number, then the signature. */
export const topicsOf = (ticket) => new Set(
  ticket.split(":")[0].split(".").slice(1).map((part) => part.slice(0, part.lastIndexOf("_"))),
);

/** The stream of the page with this address. `news` is called with the topics of this page and their new numbers, `lost`
 * when something may have been missed, with whether there is no stream any more. */
export function oneStream(address, { news, lost }) {
  const mine = topicsOf(ticketOf(address));
  const me = `${String(Date.now()).padStart(15, "0")} ${Math.random()}`;
  const others = new Map();
  let channel = null;
  let joined = false, stream = null, asked = "", tried = 0, heard = 0, open = false, deciding = 0;
  // A ticket of another window that has ended must not cost this one its stream.
  let alone = false;

  const say = (what) => channel?.postMessage({ from: me, ...what });
  const hear = (isOpen) => {
    heard = Date.now();
    open = isOpen;
  };
  const hello = () => say({ ticket: ticketOf(address) });
  const close = () => {
    stream?.close();
    stream = null;
    asked = "";
  };
  const missed = (ended) => {
    open = false;
    lost(ended);
  };
  const pass = (data) => {
    const own = Object.entries(data).filter(([topic]) => mine.has(topic));
    if (own.length) news(Object.fromEntries(own));
  };
  const leads = () => ![...others.keys()].some((other) => other < me);

  const begin = (wanted) => {
    close();
    asked = wanted;
    tried = heard = Date.now();
    const made = stream = new EventSource(wanted);
    const tell = (isOpen, what) => {
      if (made !== stream) return;
      hear(isOpen);
      if (!alone) say({ open: isOpen, ...what });
    };
    made.addEventListener("open", () => tell(true));
    made.addEventListener("ping", () => tell(true));
    made.addEventListener("changed", ({ data }) => {
      const changed = JSON.parse(data);
      tell(true, { changed });
      pass(changed);
    });
    made.addEventListener("error", () => {
      if (made !== stream) return;
      const ended = made.readyState === EventSource.CLOSED;
      say({ open: false });
      missed(ended);
      if (!ended) return;
      alone = asked !== address;
      if (alone) begin(address);
      else close();
    });
  };
  const decide = () => {
    if (!joined) return;
    const now = Date.now();
    for (const [other, { at }] of others) if (now - at > GONE) others.delete(other);
    if (!leads()) {
      close();
      return;
    }
    const tickets = [...others.values()].slice(0, MOST - 1).map(({ ticket }) => ticket).sort();
    const wanted = alone ? address : [address, ...tickets.map((ticket) => `ticket=${encodeURIComponent(ticket)}`)].join("&");
    if (stream ? wanted !== asked : now - tried > RETRY) begin(wanted);
  };
  const soon = () => {
    clearTimeout(deciding);
    deciding = setTimeout(decide, WAIT);
  };

  const listen = ({ data: { from, ticket, gone, open: isOpen, changed } }) => {
    if (gone) {
      others.delete(from);
      if (!stream && leads()) missed(true);
      tried = 0;
      alone = false;
      soon();
    } else if (ticket !== undefined) {
      const known = others.get(from);
      others.set(from, { ticket, at: Date.now() });
      if (known) return;
      alone = false;
      hello();
      soon();
    } else if (from < me) {
      if (open && !isOpen) missed(true);
      hear(isOpen);
      if (changed) pass(changed);
    }
  };
  setInterval(() => {
    if (!joined) return;
    hello();
    if ((stream || open) && Date.now() - heard > SILENCE) {
      missed(true);
      close();
    }
    decide();
  }, ALIVE);

  return {
    /** The news come at once. */
    get isOpen() { return open && Date.now() - heard <= SILENCE; },
    /** The page is visible. */
    join() {
      if (joined) return;
      joined = true;
      tried = 0;
      if (!("BroadcastChannel" in window)) {
        decide();
        return;
      }
      channel = new BroadcastChannel(CHANNEL);
      channel.addEventListener("message", listen);
      hello();
      soon();
    },
    /** The page is hidden, or ends. */
    leave() {
      if (!joined) return;
      joined = open = false;
      close();
      others.clear();
      say({ gone: true });
      // With a channel that listens, a browser does not keep the page for the way back.
      channel?.close();
      channel = null;
    },
  };
}
