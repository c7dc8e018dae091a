// Where exercises come from: the reviews that this device keeps, and those that the site has of the account's own games.
import { fetchGame, headerOf, NotThere, onlyPersonOf } from "../drawing/logs.js";
import { keptReviews } from "../reviews/kept.js";
import { dayOf } from "./spacing.js";

/**
 * Adds what is new to what is `kept`. `found`: the account's games as the site knows them (games.json).
 * Of games whose seat nobody knows it adds the game alone: its decisions come once the seat is said. Their logs have to be
 * fetched, one after the other: `onGame()` after each.
 */
export async function collect(kept, found, sets, onGame = () => {}) {
  for (const game of found) await addOfSite(kept, game);
  for (const review of await keptReviews()) await addOfDevice(kept, review);
  for (const { digest, decisions } of found) {
    const game = kept.games.get(digest);
    if (kept.seatOf(game) !== null || game.names) continue;
    await askWho(kept, digest, sets);
    await addMarked(kept, digest, decisions);
    onGame();
  }
}

/**
 * The game with its log and the component set that it names, fetched where they are not here yet. Null where they cannot
 * be had; a game that the site does not have any more is not kept any longer.
 */
export async function withLog(kept, digest, sets) {
  const game = kept.games.get(digest);
  if (game.log) return game;
  try {
    const whole = { ...game, ...(await fetchGame(game.address, sets)) };
    await kept.putGame(whole);
    return whole;
  } catch (error) {
    if (error instanceof NotThere) await kept.drop(digest);
    return null;
  }
}

async function addOfDevice(kept, { digest, decisions, log, components }) {
  const known = kept.games.get(digest);
  if (!known?.here || !known.log) {
    const header = headerOf(log);
    const seat = known?.seat ?? onlyPersonOf(header);
    await kept.putGame({ ...known, digest, game: header.game, names: header.seats, log, components, here: true, seat });
  }
  await addMarked(kept, digest, decisions.filter(({ mark }) => mark));
}

async function addOfSite(kept, { digest, game, seat, log: address, replay, decisions }) {
  const known = kept.games.get(digest);
  const said = seat ?? known?.accounts[kept.account] ?? null; // the site knows better than whoever was asked
  if (known?.address !== address || known.accounts[kept.account] !== said) {
    const accounts = { ...known?.accounts, [kept.account]: said };
    await kept.putGame({ ...known, digest, game, address, replay, accounts });
  }
  await addMarked(kept, digest, decisions);
}

// The log may say which seats had bots; whoever chooses wants to read names.
async function askWho(kept, digest, sets) {
  const whole = await withLog(kept, digest, sets);
  if (!whole) return;
  const header = headerOf(whole.log);
  await kept.putGame({ ...whole, names: header.seats });
  await kept.saySeat(digest, onlyPersonOf(header));
}

// A game that was played on from another one has that one's moves at its beginning: nobody chose them here.
function takenOver({ meta }) {
  return (meta?.from?.move ?? 0) + (meta?.from?.side ?? 0);
}

async function addMarked(kept, digest, decisions) {
  const game = kept.games.get(digest);
  if (!game) return;
  const own = kept.seatOf(game);
  const first = game.log ? takenOver(headerOf(game.log)) : 0;
  const fresh = decisions.filter(({ move, seat }) => seat === own && move >= first && !kept.exercises.has(`${digest}/${move}`));
  await kept.putExercises(...fresh.map(({ move, seat, turn, phase, rather, loss, sources, others }) => ({
    id: `${digest}/${move}`,
    ...{ digest, game: game.game, move, seat, turn, phase, rather, loss, sources, others },
    ...{ state: "new", box: 0, due: dayOf(), at: 0 },
  })));
}
