// The tree of choices as the server sends it. A node: k and v (word and value of the log line), t (its text), y (symbol),
// d (name of a piece), p (places), c (the places that the piece covers), l (v is one of a list), n (the nodes that follow).

/** The log line that a path of nodes says. */
export function lineOf(seat, path) {
  const line = { seat };
  for (const { k, v, l } of path) {
    if (!k) continue;
    if (l) line[k] = [...(line[k] ?? []), v];
    else line[k] = v;
  }
  return line;
}

/** The places that tell paths apart: those that the first step with a place has in some paths, but not in all. */
export function tellingPlaces(nodes) {
  const counts = new Map();
  const total = count(nodes, counts, true);
  return [...counts].filter(([, number]) => number < total).map(([place]) => place);
}

/** The nodes with only those paths whose first step with a place has this one. */
export function narrowed(nodes, place) {
  const kept = [];
  for (const node of nodes) {
    if (node.p?.length) {
      if (node.p.includes(place)) kept.push(node);
    } else if (node.n) {
      const below = narrowed(node.n, place);
      if (below.length) kept.push({ ...node, n: below });
    }
  }
  return kept;
}

/** Whether two nodes say the same word with the same value. */
export function sameStep(one, other) {
  return one.k === other.k && JSON.stringify(one.v) === JSON.stringify(other.v);
}

/** The places of the first step that has some, on each path from a node; null if a path has none. */
export function firstPlaces(node) {
  if (node.p?.length) return node.p;
  const below = node.n?.map(firstPlaces) ?? [null];
  return below.includes(null) ? null : below.flat();
}

/** Whether a step lays a piece over several places. */
export function isLaid(node) {
  return node.c?.length > 1;
}

/** Whether a step says how a piece is turned that is laid next. */
export function turns(node) {
  return !node.p && (node.n?.some(isLaid) ?? false);
}

/** Whether a place is asked for after a step. Pieces have places too, but how they are turned says which is meant. */
export function asksForPlace(node) {
  return node.n?.some((next) => next.p && !next.n?.some(turns)) ?? false;
}

// How many paths there are, and through how many of them each place leads.
function count(nodes, counts, looking) {
  let total = 0;
  for (const node of nodes) {
    const placed = looking && node.p?.length > 0;
    const paths = node.n ? count(node.n, counts, looking && !placed) : 1;
    if (placed) for (const place of node.p) counts.set(place, (counts.get(place) ?? 0) + paths);
    total += paths;
  }
  return total;
}
