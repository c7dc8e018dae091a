// The line of scores, or of chances, by seat: where something is pressed, the game goes there.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 100;

export class Timeline {
  constructor(svg, onMove) {
    this.svg = svg;
    this.count = 1;
    const go = (event) => {
      const { left, width } = svg.getBoundingClientRect();
      onMove(Math.round(((event.clientX - left) / width) * this.count));
    };
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      go(event);
    });
    svg.addEventListener("pointermove", (event) => {
      if (svg.hasPointerCapture(event.pointerId)) go(event);
    });
  }

  /** Draws a line for each seat through its [position, value] pairs; `steps`: a value holds until the next one. */
  draw(lines, count, steps) {
    this.count = Math.max(count, 1);
    this.svg.setAttribute("viewBox", `0 0 ${this.count} ${HEIGHT}`);
    const values = lines.flat().map(([, value]) => value);
    const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
    const high0 = steps ? high : 1;
    const y = (value) => (HEIGHT - 4 - ((value - low) / (high0 - low)) * (HEIGHT - 8)).toFixed(2);
    const paths = lines.map((line, seat) => {
      const path = document.createElementNS(SVG, "path");
      const drawn = line.map(([at, value], number) =>
        number === 0 ? `M${at} ${y(value)}` : steps ? `H${at}V${y(value)}` : `L${at} ${y(value)}`,
      );
      path.setAttribute("d", drawn.join("") + (steps ? `H${this.count}` : ""));
      path.setAttribute("class", `replay-line replay-line-${seat}`);
      path.dataset.seat = seat;
      return path;
    });
    this.marker = document.createElementNS(SVG, "line");
    this.marker.setAttribute("class", "replay-marker");
    this.marker.setAttribute("y1", "0");
    this.marker.setAttribute("y2", HEIGHT);
    this.svg.replaceChildren(...paths, this.marker);
  }

  mark(position) {
    this.marker.setAttribute("x1", position);
    this.marker.setAttribute("x2", position);
  }
}
