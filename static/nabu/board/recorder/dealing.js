// Whether every draw of this record is dealt here, as somebody has ticked on this device.

export class Dealing {
  /** `box`: what is ticked, null where nobody can. `onChange()`: it was. */
  constructor(box, record, onChange) {
    this.box = box;
    this.key = `nabu-deals-${record}`;
    if (!box) return;
    try {
      box.checked = localStorage.getItem(this.key) !== null;
    } catch {
      // Storage is refused: it lasts as long as the page.
    }
    box.addEventListener("change", () => {
      this.#keep();
      onChange();
    });
  }

  /** Whether the draw that is due is dealt. */
  get on() {
    return this.box?.checked ?? false;
  }

  #keep() {
    try {
      if (this.box.checked) localStorage.setItem(this.key, "");
      else localStorage.removeItem(this.key);
    } catch {
      // As above.
    }
  }
}
