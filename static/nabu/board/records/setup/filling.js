// What lies in the slots of a setup, what can still lie where, and what is certain.

const ATTEMPTS = 300;

/** `parts`: as the page says them (SetupForm.for_script). `values`: name of a field -> its value, "" where nothing lies. */
export class Filling {
  constructor(parts, values) {
    this.parts = parts;
    this.slots = parts.flatMap((part, at) => part.slots.map((slot, number) => ({ ...slot, part: at, number })));
    this.values = new Map(this.slots.map(({ field }) => [field, values.get(field) ?? ""]));
  }

  get count() {
    return this.slots.filter((slot) => this.at(slot)).length;
  }

  get full() {
    return this.count === this.slots.length;
  }

  /** The value of what lies in a slot, "" for nothing. */
  at({ field }) {
    return this.values.get(field);
  }

  /** What lies in a slot: a thing of its part, or nothing. */
  thingIn(slot) {
    return this.parts[slot.part].things.find(({ value }) => value === this.at(slot));
  }

  /** How many of a thing are left for the part; Infinity for as many as wanted. */
  left(part, thing) {
    return this.#left(thing, this.#of(part).map((slot) => this.at(slot)));
  }

  /** The things that can lie in a slot, whatever lies there now. */
  options(slot) {
    const { things } = this.parts[slot.part];
    const beside = this.#of(slot.part).filter(({ number }) => number !== slot.number).map((other) => this.at(other));
    const bodies = new Set(things.filter(({ value }) => beside.includes(value)).map(({ body }) => body));
    const wanted = this.#wantedIn(slot);
    return things.filter(
      (thing) =>
        this.#left(thing, beside) > 0 && !(thing.body && bodies.has(thing.body)) && [null, thing.value].includes(wanted),
    );
  }

  /** The next empty slot: of the same part, then of those that follow, then of any. */
  next({ part, number } = { part: 0, number: -1 }) {
    const empty = this.slots.filter((slot) => !this.at(slot));
    const own = empty.filter((slot) => slot.part === part);
    return own.find((slot) => slot.number > number) ?? own[0] ?? empty.find((slot) => slot.part > part) ?? empty[0] ?? null;
  }

  /** Puts a thing into a slot, and fills what that makes certain. */
  put(slot, value) {
    this.#put(slot, value);
    this.settle();
  }

  /** Takes away what lies in a slot. */
  take(slot) {
    this.#put(slot, "");
  }

  /** Nothing lies anywhere but what is certain. */
  clear() {
    for (const slot of this.slots) this.values.set(slot.field, "");
    this.settle();
  }

  /** Fills what is certain: one thing can lie there and no other, or all that is left lies there in any order. */
  settle() {
    for (let before = -1; before !== this.count; ) {
      before = this.count;
      for (const slot of this.slots) {
        if (this.at(slot)) continue;
        const [option, ...others] = this.options(slot);
        if (option && !others.length) this.#put(slot, option.value);
      }
      this.parts.forEach((part, at) => !part.ordered && this.#settleUnordered(at));
    }
  }

  /** Fills the rest at random. False, and nothing is changed, where that cannot be. */
  fillRest(random = Math.random) {
    const before = new Map(this.values);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (this.#fillOnce(random)) return true;
      this.values = new Map(before);
    }
    return false;
  }

  #fillOnce(random) {
    for (;;) {
      this.settle();
      if (this.full) return true;
      const slot = this.next();
      const options = this.options(slot).map((thing) => [thing, Math.min(this.left(slot.part, thing), 1e6)]);
      const weights = options.map(([thing, left]) => (thing.count === null ? 1 : left));
      let at = random() * weights.reduce((sum, weight) => sum + weight, 0);
      const chosen = options.find((_option, number) => (at -= weights[number]) < 0);
      if (!chosen) return false;
      this.#put(slot, chosen[0].value);
    }
  }

  #of(part) {
    return this.slots.filter((slot) => slot.part === part);
  }

  #left({ value, count }, used) {
    return count === null ? Infinity : count - used.filter((each) => each === value).length;
  }

  // What lies in the slot of the same number of another part may say what lies here; null where nothing does.
  #wantedIn(slot) {
    for (const source of this.slots) {
      const { fit } = this.parts[source.part];
      if (fit?.part === slot.part && source.number === slot.number && this.at(source)) return fit.of[this.at(source)];
    }
    return null;
  }

  #put(slot, value) {
    this.values.set(slot.field, value);
    const { fit } = this.parts[slot.part];
    if (!fit) return;
    const beside = this.slots.find((other) => other.part === fit.part && other.number === slot.number);
    this.values.set(beside.field, value ? fit.of[value] : "");
  }

  #settleUnordered(at) {
    const empty = this.#of(at).filter((slot) => !this.at(slot));
    const rest = this.parts[at].things.flatMap((thing) => {
      const left = this.left(at, thing);
      return left > empty.length ? Array(empty.length + 1).fill(thing) : Array(left).fill(thing);
    });
    if (rest.length === empty.length) empty.forEach((slot, number) => this.#put(slot, rest[number].value));
  }
}
