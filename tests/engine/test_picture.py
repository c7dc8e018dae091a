"""The picture of a position: well-formed, complete, safe with any name, readable."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.babylonia.cells import KIND, OWNER
from engine.babylonia.components import TOKENS
from engine.babylonia.game import BABYLONIA
from engine.babylonia.state import BabyloniaState
from engine.game import CHANCE, NOBODY, Action
from engine.log.replay import ReplayVisitor, replay
from engine.picture import position_svg
from engine.simulate import simulate_game
from engine.svg import fit, number, text_width
from engine.whole_picture import NAME_X, POINTS_X
from tests.cases import each
from tests.engine.pictures import uses

COMPONENTS = BABYLONIA.components("babylonia-2019")
SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = sorted((Path(__file__).parent / "examples" / "babylonia").glob("*.jsonl"))
NAMES = ("Ana", "Bo", "Cem", "Dee")


def played(players: int, actions: int, seed: int, ruleset: str = "base") -> BabyloniaState:
    """A position after so many random actions (fewer if the game ends)."""
    rng = Random(seed)
    rules = BABYLONIA.ruleset(ruleset, {})
    state = BABYLONIA.start(players, rules, COMPONENTS, BABYLONIA.new_setup(players, rules, COMPONENTS, rng))
    for _ in range(actions):
        if state.to_move == NOBODY:
            break
        state.apply(state.draw(rng) if state.to_move == CHANCE else state.legal_actions().sample(rng))
    return state


def parsed(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def hexes(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    groups = [group for group in root.iter(f"{SVG}g") if "data-hex" in group.attrib]
    found = {group.attrib["data-hex"]: group for group in groups}
    assert len(found) == len(groups), "a hex is drawn twice"
    return found


def title_of(group: ElementTree.Element) -> str:
    return group.findtext(f"{SVG}title") or ""


@settings(max_examples=40, deadline=None)
@given(
    players=st.sampled_from((2, 3, 4)),
    actions=st.integers(0, 500),
    seed=st.integers(0, 10**6),
    ruleset=st.sampled_from(BABYLONIA.rulesets),
)
def test_every_hex_in_play_is_drawn_once_and_titled_with_what_lies_there(
    players: int, actions: int, seed: int, ruleset: str
) -> None:
    state = played(players, actions, seed, ruleset)
    svg = BABYLONIA.picture(state, NAMES[:players])
    drawn = hexes(parsed(svg))

    board = state.board
    assert set(drawn) == {board.ids[index] for index in board.in_play}
    tokens = state.observation(0)["tokens"]
    for hex_id, group in drawn.items():
        title = title_of(group)
        assert title.startswith(f"{hex_id}, ")
        if hex_id in tokens:
            assert f"of seat {tokens[hex_id]['seat'] + 1}, " in title
            assert ("face up" in title) == tokens[hex_id]["face_up"]
        else:
            assert "of seat" not in title
    assert len(svg.encode()) < 120_000
    assert svg == BABYLONIA.picture(state.copy(), NAMES[:players])


def test_every_token_on_the_board_carries_its_seat_and_its_kind() -> None:
    state = played(4, 260, seed=5)
    drawn = hexes(parsed(BABYLONIA.picture(state, NAMES)))
    kinds = set()
    for index in state.board.in_play:
        seat, kind = OWNER[state.cells[index]], KIND[state.cells[index]]
        if seat < 0:
            continue
        shape = f"#seat-{seat + 1}-down" if state.board.is_river[index] else f"#seat-{seat + 1}"
        group = drawn[state.board.ids[index]]
        assert uses(group)[:2] == [shape, f"#{TOKENS[kind]}"]
        assert TOKENS[kind] in title_of(group)
        kinds.add((seat, kind))
    assert len(kinds) == 16


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_text_alternative_names_scores_turn_cards_and_tiles_left(players: int) -> None:
    for seed in range(30):
        state = played(players, 10_000, seed)
        if any(owner >= 0 for owner in state.card_owner):
            break
    root = parsed(BABYLONIA.picture(state, NAMES[:players]))
    title, description = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc") or ""
    assert title == f"Babylonia: {' – '.join(NAMES[:players])}"
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"] == "title desc"
    assert f"Over in turn {state.turn}" in description
    for seat in range(players):
        assert f"{NAMES[seat]} (seat {seat + 1}): {state.scores[seat]} point" in description
        assert f"{state.rack_size[seat]} token" in description
    cities = sum(COMPONENTS.tiles[tile].is_city for tile in state.tile_at if tile >= 0)
    assert f"On the board: {cities} cit" in description
    taken = [card for card, owner in enumerate(state.card_owner) if owner >= 0]
    assert taken
    for card in taken:
        assert re.search(rf"cards .*\b{card}\b", description)


@each(
    "name",
    [
        '<script>alert("x")</script>',
        "]]>&amp;'\"<!--",
        "a\x01b\x0b\x1f",
        "\ufffe\uffff",
        "שלום \u202e",
        "日本語" * 26,
        "W" * 80,
    ],
)
def test_any_name_is_escaped_and_kept_in_its_column(name: str) -> None:
    state = played(2, 60, seed=1)
    svg = BABYLONIA.picture(state, [name, "Bo"])
    root = parsed(svg)
    assert "<script" not in svg
    title = root.findtext(f"{SVG}title") or ""
    forbidden = re.compile("[\x00-\x1f\ufffe\uffff]")
    assert title == f"Babylonia: {forbidden.sub(chr(0xFFFD), name)} – Bo"
    in_column = [text.text or "" for text in root.iter(f"{SVG}text") if text.attrib.get("x") == number(NAME_X)]
    assert len(in_column) == 2
    assert all(text_width(words, 24) < POINTS_X - NAME_X - 60 for words in in_column)


def test_a_log_with_a_hostile_name_is_drawn_safely() -> None:
    log = simulate_game("babylonia", 2, "base", ["random"], 3, seats=['"><image href="http://x/"/>', "\x07 Bo & Co"])
    root = parsed(position_svg(log))
    assert not list(root.iter(f"{SVG}image"))
    assert not [element for element in root.iter() if not element.attrib.get("href", "#").startswith("#")]


def test_nothing_comes_from_elsewhere_and_nothing_runs() -> None:
    svg = BABYLONIA.picture(played(4, 300, seed=2), NAMES)
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert "script" not in svg
    assert "@import" not in svg
    assert not re.search(r"\son\w+=", svg)
    root = parsed(svg)
    known = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert {element.attrib["href"][1:] for element in root.iter(f"{SVG}use")} <= known


def test_long_texts_are_shortened_to_the_room_there_is() -> None:
    assert fit("Ana", 24, 270) == "Ana"
    short = fit("W" * 80, 24, 270)
    assert short.endswith("…")
    assert text_width(short, 24) <= 270


class _Turns(ReplayVisitor):
    def __init__(self) -> None:
        self.placed: dict[int, set[str]] = {}

    def on_action(self, line: int, turn: int, action: Action, events: object, state: object) -> None:
        if action.kind == "place":
            self.placed.setdefault(turn, set()).add(action.to_json()["hex"])


def pointed_out(svg: str) -> set[str]:
    return {
        hex_id
        for hex_id, group in hexes(parsed(svg)).items()
        if any(use.attrib.get("class") == "last" for use in group.iter(f"{SVG}use"))
    }


@each("path", EXAMPLES)
def test_the_tokens_of_the_shown_turn_are_pointed_out(path: Path) -> None:
    data = path.read_bytes()
    watcher = _Turns()
    report = replay(data, watcher)
    assert report.verdict == "verified"
    for turn in (1, 2, report.turns // 2, report.turns):
        svg = position_svg(data, turn)
        assert pointed_out(svg) == watcher.placed[turn]
        tokens = sum("of seat" in title_of(group) for group in hexes(parsed(svg)).values())
        assert tokens == sum(len(placed) for number, placed in watcher.placed.items() if number <= turn)
    assert position_svg(data) == position_svg(data, report.turns)
    assert pointed_out(position_svg(data, 0)) == set()


def test_a_broken_log_is_shown_as_far_as_it_is_valid() -> None:
    lines = EXAMPLES[0].read_bytes().splitlines(keepends=True)
    svg = position_svg(b"".join(lines[:5]) + b'{"seat":1,"do":"stop"}\n')
    assert "Turn 1: seat1 draws" in svg
    assert position_svg(b"".join(lines[:5]), 1) == position_svg(b"".join(lines[:5]))


@pytest.mark.parametrize("turn", [-1, 24, 10**9])
def test_a_turn_that_the_game_does_not_reach_is_refused(turn: int) -> None:
    with pytest.raises(ValueError, match=r"no turn -?\d+: the log is valid up to turn 23"):
        position_svg(EXAMPLES[0].read_bytes(), turn)


@each("data", [b"", b"\x00\xff", b'{"gamelog":1}\n', EXAMPLES[0].read_bytes().replace(b"0006", b"0008", 1)])
def test_bytes_without_a_position_are_refused_with_the_reason(data: bytes) -> None:
    with pytest.raises(ValueError, match="there is no position to show: .+"):
        position_svg(data)


def test_unknown_tokens_of_a_log_with_hidden_chance_stay_unknown() -> None:
    rng = Random(4)
    rules = BABYLONIA.ruleset("base", {})
    setup = BABYLONIA.new_setup(2, rules, COMPONENTS, rng)
    state = BABYLONIA.start(2, rules, COMPONENTS, setup, hidden=True)
    state.apply(BABYLONIA.action_from_json({"seat": 0, "do": "place", "token": "unknown", "hex": "0202"}, COMPONENTS))
    group = hexes(parsed(BABYLONIA.picture(state, ["Ana", "Bo"])))["0202"]
    assert uses(group)[:2] == ["#seat-1-down", "#mark"], "no kind is drawn on it"
    assert title_of(group) == "0202, river Tigris: token of seat 1, Ana, face down"
