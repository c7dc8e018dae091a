"""A person who records a game on its page: finds each move among the buttons and the lit places, and taps it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page

from engine.table.choices import Choices, Draw, Node, line_of_path
from engine.table.table import Table as Playing
from nabu.board.records.models import Record
from nabu.board.records.playing import recording_of
from nabu.core.sentences import sentence

Line = dict[str, Any]

# The page's side. `settled` waits until the last tap has been heard and the page shows choices again, or the end.
# `choose` and `draw` say what to tap for a wanted move. They scroll there as a thumb does, and count how often.
EYES = """() => {
  if (window.eyes) return;
  const at = (id) => document.getElementById(id);
  const box = at("board");
  const eyes = { clicks: 0, clicked: 0, hit: "", pans: 0 };
  window.eyes = eyes;
  document.addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    eyes.clicks += 1;
    eyes.clicked = performance.now();
    eyes.hit = event.target.outerHTML.slice(0, 200);
  }, true);
  // No click follows what was dragged.
  addEventListener("pointerup", () => {
    if (!document.querySelector(".dragged")) return;
    eyes.clicks += 1;
    eyes.clicked = performance.now();
    eyes.hit = "dragged";
  }, true);

  const count = () => Number.parseInt(document.querySelector("#moves .move-number")?.textContent ?? "0", 10);
  const over = () => !at("over").hidden;
  const covered = () => at("cover")?.hidden === false;
  const shown = () => Boolean(document.querySelector("#choices > fieldset")) || over() || covered();
  const frame = () => new Promise(requestAnimationFrame);
  const whereabouts = () => [scrollY, at("choices").getBoundingClientRect().top, box.scrollLeft, box.scrollTop].join();
  eyes.settled = async ([clicks, patience]) => {
    const end = performance.now() + patience;
    while (eyes.clicks < clicks || !shown()) {
      if (performance.now() > end) {
        throw new Error(`the page shows no choices: ${document.querySelector(".record-grid").innerText.slice(0, 600)}`);
      }
      await frame();
    }
    const took = performance.now() - eyes.clicked;
    // What is new on the page may scroll it once more.
    for (let before = null, now = whereabouts(); now !== before; before = now, now = whereabouts()) await frame();
    return { count: count(), over: over(), covered: covered(), hit: eyes.hit, took, now: performance.now() };
  };

  const inTheMiddle = (one, two) => {
    const [{ x, y }, of] = [middle(one), middle(two)];
    return one.width < two.width / 2 && Math.abs(x - of.x) < 3 && Math.abs(y - of.y) < 3;
  };
  const near = (one, two) => ["left", "top", "width", "height"].every((side) => Math.abs(one[side] - two[side]) < 3);
  const elementOf = (place) => {
    const selector = place.split("/").map((part) => {
      const colon = part.indexOf(":");
      return `[data-${part.slice(0, colon)}="${part.slice(colon + 1)}"]`;
    }).join(" ");
    const found = box.shadowRoot.querySelector(selector);
    return found && (found.querySelector(":scope > .hit") ?? found);
  };
  const rectOf = (place) => elementOf(place)?.getBoundingClientRect();
  // An outline, or on a free place a dot.
  const lit = "[data-marks=legal] > :is([part=mark-legal], [part=mark-dot])";
  const marks = () => [...box.shadowRoot.querySelectorAll(lit)];
  const litAmong = (places) => {
    const rects = marks().map((mark) => mark.getBoundingClientRect());
    return places.filter((place) => {
      const rect = rectOf(place);
      return rect && rects.some((other) => near(other, rect) || inTheMiddle(other, rect));
    });
  };
  const middle = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });
  // With a few pixels around: a finger on the very edge hits what is beside it.
  const around = [[-1, 0], [1, 0], [0, -4], [0, 4]];
  const seen = ({ x, y }, element) => around.every(([right, down]) => {
    const top = document.elementFromPoint(x + right, y + down);
    return top !== null && (top === element || element.contains(top));
  });

  const tapPlace = (place) => {
    eyes.wanted = box;
    if (eyes.keyboard) return { place };
    let point = middle(rectOf(place));
    if (!seen(point, box)) {
      eyes.pans += 1;
      elementOf(place).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      point = middle(rectOf(place));
    }
    if (!seen(point, box)) throw new Error(`${place} cannot be tapped: something covers it`);
    return { ...point, place };
  };
  const tapButton = (made) => {
    eyes.wanted = made;
    if (eyes.keyboard) return { place: null };
    if (!seen(middle(made.getBoundingClientRect()), made)) {
      eyes.pans += 1;
      made.scrollIntoView({ block: "center", behavior: "instant" });
    }
    const point = middle(made.getBoundingClientRect());
    if (!seen(point, made)) throw new Error(`"${made.textContent}" cannot be tapped: something covers it`);
    return { ...point, place: null };
  };

  /** The key that leads to what is wanted; null there. */
  eyes.key = () => {
    const { activeElement } = document;
    if (activeElement === eyes.wanted) return null;
    const behind = activeElement.compareDocumentPosition(eyes.wanted) & Node.DOCUMENT_POSITION_PRECEDING;
    return behind ? "Shift+Tab" : "Tab";
  };

  /** The arrow keys that lead from where the keyboard is on the board to one of the places of the choices. */
  eyes.way = async ([wanted, all]) => {
    const { centreOf, elementOf, placeTowards } = await import("/static/nabu/board/drawing/places.js");
    const svg = box.shadowRoot.querySelector("svg");
    const places = new Map(litAmong(all).map((place) => [place, elementOf(svg, place)]));
    // The keyboard may still be where it was, though nothing is lit there any more.
    const cursor = box.shadowRoot.querySelector("[part=mark-cursor]").getBoundingClientRect();
    const here = [...places.keys()].find((place) => near(rectOf(place), cursor)) ?? "";
    const pointOf = (place) => (place ? centreOf(places.get(place)) : Object.values(middle(cursor)));
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const known = new Map([[here, []]]);
    for (const [place, keys] of known) {
      if (place === wanted) return keys;
      for (const [key, way] of Object.entries(ways)) {
        const next = placeTowards(places, pointOf(place), way, place);
        if (next && !known.has(next)) known.set(next, [...keys, key]);
      }
    }
    throw new Error(`no arrow keys lead from ${here} to ${wanted}`);
  };

  const textOf = (made) => made.textContent;
  const options = () => [...document.querySelectorAll("#choices .choices-row > .btn:not(.btn-primary)")];
  const kinds = () => [...document.querySelectorAll("#choices .choices-trail > .btn[aria-pressed]")];

  // Of these buttons the one that says the most of the first steps, and how many those are.
  const saying = (buttons, steps) => {
    for (let many = steps.length; many > 0; many -= 1) {
      const text = steps.slice(0, many).map((step) => step.t).join(", ");
      const made = buttons.find((each) => textOf(each) === text);
      if (made) return { made, many };
    }
    return null;
  };

  const drag = (made, { c, p }) => {
    if (!seen(middle(made.getBoundingClientRect()), made)) {
      eyes.pans += 1;
      made.scrollIntoView({ block: "center", behavior: "instant" });
    }
    const points = () => (c.length ? c : p).map((place) => middle(rectOf(place)));
    if (!points().every((point) => seen(point, box))) {
      eyes.pans += 1;
      elementOf(p[0]).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    }
    const mean = (axis) => points().reduce((sum, point) => sum + point[axis], 0) / points().length;
    return { ...middle(made.getBoundingClientRect()), place: p[0], to: { x: mean("x"), y: mean("y") + 56 } };
  };

  // A button, or from it straight to the place that the next step asks for.
  const take = ({ made, many }, steps) => {
    if (made.closest("details:not([open])")) return tapButton(made.closest("details").querySelector("summary"));
    const next = steps[many];
    const dragged = next?.p.length && !eyes.keyboard && made.classList.contains("can-be-dragged");
    return dragged ? drag(made, next) : tapButton(made);
  };

  /** What to tap, or to drag where, for the path of steps { t, p, c }. */
  eyes.choose = (path) => {
    const trail = document.querySelector("#choices .choices-trail");
    const told = trail?.querySelector("[role=note]").textContent ?? "";
    const chosen = told ? told.split(" › ") : [];
    const wrong = chosen.findIndex((text, step) => text !== path[step]?.t);
    if (wrong >= 0) {
      for (let from = wrong; from >= 0; from -= 1) {
        const other = saying(kinds().filter((made) => made.ariaPressed === "false"), path.slice(from));
        if (other) return take(other, path.slice(from));
      }
      return tapButton(trail.querySelector("button"));
    }
    const steps = path.slice(chosen.length);
    const lay = document.querySelector("#choices .btn-primary");
    if (lay) {
      const turned = saying(options().filter((made) => made.ariaPressed !== null), steps);
      return tapButton(!turned || turned.made.ariaPressed === "true" ? lay : turned.made);
    }
    // How it is turned is chosen: from there to its place.
    const turned = kinds().find((made) => made.ariaPressed === "true" && made.classList.contains("can-be-dragged"));
    if (turned && steps[0].c.length > 1 && !eyes.keyboard) return drag(turned, steps[0]);
    for (const [from, step] of steps.entries()) {
      const found = saying(options(), steps.slice(from));
      if (found) return take(found, steps.slice(from));
      if (step.p.length && litAmong(step.p).length) return tapPlace(step.p[0]);
    }
    if (trail) return tapButton(trail.querySelector("button"));
    throw new Error(`no way to ${JSON.stringify(path)} in: ${at("choices").innerText.slice(0, 600)}`);
  };

  /** What to tap to draw these things; `drawn` of them are chosen. `entered` are those that this adds. */
  eyes.draw = (things, drawn, group) => {
    const sets = [...document.querySelectorAll("#choices .draw-set")];
    const size = group ? group - (drawn % group) : things.length - drawn;
    const sorted = (names) => names.toSorted().join(", ");
    const wanted = sorted(things.slice(drawn, drawn + size));
    const set = sets.find((made) => sorted(textOf(made).split(", ")) === wanted);
    if (set) return { ...tapButton(set), entered: textOf(set).split(", ") };
    const text = things[drawn];
    const bag = [...document.querySelectorAll("#choices fieldset > .choices-row > .btn")];
    const found = bag.find((made) => textOf(made).replace(/ \\(\\d+\\)$/, "") === text);
    if (!found) throw new Error(`no ${text} in: ${at("choices").innerText.slice(0, 600)}`);
    return { ...tapButton(found), entered: [text] };
  };
}"""


# Reading comes behind all writing that has begun: a page shows a move a moment before it is on the disk.
WRITTEN = """async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === "nabu-records")) return;
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const database = await done(indexedDB.open("nabu-records"));
  await done(database.transaction("entries").objectStore("entries").count());
  database.close();
}"""


def written(page: Page) -> None:
    """What has been entered is on this device, whatever becomes of the page."""
    page.evaluate(WRITTEN)


@dataclass
class Thumb:
    """Records moves on the page of a record by taps, of which `draws` were for draws. `game` is what has been recorded.

    `seconds` has for each move the time from its last tap to the next choices, `opened` how long the page took.
    `patience`: milliseconds until what does not come counts as a failure.
    """

    page: Page
    game: Playing
    taps: int = 0
    draws: int = 0
    clicks: int = 0
    seconds: list[float] = field(default_factory=list)
    opened: float = 0.0
    patience: int = 20_000

    @classmethod
    def on(cls, page: Page, record: Record) -> Thumb:
        """Somebody who opens this record, signed in already."""
        thumb = cls(page, recording_of(Record.objects.get(pk=record.pk)).game)
        thumb.open(f"/records/{record.public_id}/")
        return thumb

    @classmethod
    def at(cls, page: Page, record: Record) -> Thumb:
        """The same where the page is open."""
        thumb = cls(page, recording_of(Record.objects.get(pk=record.pk)).game)
        page.evaluate(EYES)
        thumb.wait()
        return thumb

    def know(self, record: Record) -> None:
        """Somebody else has added moves."""
        self.game = recording_of(Record.objects.get(pk=record.pk)).game

    def open(self, address: str | None = None) -> None:
        """Open the page, or load it again, and wait until it can be used."""
        if address is None:
            written(self.page)
            self.page.reload()
        else:
            self.page.goto(address)
        self.page.evaluate(EYES)
        self.clicks = 0
        self.opened = self.wait()["now"] / 1000

    def wait(self) -> dict[str, Any]:
        """Until the page has heard the last tap and shows choices, or the end."""
        found: dict[str, Any] = self.page.evaluate("asked => window.eyes.settled(asked)", [self.clicks, self.patience])
        return found

    @property
    def pans(self) -> int:
        """How often a place or a button was out of sight."""
        return int(self.page.evaluate("() => window.eyes.pans"))

    def record_all(self, lines: Iterable[Line]) -> None:
        """These moves, one after the other. What is forced is left to the page."""
        for line in lines:
            self.record(line)

    def record(self, line: Line) -> None:
        """One move: taps until the page shows it."""
        choices = self.game.choices()
        before = len(self.game.moves)
        assert choices is not None, "the game is over"
        if isinstance(choices, Draw):
            line = self._draw(choices, line)
        else:
            self._choose(choices, line)
        self.game.apply(line)
        self.game.apply_forced()
        found = self.wait()
        assert found["count"] == len(self.game.moves), f"{line} after move {before}: the page shows {found}"
        assert found["over"] == (self.game.result is not None)
        self.seconds.append(found["took"] / 1000)

    def tap(self, point: dict[str, Any]) -> None:
        """One tap of a finger, or one movement from here to there."""
        if "to" in point:
            self._drag(point, point["to"])
        else:
            self.page.touchscreen.tap(point["x"], point["y"])
        self.taps += 1
        self.clicks += 1

    def _drag(self, start: dict[str, Any], end: dict[str, Any]) -> None:
        fingers = self.page.context.new_cdp_session(self.page)
        ways = [{axis: start[axis] + (end[axis] - start[axis]) * part / 4 for axis in "xy"} for part in range(5)]
        for kind, at in [("touchStart", ways[0]), *(("touchMove", way) for way in ways[1:])]:
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        fingers.detach()

    def _choose(self, choices: Choices, line: Line, before: int | None = None) -> None:
        steps = [node.step for node in path_of(choices, line)]
        path = [{"t": sentence(step.label), "p": list(step.places), "c": list(step.covers)} for step in steps]
        before = len(self.game.moves) if before is None else before
        for _tap in range(12):
            self.tap(self.page.evaluate("path => window.eyes.choose(path)", path))
            found = self.wait()
            if found["count"] != before or found["over"] or found["covered"]:
                return
        raise AssertionError(f"{line} takes more than 12 taps")

    def _draw(self, draw: Draw, line: Line) -> Line:
        """The line as it is entered: what order does not matter for comes in that of the bag."""
        named = {sentence(label): thing for thing, label in draw.labels.items()}
        things = [sentence(draw.labels[thing]) for thing in drawn_things(draw, line)]
        entered: list[str] = []
        while len(entered) < len(things):
            asked = [things, len(entered), draw.bag.group]
            found = self.page.evaluate("([things, drawn, group]) => window.eyes.draw(things, drawn, group)", asked)
            self.tap(found)
            self.draws += 1
            self.wait()
            entered += found["entered"]
        values = [named[text] for text in entered]
        size = draw.bag.group
        groups = [values[at : at + size] for at in range(0, len(values), size)] if size else values
        return {**line, draw.bag.key: values[0] if draw.bag.single else groups}


class Keys(Thumb):
    """The same by keyboard alone: Tab to a control or to the board, arrow keys on it, Enter."""

    def open(self, address: str | None = None) -> None:
        super().open(address)
        self.page.evaluate("() => { window.eyes.keyboard = true; }")

    def tap(self, point: dict[str, Any]) -> None:
        """A few keys."""
        self.taps += 1
        self.reach()
        if point["place"] is None:
            self.clicks += 1
        else:
            choices = self.game.choices()
            assert isinstance(choices, Choices)
            places = sorted(places_in(choices.tree))
            for key in self.page.evaluate("asked => window.eyes.way(asked)", [point["place"], places]):
                self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")

    def reach(self, wanted: Locator | None = None) -> None:
        """From control to control, until this one has the focus, or what the eyes want."""
        if wanted is not None:
            wanted.evaluate("wanted => { window.eyes.wanted = wanted; }")
        for _press in range(300):
            key = self.page.evaluate("() => window.eyes.key()")
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError("Tab does not lead there")


def places_in(nodes: list[Node]) -> set[str]:
    """All places that steps name."""
    return {place for node in nodes for place in (*node.step.places, *places_in(node.next))}


def path_of(choices: Choices, line: Line) -> list[Node]:
    """The steps of the tree that say this line."""

    def search(nodes: list[Node], path: list[Node]) -> list[Node] | None:
        for node in nodes:
            step = node.step
            said = line.get(step.key)
            if step.key and step.listed:
                position = sum(each.step.key == step.key for each in path)
                if not isinstance(said, list) or said[position : position + 1] != [step.value]:
                    continue
            elif step.key and said != step.value:
                continue
            whole = [*path, node]
            found = search(node.next, whole) if node.next else (whole if _says(whole, line) else None)
            if found is not None:
                return found
        return None

    found = search(choices.tree, [])
    assert found is not None, f"{line} is not among the choices"
    return found


def _says(path: list[Node], line: Line) -> bool:
    return line_of_path(line["seat"], [node.step for node in path]) == line


def drawn_things(draw: Draw, line: Line) -> list[str]:
    """What came out of the bag, in order."""
    value = line[draw.bag.key]
    if draw.bag.single:
        return [value]
    if draw.bag.group:
        return [thing for group in value for thing in group]
    return list(value)
