"""Swiss and league as formats: their settings, the strict system for two, late entries, a season."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from competition.formats.league import League
from competition.formats.swiss import Swiss
from competition.invalid_config import InvalidConfig
from competition.pairing.dutch import pair_dutch
from competition.records import RoundInput, TableRecord
from tests.cases import each
from tests.competition.english import sentences
from tests.competition.pairing_events import (
    SIZES,
    Day,
    byes_of,
    competitors,
    history_of,
    play,
    pods_of,
    repeats,
    results,
)
from tests.profiles import LONG

SWISS, LEAGUE = Swiss(), League()


@each(
    ("config", "message"),
    [
        ({"table_size": 2, "best_of": 2}, "one of 1, 3, 5, 7"),
        ({"table_size": 4, "pairing": "dutch"}, "tables of two players only"),
        ({"pairing": "burstein"}, "house, dutch"),
        ({"pairing_order": "up"}, "slide, fold, adjacent, random"),
        ({"tie_breaks": ["luck"]}, "Unknown tie-break"),
        ({"seeding": "height"}, "order, rating, draw"),
        ({"rest_points": -1}, "between 0 and 1000"),
    ],
)
def test_wrong_settings_are_explained(config: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidConfig, match=message):
        SWISS.read_config(config)


def test_settings_that_the_platform_asks_for() -> None:
    config = SWISS.read_config({"table_size": 2, "best_of": 3, "rest_points": 3, "tie_breaks": ["wins", "lot"]})
    assert SWISS.best_of(config) == 3
    assert SWISS.best_of(SWISS.read_config({"table_size": 4, "best_of": 3})) == 3
    assert SWISS.rest_points(config) == 3
    assert SWISS.bye_points(config) == 6
    assert SWISS.tie_breaks(config) == ("wins", "lot")
    assert SWISS.tie_breaks(SWISS.read_config({})) == ("vp_relative", "opponents", "wins", "lot")


def test_the_strict_system_is_offered_up_to_64_players_and_an_event_that_has_begun_may_grow() -> None:
    config = SWISS.read_config({"table_size": 2, "pairing": "dutch", "rounds": 3})
    SWISS.check_field(config, 64, SIZES)
    with pytest.raises(InvalidConfig, match="at most 64 players; 65 are"):
        SWISS.check_field(config, 65, SIZES)
    field = RoundInput(competitors(66), (), 1, SIZES, "x")
    assert SWISS.pair(config, field).notes == ()


def test_the_strict_system_pairs_with_its_own_seats_and_is_explained_too() -> None:
    config = SWISS.read_config({"table_size": 2, "pairing": "dutch", "rounds": 3})
    field = RoundInput(competitors(9), (), 1, SIZES, "x")
    pairing = SWISS.pair(config, field)
    pairs, bye = pair_dutch(field, Decimal(6), 3)
    assert pods_of(pairing) == pairs
    assert byes_of(pairing) == [bye]
    assert len(pairing.reasons) == 5


def test_where_the_strict_system_knows_no_pairing_the_house_rules_pair_the_round() -> None:
    """Four players, four rounds: after three everybody has met everybody."""
    config = SWISS.read_config({"table_size": 2, "pairing": "dutch", "rounds": 4})
    tables: list[TableRecord] = []
    notes: list[str] = []
    for number in range(1, 5):
        pairing = SWISS.pair(config, RoundInput(competitors(4), tuple(tables), number, SIZES, "x"))
        assert len(pods_of(pairing)) == 2
        notes = sentences(pairing.notes)
        tables += results(SWISS, config, pairing.tables, number, Random(number))
    assert "no legal pairing" in notes[0]
    assert notes[0].endswith("The house rules pair this round instead.")
    assert "repeated meeting" in notes[1]


@pytest.mark.parametrize(("fmt", "more"), [(SWISS, {}), (SWISS, {"pairing": "dutch"}), (LEAGUE, {})])
def test_nobody_left_to_play_is_refused_in_words(fmt: Swiss | League, more: dict[str, str]) -> None:
    alone = [replace(c, active=c.seed == 1) for c in competitors(4)]
    with pytest.raises(InvalidConfig, match="not enough players"):
        fmt.pair(fmt.read_config({"table_size": 2, **more}), RoundInput(tuple(alone), (), 1, SIZES, "x"))


def test_a_late_entry_plays_from_its_round_on() -> None:
    late = tuple(replace(c, since=2) if c.seed == 5 else c for c in competitors(5))
    config = SWISS.read_config({"table_size": 2})
    first = SWISS.pair(config, RoundInput(late, (), 1, SIZES, "x"))
    assert 105 not in {player for table in first.tables for player in table.seats}
    tables = results(SWISS, config, first.tables, 1, Random(1))
    second = SWISS.pair(config, RoundInput(late, tuple(tables), 2, SIZES, "x"))
    assert 105 in {player for table in second.tables for player in table.seats}


def test_a_league_of_six_can_be_a_round_robin_of_five_rounds() -> None:
    """It is in 82 of 100 draws (docs/pairing.md)."""
    for field, pairing in play(Day(6, 5, 2, 4, key="league")):
        assert not repeats(pods_of(pairing), history_of(field, 2))


def test_a_league_does_not_pair_by_points() -> None:
    """Two leagues with different results pair the same players, as long as nobody drops."""
    config = LEAGUE.read_config({"table_size": 4, "rounds": 3})
    histories: list[list[TableRecord]] = [[], []]
    for number in (1, 2, 3):
        paired = [
            LEAGUE.pair(config, RoundInput(competitors(16), tuple(tables), number, SIZES, "x")) for tables in histories
        ]
        assert paired[0] == paired[1]
        for seed, tables in enumerate(histories):
            tables += results(LEAGUE, config, paired[seed].tables, number, Random(number * 10 + seed))


def test_a_season_meets_evenly() -> None:
    """Forty-five in fifteen rounds at tables of four and three: everybody sits with 42 to 44 of 44 others. The short
    profile plays twenty-five in eight rounds, which is as far on the way."""
    players, rounds = (45, 15) if LONG else (25, 8)
    last = list(play(Day(players, rounds + 1, 4, 2, key="league")))[-1][0]
    met = history_of(last, 4).met
    assert max(met.values()) <= 2
    assert Counter(met.values())[2] <= len(met) / 4


def test_the_ranking_is_by_points_and_the_tie_breaks_of_the_stage() -> None:
    config = SWISS.read_config({"table_size": 2, "tie_breaks": ["wins", "lot"]})
    pairing = SWISS.pair(config, RoundInput(competitors(4), (), 1, SIZES, "x"))
    tables = results(SWISS, config, pairing.tables, 1, Random(7))
    ranking = SWISS.ranking(config, competitors(4), tables, "x")
    assert [line.points for line in ranking] == sorted((line.points for line in ranking), reverse=True)
    assert {line.place for line in ranking} == {1, 2, 3, 4}
    assert set(ranking[0].tie_breaks) == {"wins", "lot"}
