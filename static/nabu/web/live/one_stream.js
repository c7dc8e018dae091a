// One stream for all pages of a site that are visible in a browser: it opens six connections to a site over HTTP, for all
// its windows together, and each stream holds one. The page that was opened first has the stream, with the tickets of all
// others, and passes the news on, with the windows that the stream is for: whoever is not among them asks by himself. A
// page whose own ticket gets no stream leaves the lead to the others, and tries again once a minute. It works without locks, which pages that came over HTTP do not have: for a moment two
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
  let joined = false, stream = null, tried = 0, heard = 0, open = false, deciding = 0;
  // The other windows whose tickets this one has asked with, and for how many of them the server says that it tells.
  let asked = [], told = 0;
  // A ticket of another window that has ended must not cost this one its stream: without them, for a while.
  let alone = false;
  // The own ticket has got no stream: the others do without it.
  let refused = false;

  const say = (what) => channel?.postMessage({ from: me, ...what });
  const hear = (isOpen) => {
    heard = Date.now();
    open = isOpen;
  };
  const hello = () => { if (!refused) say({ ticket: ticketOf(address) }); };
  const close = () => {
    stream?.close();
    stream = null;
    asked = [];
    told = 0;
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
    const tickets = wanted.map((other) => `ticket=${encodeURIComponent(others.get(other).ticket)}`);
    const made = stream = new EventSource([address, ...tickets].join("&"));
    const tell = (what) => {
      if (made !== stream) return;
      hear(true);
      say({ open, covers: asked.slice(0, told), ...what });
    };
    made.addEventListener("open", () => {
      if (made !== stream) return;
      hear(true);
      told = 0;
      if (!refused) return;
      refused = false;
      hello();
      soon();
    });
    made.addEventListener("tickets", ({ data }) => {
      if (made === stream) told = Number(data) - 1;
      tell();
    });
    made.addEventListener("ping", () => tell());
    made.addEventListener("changed", ({ data }) => {
      if (made !== stream) return;
      const changed = JSON.parse(data);
      tell({ changed });
      pass(changed);
    });
    made.addEventListener("error", () => {
      if (made !== stream) return;
      const ended = made.readyState === EventSource.CLOSED;
      if (!refused) say({ open: false });
      missed(ended);
      if (!ended) return;
      if (asked.length) {
        alone = true;
        begin([]);
      } else {
        close();
        if (!refused) say({ gone: true });
        refused = true;
      }
    });
  };
  const decide = () => {
    if (!joined) return;
    const now = Date.now(), led = leads(), again = now - tried > RETRY;
    for (const [other, { at }] of others) if (now - at > GONE) others.delete(other);
    if (refused) {
      if (again && !stream) begin([]);
      return;
    }
    if (!leads()) {
      close();
      return;
    }
    if (again) alone = false;
    const wanted = alone ? [] : [...others.keys()].sort().slice(0, MOST - 1);
    // The one that led is gone without a word: its stream too.
    if (stream ? wanted.join() !== asked.join() : again || !led) begin(wanted);
  };
  const soon = () => {
    clearTimeout(deciding);
    deciding = setTimeout(decide, WAIT);
  };

  const listen = ({ data: { from, ticket, gone, open: isOpen, covers, changed } }) => {
    if (gone) {
      others.delete(from);
      if (refused) return;
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
      const tellsMe = Boolean(isOpen && covers?.includes(me));
      if (open && !tellsMe) missed(true);
      hear(tellsMe);
      if (changed) pass(changed);
    }
  };
  setInterval(() => {
    if (!joined) return;
    hello();
    if ((stream || open) && Date.now() - heard > SILENCE) {
      if (stream && !refused) say({ open: false });
      missed(true);
      close();
    }
    decide();
  }, ALIVE);

  return {
    /** The news come at once. */
    get isOpen() { return open && Date.now() - heard <= SILENCE; },
    /** The page is visible. False if it was so already. */
    join() {
      if (joined) return false;
      joined = true;
      tried = 0;
      if (!("BroadcastChannel" in window)) {
        decide();
        return true;
      }
      channel = new BroadcastChannel(CHANNEL);
      channel.addEventListener("message", listen);
      hello();
      soon();
      return true;
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
