"""The seats of planned schedules: everybody sits on every seat once in as many rounds as a table has seats."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from competition.formats import get_format
from competition.records import RoundInput, SeatRecord, TableRecord
from competition.schedules.spread import spread_seats
from tests.cases import each
from tests.competition.format_events import people
from tests.profiles import examples


@examples(60)
@given(st.sampled_from([3, 4]), st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6))
def test_full_tables_give_everybody_every_seat_once(size: int, tables: int, rounds: int, seed: int) -> None:
    rng = Random(seed)
    players = size * tables
    plan = []
    for _round in range(rounds):
        order = rng.sample(range(players), players)
        plan.append([order[at : at + size] for at in range(0, players, size)])
    spread = spread_seats(plan, size)
    assert [[sorted(table) for table in each] for each in spread] == [[sorted(t) for t in each] for each in plan]
    for start in range(0, rounds - size + 1, size):
        sat = Counter(
            (player, seat) for each in spread[start : start + size] for t in each for seat, player in enumerate(t)
        )
        assert set(sat.values()) == {1}
        assert len(sat) == players * size


@each(
    ("players", "size", "rounds", "uneven"), [(24, 3, 6, 0), (24, 4, 4, 0), (28, 4, 8, 0), (16, 4, 4, 0), (12, 3, 3, 0)]
)
def test_a_planned_league_spreads_its_seats(players: int, size: int, rounds: int, uneven: int) -> None:
    fmt = get_format("league")
    config = fmt.read_config({"table_size": size, "rounds": rounds})
    tables: list[TableRecord] = []
    for number in range(1, rounds + 1):
        field = RoundInput(tuple(people(players)), tuple(tables), number, (2, 3, 4), "lot")
        for table in fmt.pair(config, field).tables:
            places = list(range(1, len(table.seats) + 1))
            seats = zip(table.seats, places, places, fmt.points(config, places), strict=True)
            tables.append(TableRecord(number, tuple(SeatRecord(*seat) for seat in seats)))
    sat = Counter((seat.competitor, at) for table in tables for at, seat in enumerate(table.seats))
    counts = [[sat[player, seat] for seat in range(size)] for player in range(1, players + 1)]
    assert sum(max(each) - min(each) > 0 for each in counts) == uneven
