// Where the moves and the pictures of a game come from that only this page has: its engine.
import { Source } from "../source.js";

export class EngineSource extends Source {
  /** `words`: what `log.moves` has answered. */
  constructor(engine, words) {
    super({});
    this.engine = engine;
    this.words = words;
  }

  async moves() {
    return this.words;
  }

  addressOf() {
    return "#verify"; // a picture is made when it is asked for
  }

  pageAt() {
    return null; // nobody else has the file: an address would lead nowhere
  }

  async draw(position) {
    return (await this.engine.ask("log.picture", { move: position })).svg;
  }

  async whole(position) {
    return (await this.engine.ask("log.picture", { move: position, whole: true })).svg;
  }
}
