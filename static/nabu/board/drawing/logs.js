// Logs of games and the component sets that they name: fetched from the site, and what their first line says.

/** The site has no such file, or not for this reader. */
export class NotThere extends Error {}

/** A game as { log, components }; `sets`: the address of component sets. Raises NotThere, or Error where it cannot be had now. */
export async function fetchGame(address, sets) {
  const log = await (await fetched(address)).text();
  const { game, components, components_sha256: sha256 } = headerOf(log);
  return { log, components: sha256 ? await fetchSet(sets, game, components) : null };
}

/** The JSON of a component set that somebody has loaded. Raises as `fetchGame`. */
export async function fetchSet(sets, game, name) {
  return (await fetched(sets.replace("GAME", game).replace("SET", name))).json();
}

export function headerOf(log) {
  return JSON.parse(log.split("\n", 1)[0]);
}

/** The seat of the only person in a game against bots; null in every other game. */
export function onlyPersonOf({ meta }) {
  const bots = meta?.bots;
  const people = Array.isArray(bots) ? [...bots.keys()].filter((seat) => bots[seat] === null) : [];
  return people.length === 1 ? people[0] : null;
}

async function fetched(address) {
  const answer = await fetch(address);
  if ([403, 404, 410].includes(answer.status)) throw new NotThere(`${answer.status} ${address}`);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer;
}
