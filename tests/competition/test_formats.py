"""Settings of formats and how stages follow each other: what is allowed, and what is said when it is not."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.formats import FORMATS, StageSpec, check_chain, get_format
from competition.invalid_config import InvalidConfig
from competition.records import SERIOUS, WARNING, Competitor, PairedTable
from tests.cases import each
from tests.competition.english import english
from tests.competition.format_events import SIZES, Event
from tests.profiles import examples


def test_defaults_are_the_declared_ones() -> None:
    swiss = get_format("swiss")
    config = swiss.read_config({})
    assert swiss.points(config, [1, 2]) == [6, 0]
    assert swiss.points(config, [1, 2, 3]) == [6, 3, 0]
    assert swiss.points(config, [1, 2, 3, 4]) == [6, 4, 2, 0]
    assert swiss.bye_points(config) == 6


@each("key", list(FORMATS))
def test_stored_settings_read_back_the_same(key: str) -> None:
    fmt = get_format(key)
    assert fmt.read_config(fmt.complete({})) == fmt.read_config({})
    assert fmt.complete(fmt.complete({})) == fmt.complete({})


ROUNDS = {"table_size", "rounds", "advance", "seeding", "best_of", "points", "bye_points", "rest_points", "tie_breaks"}
KEYS_OF_THE_LAST_RELEASE = {
    "swiss": ROUNDS | {"pairing", "pairing_order"},
    "league": ROUNDS,
    "round_robin": {"seeding", "groups", "twice", "advance", "best_of", "points", "tie_breaks"},
    "single_elimination": {"table_size", "seeding", "best_of", "third_place", "advance"},
    "double_elimination": {"seeding", "best_of", "reset"},
    "pod_elimination": {"table_size", "best", "seeding"},
    "ladder": {"table_size", "rounds", "advance", "seeding", "best_of"},
}
"""When a version is released, these become its keys, and its formats have no `new_settings`."""


@each("key", list(FORMATS))
def test_the_last_release_reads_a_stage_without_new_choices(key: str) -> None:
    """It refuses settings that it does not know, and it goes on beside this version during an update."""
    fmt, known = get_format(key), KEYS_OF_THE_LAST_RELEASE[key]
    assert set(fmt.complete({})) == known
    defaults = {setting.key: setting.default for setting in fmt.settings}
    assert set(fmt.complete(defaults)) == known, "a form sends every default"


@each(
    ("key", "chosen"),
    [
        ("league", {"rounds": 1, "schedule": "round,table,seat,number\n1,1,1,1\n1,1,2,2\n"}),
        ("single_elimination", {"starts": "higher_seed"}),
        ("double_elimination", {"starts": "higher_seed", "advance": 2}),
        ("pod_elimination", {"best_of": 3}),
    ],
)
def test_new_settings_are_stored_where_they_were_chosen(key: str, chosen: dict[str, object]) -> None:
    stored = get_format(key).complete(chosen)
    assert stored == stored | chosen


@each("key", list(FORMATS))
def test_every_format_can_be_seeded(key: str) -> None:
    fmt = get_format(key)
    people = [Competitor(i, f"P{i}", i, strength=s) for i, s in enumerate((1500, None, 1700, 1500, None), 1)]

    def order(seeding: str, lot: str = "") -> list[int]:
        return [competitor.id for competitor in fmt.seeded(seeding, people, lot)]

    assert fmt.read_config({"seeding": "draw"}).seeding == "draw"
    assert order("order") == [1, 2, 3, 4, 5]
    assert order("rating") == [3, 1, 4, 2, 5]
    assert order("draw", "one") == order("draw", "one") != order("draw", "two")


@each("key", list(FORMATS))
def test_every_format_says_what_lies_ahead(key: str) -> None:
    fmt = get_format(key)
    config = fmt.read_config({})
    fmt.check_field(config, 23, SIZES)
    said = [english(concern.text) for concern in fmt.forecast(config, 23, SIZES)]
    assert all(text and "%(" not in text for text in said)
    assert fmt.rounds(config, 23) >= 1


@each("key", list(FORMATS))
def test_every_format_names_who_cannot_sit_there_and_who_must_not_meet(key: str) -> None:
    event = Event(key, 8, 0)
    event.competitors[0] = replace(event.competitors[0], active=False)
    field = replace(event.field(1), forbidden=frozenset({(3, 4)}), discouraged=frozenset({(5, 6)}))
    tables = [PairedTable((1, 2), 0), PairedTable((3, 4), 1), PairedTable((5, 6), 2), PairedTable((7, 2), 3)]
    found = {(c.key, c.table): c.level for c in event.format.concerns(event.read, field, tables)}
    assert {
        ("not_active", 0): SERIOUS,
        ("seated_twice", 0): SERIOUS,
        ("seated_twice", 3): SERIOUS,
        ("forbidden", 1): SERIOUS if key in ("swiss", "league") else WARNING,
        ("discouraged", 2): WARNING,
    }.items() <= found.items()
    everybody_plays = key in ("swiss", "league", "ladder")
    assert (("missing_player", None) in found) == everybody_plays


@each("key", list(FORMATS))
def test_every_forecast_says_how_many_pairs_must_not_meet(key: str) -> None:
    fmt = FORMATS[key]
    config = fmt.read_config({})
    (told,) = [concern for concern in fmt.forecast(config, 8, SIZES, forbidden=3) if concern.key == "forbidden"]
    assert english(told.text).startswith("3 pairs must not meet")
    assert not [concern for concern in fmt.forecast(config, 8, SIZES) if concern.key == "forbidden"]


@each("key", list(FORMATS))
@each("n", [6, 13])
def test_pairing_a_round_again_gives_the_same_tables(key: str, n: int) -> None:
    event = Event(key, n, 5).run()
    for number in range(1, event.last_round() + 1):
        again = event.format.pair(event.read, event.field(number)).tables
        played = [t for t in event.tables if t.round == number]
        assert [t.seats for t in again] == [tuple(seat.competitor for seat in t.seats) for t in played]
        assert [t.slot for t in again] == [t.slot for t in played]


def test_own_points_for_one_table_size_keep_the_others() -> None:
    swiss = get_format("swiss")
    config = swiss.read_config({"points": {"4": [5, 3, 1.5, 0]}})
    assert swiss.points(config, [1, 2, 3, 4]) == [5, 3, Decimal("1.5"), 0]
    assert swiss.points(config, [1, 2]) == [6, 0]


@each(
    ("key", "config", "message"),
    [
        ("swiss", {"table_size": 5}, "one of 2, 3, 4"),
        ("swiss", {"table_size": "4"}, "whole number"),
        ("swiss", {"rounds": 0}, "between 1 and 30"),
        ("swiss", {"rounds": True}, "whole number"),
        ("swiss", {"round": 3}, "no setting"),
        ("swiss", {"points": {"5": [1, 2, 3, 4, 5]}}, "tables of 2, 3 and 4"),
        ("swiss", {"points": {"2": [6]}}, "needs 2 point values"),
        ("swiss", {"points": {"2": [0, 6]}}, "fewer points"),
        ("swiss", {"points": {"2": [6.123, 0]}}, "two decimals"),
        ("swiss", {"points": {"2": ["six", 0]}}, "must be numbers"),
        ("swiss", {"points": [6, 0]}, "tables of 2, 3 and 4"),
        ("single_elimination", {"third_place": 1}, "yes or no"),
        ("single_elimination", {"third_place": True, "table_size": 4}, "decides third place itself"),
        ("single_elimination", {"best_of": 2}, "one of 1, 3, 5, 7"),
        ("single_elimination", {"advance": 6}, "2, 4, 8, 16"),
        ("single_elimination", {"advance": 4, "table_size": 4}, "nobody advances from it"),
        ("single_elimination", {"advance": 4, "third_place": True}, "played to the end"),
        ("double_elimination", {"reset": "yes"}, "yes or no"),
        ("double_elimination", {"advance": 5}, "2, 3, 4, 6, 8, 12"),
        ("double_elimination", {"starts": "lower_seed"}, "one of balanced, higher_seed"),
        ("round_robin", {"groups": 4, "advance": 6}, "the same number must advance from each"),
        ("round_robin", {"points": {"3": [2, 1, 0]}}, "points for two places"),
        ("round_robin", {"tie_breaks": ["nonsense"]}, "Unknown tie-break"),
        ("pod_elimination", {"table_size": 3, "best": 3}, "fewer than 3 players can advance"),
        ("ladder", {"seeding": "beauty"}, "one of order, rating, draw"),
        ("pyramid", {}, "Unknown format"),
    ],
)
def test_wrong_settings_are_explained(key: str, config: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidConfig, match=message):
        get_format(key).read_config(config)


SWISS = StageSpec("swiss", {"advance": 4})
FINAL = StageSpec("single_elimination", {"table_size": 4})


@each(
    "stages",
    [
        [SWISS, FINAL],
        [StageSpec("swiss")],
        [StageSpec("single_elimination")],
        [StageSpec("swiss", {"advance": 6}), StageSpec("single_elimination", {"third_place": True})],
        [StageSpec("round_robin", {"groups": 4, "advance": 8}), StageSpec("single_elimination", {"best_of": 3})],
        [StageSpec("round_robin", {"groups": 2, "advance": 4}), FINAL],
        [StageSpec("swiss", {"advance": 16}), StageSpec("swiss", {"rounds": 2, "advance": 4}), FINAL],
        [StageSpec("swiss", {"table_size": 2, "advance": 8}), StageSpec("double_elimination")],
        [StageSpec("swiss", {"advance": 27}), StageSpec("pod_elimination", {"table_size": 3, "best": 1})],
        [StageSpec("league", {"rounds": 12, "advance": 4}), FINAL],
        [StageSpec("ladder", {"advance": 4}), FINAL],
        [StageSpec("swiss", {"advance": 16}), StageSpec("single_elimination", {"advance": 4}), FINAL],
        [StageSpec("double_elimination", {"advance": 4}), FINAL],
        [StageSpec("double_elimination", {"advance": 3}), StageSpec("single_elimination", {"table_size": 3})],
        [StageSpec("pod_elimination", {"advance": 6}), StageSpec("round_robin")],
        [StageSpec("swiss", {"advance": 4}), StageSpec("single_elimination", {"table_size": 4, "best_of": 3})],
    ],
)
def test_chains_that_work(stages: list[StageSpec]) -> None:
    check_chain(stages, SIZES)


@each(
    ("stages", "sizes", "message"),
    [
        ([], SIZES, "at least one stage"),
        ([SWISS], SIZES, "advance to 0"),
        ([StageSpec("swiss"), FINAL], SIZES, "At least two players must advance"),
        ([StageSpec("swiss", {"advance": 3}), FINAL], SIZES, "one table of 4"),
        ([StageSpec("single_elimination"), StageSpec("swiss")], SIZES, "can only be the last one"),
        ([StageSpec("swiss", {"table_size": 4})], (2, 3), "tables of 4"),
        ([StageSpec("double_elimination")], (3, 4), "tables of 2"),
        (
            [StageSpec("swiss", {"advance": 4}), StageSpec("single_elimination", {"advance": 4}), FINAL],
            SIZES,
            "so more than 4 must play in it, not 4",
        ),
        ([StageSpec("round_robin")], (3, 4), "tables of 2"),
        ([StageSpec("swiss", {"table_size": 3, "tie_breaks": ["tpr"]})], SIZES, "for tables of two only"),
        ([StageSpec("league", {"tie_breaks": ["tpr"]})], SIZES, "for tables of two only"),
        ([StageSpec("pod_elimination"), FINAL], SIZES, "can only be the last one"),
        ([StageSpec("double_elimination"), FINAL], SIZES, "can only be the last one"),
        ([StageSpec("double_elimination", {"advance": 4})], SIZES, "advance to 0"),
        ([SWISS, StageSpec("double_elimination", {"advance": 4}), FINAL], SIZES, "so more than 4 must play"),
        ([SWISS, StageSpec("pod_elimination", {"advance": 4}), FINAL], SIZES, "so more than 4 must play"),
        (
            [StageSpec("swiss", {"advance": 6}), StageSpec("round_robin", {"groups": 4, "advance": 4}), FINAL],
            SIZES,
            "a group needs at least two",
        ),
        (
            [StageSpec("round_robin", {"groups": 2, "advance": 4}), StageSpec("swiss", {"advance": 8}), FINAL],
            SIZES,
            "has only 4",
        ),
    ],
)
def test_chains_that_do_not(stages: list[StageSpec], sizes: tuple[int, ...], message: str) -> None:
    with pytest.raises(InvalidConfig, match=message):
        check_chain(stages, sizes)


@examples(40)
@given(
    st.sampled_from(["single_elimination", "double_elimination", "pod_elimination"]),
    st.integers(2, 20),
    st.integers(0, 10**6),
)
def test_a_bracket_can_be_drawn_at_any_time(key: str, n: int, seed: int) -> None:
    event = Event(key, n, seed, trouble=0.4)
    number = 0
    while True:
        unconfirmed = [replace(t, confirmed=t.round < number or t.is_bye) for t in event.tables]
        for tables in (event.tables, unconfirmed):
            sections = event.format.chart(event.read, event.competitors, tables)
            slots = [slot for section in sections for column in section.columns for slot in column.slots]
            places = [(slot.round, slot.slot) for slot in slots]
            assert len(places) == len(set(places))
            assert {(t.round, t.slot) for t in tables if len(t.seats) > 1} <= set(places)
            seats = [seat for slot in slots for seat in slot.seats]
            assert all(seat.competitor is None or 1 <= seat.competitor <= n for seat in seats)
            assert all(not (seat.competitor and seat.coming) for seat in seats)
            assert all(slot.feeds is None or slot.feeds[0] > slot.round for slot in slots)
        if number >= event.last_round():
            break
        number += 1
        event.play_round(number)
