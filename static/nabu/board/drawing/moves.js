// The list of moves, the newest first: what each did and paid, back to any of them, one changed in place.
import { button, element, refill } from "./elements.js";

const MANY = 24; // places that are still pointed out one by one
const SHOWN = 40; // moves, until somebody asks for all

/** `onShow(move)`: a move was opened; `onUndo(n)`: n moves are to stay; `onChange(move)`: choose it anew. */
export class MoveList {
  constructor(box, { say, plural }, { onShow, onUndo, onChange }) {
    this.box = box;
    this.say = say;
    this.plural = plural;
    this.acts = { onShow, onUndo, onChange };
    this.lines = new Map(); // number -> { told, line }: what is drawn already stays
    this.all = false;
    this.list = element("ol", { className: "moves list-unstyled" });
    this.more = button("", () => {
      this.all = true;
      this.show(this.moves, this.waiting, this.mayChange);
    });
    this.box.replaceChildren(element("h2", { className: "h3" }, say("moves")), this.list, this.more);
  }

  /** Shows these moves and, above them, the texts of those that wait to be saved. */
  show(moves, waiting, mayChange) {
    Object.assign(this, { moves, waiting, mayChange });
    const shown = this.all ? moves : moves.slice(-SHOWN);
    const lines = shown.map((move, at) => this.#kept(move, shown[at - 1]?.turn !== move.turn)).reverse();
    const ahead = waiting.map((text) => element("li", { className: "move-waiting" }, `${text} (${this.say("waiting")})`));
    const none = moves.length + waiting.length ? [] : [element("li", {}, this.say("no_moves"))];
    sync(this.list, [...ahead.reverse(), ...lines, ...none]);
    for (const number of this.lines.keys()) if (number >= moves.length) this.lines.delete(number);
    this.more.hidden = shown.length === moves.length;
    this.more.textContent = this.say("show_all_moves", { count: moves.length });
  }

  #kept(move, opens) {
    const told = JSON.stringify([move, opens, this.mayChange]);
    const kept = this.lines.get(move.n);
    if (kept?.told === told) return kept.line;
    const line = this.#line(move, opens);
    this.lines.set(move.n, { told, line });
    return line;
  }

  #line(move, opens) {
    const summary = element("summary", {}, element("span", { className: "move-number" }, `${move.n + 1}.`));
    summary.append(" ", toldMove(move, this.say));
    const points = sum(move.events);
    if (points) summary.append(" ", element("b", {}, this.plural("points", points, { points })));
    if (move.forced) summary.append(" ", element("span", { className: "text-secondary" }, `(${this.say("forced")})`));
    const details = element("details", { className: "move" }, summary, eventList(move.events, this));
    if (this.mayChange) details.append(this.#actions(move));
    details.addEventListener("toggle", () => details.open && this.acts.onShow(move));
    const line = element("li", {}, details);
    if (opens) line.append(element("div", { className: "move-turn" }, this.say("turn", { number: move.turn })));
    return line;
  }

  #actions(move) {
    const row = element("div", { className: "choices-row" });
    row.append(button(this.say("undo_to_here"), () => this.acts.onUndo(move.n)));
    // What was the only possible move cannot be another one.
    if (!move.forced) row.append(button(this.say("change_move"), () => this.acts.onChange(move)));
    return row;
  }
}

/** "Ana places a priest on 0216". */
export function toldMove({ who, text }, say) {
  return who ? say("move", { who, move: text }) : say("move_of_nobody", { move: text });
}

/** Lights where a move was made, and where something happened: not where that is nearly everywhere, as at the end. */
export function point(board, { places, events }) {
  board.light(places, "last");
  const happened = new Set(events.flatMap((event) => event.places));
  board.light(happened.size > MANY ? [] : happened, "event");
}

/** The same for a move that was asked for: it comes into sight, and into the middle of the board. */
export function showMove(board, move) {
  point(board, move);
  const places = [...move.places, ...move.events.flatMap((event) => event.places)];
  board.box.scrollIntoView({ block: "nearest" });
  board.centre(places);
}

/** Tells in `box` what was done last, and lights it. */
export function showLast(box, board, moves, words) {
  if (!moves.length) {
    board.gain([], 0);
    refill(box);
    return;
  }
  const events = moves.flatMap((move) => move.events);
  board.gain(events, moves.at(-1).n + 1);
  point(board, { places: moves.flatMap((move) => move.places ?? []), events });
  const told = moves.map((move) => element("p", { className: "mb-1" }, toldMove(move, words.say)));
  refill(box, element("h2", { className: "h3" }, words.say("last_move")), ...told, eventList(events, words));
}

/** What a move paid and why, as a list. */
export function eventList(events, { plural }) {
  const list = element("ul", { className: "move-events list-unstyled" });
  for (const { who, points, text, title } of events) {
    const item = element("li", {}, who ? `${who}: ` : "");
    if (points !== null) item.append(element("b", {}, plural("points", points, { points })), ` ${title} · `);
    item.append(text);
    list.append(item);
  }
  return list;
}

function sum(events) {
  return events.reduce((total, event) => total + (event.points ?? 0), 0);
}

// Puts the list in this order and leaves alone what is in its place, so an open line stays open and keeps the focus.
function sync(list, lines) {
  const wanted = new Set(lines);
  for (const line of [...list.children]) if (!wanted.has(line)) line.remove();
  lines.forEach((line, at) => {
    if (list.children[at] !== line) list.insertBefore(line, list.children[at] ?? null);
  });
}
