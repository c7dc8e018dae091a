"""What the picture of every game must fulfil: well-formed, safe with any name, told in words, the same every time."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import NOBODY, Game
from engine.picture import position_svg
from engine.registry import GAMES
from engine.simulate import play
from tests.engine.pictures import NAMES, SVG, some_position
from tests.profiles import examples

HOSTILE = ("<script>alert(1)</script>", '"&quot;]]>\x00\ud800', "W" * 80, "\u202eabc 日本語 👑")
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
LARGEST = 400_000
"""Bytes; a page with a picture stays quick to load on a phone."""


def parsed(svg: str) -> ElementTree.Element:
    """The document as XML; nothing in it runs or comes from elsewhere."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in ("script", "image", "foreignObject", "a", "iframe")
        for key, value in element.attrib.items():
            assert not key.lower().startswith("on")
            if key.endswith("href"):
                assert value.startswith("#")
    return root


@EVERY_GAME
@given(data=st.data())
@examples(15)
def test_every_position_is_drawn_and_told(game: Game, data: st.DataObject) -> None:
    state, players, last = some_position(game.key, data)
    before = state.to_json()
    svg = game.picture(state, NAMES[:players], last)
    root = parsed(svg)
    assert state.to_json() == before
    assert svg == game.picture(state.copy(), NAMES[:players], last)
    assert len(svg.encode()) < LARGEST
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"] == "title desc"
    title, description = root.findtext(f"{SVG}title") or "", root.findtext(f"{SVG}desc") or ""
    assert title == f"{game.title}: {' – '.join(NAMES[:players])}"
    for seat in range(players):
        points = state.scores[seat]
        assert f"{NAMES[seat]} (seat {seat + 1}): {points} point" in description
    shown = " ".join(root.itertext())
    for name in NAMES[:players]:
        assert name in shown
    if state.to_move == NOBODY:
        assert "Over in " in description


@EVERY_GAME
@given(data=st.data())
@examples(6)
def test_names_do_no_harm(game: Game, data: st.DataObject) -> None:
    state, players, last = some_position(game.key, data)
    root = parsed(game.picture(state, HOSTILE[:players], last))
    assert "<script>" in (root.findtext(f"{SVG}desc") or "")


@EVERY_GAME
def test_the_last_turn_is_pointed_out(game: Game) -> None:
    log = play(game.key, 2, game.rulesets[0], ["greedy"], 3).log
    pointed = 0
    for turn in (2, 5, 9, 14):
        svg = position_svg(log, turn)
        description = parsed(svg).findtext(f"{SVG}desc") or ""
        assert "Last turn" in description
        pointed += 'class="last' in svg or " last" in svg
    assert pointed >= 2


@EVERY_GAME
def test_turns_from_first_to_last_can_be_shown(game: Game) -> None:
    log = play(game.key, 3, game.rulesets[0], ["greedy", "random"], 4).log
    pictures = {position_svg(log, turn) for turn in (0, 1, 2, None)}
    assert len(pictures) == 4
    with pytest.raises(ValueError, match="there is no turn"):
        position_svg(log, 100_000)
