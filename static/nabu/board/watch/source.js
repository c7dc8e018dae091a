// Where the moves and the pictures of a game come from that goes on. Each position has the digest of all that led to it.
import { Source } from "../replay/source.js";

export class LiveSource extends Source {
  constructor(addresses, headers) {
    super(addresses, headers);
    this.digests = [];
  }

  /** The digest of the newest position. */
  get digest() {
    return this.digests.at(-1);
  }

  async moves() {
    const words = await super.moves();
    this.digests = words.digests;
    return words;
  }

  addressOf(position) {
    return super.addressOf(position).replace("{digest}", this.digests[position]);
  }

  /** Whoever looks at the newest position looks at whatever is the newest one. */
  pageAt(position, atEnd) {
    return atEnd ? location.pathname : super.pageAt(position);
  }

  /** The game as it is now: how many moves stay, and those that follow them. */
  async more(now) {
    const before = this.digests;
    this.movesUrl = now.moves;
    const { moves, ending, over, chances } = await this.moves();
    if (before[0] !== this.digests[0]) location.reload(); // other players, or another setup
    const different = before.findIndex((digest, position) => digest !== this.digests[position]);
    const keep = Math.max(0, (different < 0 ? before.length : different) - 1);
    for (const position of [...this.pictures.keys()]) {
      if (different >= 0 && position >= different) this.pictures.delete(position);
    }
    return { keep, moves: moves.slice(keep), ending, over, chances };
  }
}
