// How large a picture is drawn in its scroll box: by buttons, by two fingers, by the wheel with Ctrl.

const STEP = 1.25;
const LARGEST = 160; // pixels of the smallest place

/**
 * Draws the picture at a scale: pixels for each unit of the picture. It starts with the whole picture in the box, or as
 * large as `least` pixels for the smallest place ask for. The style says `--board-fit: width` for a box that grows with the
 * picture's whole width, `--board-fit: box` for one whose height is given.
 */
export class Zoom {
  constructor(box, least) {
    this.box = box;
    this.least = least;
    this.scale = 0;
    this.chosen = false; // whether somebody has zoomed: then the window's size changes nothing
    this.fingers = 0;
    box.addEventListener("touchstart", (event) => this.#pinch(event), { passive: true });
    box.addEventListener("touchmove", (event) => this.#pinch(event), { passive: false });
    box.addEventListener("touchend", () => { this.fingers = 0; });
    box.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.fit()).observe(box.parentElement);
  }

  /** There is a picture, whose smallest place has so many units. */
  begin(svg, size) {
    this.svg = svg;
    this.size = size;
    this.fit();
  }

  /** The scale to begin with, unless somebody has chosen one. */
  fit() {
    if (this.svg && !this.chosen) this.#draw(Math.max(this.#whole(), this.size ? (this.least * 1.01) / this.size : 0));
  }

  /** The whole picture again, whatever somebody has chosen: it shows something else now. */
  whole() {
    this.chosen = false;
    this.fit();
  }

  /** Places of this size in pixels are to be tapped: larger, if that is too small. True if the scale is another now. */
  makeRoom(pixels) {
    const before = this.scale;
    if (pixels / before < (this.size || Infinity)) this.size = pixels / before;
    this.fit();
    return this.scale !== before;
  }

  in() {
    this.#to(this.scale * STEP);
  }

  out() {
    this.#to(this.scale / STEP);
  }

  #whole() {
    const { width, height } = this.svg.viewBox.baseVal;
    const style = getComputedStyle(this.box);
    const fit = style.getPropertyValue("--board-fit");
    const high = fit === "box" ? this.box.clientHeight : fit === "width" ? NaN : parseFloat(style.maxHeight);
    return Math.min(this.box.clientWidth / width, Number.isFinite(high) ? high / height : Infinity);
  }

  // The point of the picture at x, y (the middle, if nobody says where) stays where it is.
  #to(scale, x, y) {
    const { left, top, width, height } = this.box.getBoundingClientRect();
    const [right, down] = x === undefined ? [width / 2, height / 2] : [x - left, y - top];
    const wanted = Math.min(Math.max(scale, this.#whole()), LARGEST / (this.size || 40));
    const grown = wanted / this.scale;
    const { scrollLeft, scrollTop } = this.box;
    this.chosen = true;
    this.#draw(wanted);
    this.box.scrollTo((scrollLeft + right) * grown - right, (scrollTop + down) * grown - down);
  }

  #draw(scale) {
    this.scale = scale;
    this.svg.style.width = `${this.svg.viewBox.baseVal.width * scale}px`;
    this.box.style.setProperty("--board-pixel", `${1 / scale}px`);
  }

  #pinch(event) {
    if (event.touches.length !== 2 || !this.svg) {
      this.fingers = 0;
      return;
    }
    const [one, other] = event.touches;
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (this.fingers) {
      event.preventDefault();
      const x = (one.clientX + other.clientX) / 2;
      this.#to(this.scale * (apart / this.fingers), x, (one.clientY + other.clientY) / 2);
    }
    this.fingers = apart;
  }

  #wheel(event) {
    if (!event.ctrlKey || !this.svg) return;
    event.preventDefault();
    this.#to(this.scale * Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
  }
}
