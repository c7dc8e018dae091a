"""Who starts in brackets and on a ladder, when two meet again, and what earlier stages count for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from competition.pairing.costs import Costs
from competition.pairing.history import History, read_history
from competition.pairing.pod_costs import PodCosts
from competition.pairing.pod_seats import even_seats
from competition.pairing.seats import order_seats
from competition.records import SeatRecord, TableRecord
from tests.cases import each
from tests.competition.english import english
from tests.competition.format_events import Event, people
from tests.profiles import examples

BRACKETS = ("single_elimination", "double_elimination")


def starters(event: Event) -> Iterator[tuple[frozenset[int], int]]:
    """Who met and who started, in order of play."""
    for table in event.tables:
        if len(table.seats) == 2:
            yield frozenset(seat.competitor for seat in table.seats), table.seats[0].competitor


@each(
    ("key", "players", "matches"),
    [(key, *size) for key in BRACKETS for size in ((6, 2), (10, 2), (11, 3), (12, 4), (16, 8), (24, 8))],
)
def test_the_better_seed_starts_at_every_second_match_of_the_first_round(key: str, players: int, matches: int) -> None:
    first_matches = set()
    for lot in range(20):
        event = Event(key, players, 0, lot=str(lot))
        event.play_round(1)
        better = [min(pair) == starter for pair, starter in starters(event)]
        assert better in [[at % 2 == turn for at in range(matches)] for turn in (0, 1)]
        first_matches.add(better[0])
    assert first_matches == {True, False}


@examples(60)
@given(
    st.sampled_from([*BRACKETS, "pod_elimination"]),
    st.integers(2, 40),
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.2]),
)
def test_the_higher_seed_always_starts_if_that_is_chosen(key: str, n: int, seed: int, trouble: float) -> None:
    event = Event(key, n, seed, {"starts": "higher_seed"}, trouble=trouble).run()
    for table in event.tables:
        assert [seat.competitor for seat in table.seats] == sorted(seat.competitor for seat in table.seats)


def test_a_final_table_is_seated_by_the_draw_or_by_seed() -> None:
    drawn = {
        Event("single_elimination", 4, 0, {"table_size": 4}, lot=str(lot)).run().tables[0].seats[0].competitor
        for lot in range(40)
    }
    assert drawn == {1, 2, 3, 4}
    event = Event("single_elimination", 4, 0, {"table_size": 4, "starts": "higher_seed"})
    pairing = event.format.pair(event.read, event.field(1))
    assert pairing.tables[0].seats == (1, 2, 3, 4)
    assert english(pairing.reasons[0].sentences[1]) == "P1 starts as the higher seed."


@examples(60)
@given(
    st.sampled_from(["double_elimination", "ladder", "round_robin"]),
    st.integers(3, 16),
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.2]),
)
def test_who_meet_a_second_time_swap_seats(key: str, n: int, seed: int, trouble: float) -> None:
    first_stage = Event("round_robin", n, seed)
    if key != "round_robin":
        event = Event(key, n, seed, trouble=0.0 if key == "ladder" else trouble).run()
    else:
        first_stage.run()
        event = Event("single_elimination", n, seed, earlier=tuple(first_stage.tables), trouble=trouble).run()
    absent = {
        frozenset(seat.competitor for seat in table.seats)
        for table in (*first_stage.tables, *event.tables)
        if any(seat.absent for seat in table.seats)
    }
    met: dict[frozenset[int], list[int]] = {}
    for players, starter in (*starters(first_stage), *starters(event)):
        met.setdefault(players, []).append(starter)
    assert all(
        len(set(started[:2])) == 2 for players, started in met.items() if len(started) > 1 and players not in absent
    )


def test_why_the_other_one_starts_is_said() -> None:
    event = Event("double_elimination", 2, 3).run()
    assert event.last_round() > 1
    again = event.format.pair(event.read, event.field(2))
    assert english(again.reasons[0].sentences[-1]).endswith(": two players who meet again swap seats.")


@examples(40)
@given(st.sampled_from(BRACKETS), st.integers(4, 24), st.integers(0, 10**6))
def test_seats_do_not_depend_on_the_order_of_results(key: str, n: int, seed: int) -> None:
    """Some of the round before are not known yet: the tables that are have the seats that they have at the end."""
    event = Event(key, n, seed).run()
    rng = Random(seed)
    for number in range(2, event.last_round() + 1):
        field = event.field(number)
        complete = {table.slot: table.seats for table in event.format.pair(event.read, field).tables}
        waiting = {table.slot for table in field.tables if table.round == number - 1 and rng.random() < 0.5}
        tables = [
            replace(table, confirmed=not (table.round == number - 1 and table.slot in waiting and not table.is_bye))
            for table in rng.sample(field.tables, len(field.tables))
        ]
        known = event.format.pair(event.read, replace(field, tables=tuple(tables))).tables
        assert all(table.seats == complete[table.slot] for table in known if len(table.seats) == 2)


def test_two_on_a_ladder_start_in_turns() -> None:
    event = Event("ladder", 2, 0, {"rounds": 6}, favourites=True).run()
    started = [starter for _players, starter in starters(event)]
    # The lower one starts the first game; the old rule gave it all six.
    assert started == [2, 1, 2, 1, 2, 1]


@examples(30)
@given(st.integers(3, 12), st.integers(0, 10**6))
def test_starts_on_a_ladder_stay_even(n: int, seed: int) -> None:
    event = Event("ladder", n, seed, {"rounds": 12}).run()
    history = read_history(event.tables, 2)
    for player in range(1, n + 1):
        assert abs(2 * history.starts[player] - history.games[player]) <= 4


def game(number: int, *players: int) -> TableRecord:
    """A game that was played in this order."""
    return TableRecord(number, tuple(SeatRecord(player, place=at) for at, player in enumerate(players, start=1)))


def test_the_seats_of_the_stage_before_decide_who_starts_a_bracket() -> None:
    earlier = tuple(game(number, *pair) for number, pair in enumerate([(1, 5), (2, 6), (3, 7), (4, 8)]))
    for lot in "abcd":
        event = Event("single_elimination", 8, 0, earlier=earlier, lot=lot)
        tables = event.format.pair(event.read, event.field(1)).tables
        # 1 to 4 have started once, 5 to 8 never: 1-8, 4-5, 2-7, 3-6.
        assert [table.seats[0] for table in tables] == [8, 5, 7, 6]


def test_players_exchange_tables_for_the_sake_of_their_seats() -> None:
    history = History()
    for player in (1, 2, 3):
        history.starts[player], history.lead[player], history.seats[player, 0] = 1, 8, 1
    for player in (4, 5, 6):
        history.lead[player], history.seats[player, 1] = -4, 1
    costs = Costs(people(6), history, 3)
    # At the first table somebody would have to start for the second time.
    assert sorted(map(sorted, even_seats([(1, 2, 3), (4, 5, 6)], PodCosts(costs, (3,)), history))) != [
        [1, 2, 3],
        [4, 5, 6],
    ]


@examples(60)
@given(st.integers(6, 30), st.sampled_from([3, 4]), st.integers(0, 10**6))
def test_an_exchange_for_the_sake_of_seats_costs_the_pairing_nothing(n: int, size: int, seed: int) -> None:
    rng = Random(seed)

    def tables() -> list[tuple[int, ...]]:
        players = rng.sample(range(1, n + 1), n)
        return [tuple(players[at : at + size]) for at in range(0, n - size + 1, size)]

    played = [game(number, *table) for number in range(1, 5) for table in tables()]
    history = read_history(played, size)
    costs = PodCosts(Costs(people(n), history, size), (2, 3, 4))
    before = tables()
    after = even_seats(before, costs, history)
    assert sorted(sum(after, ())) == sorted(sum(before, ()))
    assert costs.total(after) <= costs.total(before)

    def leads(seating: list[tuple[int, ...]]) -> int:
        return sum(history.lead[order_seats(table, history)[0]] for table in seating)

    assert leads(after) <= leads(before)
