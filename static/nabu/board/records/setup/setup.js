// Setting up a table by taps: a place, then what lies there. The fields of the form are what is sent.
import { Board } from "../../drawing/board.js";
import { speaker } from "../../drawing/texts.js";
import { elementOf } from "../../drawing/places.js";
import { Filling } from "./filling.js";
import { KeptSetup } from "./kept.js";
import { Laid } from "./laid.js";
import { Palette } from "./palette.js";
import { showPhoto } from "./photo.js";

const at = (id) => document.getElementById(id);
const read = (id) => JSON.parse(at(id).textContent);
const { record, unseen, parts, pieces } = read("setup-given");
const texts = read("setup-texts");
const { say } = speaker(texts);
const form = at("setup-form");
const fields = new Map(parts.flatMap(({ slots }) => slots.map(({ field }) => [field, form.elements.namedItem(field)])));
const ofFields = (of) => new Map([...fields].map(([name, field]) => [name, of(field)]));

const given = ofFields(({ options }) => [...options].find((each) => each.defaultSelected)?.value ?? "");
const possible = (name, value) => value === "" || [...fields.get(name).options].some((each) => each.value === value);
const kept = new KeptSetup(record, given, possible);
const filling = new Filling(parts, kept.find() ?? ofFields(({ value }) => value));
const wrong = new Map([...ofFields(errorAt)].filter(([, text]) => text)); // name of a field -> what the server says of it
const past = []; // what Undo leads back to
let slot = null; // the one that is asked about

const board = new Board(at("board"), {
  texts,
  panels: at("setup-seats"),
  least: 0,
  labelOf: (place) => labelOf(slotAt(place)),
  onTap: (place) => {
    select(slotAt(place));
    if (at("board").matches(":focus-visible")) palette.focus();
  },
});
at("setup-zoom").append(board.tools);
const laid = new Laid(board.svg, pieces);
const palette = new Palette(
  { strip: at("setup-strip"), things: at("setup-things") },
  {
    say,
    pieces,
    laid,
    on: {
      slot: select,
      thing: (value) => change(() => filling.put(slot, value), true),
      take: () => change(() => filling.take(slot)),
      rest: fillRest,
    },
  },
);

// Titles and description of the picture say what lies in the example.
const places = new Set(filling.slots.flatMap((each) => each.places));
for (const place of places) elementOf(board.svg, place)?.querySelector(":scope > title")?.remove();
board.svg.querySelector(":scope > desc")?.remove();
board.light(places, "legal");

// The slot that a place means: of the part that is asked about, else the first one that is empty.
function slotAt(place) {
  const here = filling.slots.filter((each) => each.places.includes(place));
  return here.find(({ part }) => part === slot?.part) ?? here.find((each) => !filling.at(each)) ?? here[0];
}

function labelOf(each) {
  const thing = filling.thingIn(each);
  return thing ? say("filled_slot", { slot: each.label, thing: thing.name }) : say("empty_slot", { slot: each.label });
}

function select(next) {
  slot = next;
  show();
}

// One step that can be undone. `on`: then the next empty slot is asked about.
function change(act, on = false) {
  const before = { values: new Map(filling.values), slot };
  act();
  past.push(before);
  for (const [name, value] of filling.values) if (before.values.get(name) !== value) wrong.delete(name);
  if (on) slot = filling.next(slot ?? undefined);
  kept.keep(filling.values);
  show();
}

function fillRest() {
  const before = new Map(filling.values);
  if (filling.fillRest()) {
    const after = filling.values;
    filling.values = before;
    change(() => { filling.values = after; }, true);
  } else {
    tell(say("rest_fails"));
  }
}

function undo() {
  const before = past.pop();
  filling.values = before.values;
  slot = before.slot ?? filling.next();
  kept.keep(filling.values);
  show();
  if (at("setup-undo").hidden) palette.focus();
}

// The part before or after, at its first slot that is empty.
function turnTo(way) {
  const from = slot?.part ?? (way > 0 ? -1 : parts.length);
  const part = (from + way + parts.length) % parts.length;
  const own = filling.slots.filter((each) => each.part === part);
  select(own.find((each) => !filling.at(each)) ?? own[0]);
}

function show() {
  for (const [name, value] of filling.values) fields.get(name).value = value;
  const { length } = filling.slots;
  const missing = length - filling.count;
  at("setup-asked").textContent = slot ? parts[slot.part].question : say("done");
  at("setup-count").textContent = say("entered", { count: filling.count, all: length });
  at("setup-where").textContent = slot ? slot.label : say(unseen || past.length ? "change" : "match");
  at("setup-progress").value = filling.count;
  tell(wrong.get(slot?.field) ?? "");
  at("setup-start").disabled = missing > 0;
  at("setup-start").textContent = missing ? say("to_go", { count: missing }) : texts.start;
  at("setup-undo").hidden = !past.length;
  at("setup-deal").hidden = past.length > 0;
  at("setup").classList.toggle("setup-full", !missing);
  board.crop((parts[slot?.part ?? 0]?.slots ?? []).flatMap((each) => each.places));
  laid.show(filling);
  board.light(filling.slots.filter(({ field }) => wrong.has(field)).flatMap((each) => each.places), "wrong");
  const asked = slot ? laid.placesOf(filling, slot) : [];
  board.light(asked.length === 1 ? asked : [], "chosen");
  board.light(asked.length > 1 ? asked : [], "area");
  if (asked.length) board.reveal(asked);
  const within = at("setup-things").contains(document.activeElement);
  palette.show(filling, slot);
  if (within && !slot) at("setup-start").focus({ preventScroll: true });
}

// What is wrong, or nothing.
function tell(text) {
  at("setup-wrong").textContent = text;
  at("setup-wrong").hidden = !text;
}

at("setup-undo").addEventListener("click", undo);
at("setup-before").addEventListener("click", () => turnTo(-1));
at("setup-after").addEventListener("click", () => turnTo(1));
at("setup-rest").addEventListener("click", fillRest);
at("setup-clear").addEventListener("click", () => {
  slot = null;
  change(() => filling.clear(), true);
});
for (const [name, field] of fields) {
  field.addEventListener("change", () => change(() => filling.values.set(name, field.value)));
}
// The menu closes as menus do.
const menu = at("setup-more");
document.addEventListener("click", ({ target }) => {
  if (!menu.contains(target) || [at("setup-rest"), at("setup-clear")].includes(target)) menu.open = false;
});
menu.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
showPhoto(at("setup-photo-file"), at("setup-photo"), () => tell(say("no_photo")));
// What is being sent needs to be kept here no longer: forms.js sees to it.
addEventListener("pagehide", () => form.getAttribute("aria-busy") === "true" && kept.forget());

at("setup-list").open = false;
at("setup-progress").max = filling.slots.length || 1;
for (const id of ["setup-before", "setup-after"]) at(id).hidden = parts.length < 2;
filling.settle();
slot = filling.slots.find(({ field }) => wrong.has(field)) ?? filling.next();
show();
at("setup").classList.add("setup-ready");

function errorAt(field) {
  return at(`${field.id}_error`)?.textContent.trim() ?? "";
}
