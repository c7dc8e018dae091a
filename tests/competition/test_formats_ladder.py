"""Ladder: neighbours, rungs after a game, newcomers, byes."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from competition.formats import get_format
from competition.formats.ladder import neighbours, rungs
from competition.records import Competitor, SeatRecord, TableRecord
from tests.competition.english import english, sentences
from tests.competition.format_events import Event, people
from tests.profiles import examples


def table(number: int, *results: tuple[int, int], absent: tuple[int, ...] = ()) -> TableRecord:
    """A table with (competitor, place)."""
    return TableRecord(number, tuple(SeatRecord(who, 0, place, absent=who in absent) for who, place in results))


def test_neighbours_alternate() -> None:
    assert neighbours(7, 2, (2, 3, 4), shifted=False) == [2, 2, 2, 1]
    assert neighbours(7, 2, (2, 3, 4), shifted=True) == [1, 2, 2, 2]
    assert neighbours(10, 4, (2, 3, 4), shifted=False) == [4, 3, 3]
    assert neighbours(10, 4, (2, 3, 4), shifted=True) == [2, 4, 4]
    assert neighbours(10, 4, (4,), shifted=True) == [1, 1, 4, 4]
    assert neighbours(2, 2, (2,), shifted=True) == [2]


def test_rungs_after_two_rounds_by_hand() -> None:
    first = [table(1, (1, 2), (2, 1)), table(1, (3, 1), (4, 2))]
    assert rungs(people(4), first, 2) == [2, 1, 3, 4]
    assert rungs(people(4), [*first, table(2, (1, 2), (3, 1))], 3) == [2, 3, 1, 4]


def test_shared_places_and_no_shows() -> None:
    assert rungs(people(4), [table(1, (4, 1), (3, 2), (2, 2), (1, 4))], 2) == [4, 2, 3, 1]
    assert rungs(people(2), [table(1, (1, 1), (2, 1), absent=(1,))], 2) == [2, 1]


def test_newcomers_start_at_the_bottom() -> None:
    late = Competitor(9, "Late", 1, since=2)
    everybody = [*people(3), late]
    assert rungs(everybody, [table(1, (3, 2), (2, 1))], 2) == [1, 2, 3, 9]
    fmt = get_format("ladder")
    ranking = fmt.ranking(fmt.read_config({}), everybody, [])
    assert [row.competitor.id for row in ranking] == [1, 2, 3, 9]
    assert [row.place for row in ranking] == [1, 2, 3, 4]


@examples(60)
@given(st.integers(2, 30), st.sampled_from([2, 3, 4]), st.integers(0, 10**6), st.sampled_from([0.0, 0.1]))
def test_nobody_sits_twice_and_everybody_has_a_rung(n: int, size: int, seed: int, trouble: float) -> None:
    event = Event("ladder", n, seed, {"table_size": size, "rounds": 6}, trouble=trouble)
    for number in range(1, 7):
        if sum(competitor.active for competitor in event.competitors) < 2:
            break
        event.play_round(number)
        ladder = rungs(event.competitors, [t for t in event.tables if t.round < number], number)
        for played in (t for t in event.tables if t.round == number and not trouble):
            at = sorted(ladder.index(seat.competitor) for seat in played.seats)
            assert at == list(range(at[0], at[0] + len(at)))
    assert sorted(player for _place, player in event.ranking()) == list(range(1, n + 1))
    assert [place for place, _player in event.ranking()] == list(range(1, n + 1))


def test_who_asked_for_a_bye_keeps_the_rung() -> None:
    event = Event("ladder", 5, 0, favourites=True)
    field = replace(event.field(1), resting=frozenset({2}))
    pairing = event.format.pair(event.read, field)
    assert [(table.seats, table.requested) for table in pairing.tables] == [
        ((3, 1), False),
        ((5, 4), False),
        ((2,), True),
    ]
    assert sentences(pairing.reasons[2].sentences) == ["P2 (2) requested a bye and keeps the rung."]


def test_forecast() -> None:
    fmt = get_format("ladder")
    said = [english(concern.text) for concern in fmt.forecast(fmt.read_config({}), 6, (2,))]
    assert said == [
        "Rounds 1, 3, 5, ... Tables: 3. Byes: 0.",
        "Rounds 2, 4, 6, ... Tables: 2. Byes: 2.",
    ]
