// What a seat may do: buttons for the present step, lit places on the board for the same.
import { draggable } from "./drag.js";
import { element, refill, symbolButton, tellHeight } from "./elements.js";
import { piece, pieceSvg, turnOf } from "./pieces.js";
import { symbol } from "./symbols.js";
import { lineOf, sameStep, tellingPlaces, turns } from "./tree.js";
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
    this.endDrag = null; // gives up a drag that has begun
    this.turned = []; // the steps that said last how a piece is turned
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
    this.#endDrag();
    this.walk = null;
    for (const kind of ["legal", "preview"]) this.board.clear(kind);
    this.board.ghost(null);
    refill(this.box);
  }

  /** A lit place was tapped. The piece that lies there already is turned. */
  tap(place) {
    if (!this.walk) return;
    const { ways } = this.walk;
    const lies = ways.find((way) => this.#isTurned(way));
    if (lies?.at(-1).c.includes(place)) this.#lay(ways[(ways.indexOf(lies) + 1) % ways.length]);
    else this.#go(() => this.#tapElsewhere(place));
  }

  /** One step back. */
  back() {
    if (this.walk?.canGoBack) this.#go(() => this.walk.back());
  }

  // How a piece is turned may have been chosen before: on its place it can be turned on.
  #tapElsewhere(place) {
    if (this.walk.ways.length) this.walk.back();
    else if (this.walk.asked && this.walk.level.some((node) => node.c?.length > 1)) {
      this.turned = this.walk.asked.option;
      this.walk.back();
    }
    this.walk.narrow(place);
    const { ways } = this.walk;
    if (ways.length && !ways.some((way) => this.#isTurned(way))) this.turned = ways[0].slice(0, -1);
  }

  #isTurned(way) {
    const steps = way.slice(0, -1);
    return steps.every((step) => this.turned.some((other) => sameStep(step, other)));
  }

  #lay(way) {
    this.turned = way.slice(0, -1);
    this.#draw();
  }

  #go(step) {
    step();
    this.board.clear("preview");
    if (this.walk.done) this.#finish();
    else this.#draw();
  }

  #finish() {
    const { path } = this.walk;
    const places = path.flatMap((node) => node.c ?? node.p ?? []);
    this.kept = { seat: this.seat, steps: path.filter((node) => !node.p) };
    this.clear();
    this.onMove(lineOf(this.seat, path), path.filter((node) => node.k).map((node) => node.t).join(", "), places);
  }

  // What is dragged belongs to the choices that were shown.
  #endDrag() {
    this.endDrag?.();
    this.endDrag = null;
  }

  #draw() {
    this.#endDrag();
    const { path, around, options, ways } = this.walk;
    const lies = ways.find((way) => this.#isTurned(way));
    const onBoard = options.filter((option) => this.#standsOnBoard(option));
    const others = options.filter((option) => !onBoard.includes(option) && !(lies && ways.length === 1));
    const choose = others.some((option) => turns(option.at(-1))) ? "drag_or_choose" : "choose";
    const hint = lies ? (ways.length > 1 ? "lies" : "choose") : others.length ? (onBoard.length ? "tap_or_choose" : choose) : "tap_place";
    // Buttons first: they ask where places are, and what is lit makes the browser lay the page out anew.
    const fields = element("fieldset", { className: "choices" }, element("legend", {}, this.say(hint)));
    fields.append(...this.#trail(), this.#steps(others, lies));
    if (onBoard.length) fields.append(this.#list(onBoard));
    this.board.light(path.flatMap((node) => node.c ?? node.p ?? []), "chosen");
    // The last step that is left is chosen by its own places.
    const own = around.length === 1 ? (around[0].p ?? around[0].n?.flatMap((node) => node.p ?? []) ?? []) : [];
    this.board.light(new Set([...tellingPlaces(around), ...own, ...(lies?.at(-1).c ?? [])]), "legal");
    this.board.ghost(lies ? this.#ghostOf(lies) : null);
    this.board.reveal();
    refill(this.box, fields);
  }

  // The picture shows its own places: a tap there says all.
  #standsOnBoard(option) {
    return this.walk.placesOf(option)?.every((place) => this.board.has(place)) ?? false;
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
    const instead = asked?.options.filter((option) => !option.at(-1).p) ?? [];
    trail.append(note);
    if (instead.length < 2) return [trail];
    note.className = "choices-told"; // the buttons say it too
    trail.append(...this.#kinds(instead, asked.option));
    return [trail];
  }

  #kinds(options, chosen) {
    return options.map((option) => {
      const isChosen = option === chosen;
      const kind = this.#button(option, () => isChosen || this.#go(() => this.walk.instead(option)));
      press(kind, isChosen);
      this.#letDrag(kind, option, (steps) => this.walk.instead(steps));
      return kind;
    });
  }

  // `lies`: how a piece lies on the board now, to be taken so.
  #steps(options, lies = null) {
    const row = element("div", { className: "choices-row" });
    if (lies) row.append(symbolButton("check", this.say("lay"), () => this.#go(() => this.walk.choose(lies)), "btn-primary"));
    row.append(...options.map((option) => this.#step(option, lies)));
    return row;
  }

  #list(options) {
    const summary = element("summary", {}, this.say("list_of_places"));
    const open = this.listOpen ?? (BESIDE.matches && options.length <= FEW);
    const list = element("details", { open }, summary, this.#steps(options));
    // Only what somebody asked for counts for the lists that follow: the event "toggle" comes for new ones, too.
    summary.addEventListener("click", () => { this.listOpen = !list.open; });
    return list;
  }

  #step(option, lies) {
    const way = lies && this.walk.ways.find((each) => option.every((node) => each.includes(node)));
    const made = this.#button(option, () => (way ? this.#lay(way) : this.#go(() => this.walk.choose(option))));
    if (way) press(made, way.at(-1) === lies.at(-1));
    const places = option.flatMap((node) => node.c ?? node.p ?? []);
    if (places.length) {
      const show = () => this.board.light(places, "preview");
      const hide = () => this.board.clear("preview");
      for (const event of ["pointerenter", "focus"]) made.addEventListener(event, show);
      for (const event of ["pointerleave", "blur"]) made.addEventListener(event, hide);
    }
    this.#letDrag(made, option, (steps) => this.walk.choose(steps));
    return made;
  }

  // What is done, in words too where several things can be done with what the pictures show.
  #button(option, act) {
    const drawn = this.#drawn(option);
    const made = symbolButton(drawn, option.map((node) => node.t).join(", "), act);
    const pictured = drawn instanceof Element && option.some(({ d }) => d) && !this.#standsOnBoard(option);
    if (pictured && this.walk.options.every((other) => !other.some(({ d }) => d) || this.#does(other) === this.#does(option))) {
      made.classList.add("piece-button");
      made.title = made.lastChild.textContent;
      made.lastChild.className = "visually-hidden";
    }
    return made;
  }

  // What is done with a piece: the words of the steps before it.
  #does(option) {
    return option.slice(0, option.findIndex(({ d }) => d)).map((node) => node.t).join();
  }

  // A piece as it would lie on the board, turned too; without one the symbol of what is chosen.
  #drawn(option) {
    const sure = [...option];
    while (sure.at(-1).n?.length === 1) sure.push(sure.at(-1).n[0]);
    const node = sure.findLast(({ d }) => d);
    const drawn = piece(node?.d, this.pieces);
    if (!drawn) return option.findLast(({ y }) => y)?.y;
    const laid = [...option, ...(option.at(-1).n ?? [])].find(({ c }) => c?.length > 1);
    const points = laid && this.#fits(node.d, laid.c) && this.board.points(laid.c);
    if (points) {
      drawn.style.setProperty("--piece-shape", 1); // room for each turn
      drawn.style.transform = turnOf(this.pieces.drawn[node.d], points);
    }
    return drawn;
  }

  #ghostOf(way) {
    const name = way.findLast(({ d }) => d)?.d;
    const { c, p } = way.at(-1);
    const covers = c ?? p;
    if (!this.#fits(name, covers)) return { covers };
    return { covers, drawn: this.pieces.drawn[name], svg: pieceSvg(name, this.pieces) };
  }

  // A piece may be asked for place by place.
  #fits(name, covers) {
    return this.pieces?.drawn[name]?.s.length === covers.length;
  }

  // From its button to the place where it goes, in one movement.
  #letDrag(made, option, take) {
    if (this.walk.place !== null) return; // where it goes is said
    const targets = option.at(-1).n?.filter((node) => node.p && this.board.has(node.p[0])) ?? [];
    if (!targets.length) return;
    let target = null;
    draggable(made, {
      picture: () => this.#drawn(option) instanceof Element ? this.#drawn(option) : symbol(this.#drawn(option) ?? "hand"),
      onBegin: (giveUp) => {
        this.endDrag = giveUp;
        this.board.light(targets.flatMap((node) => node.p), "legal");
      },
      onOver: (x, y) => {
        const found = this.board.nearest(targets.map((node) => node.c ?? node.p), x, y);
        if (targets[found] !== target) {
          target = targets[found] ?? null;
          this.board.ghost(target && this.#ghostOf([...option, target]));
        }
        return target !== null;
      },
      onDrop: () => (target ? this.#go(() => take([...option, target])) : this.#draw()),
      onCancel: () => this.#draw(),
    });
  }
}

function press(button, on) {
  button.setAttribute("aria-pressed", on);
  button.classList.toggle("active", on);
}
