// What a seat may do: buttons for the present step, lit places on the board for the same.
import { element, refill, symbolButton, tellHeight } from "./elements.js";
import { piece } from "./pieces.js";
import { lineOf, tellingPlaces } from "./tree.js";
import { Walk } from "./walk.js";

const FEW = 4; // places whose buttons take no more room than it is worth
const BESIDE = matchMedia("(min-width: 992px)"); // the choices lie beside the board, not over it

/** The choices in `box` and on the board. `onMove(line, text, places)`: a whole move was chosen. */
export class Choices {
  constructor(box, board, { say }, onMove) {
    this.box = box;
    this.board = board;
    this.say = say;
    this.onMove = onMove;
    this.walk = null;
    this.kept = { seat: null, steps: [] };
    this.armed = null; // a step with several places whose places are shown, before it is chosen
    tellHeight(box.parentElement, "--dock");
  }

  /** Shows the choices of a position. The kind chosen in the move before stays chosen, for the same seat. */
  show({ seat, tree, pieces }) {
    this.seat = seat;
    this.pieces = pieces;
    this.walk = new Walk(tree, this.kept.seat === seat ? this.kept.steps : []);
    this.#draw();
  }

  /** Nothing to choose now. */
  clear() {
    this.walk = null;
    this.board.clear("legal");
    this.board.clear("preview");
    refill(this.box);
  }

  /** A lit place was tapped. */
  tap(place) {
    if (!this.walk) return;
    const here = this.walk.level.filter((node) => node.p?.length > 1 && node.p.includes(place));
    if (here.length) this.#tapAmong(here);
    else this.#go(() => this.walk.narrow(place));
  }

  /** One step back. */
  back() {
    if (this.walk?.canGoBack) this.#go(() => this.walk.back());
  }

  // A place of several steps, as the cells of a tile that can be turned: each tap shows the next one.
  #tapAmong(nodes) {
    const at = nodes.indexOf(this.armed);
    if (nodes.length === 1 && at === 0) this.#go(() => this.walk.choose(nodes[0]));
    else this.#arm(nodes[(at + 1) % nodes.length]);
  }

  #arm(node) {
    this.armed = node;
    this.#draw();
    this.board.light(node.p, "preview");
  }

  #go(step) {
    step();
    this.armed = null;
    this.board.clear("preview");
    if (this.walk.done) this.#finish();
    else this.#draw();
  }

  #finish() {
    const { path } = this.walk;
    const places = path.flatMap((node) => node.p ?? []);
    this.kept = { seat: this.seat, steps: path.filter((node) => !node.p) };
    this.clear();
    this.onMove(lineOf(this.seat, path), path.filter((node) => node.k).map((node) => node.t).join(", "), places);
  }

  #draw() {
    const { level, path } = this.walk;
    this.board.light(path.flatMap((node) => node.p ?? []), "chosen");
    // A step with several places is chosen by any of them, the last step that is left by its own.
    const own = level.filter((node) => node.p && (node.p.length > 1 || level.length === 1)).flatMap((node) => node.p);
    this.board.light(new Set([...tellingPlaces(level), ...own]), "legal");
    this.board.reveal();
    const onBoard = level.filter((node) => this.#standsOnBoard(node));
    const others = level.filter((node) => !onBoard.includes(node));
    const hint = others.length ? (onBoard.length ? "tap_or_choose" : "choose") : "tap_place";
    const fields = element("fieldset", { className: "choices" }, element("legend", {}, this.say(hint)));
    fields.append(...this.#trail(), this.#steps(others));
    if (onBoard.length) fields.append(this.#list(onBoard));
    refill(this.box, fields);
  }

  // One place that no other step of this level has, and the picture shows it: a tap on it says all.
  #standsOnBoard(node) {
    if (this.walk.level.length === 1 || node.p?.length !== 1 || !this.board.has(node.p[0])) return false;
    return this.walk.level.every((other) => other === node || !other.p?.includes(node.p[0]));
  }

  // What has been chosen. Where the last choice was among buttons, they stay: another one may be taken instead.
  #trail() {
    const { asked, path, canGoBack } = this.walk;
    // Of a list the first things may be certain: whoever does not see them takes the next question for the first.
    if (!canGoBack && !path.some((node) => node.l)) return [];
    const told = path.map((node) => node.t).join(" › ");
    const trail = element("div", { className: "choices-trail" });
    if (canGoBack) trail.append(symbolButton("prev", this.say("back"), () => this.back()));
    const note = element("span", { "aria-label": `${this.say("chosen_so_far")}: ${told}`, role: "note" }, told);
    const instead = asked?.level.filter((node) => !node.p) ?? [];
    trail.append(note);
    if (instead.length < 2) return [trail];
    note.className = "choices-told"; // the buttons say it too
    trail.append(...this.#kinds(instead, asked.node));
    return [trail];
  }

  #kinds(nodes, chosen) {
    return nodes.map((node) => {
      const kind = symbolButton(this.#drawn(node), node.t, () => node !== chosen && this.#go(() => this.walk.instead(node)));
      kind.setAttribute("aria-pressed", node === chosen);
      kind.classList.toggle("active", node === chosen);
      return kind;
    });
  }

  // A thing as it lies on the table. How it would lie is shown on the board, not on a button.
  #drawn(node) {
    return (node.p?.length > 1 ? null : piece(node.d, this.pieces)) ?? node.y;
  }

  #steps(nodes) {
    const row = element("div", { className: "choices-row" });
    row.append(...nodes.map((node) => this.#step(node)));
    return row;
  }

  #list(nodes) {
    const summary = element("summary", {}, this.say("list_of_places"));
    const list = element("details", { open: this.listOpen ?? (BESIDE.matches && nodes.length <= FEW) }, summary, this.#steps(nodes));
    // Only what somebody asked for counts for the lists that follow: the event "toggle" comes for new ones, too.
    summary.addEventListener("click", () => { this.listOpen = !list.open; });
    return list;
  }

  #step(node) {
    const armed = node === this.armed;
    const choose = (event) => {
      // A finger has not seen the places yet; a mouse or the focus has.
      if (event.pointerType === "touch" && node.p?.length > 1 && !armed) this.#arm(node);
      else this.#go(() => this.walk.choose(node));
    };
    const text = armed ? this.say("tap_again", { step: node.t }) : node.t;
    const made = symbolButton(this.#drawn(node), text, choose, armed ? "btn-primary" : "");
    if (node.p) {
      const show = () => this.board.light(node.p, "preview");
      const hide = () => this.board.light(this.armed?.p ?? [], "preview");
      for (const event of ["pointerenter", "focus"]) made.addEventListener(event, show);
      for (const event of ["pointerleave", "blur"]) made.addEventListener(event, hide);
    }
    return made;
  }
}
