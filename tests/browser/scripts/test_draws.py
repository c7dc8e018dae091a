"""The draws of static/nabu/board/recorder: what came out of a bag is entered by taps, or dealt."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

START = """async () => {
  const { Draws } = await import("/static/nabu/board/recorder/draws.js");
  document.body.innerHTML = '<div id="choices"></div>';
  const say = (key, values) => key + JSON.stringify(values ?? "");
  window.moves = [];
  window.draws = new Draws(document.getElementById("choices"), { say }, (line) => moves.push(line));
}"""

DRAW = {"line": {"chance": "draw"}, "key": "tokens", "ordered": False, "group": 0, "single": False, "seen_by": None}
THINGS = [{"v": "farmer", "t": "farmer", "left": 2}, {"v": "priest", "t": "priest", "left": 7}]


@pytest.fixture
def draws(scripts: Page) -> Page:
    """A page with `draws`; the moves that are made are in `moves`."""
    scripts.evaluate(START)
    return scripts


@pytest.mark.parametrize(
    ("more", "drawn"),
    [
        ({"take": 4}, ["farmer", "priest", "farmer", "priest"]),
        ({"take": 4, "group": 2}, [["farmer", "priest"], ["farmer", "priest"]]),
        ({"take": 1, "single": True}, "farmer"),
    ],
)
def test_a_draw_is_entered_by_taps(draws: Page, more: dict[str, Any], drawn: Any) -> None:
    draws.evaluate("draw => draws.show(draw, '')", {**DRAW, "things": THINGS, **more})
    for thing in ("farmer", "priest", "farmer", "priest")[: more["take"]]:
        draws.locator("#choices fieldset > .choices-row:not(.draw-sets) .btn", has_text=thing).tap()
        if draws.evaluate("draws.chosen.length") == 3:
            # None of two farmers is left. The last thing enters the draw.
            expect(draws.locator("#choices fieldset > .choices-row > .btn", has_text="farmer (0)")).to_be_disabled()
            assert draws.evaluate("moves") == []
    assert draws.evaluate("moves") == [{"chance": "draw", "tokens": drawn}]


@pytest.mark.parametrize(
    ("more", "sets", "drawn"),
    [
        # A farmer, and then one of the sets of two that are left: both farmers cannot be in it.
        ({"take": 3}, ["farmer, priest", "priest, priest"], ["farmer", "farmer", "priest"]),
        # The second of a group of two is one thing, so sets come back with the next group.
        ({"take": 4, "group": 2}, [], [["farmer", "priest"], ["farmer", "priest"]]),
        ({"take": 2, "ordered": True}, [], ["farmer", "priest"]),
    ],
)
def test_a_few_are_entered_at_once(draws: Page, more: dict[str, Any], sets: list[str], drawn: list[Any]) -> None:
    draws.evaluate("draw => draws.show(draw, '')", {**DRAW, "things": THINGS, **more})
    shown = draws.locator("#choices .draw-set")
    draws.locator("#choices fieldset > .choices-row > .btn", has_text="farmer (2)").tap()
    assert shown.all_inner_texts() == sets
    if sets:
        shown.nth(0).tap()
    else:
        draws.locator("#choices fieldset > .choices-row > .btn", has_text="priest (7)").tap()
    if "group" in more:
        assert shown.all_inner_texts() == ["farmer, priest", "priest, priest"]
        shown.nth(0).tap()
    assert draws.evaluate("moves") == [{"chance": "draw", "tokens": drawn}]


def test_every_outcome_of_a_deal_is_as_likely_as_it_should_be(draws: Page) -> None:
    """With chance from a generator (mulberry32), so that it is the same each time."""
    counts = draws.evaluate(
        """async (things) => {
          const { dealt } = await import("/static/nabu/board/recorder/draws.js");
          let seed = 1;
          crypto.getRandomValues = (numbers) => {
            seed = (seed + 0x6d2b79f5) | 0;
            let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
            mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
            numbers[0] = mixed ^ (mixed >>> 14);
            return numbers;
          };
          const counts = [0, 0, 0, 0];
          for (let time = 0; time < 2000; time += 1)
            counts[dealt(things, 3).filter((thing) => thing.v === "farmer").length] += 1;
          return counts;
        }""",
        THINGS,
    )
    # Of 3 out of 9 with 2 farmers: none in 35, one in 42, both in 7 of 84 cases.
    assert sum(counts) == 2000
    assert counts[3] == 0
    assert all(abs(count - 2000 * cases / 84) < 60 for count, cases in zip(counts, (35, 42, 7), strict=False))


def test_a_number_that_would_make_some_things_likelier_is_drawn_again(draws: Page) -> None:
    drawn = draws.evaluate(
        """async (things) => {
          const { dealt } = await import("/static/nabu/board/recorder/draws.js");
          const numbers = [2 ** 32 - 1, 2 ** 32 - 4, 8];
          crypto.getRandomValues = (found) => { found[0] = numbers.shift(); return found; };
          return [dealt(things, 1).map(({ v }) => v), numbers];
        }""",
        THINGS,
    )
    assert drawn == [["priest"], []], "of nine things the last four numbers of all have no equal share"


def test_what_was_chosen_by_hand_is_out_of_the_bag_and_an_empty_bag_ends_a_deal(draws: Page) -> None:
    drawn = draws.evaluate(
        """async (things) => {
          const { dealt } = await import("/static/nabu/board/recorder/draws.js");
          return dealt(things, 12, [things[0], things[0]]).map(({ v }) => v);
        }""",
        THINGS,
    )
    assert drawn == ["farmer"] * 2 + ["priest"] * 7
