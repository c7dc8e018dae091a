"""What static/nabu/board/records/setup/filling.js knows of a setup: what can lie where, what is certain."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

DO = """async ([parts, acts]) => {
  const { Filling } = await import("/static/nabu/board/records/setup/filling.js");
  const filling = new Filling(parts, new Map());
  const told = {
    slot: (field) => filling.slots.find((slot) => slot.field === field),
    put: ([field, value]) => filling.put(told.slot(field), value),
    take: (field) => filling.take(told.slot(field)),
    settle: () => filling.settle(),
    clear: () => filling.clear(),
    rest: () => filling.fillRest(),
    options: (field) => filling.options(told.slot(field)).map(({ value }) => value),
    next: (field) => filling.next(field ? told.slot(field) : undefined)?.field ?? null,
    values: () => Object.fromEntries(filling.values),
  };
  return acts.map(([act, of]) => told[act](of) ?? null);
}"""


def part(number: int, slots: int, things: dict[str, int | None], **more: Any) -> dict[str, Any]:
    """A part of a setup as the page has it. `bodies`: of which body a thing is a side."""
    bodies = more.pop("bodies", {})
    return {
        "ordered": True,
        "fit": None,
        "slots": [{"field": f"{number}-{at}", "places": []} for at in range(slots)],
        "things": [{"value": name, "count": count, "body": bodies.get(name)} for name, count in things.items()],
        **more,
    }


def done(page: Page, parts: list[dict[str, Any]], *acts: tuple[str, Any]) -> Any:
    """What the last of these acts says."""
    return page.evaluate(DO, [parts, acts])[-1]


def test_what_is_used_up_is_no_option_but_where_it_lies(scripts: Page) -> None:
    parts = [part(0, 3, {"a": 1, "b": 2, "c": 2})]
    assert done(scripts, parts, ("put", ("0-0", "a")), ("options", "0-1")) == ["b", "c"]
    assert done(scripts, parts, ("put", ("0-0", "a")), ("options", "0-0")) == ["a", "b", "c"]
    assert done(scripts, parts, ("put", ("0-0", "a")), ("take", "0-0"), ("options", "0-1")) == ["a", "b", "c"]


def test_of_the_sides_of_one_body_only_one_is_in_play(scripts: Page) -> None:
    parts = [part(0, 2, {"1A": 1, "1B": 1, "2A": 1, "2B": 1}, bodies={"1A": "1", "1B": "1", "2A": "2", "2B": "2"})]
    assert done(scripts, parts, ("put", ("0-0", "1B")), ("options", "0-1")) == ["2A", "2B"]


def test_what_fits_in_one_way_only_is_filled(scripts: Page) -> None:
    parts = [part(0, 3, {"a": 1, "b": 2}), part(1, 1, {"only": None})]
    assert done(scripts, parts, ("settle", 0), ("values", 0)) == {"0-0": "", "0-1": "", "0-2": "", "1-0": "only"}
    found = done(scripts, parts, ("put", ("0-1", "a")), ("values", 0))
    assert found == {"0-0": "b", "0-1": "a", "0-2": "b", "1-0": "only"}


def test_where_the_order_does_not_count_all_that_is_left_is_filled(scripts: Page) -> None:
    things = {"a": 1, "b": 1, "c": 1}
    assert done(scripts, [part(0, 3, things)], ("settle", 0), ("next", None)) == "0-0"
    assert done(scripts, [part(0, 3, things, ordered=False)], ("settle", 0), ("next", None)) is None
    assert done(scripts, [part(0, 2, things, ordered=False)], ("settle", 0), ("next", None)) == "0-0"


def test_a_thing_says_what_lies_in_the_slot_that_belongs_to_it(scripts: Page) -> None:
    fit = {"part": 1, "of": {"x1": "x", "x2": "x", "y1": "y"}}
    parts = [part(0, 2, {"x1": 1, "x2": 1, "y1": 1}, fit=fit), part(1, 2, {"x": 1, "y": 1})]
    found = done(scripts, parts, ("put", ("0-0", "x2")), ("values", 0))
    assert found == {"0-0": "x2", "0-1": "", "1-0": "x", "1-1": "y"}
    found = done(scripts, parts, ("put", ("0-0", "x2")), ("put", ("0-0", "y1")), ("values", 0))
    assert found["1-0"] == "y"


def test_the_next_slot_is_of_the_same_part_as_long_as_one_is_empty(scripts: Page) -> None:
    parts = [part(0, 2, {"a": 9, "b": 9}), part(1, 3, {"c": 9, "d": 9})]
    assert done(scripts, parts, ("put", ("1-1", "c")), ("next", "1-1")) == "1-2"
    assert done(scripts, parts, ("put", ("1-2", "c")), ("next", "1-2")) == "1-0"
    assert done(scripts, parts, ("put", ("0-1", "a")), ("put", ("0-0", "a")), ("next", "0-0")) == "1-0"


def test_the_rest_keeps_to_what_there_is_and_to_what_lies_there(scripts: Page) -> None:
    bodies = {"1A": "1", "1B": "1", "2A": "2", "2B": "2", "3A": "3", "3B": "3"}
    parts = [part(0, 3, dict.fromkeys(bodies, 1), bodies=bodies), part(1, 4, {"a": 2, "b": 1, "c": 1})]
    for _time in range(20):
        values = done(scripts, parts, ("put", ("1-2", "b")), ("rest", 0), ("values", 0))
        assert sorted(bodies[values[f"0-{at}"]] for at in range(3)) == ["1", "2", "3"]
        assert sorted(values[f"1-{at}"] for at in range(4)) == ["a", "a", "b", "c"]
        assert values["1-2"] == "b"


def test_what_cannot_be_filled_stays_as_it_is(scripts: Page) -> None:
    parts = [part(0, 3, {"a": 1, "b": 1})]
    acts = (("put", ("0-0", "a")), ("rest", 0))
    assert done(scripts, parts, *acts) is False


def test_nothing_lies_anywhere_but_what_is_certain_once_all_is_taken_away(scripts: Page) -> None:
    parts = [part(0, 1, {"only": 1}), part(1, 2, {"a": 2, "b": 2})]
    found = done(scripts, parts, ("rest", 0), ("clear", 0), ("values", 0))
    assert found == {"0-0": "only", "1-0": "", "1-1": ""}
