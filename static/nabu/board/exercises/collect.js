// Where exercises come from: the reviews that this device keeps, and those that the site has of the account's own games.
import { keptReviews } from "../reviews/kept.js";
import { dayOf } from "./spacing.js";

/**
 * Adds what is new to what is `kept`. `found`: the account's games as the site knows them (games.json).
 * Of games whose seat nobody knows it adds the game alone: its decisions come once the seat is said.
 */
export async function collect(kept, found, sets) {
  for (const game of found) await addOfSite(kept, game, sets);
  for (const review of await keptReviews()) await addOfDevice(kept, review);
}

/** The log of a game, and the component set that it names, fetched where they are not here yet. Null: not to be had. */
export async function withLog(kept, digest, sets) {
  const game = kept.games.get(digest);
  if (game.log) return game;
  try {
    const log = await textOf(game.address);
    const { components: set, components_sha256: sha256, game: key } = headerOf(log);
    const components = sha256 ? JSON.parse(await textOf(sets.replace("GAME", key).replace("SET", set))) : null;
    const whole = { ...game, log, components };
    await kept.putGame(whole);
    return whole;
  } catch {
    return null;
  }
}

/** Whose seat was it? `seat`: its number, -1 for none. */
export async function saySeat(kept, digest, seat) {
  await kept.putGame({ ...kept.games.get(digest), seat });
}

async function addOfDevice(kept, { digest, decisions, log, components }) {
  const known = kept.games.get(digest);
  const { game, seats, meta } = headerOf(log);
  const seat = known?.seat ?? seatOf(meta?.bots);
  if (!known?.log || known.seat !== seat) {
    await kept.putGame({ address: null, replay: null, ...known, digest, game, seat, names: seats, log, components });
  }
  await addMarked(kept, digest, decisions);
}

async function addOfSite(kept, { digest, game, seat, log: address, replay, decisions }, sets) {
  const known = kept.games.get(digest);
  if (!known?.address || (known.seat === null && seat !== null)) {
    const own = known?.seat ?? seat;
    await kept.putGame({ log: null, components: null, names: null, ...known, digest, game, seat: own, address, replay });
  }
  const { seat: own } = kept.games.get(digest);
  if (own === null) {
    // The log may say which seats had bots; whoever chooses wants to read names.
    const whole = await withLog(kept, digest, sets);
    if (!whole || whole.names) return;
    const { seats, meta } = headerOf(whole.log);
    await kept.putGame({ ...whole, names: seats, seat: seatOf(meta?.bots) });
  }
  await addMarked(kept, digest, decisions);
}

// In a game against bots the only person is whoever has the device.
function seatOf(bots) {
  const people = Array.isArray(bots) ? [...bots.keys()].filter((seat) => bots[seat] === null) : [];
  return people.length === 1 ? people[0] : null;
}

// A game that was played on from another one has that one's moves at its beginning: nobody chose them here.
function takenOver({ meta }) {
  return (meta?.from?.move ?? 0) + (meta?.from?.side ?? 0);
}

function addMarked(kept, digest, decisions) {
  const { game, seat, log } = kept.games.get(digest);
  const first = log ? takenOver(headerOf(log)) : 0;
  const own = decisions.filter((each) => each.mark && each.seat === seat && each.move >= first);
  const fresh = own.filter(({ move }) => !kept.exercises.has(`${digest}/${move}`));
  return kept.putExercises(...fresh.map(({ move, turn, phase, rather, loss, sources, others }) => ({
    id: `${digest}/${move}`,
    ...{ digest, game, move, seat, turn, phase, rather, loss, sources, others },
    ...{ state: "new", check: null, box: 0, due: dayOf(), at: 0 },
  })));
}

function headerOf(log) {
  return JSON.parse(log.slice(0, log.indexOf("\n")));
}

async function textOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.text();
}
