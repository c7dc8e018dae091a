// A walk through the tree of choices, from its root to the last step of a move.
import { asksForPlace, firstPlaces, isLaid, narrowed, sameStep, turns } from "./tree.js";

const MOST = 12; // options that are taken in at a glance

/**
 * A walk: `path` are the steps so far, `level` those to choose from. Where there is one step only, it is taken at once.
 * `kept` are steps of the move before: those which are still possible are taken again, but never the last one.
 */
export class Walk {
  constructor(tree, kept = []) {
    this.stack = [advance({ path: [], level: tree, asked: null, place: null }, false)];
    for (let option; (option = this.#again(kept)); ) this.#push(option, false);
  }

  get path() {
    return this.#now.path;
  }

  get level() {
    return this.#now.level;
  }

  /** What can be taken with one tap: one step, or several where no place on the board is asked for between them. */
  get options() {
    return (this.#now.options ??= optionsOf(this.level));
  }

  /** Whether the path is a whole move. */
  get done() {
    return this.level.length === 0;
  }

  get canGoBack() {
    return this.stack.length > 1;
  }

  /** `options` and `option`: what the last step was chosen from, so another can be chosen instead; null if by a place. */
  get asked() {
    return this.#now.asked;
  }

  /**
   * The ways in which a piece can lie on the place that was tapped: each the steps up to the one that lays it. None where
   * no place was tapped, or nothing is laid there.
   */
  get ways() {
    if (this.place === null) return [];
    const whole = (option) => (isLaid(option.at(-1)) ? option : [...option, ...(option.at(-1).n ?? []).filter(isLaid)]);
    return this.options.map(whole).filter((way) => isLaid(way.at(-1)));
  }

  /** The place that was tapped last; null if something was chosen since. */
  get place() {
    return this.#now.place;
  }

  /** The level in which that place was tapped. */
  get around() {
    return this.place === null ? this.level : this.stack.at(-2).level;
  }

  /** The places by which an option is chosen, if no other one has any of them; null if they do not say which is meant. */
  placesOf(option) {
    if (this.level.length === 1 || turns(option.at(-1)) || option.slice(0, -1).some((node) => node.p)) return null;
    const places = firstPlaces(option.at(-1));
    const own = new Set(places);
    const shared = (other) => other !== option && firstPlaces(other.at(-1))?.some((place) => own.has(place));
    return this.options.some(shared) ? null : places;
  }

  /** Takes these steps, one after the other. */
  choose(option) {
    this.#push(option, true);
  }

  /** Another option instead of the last one that was chosen. */
  instead(option) {
    this.stack.pop();
    this.choose(option);
  }

  /** A place was tapped: only the paths through it are left. */
  narrow(place) {
    const level = narrowed(this.level, place);
    this.stack.push(advance({ path: this.path, level, asked: null, place }, true));
  }

  back() {
    this.stack.pop();
  }

  get #now() {
    return this.stack.at(-1);
  }

  #push(option, toTheEnd) {
    const asked = { options: this.options, option };
    const path = [...this.path, ...option];
    this.stack.push(advance({ path, level: option.at(-1).n ?? [], asked, place: null }, toTheEnd));
  }

  #again(kept) {
    if (this.level.length < 2) return null;
    const again = (node) => node.n && !node.p && !turns(node) && kept.some((step) => sameStep(step, node));
    return this.options.find((option) => option.every(again) && !this.placesOf(option));
  }
}

// What lies over several places is seen there before it is taken, even if it can lie in one way only.
function advance({ path, level, asked, place }, toTheEnd) {
  while (level.length === 1 && (toTheEnd || level[0].n) && !isLaid(level[0]) && !turns(level[0])) {
    path = [...path, level[0]];
    level = level[0].n ?? [];
  }
  return { path, level, asked, place };
}

function optionsOf(level) {
  let options = level.map((node) => [node]);
  for (;;) {
    const room = MOST - options.length + 1;
    const longer = options.filter((option) => goesOn(option.at(-1)) && option.at(-1).n.length <= room);
    if (!longer.length) return options;
    const [shortest] = longer.sort((one, other) => one.at(-1).n.length - other.at(-1).n.length);
    options = options.flatMap((option) => (option === shortest ? option.at(-1).n.map((node) => [...option, node]) : [option]));
  }
}

// Whether the steps after this one can be chosen together with it.
function goesOn(node) {
  return node.n && (!node.p || node.n.some(turns)) && !asksForPlace(node);
}
