// Steps through a game: board, move list, points, timeline and address follow the position that is shown.
import { Board } from "../drawing/board.js";
import { showEnding } from "../drawing/ending.js";
import { speaker } from "../drawing/texts.js";
import { copy, pngOf, save } from "./files.js";
import { Game, gainedInWords } from "./game.js";
import { Source } from "./source.js";
import { Timeline } from "./timeline.js";

const ADDRESS_AFTER = 250; // browsers refuse hundreds of changes of the address in a few seconds
const TYPING = "input, select, textarea, [contenteditable], [role=application]";
const STEPS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

export class Player {
  constructor(root, source = new Source(root.dataset)) {
    this.root = root;
    this.source = source;
    this.position = Number(root.dataset.move);
    this.words = read("replay-words");
    this.chances = read("replay-chances") || []; // none without a model
    this.focus = null; // the seat that is looked at
    this.playing = null; // the timer of the autoplay
    this.going = null; // the newest position whose picture was asked for
    this.detour = null; // what shows positions that are not of this game
    this.leaving = new AbortController();
    this.keptAddress = null; // the position whose address stays as it is
  }

  /** The address stays as it is while this position is shown. */
  keepAddress(position) {
    this.keptAddress = position;
  }

  /** Another game takes the place of this one on the page. */
  leave() {
    this.pause();
    this.going = null;
    this.leaving.abort();
    clearTimeout(this.addressTimer);
  }

  /** Takes the page over once the moves are here. */
  async begin() {
    const { moves, over, chances, nothing_to_try, ...game } = await this.source.moves().catch((error) => {
      // The page goes on as without a script.
      this.#part("told").textContent = this.words.no_moves;
      this.#part("link")?.classList.remove("unless-script");
      throw error;
    });
    if (this.leaving.signal.aborted) return;
    this.over = over; // how it came out
    this.nothingToTry = nothing_to_try ?? ""; // why no other moves can be made in it
    this.chances = chances || this.chances;
    this.game = new Game(game);
    this.#keepServedPicture();
    this.board = new Board(this.#part("board"), {
      least: 0,
      texts: this.words,
      onTap: (place) => this.detour?.tap?.(place),
    });
    this.board.setKeyboard(false);
    this.timeline = new Timeline(this.#part("graph"), (position) => this.go(position));
    this.append(moves);
    this.#listen();
    for (const name of ["play", "png", "copy", "range", "seat", "speed", "graphs"]) {
      this.#part(name)?.removeAttribute("disabled");
    }
    await this.go(this.position);
  }

  /** More moves at the end. Those that the page lists already are not listed again. */
  append(moves) {
    this.game.append(moves);
    for (const move of moves) if (!this.#entry(move.n + 1)) this.#list(move);
    this.#part("range").max = this.game.count;
    this.#drawGraph();
  }

  /** A game that goes on: its first moves stay, these follow. Whoever looks at its end goes on with it. */
  follow({ keep, moves, ending, over, chances }) {
    const atEnd = this.atEnd;
    this.game.keep(keep);
    this.chances = chances || [];
    for (const entry of [...this.root.querySelectorAll(".replay-move")]) {
      if (Number(entry.dataset.move) > keep) entry.remove();
    }
    for (const turn of [...this.root.querySelectorAll("details[data-turn]")]) {
      if (!turn.querySelector(".replay-move")) turn.remove();
    }
    this.append(moves);
    this.over = over;
    this.#part("ending").textContent = ending;
    return this.go(atEnd ? this.game.count : this.position);
  }

  /** Whether the newest position is shown. */
  get atEnd() {
    return this.position === this.game.count;
  }

  /** Shows a position; done when its picture is there. Whatever is asked for meanwhile comes first. */
  async go(wanted) {
    const position = Math.min(Math.max(wanted, 0), this.game.count);
    this.#endDetour();
    const direction = position < this.position ? -1 : 1;
    this.position = position;
    this.#tell();
    this.#showPoints();
    this.#showEntry();
    this.#showControls();
    this.timeline.mark(position);
    this.root.dispatchEvent(new CustomEvent("nabu:shown"));
    clearTimeout(this.addressTimer);
    if (position !== this.keptAddress) this.keptAddress = null;
    const address = this.keptAddress === null && this.source.pageAt(position, this.atEnd);
    if (address) this.addressTimer = setTimeout(() => history.replaceState(history.state, "", address), ADDRESS_AFTER);
    // Pictures overtake each other; and the same position has another one once its game has changed.
    const going = {};
    this.going = going;
    try {
      const picture = await this.source.picture(position);
      if (this.going !== going) return;
      this.board.show(picture);
      this.board.gain(this.#last?.events ?? [], position);
      this.#light();
      this.source.prefetch(position, direction, this.game.count);
    } catch {
      if (this.going === going) this.#part("told").textContent = this.words.no_picture;
    }
  }

  step(name) {
    this.pause();
    if (this.detour) {
      this.detour.step(name);
      return undefined;
    }
    const target = { first: 0, previous: this.position - 1, next: this.position + 1, last: this.game.count }[name];
    return this.go(target);
  }

  /** Goes to a position, and plays no more. */
  jump(position) {
    this.pause();
    return this.go(position);
  }

  /**
   * The controls are for `detour` until the game is shown again: `step(name)` is what they ask for ("first",
   * "previous", "next", "last"), `left()` that it is over. It may have `tap(place)`, for lit places that are tapped, and
   * `escape()`: whether it has a use of its own for that key.
   */
  leaveFor(detour) {
    this.pause();
    this.going = null;
    this.#endDetour();
    this.detour = detour;
    clearTimeout(this.addressTimer);
    this.root.classList.add("replay-aside");
  }

  /** Shows a position of a detour: what was done by whom, what came of it, where that is, the picture, places to light. */
  showAside({ who, text, events = [], where, svg, lit, at, last }) {
    this.#part("what").textContent = said(who, text);
    this.#part("where").textContent = where;
    this.#tellEvents(events);
    for (const name of ["ending", "result"]) this.#part(name).hidden = true;
    this.#part("number").textContent = `${at} / ${last}`;
    this.#showEnds(at, last);
    this.board.show(svg);
    for (const kind of ["last", "event", "preview"]) this.board.light(lit[kind] ?? [], kind);
    this.root.dispatchEvent(new CustomEvent("nabu:shown"));
  }

  /** From a detour back to the game. */
  back() {
    return this.go(this.position);
  }

  #endDetour() {
    if (!this.detour) return;
    const { detour } = this;
    this.detour = null;
    this.root.classList.remove("replay-aside");
    this.board.clear("preview");
    detour.left();
  }

  play() {
    if (this.position === this.game.count) this.go(0);
    this.#part("now").setAttribute("aria-live", "off"); // nobody can listen as fast as that
    this.#showPlaying(true);
    this.#playOn();
  }

  pause() {
    if (this.playing === null) return;
    clearTimeout(this.playing);
    this.playing = null;
    this.#part("now").setAttribute("aria-live", "polite");
    this.#showPlaying(false);
  }

  #playOn() {
    const playing = setTimeout(async () => {
      await this.go(this.position + 1);
      if (this.playing !== playing) return; // paused meanwhile, and perhaps begun anew
      if (this.position === this.game.count) this.pause();
      else this.#playOn();
    }, Number(this.#part("speed").value));
    this.playing = playing;
  }

  // The picture that the page brings need not be asked for.
  #keepServedPicture() {
    const served = this.#part("board").shadowRoot?.querySelector("svg");
    if (served) this.source.keep(this.position, new XMLSerializer().serializeToString(served));
  }

  get #last() {
    return this.position ? this.game.moves[this.position - 1] : null;
  }

  #part(name) {
    return this.root.querySelector(`[data-replay="${name}"]`);
  }

  #entry(position) {
    return this.root.querySelector(`.replay-move[data-move="${position}"]`);
  }

  #listen() {
    for (const name of Object.values(STEPS)) this.#onPress(name, () => this.step(name));
    this.#onPress("play", () => (this.playing === null ? this.play() : this.pause()));
    this.#part("range").addEventListener("input", (event) => this.jump(Number(event.target.value)));
    const { signal } = this.leaving;
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-move]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      this.jump(Number(link.dataset.move));
    }, { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.pause(), { signal });
    this.#part("seat").addEventListener("change", (event) => this.#look(event.target.value));
    this.#onPress("seat-previous", () => this.jump(this.game.moveOf(this.focus, this.position, -1)));
    this.#onPress("seat-next", () => this.jump(this.game.moveOf(this.focus, this.position, 1)));
    if (this.#part("copy")) this.#onPress("copy", () => this.#copyLink());
    this.#onPress("svg", () => this.#saveSvg());
    this.#onPress("png", () => this.#savePicture());
    this.#part("graphs")?.addEventListener("change", () => this.#drawGraph());
  }

  #onPress(name, act) {
    this.#part(name).addEventListener("click", (event) => {
      event.preventDefault();
      act();
    });
  }

  #key(event) {
    if (event.key === "Escape" && this.detour && !event.defaultPrevented) {
      event.preventDefault();
      if (!this.detour.escape?.()) this.back();
      return;
    }
    const step = STEPS[event.key];
    if (!step || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const target = event.target;
    if (target.closest(TYPING)) return;
    const box = target.closest(".board-box");
    if (box && box.scrollWidth > box.clientWidth) return; // there the arrows move the enlarged board
    event.preventDefault();
    this.step(step);
  }

  // --- What is shown -------------------------------------------------------------------------------------------------

  #tell() {
    const move = this.#last;
    const { words } = this;
    const counted = { move: this.position, count: this.game.count, turn: move?.turn };
    this.#part("what").textContent = move ? said(move.who, move.text) : words.setup;
    this.#part("where").textContent = move ? fill(move.turn ? words.turn_and_move : words.move, counted) : "";
    this.#tellEvents(move?.events ?? []);
    const ending = this.#part("ending");
    ending.hidden = !ending.textContent || this.position !== this.game.count;
    this.#showResult();
    const range = this.#part("range");
    range.value = this.position;
    range.setAttribute("aria-valuetext", `${fill(words.move, counted)}. ${this.#part("what").textContent}`);
    this.#part("number").textContent = `${this.position} / ${this.game.count}`;
  }

  #tellEvents(events) {
    this.#part("events").replaceChildren(
      ...events.map((event) => {
        const line = document.createElement("li");
        line.textContent = said(event.who, event.text);
        if (event.title) {
          const title = document.createElement("span");
          title.className = "text-secondary";
          title.textContent = ` (${event.title})`;
          line.append(title);
        }
        return line;
      }),
    );
  }

  #showResult() {
    const result = this.#part("result");
    result.hidden = !this.over || !this.atEnd;
    const shown = { over: result.hidden ? null : this.over, names: this.game.names };
    showEnding(result, shown, speaker(this.words), (number) => this.jump(number + 1));
  }

  #showPoints() {
    const points = this.game.points[this.position];
    for (const cell of this.root.querySelectorAll("[data-source]")) {
      cell.textContent = points.get(cell.dataset.source)?.[cell.dataset.seat] ?? 0;
    }
    for (const cell of this.root.querySelectorAll("[data-score]")) {
      cell.textContent = this.game.scores[this.position][cell.dataset.seat];
    }
    const chances = this.chances.findLast(([position]) => position <= this.position)?.[1];
    for (const cell of this.root.querySelectorAll("[data-chance]")) {
      cell.textContent = chances ? percent(chances[cell.dataset.seat]) : "–";
    }
  }

  #showEntry() {
    const before = this.root.querySelector(".replay-move.active");
    before?.classList.remove("active");
    before?.removeAttribute("aria-current");
    const entry = this.#entry(this.position);
    entry.classList.add("active");
    entry.setAttribute("aria-current", "step");
    const turn = entry.closest("details");
    const left = before?.closest("details");
    if (left && left !== turn) left.open = false;
    if (turn) turn.open = true;
    // With the next frame, when everything is laid out anyway.
    cancelAnimationFrame(this.scrolling);
    this.scrolling = requestAnimationFrame(() => reveal(entry, this.#part("moves")));
  }

  #showControls() {
    this.#showEnds(this.position, this.game.count);
    const picture = this.#part("svg");
    picture.href = this.source.addressOf(this.position);
    picture.download = picture.download.replace(/-\d+\.svg$/, `-${this.position}.svg`);
    const there = (direction) =>
      this.focus !== null && this.game.moveOf(this.focus, this.position, direction) !== null;
    this.#part("seat-previous").disabled = !there(-1);
    this.#part("seat-next").disabled = !there(1);
  }

  #showEnds(position, count) {
    for (const [name, end] of Object.entries({ first: 0, previous: 0, next: count, last: count })) {
      const control = this.#part(name);
      control.classList.toggle("disabled", position === end);
      control.setAttribute("aria-disabled", String(position === end));
    }
  }

  #showPlaying(on) {
    const button = this.#part("play");
    button.textContent = on ? "❚❚" : "▶";
    button.setAttribute("aria-label", on ? this.words.pause : this.words.play);
  }

  #light() {
    const move = this.#last;
    this.board.light(move?.places ?? [], "last");
    this.board.light([...new Set((move?.events ?? []).flatMap((event) => event.places))], "event");
  }

  #look(value) {
    this.focus = value === "" ? null : Number(value);
    if (this.focus === null) delete this.root.dataset.focus;
    else this.root.dataset.focus = this.focus;
    this.#showControls();
  }

  #drawGraph() {
    for (const name of ["chance-row", "chance-graph"]) {
      const part = this.#part(name);
      if (part) part.hidden = !this.chances.length;
    }
    const seats = [...this.game.names.keys()];
    const points = (this.#part("graphs")?.value ?? "points") === "points";
    const lines = points
      ? seats.map((seat) => this.game.scores.map((scores, position) => [position, scores[seat]]))
      : seats.map((seat) => this.chances.map(([position, chances]) => [position, chances[seat]]));
    this.timeline.draw(lines, this.game.count, points);
    this.timeline.mark(this.position);
  }

  #list(move) {
    const list = this.#part("moves");
    let turn = list.querySelector("details:last-of-type");
    if (Number(turn?.dataset.turn) !== move.turn) {
      turn = copyOf("replay-turn");
      turn.dataset.turn = move.turn;
      turn.querySelector("summary").prepend(move.turn ? fill(this.words.turn, move) : this.words.no_turn);
      list.append(turn);
    }
    const entry = copyOf("replay-move");
    entry.href = `?move=${move.n + 1}`;
    entry.dataset.move = move.n + 1;
    if (move.seat !== null) {
      entry.dataset.seat = move.seat;
      entry.querySelector(".replay-seat").classList.add(`replay-seat-${move.seat}`);
    }
    entry.querySelector("[data-text]").textContent = said(move.who, move.text);
    entry.querySelector("[data-gain]").textContent = gainedInWords(move.events, move.seat);
    turn.append(entry);
    const events = this.game.moves.filter((other) => other.turn === move.turn).flatMap((other) => other.events);
    turn.querySelector("[data-gained]").textContent = gainedInWords(events);
  }

  // --- What is taken away --------------------------------------------------------------------------------------------

  async #copyLink() {
    const address = `${location.origin}${location.pathname}?move=${this.position}`;
    if (await copy(address)) {
      this.#part("told").textContent = this.words.copied;
    } else {
      const link = this.#part("link"); // then people copy it themselves
      link.href = link.textContent = address;
      link.classList.remove("unless-script");
      link.focus();
    }
  }

  async #saveSvg() {
    const { download } = this.#part("svg");
    save(new Blob([await this.source.whole(this.position)], { type: "image/svg+xml" }), download);
  }

  async #savePicture() {
    const { position } = this;
    const name = this.#part("svg").download.replace(/\.svg$/, ".png");
    save(await pngOf(await this.source.whole(position)), name);
  }
}

function read(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

function copyOf(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

/** Scrolls the list, not the page, so that its entry is in sight. */
function reveal(entry, list) {
  const own = list.getBoundingClientRect();
  const { top, bottom } = entry.getBoundingClientRect();
  if (top < own.top || bottom > own.bottom) list.scrollTop += (top + bottom) / 2 - (own.top + own.bottom) / 2;
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function said(who, text) {
  return who ? `${who}: ${text}` : text;
}

function percent(share) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(share);
}
