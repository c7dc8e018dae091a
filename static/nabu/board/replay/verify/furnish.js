// Fills the empty page of a replay with what is known of a game: who plays, which sources there are, how it ends.

/** `words`: names, sources and ending of the game. `move`: the position to begin with, `name`: what its files are called. */
export function furnish(root, { names, sources, ending }, { move, name }) {
  root.dataset.move = move;
  const part = (of) => root.querySelector(`[data-replay="${of}"]`);
  part("ending").textContent = ending;
  part("svg").download = `nabu-${name}-${move}.svg`;
  part("seat").append(...names.map((of, seat) => new Option(of, seat)));
  const table = root.querySelector(".replay-points");
  table.tHead.rows[0].append(...names.map((of, seat) => header(of, seat)));
  table.tBodies[0].append(...sources.map((source) => row(source, names)));
  table.tFoot.rows[0].append(...names.map((_, seat) => cell({ score: "", seat })));
}

function header(name, seat) {
  const found = document.createElement("th");
  found.scope = "col";
  found.className = "text-end text-break";
  found.dataset.seat = seat;
  const sign = document.createElement("span");
  sign.className = `replay-seat replay-seat-${seat}`;
  sign.ariaHidden = "true";
  found.append(sign, name);
  return found;
}

function row({ key, title }, names) {
  const found = document.createElement("tr");
  const label = document.createElement("th");
  label.scope = "row";
  label.className = "fw-normal";
  label.textContent = title;
  found.append(label, ...names.map((_, seat) => cell({ source: key, seat })));
  return found;
}

function cell(data) {
  const found = document.createElement("td");
  found.className = "text-end";
  Object.assign(found.dataset, data);
  return found;
}
