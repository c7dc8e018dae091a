// Where the moves and the pictures of a game come from: the two addresses of the page, asked for once each.

const KEPT_PICTURES = 80;
const AHEAD = 2;

/** `pictureUrl` has {move} in the place of a position's number: after so many moves. `headers` go with each request. */
export class Source {
  constructor({ movesUrl, pictureUrl }, headers = {}) {
    this.headers = headers;
    this.movesUrl = movesUrl;
    this.pictureUrl = pictureUrl;
    this.pictures = new Map(); // position -> promise of its SVG, the latest asked for last
  }

  /** Names, sources and moves. */
  async moves() {
    return (await this.#ask(this.movesUrl)).json();
  }

  addressOf(position) {
    return this.pictureUrl.replace("{move}", position);
  }

  /** The address of the page at a position; null where it has none. `atEnd`: it is the newest one. */
  pageAt(position, _atEnd) {
    return `?move=${position}`;
  }

  /** The picture of a position, asked for at most once while it is kept. */
  picture(position) {
    let found = this.pictures.get(position);
    if (found) this.pictures.delete(position);
    else {
      const asked = this.draw(position);
      asked.catch(() => this.pictures.get(position) === asked && this.pictures.delete(position));
      found = asked;
    }
    this.pictures.set(position, found);
    if (this.pictures.size > KEPT_PICTURES) this.pictures.delete(this.pictures.keys().next().value);
    return found;
  }

  /** The picture of a position is here already. */
  keep(position, svg) {
    this.pictures.set(position, Promise.resolve(svg));
  }

  /** The picture of a position as the page draws it, from where pictures come from. */
  async draw(position) {
    return (await this.#ask(`${this.addressOf(position)}?screen`)).text();
  }

  /** The picture of a position with all that is shown of it, to take away. */
  async whole(position) {
    return (await this.#ask(this.addressOf(position))).text();
  }

  /** Asks for the pictures that come next in this direction (1 or -1), and for the one behind. */
  prefetch(position, direction, count) {
    for (let step = 1; step <= AHEAD; step += 1) this.#prefetchOne(position + step * direction, count);
    this.#prefetchOne(position - direction, count);
  }

  #prefetchOne(position, count) {
    if (position >= 0 && position <= count && !this.pictures.has(position)) this.picture(position).catch(() => {});
  }

  async #ask(address) {
    const answer = await fetch(address, { headers: this.headers });
    if (!answer.ok) throw new Error(`${answer.status} ${address}`);
    return answer;
  }
}
