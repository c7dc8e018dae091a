// Setting up a table: the field that is filled in is lit on the board, a tap on a place leads to its field.
import { Board } from "../../drawing/board.js";

const fields = new Map([...document.querySelectorAll("#setup [data-place]")].map((field) => [field.dataset.place, field]));
const board = new Board(document.getElementById("board"), {
  texts: JSON.parse(document.getElementById("setup-texts").textContent),
  onTap: (place) => fields.get(place)?.focus(),
});
board.light(fields.keys(), "legal");
document.getElementById("setup").addEventListener("focusin", ({ target }) => {
  if (target.dataset.place) board.light([target.dataset.place], "chosen");
});
