// The moves of a game and what follows from them. Position N is the one after the first N moves.

export class Game {
  constructor({ names, sources }) {
    this.names = names;
    this.moves = [];
    this.points = [new Map(sources.map(({ key }) => [key, names.map(() => 0)]))]; // by position: source -> by seat
    this.scores = [names.map(() => 0)]; // by position, by seat
  }

  get count() {
    return this.moves.length;
  }

  /** Forgets all but the first moves. */
  keep(count) {
    this.moves.length = Math.min(this.moves.length, count);
    this.points.length = this.scores.length = this.moves.length + 1;
  }

  append(moves) {
    for (const move of moves) {
      const points = new Map(this.points.at(-1));
      for (const { source, seat, points: gained } of move.events) {
        if (source === null) continue;
        const bySeat = [...(points.get(source) ?? this.names.map(() => 0))];
        bySeat[seat] += gained;
        points.set(source, bySeat);
      }
      this.moves.push(move);
      this.points.push(points);
      this.scores.push(move.scores);
    }
  }

  /** The position after the nearest move of this seat in this direction; null if there is none. */
  moveOf(seat, position, direction) {
    for (let at = position + direction; at > 0 && at <= this.count; at += direction) {
      if (this.moves[at - 1].seat === seat) return at;
    }
    return null;
  }
}

/** What these events brought, in words; who is left out where only this seat has scored. */
export function gainedInWords(events, seat = null) {
  const gained = new Map();
  for (const event of events) {
    if (event.points) gained.set(event.who, (gained.get(event.who) ?? 0) + event.points);
  }
  const own = seat !== null && events.every((event) => !event.points || event.seat === seat);
  return [...gained]
    .filter(([, points]) => points)
    .map(([who, points]) => `${own ? "" : `${who} `}${points < 0 ? "−" : "+"}${Math.abs(points)}`)
    .join(" · ");
}
