"""What moves on a board (static/nabu/board/drawing/motion.js): points that fly to their panel, pieces that appear."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.game import ScoreEvent
from tests.browser.scripts.boards import begin_board, game_of

pytestmark = pytest.mark.browser

# Two frames later there is what began with the next one. `landed` are the texts of all flights that are over.
LATER = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CALM = "new Promise((done) => setTimeout(done, 450))"
FLYING = '[...document.querySelectorAll(".points-flight")].map((each) => each.textContent)'
FADING = "board.svg.getAnimations({ subtree: true }).length"


@cache
def scoring() -> tuple[str, str, list[dict[str, Any]]]:
    """A position of Babylonia, the one after a move that scores, and its events."""
    table = game_of("babylonia")
    number, events = next(
        (number, points)
        for number, move in enumerate(table.moves)
        if number > 20 and (points := [each for each in move.events if isinstance(each, ScoreEvent)])
    )
    before, after = (table.at(count).screen_picture(("Ana", "Bo")) for count in (number, number + 1))
    told = [
        {
            "seat": event.seat,
            "points": event.points,
            "places": list(table.game.places_of(table.components, event)),
        }
        for event in events
    ]
    return before, after, told


@pytest.fixture
def board(scripts: Page) -> Iterator[Page]:
    """A board that has shown the position before such a move for a while: `before`, `after` and `events`."""
    page = begin_board(scripts, scoring()[0], least=0)
    page.evaluate("([before, after, events]) => Object.assign(window, { before, after, events })", list(scoring()))
    page.evaluate("board.gain([], 9)")
    yield page
    page.emulate_media(reduced_motion=None)


def moved(page: Page, act: str, wait: str = CALM) -> dict[str, Any]:
    """What flies and fades right after this."""
    script = f"async () => {{ await {wait}; {act}; await {LATER}; return {{ flying: {FLYING}, fading: {FADING} }}; }}"
    found: dict[str, Any] = page.evaluate(script)
    return found


STEP = "board.show(after); board.gain(events, 10)"


def test_points_fly_from_the_board_and_new_pieces_fade_in(board: Page) -> None:
    found = moved(board, STEP)
    [text] = found["flying"]
    assert text == f"+{sum(event['points'] for event in scoring()[2])}"
    assert 0 < found["fading"] <= 12
    assert board.locator(".seat-gain").all_inner_texts().count(text) == 1, "said at once, whatever flies"
    board.wait_for_function(f"{FLYING}.length === 0 && {FADING} === 0")


def test_what_flies_takes_no_taps_and_ends_at_its_panel(board: Page) -> None:
    moved(board, STEP)
    ends = board.evaluate(
        """() => {
          const flying = document.querySelector(".points-flight");
          const [animation] = flying.getAnimations();
          animation.pause();
          animation.currentTime = animation.effect.getComputedTiming().endTime - 0.01;
          const at = (box) => [box.left + box.width / 2, box.top + box.height / 2];
          const panel = [...document.querySelectorAll(".seat-gain")].find((each) => each.textContent);
          const taps = getComputedStyle(flying).pointerEvents;
          return [at(flying.getBoundingClientRect()), at(panel.getBoundingClientRect()), taps];
        }"""
    )
    assert ends[0] == pytest.approx(ends[1], abs=3)
    assert ends[2] == "none"


def test_who_wants_nothing_to_move_sees_the_points_in_their_place(board: Page) -> None:
    board.emulate_media(reduced_motion="reduce")
    found = moved(board, STEP)
    assert len(found["flying"]) == 1
    assert found["fading"] == 0
    where = "document.querySelector('.points-flight').getBoundingClientRect().top"
    assert board.evaluate(where) == board.evaluate(f"{LATER}.then(() => {where})")


@pytest.mark.parametrize(
    "act",
    [
        "board.show(after); board.gain(events, 9)",
        "board.show(after); board.gain(events, 8)",
        "board.show(after); board.gain([], 10)",
    ],
    ids=["said again", "taken back", "nothing gained"],
)
def test_only_a_new_gain_flies(board: Page, act: str) -> None:
    assert moved(board, act)["flying"] == []


def test_nothing_moves_while_positions_are_stepped_through(board: Page) -> None:
    quick = f"board.show(after); board.show(before); {STEP}"
    assert moved(board, quick) == {"flying": [], "fading": 0}


def test_the_next_position_ends_what_flies(board: Page) -> None:
    assert moved(board, STEP)["flying"] != []
    assert moved(board, "board.show(before)", wait="0")["flying"] == []


def test_no_more_than_four_fly(board: Page) -> None:
    act = """const hexes = [...board.svg.querySelectorAll("[data-hex]")].slice(0, 9).map((each) => each.dataset.hex);
      const many = hexes.map((hex) => ({ seat: 0, points: 2, places: [`hex:${hex}`] }));
      board.show(after);
      board.gain(many, 10)"""
    assert len(moved(board, act)["flying"]) == 4
