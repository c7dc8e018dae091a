"""GAMELOG, "Header": its keys and types, and the setups that the rules do not allow."""

from __future__ import annotations

import json
from typing import Any

from engine.log.replay import replay
from engine.registry import get_game
from tests.cases import each
from tests.engine.logs_by_hand import EXAMPLES, START, TILES, Words, header, line, log, switched, verdict, words_of

BABYLONIA = get_game("babylonia")
READ = ("unfinished", None, 1)
BAD_LINE = ("unreadable", "bad_line", 1)
BAD_SETUP = ("rejected", "bad_setup", 1)
NOT_A_LOG = ("unreadable", "not_a_log", 1)


def verdict_on(words: Words) -> tuple[str, str | None, int | None]:
    return verdict(log(words))


def test_a_header_alone_is_a_game_that_has_not_begun() -> None:
    report = replay(log(header()))
    assert (report.verdict, report.line, report.turn, report.scores) == ("unfinished", 1, 0, [0, 0])
    assert report.reason == "the log ends in turn 0: seat 0 draws 5 tokens"
    assert report.actions == report.turns == 0


@each("key", list(header()))
def test_every_required_key_is_needed(key: str) -> None:
    words = header(**{key: None})
    assert verdict_on(words) == (NOT_A_LOG if key == "gamelog" else BAD_LINE)
    report = replay(log(words))
    assert report.reason is not None
    assert key in report.reason


@each("key", ["Game", "seat", "result", "do", "", "gamelog ", "komponents", "x" * 5_000])
def test_no_other_key_is_known(key: str) -> None:
    assert verdict_on({**header(), key: 1}) == BAD_LINE


@each("key", list(header()))
@each("value", [True, 1, "1", [], {}, None, [[]], {"name": 1}])
def test_every_key_has_its_type(key: str, value: Any) -> None:
    right = type(header()[key])
    if type(value) is right and key in ("game", "components", "chance", "seats", "gamelog"):
        return
    assert verdict_on({**header(), key: value}) == BAD_LINE


def test_optional_keys_have_their_types_too() -> None:
    digest = BABYLONIA.components("babylonia-2019").sha256
    for good in (
        {"components_sha256": digest},
        {"rules": 1},
        {"rules": 7},
        {"deal": {"commitment": "00"}},
        {"meta": None},
        {"meta": [1, {"place": "Erlangen"}, "x", True]},
    ):
        assert verdict_on({**header(), **good}) == READ
    for bad in (
        {"components_sha256": None},
        {"components_sha256": 1},
        {"rules": True},
        {"rules": "1"},
        {"rules": None},
    ):
        assert verdict_on({**header(), **bad}) == BAD_LINE


@each("version", [0, 2, -1, 10**30])
def test_other_versions_are_not_logs_that_are_read_here(version: int) -> None:
    assert verdict_on(header(gamelog=version)) == NOT_A_LOG


@each("version", [True, "1", [1], False])
def test_the_version_is_a_whole_number(version: Any) -> None:
    assert verdict_on(header(gamelog=version)) == BAD_LINE


def test_a_version_that_is_a_float_or_null_is_a_bad_line() -> None:
    for text in (b"1.0", b"null", b"NaN"):
        assert verdict(line(header()).replace(b'"gamelog":1', b'"gamelog":' + text)) == BAD_LINE


# Seats


@each("count", [0, 1, 5, 6, 1_000])
def test_two_to_four_seats(count: int) -> None:
    assert verdict_on(header(seats=[f"player {seat}" for seat in range(count)])) == BAD_SETUP


def test_names_of_seats_are_distinct_texts_of_1_to_80_characters() -> None:
    assert verdict_on(header(seats=["a", "b" * 80])) == READ
    assert verdict_on(header(seats=["a", "🏺" * 80])) == READ, "characters, not bytes"
    assert verdict_on(header(seats=["a", "A"])) == READ
    assert verdict_on(header(seats=["a", "a"])) == BAD_SETUP
    assert verdict_on(header(seats=["a", ""])) == BAD_SETUP
    assert verdict_on(header(seats=["a", "b" * 81])) == BAD_SETUP
    for name in (1, None, True, ["b"]):
        assert verdict_on(header(seats=["a", name])) == BAD_LINE


def test_the_number_of_seats_fits_the_tiles() -> None:
    for stem, players in (("p2-base-007", 2), ("p3-base-019", 3), ("p4-base-031", 4)):
        first = words_of(EXAMPLES[stem])[0]
        for count in (2, 3, 4):
            seats = [f"player {seat}" for seat in range(count)]
            assert verdict_on({**first, "seats": seats}) == (READ if count == players else BAD_SETUP)


# Game, components, ruleset, switches


def test_unknown_games_component_sets_and_rulesets_are_bad_setups() -> None:
    for change in (
        {"game": "chess"},
        {"game": ""},
        {"game": "Babylonia"},
        {"game": "x" * 100_000},
        {"components": "babylonia-2020"},
        {"components": ""},
        {"components": "../babylonia-2019"},
        {"components": "x" * 100_000},
        {"chance": "none"},
        {"chance": ""},
        {"ruleset": {"name": "expert", "switches": {}}},
        {"ruleset": {"name": "", "switches": {}}},
    ):
        report = replay(log(header(**change)))
        assert (report.verdict, report.code, report.line) == BAD_SETUP
        assert report.reason is not None
        assert len(report.reason) <= 300
        assert report.turn is None
        assert not [*report.scores, *report.sources, *report.legal]


@each(
    "ruleset",
    [
        {"name": "base"},
        {"switches": {}},
        {"name": "base", "switches": {}, "extra": 1},
        {"name": 1, "switches": {}},
        {"name": "base", "switches": []},
        {"name": "base", "switches": {"card2_same_turn": None}},
        {"name": "base", "switches": {"card2_same_turn": [True]}},
    ],
)
def test_a_ruleset_has_a_name_and_switches(ruleset: Any) -> None:
    assert verdict_on(header(ruleset=ruleset)) == BAD_LINE


@each(
    ("name", "option"),
    [(switch.name, option) for switch in BABYLONIA.switches for option in switch.options],
)
def test_every_option_of_every_switch_is_accepted(name: str, option: Any) -> None:
    report = replay(log(switched(**{name: option})))
    assert (report.verdict, report.code, report.line) == READ
    assert report.header is not None
    assert report.header.switches == {name: option}


def test_switches_without_effect_change_nothing_but_the_header() -> None:
    single = {switch.name: switch.default for switch in BABYLONIA.switches if len(switch.options) == 1}
    without = {"scoring_set": "recomputed", "end_rack_scope": "any_player", "rack_visibility": "open"}
    assert len(single) >= 9
    for stem, data in EXAMPLES.items():
        first, *rest = words_of(data)
        before = replay(data)
        after = replay(log({**first, "ruleset": {**first["ruleset"], "switches": {**single, **without}}}, *rest))
        assert after.verdict == "verified", stem
        assert (after.scores, after.sources, after.places) == (before.scores, before.sources, before.places)


@each(
    ("name", "option"),
    [
        ("minimum_tokens", "may_pass"),
        ("turn_option_declared", "in_advance"),
        ("card3_refill", "at_once"),
        ("card5_noble_count", 2),
        ("card5_noble_count", True),
        ("card2_same_turn", 1),
        ("card2_same_turn", "true"),
        ("card2_same_turn", 0),
        ("first_round_limits", True),
        ("first_round_limits", ""),
        ("first_round_limits", "1_THEN_2"),
        ("first_round_limits", "x" * 10_000),
        ("no_such_switch", True),
        ("", True),
        ("x" * 10_000, True),
    ],
)
def test_unknown_switches_and_options_that_are_not_offered_are_bad_setups(name: str, option: Any) -> None:
    report = replay(log(switched(**{name: option})))
    assert (report.verdict, report.code, report.line) == BAD_SETUP
    assert report.reason is not None
    assert name[:20] in report.reason


def test_the_digest_of_the_component_set_must_be_right_if_it_is_given() -> None:
    digest = BABYLONIA.components("babylonia-2019").sha256
    assert verdict_on(header(components_sha256=digest)) == READ
    for wrong in (digest[:-1], digest[:-1] + ("0" if digest[-1] != "0" else "1"), "", "0" * 64):
        assert verdict_on(header(components_sha256=wrong)) == BAD_SETUP


# Setup


def with_tiles(**changes: Any) -> Words:
    tiles = {key: value for key, value in {**TILES, **changes}.items() if value is not None}
    return header(setup={"tiles": tiles, "cards": [1, 2, 3, 4, 5, 6, 7]})


def test_every_tile_slot_in_play_has_a_tile_and_nothing_else_has() -> None:
    assert verdict_on(with_tiles()) == READ
    assert verdict_on(with_tiles(**{"0006": None})) == BAD_SETUP
    for hex_id in ("0901", "0000", "0812", "0002", "9999", "", "6"):
        assert verdict_on(with_tiles(**{hex_id: "FC"})) == BAD_SETUP
        assert verdict_on(with_tiles(**{"0006": None, hex_id: "FC"})) == BAD_SETUP


def test_the_tiles_are_exactly_the_printed_ones() -> None:
    assert verdict_on(with_tiles(**{"0006": "MP", "0012": "FC"})) == READ, "the order is free"
    for name in ("F6", "MP", "XX", "", "PM", "fc"):
        assert verdict_on(with_tiles(**{"0006": name})) == BAD_SETUP


@each(
    ("ruleset", "cards", "expected"),
    [
        ("base", [7, 6, 5, 4, 3, 2, 1], READ),
        ("base", [1, 2, 3, 4, 5, 6, 8], BAD_SETUP),
        ("base", [1, 2, 3, 4, 5, 6], BAD_SETUP),
        ("base", [1, 2, 3, 4, 5, 6, 7, 7], BAD_SETUP),
        ("base", [1, 2, 3, 4, 5, 6, 6], BAD_SETUP),
        ("base", [], BAD_SETUP),
        ("seven_of_nine", [1, 2, 3, 4, 5, 6, 7], READ),
        ("seven_of_nine", [3, 4, 5, 6, 7, 8, 9], READ),
        ("seven_of_nine", [3, 4, 5, 6, 7, 8, 10], BAD_SETUP),
        ("seven_of_nine", [0, 4, 5, 6, 7, 8, 9], BAD_SETUP),
        ("seven_of_nine", [-1, 4, 5, 6, 7, 8, 9], BAD_SETUP),
        ("seven_of_nine", [1, 2, 3, 4, 5, 6, 7, 8, 9], BAD_SETUP),
        ("seven_of_nine", [True, 2, 3, 4, 5, 6, 7], BAD_LINE),
        ("seven_of_nine", ["1", 2, 3, 4, 5, 6, 7], BAD_LINE),
    ],
)
def test_the_cards_are_those_of_the_ruleset(ruleset: str, cards: list[Any], expected: Any) -> None:
    words = header(ruleset={"name": ruleset, "switches": {}}, setup={"tiles": TILES, "cards": cards})
    assert verdict_on(words) == expected


@each(
    "setup",
    [
        {},
        {"tiles": TILES},
        {"cards": [1, 2, 3, 4, 5, 6, 7]},
        {"tiles": TILES, "cards": [1, 2, 3, 4, 5, 6, 7], "racks": []},
        {"tiles": [], "cards": [1, 2, 3, 4, 5, 6, 7]},
        {"tiles": TILES | {"0006": 1}, "cards": [1, 2, 3, 4, 5, 6, 7]},
        {"tiles": TILES | {"0006": None}, "cards": [1, 2, 3, 4, 5, 6, 7]},
        {"tiles": TILES, "cards": {}},
        {"tiles": TILES, "cards": "1234567"},
        {"tiles": TILES, "cards": [[1], 2, 3, 4, 5, 6, 7]},
    ],
)
def test_a_setup_of_the_wrong_shape_is_a_bad_line(setup: Any) -> None:
    assert verdict_on(header(setup=setup)) == BAD_LINE


def test_a_second_header_is_no_action() -> None:
    assert verdict(log(*START, header())) == ("unreadable", "bad_line", 4)


def test_the_report_is_plain_json_and_keeps_the_header() -> None:
    digest = BABYLONIA.components("babylonia-2019").sha256
    words = header(components_sha256=digest, rules=3, meta={"club": "Zürich"}, deal={"commitment": "ab"})
    report = replay(log(words))
    assert json.loads(json.dumps(report.to_json()))["header"]["meta"] == {"club": "Zürich"}
    assert report.header is not None
    del words["deal"]
    assert report.header.to_json() == words
