// The recorder: the page of a record, brought to life. The server paints board, turn and scores; all that can be done is
// drawn here, where every move is kept on the device first, and goes on while the network is away.
import { Board } from "../drawing/board.js";
import { Choices } from "../drawing/choices.js";
import { Dealing } from "./dealing.js";
import { deviceName } from "./device.js";
import { Draws } from "./draws.js";
import { button, element, refill, symbolButton } from "../drawing/elements.js";
import { handOver, linkToEnding, showEnding } from "../drawing/ending.js";
import { openJournal } from "./journal.js";
import { LocalGame } from "./local.js";
import { MoveList, point, showLast, showMove, toldMove } from "../drawing/moves.js";
import { Position } from "../drawing/position.js";
import { Safety } from "./safety.js";
import { showScores } from "../drawing/scores.js";
import { Server } from "./server.js";
import { bringIntoSight, keepInPlace } from "./sight.js";
import { showStatus } from "./status.js";
import { Sync } from "./sync.js";
import { inOneTab } from "../../web/one_tab.js";
import { speaker } from "../drawing/texts.js";
import { showWriter } from "./writer.js";

const at = (id) => document.getElementById(id);
const json = (id) => JSON.parse(at(id).textContent);

class Recorder {
  constructor(page, state, texts) {
    this.page = page;
    this.words = speaker(texts);
    this.say = this.words.say;
    this.header = state.header;
    const { header, components } = state;
    const known = () => ({ state: this.position.told, waiting: this.#pending });
    this.local = new LocalGame({ header, components, known, onChange: () => this.#drawNew() });
    this.safety = new Safety(this.local, () => this.#drawStatus());
    // Whether this device writes is told by the first answer: the page was made before it said its name.
    this.position = new Position({ ...state, writer: { ...state.writer, mine: false } }, this.local);
    this.changing = null; // the move that is chosen anew, with the position before it
    this.notice = "";
    this.board = new Board(at("board"), {
      panels: at("panels"),
      texts,
      onTap: (place) => this.choices.tap(place),
      onBack: () => this.choices.back(),
    });
    const onMove = (...move) => this.#chosen(...move);
    this.choices = new Choices(at("choices"), this.board, this.words, onMove);
    this.draws = new Draws(at("choices"), this.words, onMove);
    this.dealing = new Dealing(at("deal-all"), page.dataset.record, () => {
      this.#told = null;
      this.#draw();
    });
    this.moves = new MoveList(at("moves"), this.words, {
      onShow: (move) => point(this.board, move),
      onUndo: (n) => {
        this.#undo(n);
        this.#bringIntoSight();
      },
      onChange: (move) => this.#change(move),
    });
  }

  async start() {
    const { record, state, journal } = this.page.dataset;
    this.journal = await openJournal(record);
    this.#remember(this.journal.kept);
    this.server = new Server(this.position.state.csrf);
    this.sync = new Sync({
      server: this.server,
      journal: this.journal,
      addresses: { state, journal },
      device: this.journal.device,
      name: deviceName(this.words),
      known: () => this.position.told,
      onState: (news) => this.#heard(news),
      onRefused: (why, detail) => this.#refused(why, detail),
      onStatus: () => this.#drawStatus(),
    });
    this.#draw();
    this.safety.begin();
    // What a closed browser left behind goes first.
    if (this.journal.waiting.length) await this.sync.push();
    else await this.sync.poll();
    if (this.position.told.writer.device === "") await this.#takeOver();
    holdBack(this.sync, this.journal, () => {
      this.notice = this.say("end_needs_network");
      this.#drawStatus();
    });
    at("save-log")?.addEventListener("click", (event) => {
      if (this.sync.status === "saved" && !this.journal.waiting.length) return;
      event.preventDefault(); // the site does not have everything, or cannot be reached
      this.#saveLog();
    });
    for (const link of document.querySelectorAll("[data-hands-over]")) {
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        handOver(await this.#log());
        location.assign(link.href);
      });
    }
    document.addEventListener("visibilitychange", () => this.#stayAwake());
    this.#stayAwake();
  }

  // What the server told last. Without the network the page comes from this device, and may be older than that. It may be
  // newer too, but does not know that this device writes: that stays so until another one takes over.
  #remember(kept) {
    if (!kept) return;
    const { told } = this.position;
    const { mine } = kept.writer;
    if (kept.now > told.now) this.position.told = { ...kept, csrf: told.csrf };
    else if (kept.writer.epoch === told.writer.epoch) this.position.told = { ...told, writer: { ...told.writer, mine } };
  }

  get #mine() {
    const { writer, status } = this.position.state;
    return writer.mine && (status === "open" || status === "finished");
  }

  // --- What the person does

  #chosen(line, text, places) {
    this.board.light(places, "chosen");
    const { changing } = this;
    this.changing = null;
    if (changing) this.#enter({ op: "replace", n: changing.move.n, lines: [line], text });
    else this.#enter({ op: "append", lines: [line], text });
  }

  #undo(n) {
    this.changing = null;
    this.#enter({ op: "undo_to", n, text: this.say("undo") });
  }

  #redo() {
    this.#enter({ op: "redo", text: this.say("redo") });
  }

  async #change(move) {
    this.changing = { move, found: null };
    this.#draw();
    this.#bringIntoSight();
    const found = (await this.local.at(move.n)) ?? (await this.sync.positionAt(move.n));
    if (this.changing?.move !== move) return;
    if (found) {
      this.changing.found = found;
    } else {
      this.changing = null;
      this.notice = this.say("position_needs_network");
    }
    this.#draw();
    if (!found) return;
    this.board.centre(move.places);
    at("board").focus({ preventScroll: true }); // the keyboard goes on there, not far down in the list
  }

  // What is asked now was asked for in the list of moves, which is long.
  #bringIntoSight() {
    bringIntoSight(at("due"), at("board"), document.querySelector(".record-dock"));
  }

  async #enter(entry) {
    const { told } = this.position;
    // Behind an entry that the told state does not have yet nobody knows the number: moves may have been forced.
    const ahead = this.journal.entries.some(({ seq, refused }) => seq > told.acked && !refused);
    const base = ahead ? null : told.count;
    this.notice = "";
    const written = this.journal.add({ ...entry, base, epoch: told.writer.epoch });
    await this.#follow();
    await written;
    navigator.storage?.persist?.();
    this.#drawStatus();
    this.sync.push();
  }

  // What this device has entered and the server has not taken.
  get #pending() {
    const { acked, writer } = this.position.told;
    if (!writer.mine) return [];
    return this.journal.entries.filter(({ seq, epoch, refused }) => seq > acked && epoch === writer.epoch && !refused);
  }

  async #takeOver() {
    await this.#act(this.page.dataset.takeOver);
  }

  async #act(address, more) {
    if (await this.sync.act(address, more)) this.notice = "";
    else this.notice = this.say("request_failed");
    this.#drawStatus();
  }

  // --- What the server says

  async #heard(news) {
    this.position.hear(news);
    this.journal.taken(news.acked);
    const { told } = this.position;
    if (told.status === "sent" || told.status === "abandoned") {
      this.journal.forget();
      this.safety.forget();
    } else {
      this.journal.keep(told);
    }
    await this.#follow();
  }

  // The local engine goes on first, where it says the position. Nobody waits for one that begins still: it takes in by
  // itself what comes meanwhile.
  async #follow() {
    const drawn = this.local.follow();
    if (!this.local.shown || !(await drawn)) this.#drawNew();
  }

  // A draw that was corrected has changed a later one too: that must be seen.
  #saySwaps() {
    const { swapped = [] } = this.position.state; // a state that was kept on this device may be older than swaps
    const told = JSON.stringify(swapped);
    if (told === this.swaps) return;
    const first = this.swaps === undefined; // what the page was opened with stands in its list
    this.swaps = told;
    if (!first && swapped.length) this.notice = swapped.map((swap) => this.#toldSwap(swap)).join(" ");
  }

  #toldSwap({ n, before, after }) {
    const [was, is] = [before, after].map((move) => toldMove(move, this.say));
    return this.say("swapped_move", { number: n + 1, before: was, after: is });
  }

  #drawNew() {
    const changed = this.position.state.digest !== this.drawn;
    // The position that a change was chosen for is gone when somebody else has written.
    if (changed) this.changing = null;
    this.#draw();
    if (!changed) return;
    this.board.reveal(this.position.last().places);
    this.board.reveal(); // what comes next matters more than what was
  }

  #refused(why, detail) {
    this.notice = this.say(why === "epoch" ? "in_branch" : `refused_${why}`, { detail });
    this.changing = null;
    this.#told = null; // the choices that it was made of are gone, and the position may be the same again
  }

  // --- What the page shows

  #draw() {
    keepInPlace(at("board"), () => this.#drawAll());
  }

  #drawAll() {
    const { state } = this.position;
    this.drawn = state.digest;
    this.#saySwaps();
    const waiting = this.position.ahead(this.journal.waiting);
    const now = this.changing?.found ?? state;
    at("due").textContent = this.#due(now, waiting);
    if (now.svg) this.board.show(now.svg); // the page has drawn the first one
    this.#drawChoices(now, waiting);
    this.#drawUndo(waiting);
    showLast(at("last"), this.board, this.position.last().moves, this.words);
    at("scores").hidden = Boolean(state.over); // the ending has them
    showScores(at("scores"), state, this.words);
    this.moves.show(state.moves, waiting.texts, this.#mine && waiting.known);
    this.#drawLists(state);
    showWriter(at("writer"), state.writer, this.words, {
      takeOver: () => this.#takeOver(),
      consent: (yes) => this.#act(this.page.dataset.consent, { yes }),
    });
    this.#drawOver(state);
    this.#drawStatus();
  }

  #due(now, waiting) {
    if (this.changing) {
      const { move } = this.changing;
      return this.say("changing_move", { number: move.n + 1, move: toldMove(move, this.say) });
    }
    return waiting.here || this.sync?.status === "saving" ? now.due : this.say("waits_for_position");
  }

  #drawChoices(now, waiting) {
    const loading = this.changing && !this.changing.found;
    if (!this.#mine || loading || !waiting.here || (now.over && !this.changing)) {
      this.#told = null;
      this.draws.clear();
      this.choices.clear();
      const waits = !waiting.here && waiting.texts.length ? `${waiting.texts.join("; ")} (${this.say("waiting")})` : "";
      const told = loading ? this.say("loading_position") : waits;
      if (told) refill(at("choices"), element("p", { className: "choices-waiting" }, told));
      else if (now.over) refill(at("choices"), linkToEnding(this.words));
      return;
    }
    // The same position as before: what has been chosen so far stays.
    const told = JSON.stringify([now.choices, now.draw, now.digest, this.changing?.move.n]);
    if (told === this.#told) return;
    this.#told = told;
    this.board.clear("chosen");
    if (now.choices) {
      this.draws.clear();
      this.choices.show(now.choices);
    } else if (now.draw) {
      this.choices.clear();
      this.draws.show(now.draw, now.draw.seen_by === null ? "" : this.position.state.names[now.draw.seen_by]);
      // Not after Undo: what was taken back would come again, and could not be taken back further, nor be redone.
      const dealt = this.dealing.on && !this.changing && !this.position.state.undone.length;
      if (dealt) queueMicrotask(() => this.draws.deal(now.draw));
    }
  }

  #told = null;

  #drawUndo(waiting) {
    const box = at("undo");
    if (!this.#mine) return refill(box);
    if (this.changing) {
      const cancel = () => {
        this.changing = null;
        this.#draw();
      };
      return refill(box, button(this.say("cancel_change"), cancel));
    }
    const to = this.position.undoTo(waiting);
    const undo = symbolButton("undo", this.say("undo"), () => this.#undo(to));
    undo.disabled = to === null;
    const redo = symbolButton("redo", this.say("redo"), () => this.#redo());
    redo.disabled = !waiting.known || !this.position.state.undone.length;
    return refill(box, undo, redo);
  }

  #drawLists({ undone, dropped, aside, swapped = [], branches }) {
    const list = (moves) => element("ol", {}, ...moves.map((move) => element("li", {}, toldMove(move, this.say))));
    const head = (key) => element("h2", { className: "h3" }, this.say(key));
    const gone = [...(undone.length ? [head("undone"), list(undone)] : [])];
    if (dropped.length) gone.push(element("details", {}, element("summary", {}, this.say("dropped")), ...dropped.map(list)));
    refill(at("undone"), ...gone);
    const swaps = swapped.map((swap) => element("p", {}, this.#toldSwap(swap)));
    if (swaps.length) swaps.unshift(head("swapped"));
    refill(at("aside"), ...swaps, ...(aside ? [head("aside"), element("p", {}, aside.reason), list(aside.moves)] : []));
    const shown = branches.map((branch) => {
      const device = branch.device || this.say("a_device");
      const title = element("h3", { className: "h4" }, this.say("branch", { device, number: branch.base + 1 }));
      const row = element("div", { className: "choices-row" });
      const act = (what) => () => this.#act(`${this.page.dataset.branches}${branch.id}/${what}/`);
      if (this.#mine) row.append(button(this.say("adopt_branch"), act("adopt")), button(this.say("drop_branch"), act("drop")));
      return element("section", {}, title, list(branch.moves), row);
    });
    refill(at("branches"), ...(shown.length ? [head("branches"), ...shown] : []));
  }

  #drawOver(state) {
    const { over, worth } = state;
    at("over").hidden = !over;
    if (over) at("over-text").textContent = this.say("game_over", { result: over.text });
    showEnding(at("ending"), state, this.words, (n) => showMove(this.board, state.moves[n]));
    at("over-worth").hidden = !worth;
    at("over-worth").textContent = worth;
  }

  #drawStatus() {
    if (this.sync) keepInPlace(at("board"), () => this.#drawLine());
  }

  #drawLine() {
    showStatus(at("sync"), this, this.words, {
      retry: () => this.sync.wake(),
      saveLog: () => this.#saveLog(),
      dismiss: async () => {
        this.notice = "";
        await this.journal.dismiss();
        this.#drawStatus();
      },
    });
  }

  // The lines that this page knows: without the network, or without storage, they are on nobody's disk otherwise.
  async #log() {
    const known = this.position.told.moves.map((move) => move.line);
    const ahead = [...this.journal.waiting, ...this.journal.refused].flatMap((entry) => entry.lines ?? []);
    const lines = [this.header, ...known, ...ahead].filter(Boolean).map((line) => `${JSON.stringify(line)}\n`);
    return (this.journal.refused.length ? null : await this.local.log()) ?? lines.join("");
  }

  async #saveLog() {
    const address = URL.createObjectURL(new Blob([await this.#log()], { type: "application/x-ndjson" }));
    element("a", { href: address, download: `record-${this.page.dataset.record}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  async #stayAwake() {
    if (document.hidden || !this.#mine) return;
    // A wish: where the browser refuses, the screen goes dark as ever.
    await navigator.wakeLock?.request("screen").catch(() => {});
  }
}

// A form that ends the record waits until everything is with the server.
function holdBack(sync, journal, onHeld) {
  for (const form of document.querySelectorAll("form[data-needs-saved]")) {
    form.addEventListener("submit", async (event) => {
      if (!journal.waiting.length) return;
      event.preventDefault();
      await sync.push();
      if (journal.waiting.length) onHeld();
      else form.submit();
    });
  }
}

const page = at("record");
const texts = json("record-texts");
const other = () => { at("sync").textContent = texts.other_tab; };
inOneTab(`nabu-record-${page.dataset.record}`, other, () => new Recorder(page, json("record-state"), texts).start());
