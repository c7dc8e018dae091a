"""Pairing of Swiss rounds: nobody is left out, nobody meets again if it can be avoided, byes and starts go round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nabu.tournaments.formats import get_format
from nabu.tournaments.pairing.costs import TERMS, Costs
from nabu.tournaments.pairing.history import History, read_history
from nabu.tournaments.pairing.pods import pair_pods
from nabu.tournaments.pairing.seats import deal_seats
from nabu.tournaments.pairing.sizes import table_sizes
from nabu.tournaments.pairing.two import pair_two
from nabu.tournaments.points import places_from_scores
from nabu.tournaments.records import Competitor, Field, PairedTable, SeatRecord, TableRecord, pair_of
from tests.engine.strategies import examples

ALL_SIZES = (2, 3, 4)


def competitors(n: int) -> tuple[Competitor, ...]:
    return tuple(Competitor(100 + i, f"P{i}", i) for i in range(1, n + 1))


def costs(n: int, history: History, table_size: int = 2) -> Costs:
    return Costs(competitors(n), history, table_size)


def played(tables: Sequence[PairedTable], number: int, rng: Random, table_size: int) -> list[TableRecord]:
    """The round with made-up scores, some of them equal."""
    swiss = get_format("swiss")
    config = swiss.read_config({"table_size": table_size})
    records = []
    for table in tables:
        if table.is_bye:
            seat = SeatRecord(table.seats[0], None, 1, swiss.bye_points(config))
            records.append(TableRecord(number, (seat,), is_bye=True))
            continue
        scores = [rng.randint(20, 60) for _ in table.seats]
        places = places_from_scores(scores)
        points = swiss.points(config, places)
        seats = map(SeatRecord, table.seats, scores, places, points)
        records.append(TableRecord(number, tuple(seats)))
    return records


def event(
    n: int, rounds: int, table_size: int, seed: int, drops: bool = False
) -> Iterator[tuple[Field, tuple[PairedTable, ...], tuple[str, ...]]]:
    """The rounds of a whole Swiss with made-up results; now and then somebody drops."""
    swiss = get_format("swiss")
    config = swiss.read_config({"table_size": table_size, "rounds": rounds})
    rng = Random(seed)
    everybody = list(competitors(n))
    history: list[TableRecord] = []
    for number in range(1, rounds + 1):
        field = Field(tuple(everybody), tuple(history), number, ALL_SIZES, f"event {seed}")
        pairing = swiss.pair(config, field)
        yield field, pairing.tables, pairing.notes
        history += played(pairing.tables, number, rng, table_size)
        if drops and sum(c.active for c in everybody) > 4 and rng.random() < 0.5:
            gone = rng.randrange(len(everybody))
            leaver = everybody[gone]
            everybody[gone] = Competitor(leaver.id, leaver.name, leaver.seed, active=False)


def fewest_rematches(ids: Sequence[int], history: History, bye: int | None) -> int:
    """The oracle: the fewest (squared) rematches of any pairing of these players without the one who has the bye."""
    graph = networkx.Graph()
    playing = [player for player in ids if player != bye]
    for one, other in combinations(playing, 2):
        graph.add_edge(one, other, weight=history.meetings(one, other) ** 2)
    matching = networkx.min_weight_matching(graph)
    return sum(graph.edges[pair]["weight"] for pair in matching)


def seatings(ids: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat these players, one after the other."""
    if not sizes:
        yield []
        return
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(ids[1:], size - 1):
            table = (ids[0], *others)
            for more in seatings([i for i in ids if i not in table], rest):
                yield [table, *more]


def repeats(tables: Sequence[Sequence[int]], history: History) -> int:
    return sum(history.meetings(a, b) ** 2 for table in tables for a, b in combinations(table, 2))


@given(st.integers(2, 14), st.integers(1, 8), st.sampled_from([2, 3, 4]), st.integers(0, 10**6), st.booleans())
def test_everybody_sits_exactly_once_at_tables_of_the_declared_sizes(
    n: int, rounds: int, table_size: int, seed: int, drops: bool
) -> None:
    for field, tables, _notes in event(n, rounds, table_size, seed, drops):
        seated = [player for table in tables for player in table.seats]
        active = [competitor.id for competitor in field.active()]
        assert sorted(seated) == sorted(active)
        sizes = table_sizes(len(active), table_size, ALL_SIZES)
        assert sorted(len(table.seats) for table in tables if not table.is_bye) == sorted(sizes.tables)
        assert sum(table.is_bye for table in tables) == sizes.byes


@given(st.integers(2, 12), st.integers(1, 9), st.integers(0, 10**6), st.booleans())
def test_two_seats_have_no_avoidable_rematch_and_no_unfair_bye(n: int, rounds: int, seed: int, drops: bool) -> None:
    for field, tables, notes in event(n, rounds, 2, seed, drops):
        history = read_history(field.tables, 2)
        ids = [competitor.id for competitor in field.active()]
        byes = [table.seats[0] for table in tables if table.is_bye]
        pairs = [table.seats for table in tables if not table.is_bye]
        fewest_byes = min(history.byes[i] for i in ids)
        if byes:
            assert history.byes[byes[0]] == fewest_byes
        allowed = [i for i in ids if history.byes[i] == fewest_byes] if byes else [None]
        assert repeats(pairs, history) == min(fewest_rematches(ids, history, bye) for bye in allowed)
        again = [f"{a}" for a, b in pairs if history.meetings(a, b)]
        assert any("repeated meeting" in note for note in notes) == bool(again)


@given(st.integers(3, 9), st.integers(2, 5), st.sampled_from([3, 4]), st.integers(0, 10**6))
@examples(20)
def test_pods_have_no_avoidable_repeat_in_small_fields(n: int, rounds: int, table_size: int, seed: int) -> None:
    for field, tables, _notes in event(n, rounds, table_size, seed):
        history = read_history(field.tables, table_size)
        pods = [table.seats for table in tables if not table.is_bye]
        seated = [player for pod in pods for player in pod]
        best = min(repeats(s, history) for s in seatings(seated, [len(pod) for pod in pods]))
        assert repeats(pods, history) == best


def test_sixteen_players_repeat_only_when_no_other_seating_exists() -> None:
    """Four rounds of sixteen can be free of repeats, but not every three rounds have such a fourth."""
    for seed in range(12):
        for field, tables, _notes in event(16, 4, 4, seed):
            history = read_history(field.tables, 4)
            if repeats([table.seats for table in tables], history):
                assert not can_seat_without_repeats([c.id for c in field.active()], history)


def can_seat_without_repeats(ids: Sequence[int], history: History) -> bool:
    if not ids:
        return True
    for others in combinations(ids[1:], 3):
        table = (ids[0], *others)
        free = [i for i in ids if i not in table]
        if not repeats([table], history) and can_seat_without_repeats(free, history):
            return True
    return False


@pytest.mark.parametrize("n", [17, 23, 64, 127])
def test_larger_pods_have_no_repeat_in_four_rounds(n: int) -> None:
    for field, tables, notes in event(n, 4, 4, n):
        history = read_history(field.tables, 4)
        assert repeats([table.seats for table in tables], history) == 0
        assert not any("repeated" in note for note in notes)


@given(st.integers(4, 14), st.integers(2, 6), st.sampled_from([3, 4]), st.integers(0, 10**6))
@examples(20)
def test_the_starter_has_started_least_of_the_games_played(n: int, rounds: int, table_size: int, seed: int) -> None:
    for field, tables, _notes in event(n, rounds, table_size, seed):
        history = read_history(field.tables, table_size)
        for table in tables:
            if not table.is_bye:
                assert history.lead[table.seats[0]] == min(history.lead[player] for player in table.seats)


@pytest.mark.parametrize(("table_size", "n"), [(2, 9), (3, 11), (4, 13)])
def test_the_same_round_is_always_paired_the_same_way(table_size: int, n: int) -> None:
    first = [(tables, notes) for _field, tables, notes in event(n, 4, table_size, 5)]
    second = [(tables, notes) for _field, tables, notes in event(n, 4, table_size, 5)]
    assert first == second


@pytest.mark.parametrize(
    ("n", "table_size", "allowed", "tables", "byes"),
    [
        (1, 4, ALL_SIZES, (), 1),
        (2, 4, ALL_SIZES, (2,), 0),
        (2, 4, (3, 4), (), 2),
        (3, 4, ALL_SIZES, (3,), 0),
        (5, 4, ALL_SIZES, (3, 2), 0),
        (5, 4, (3, 4), (4,), 1),
        (6, 4, ALL_SIZES, (3, 3), 0),
        (7, 4, ALL_SIZES, (4, 3), 0),
        (9, 4, ALL_SIZES, (3, 3, 3), 0),
        (10, 4, ALL_SIZES, (4, 3, 3), 0),
        (17, 4, ALL_SIZES, (4, 4, 3, 3, 3), 0),
        (4, 3, ALL_SIZES, (2, 2), 0),
        (7, 3, ALL_SIZES, (3, 2, 2), 0),
        (7, 3, (3, 4), (3, 3), 1),
        (7, 2, ALL_SIZES, (2, 2, 2), 1),
    ],
)
def test_table_sizes(n: int, table_size: int, allowed: tuple[int, ...], tables: tuple[int, ...], byes: int) -> None:
    sizes = table_sizes(n, table_size, allowed)
    assert (sizes.tables, sizes.byes) == (tables, byes)


@given(st.integers(6, 2000))
def test_tables_of_four_leave_as_many_chairs_as_the_number_demands(n: int) -> None:
    sizes = table_sizes(n, 4, ALL_SIZES)
    assert sizes.byes == 0
    assert Counter(sizes.tables) == Counter({4: (n - 3 * (-n % 4)) // 4, 3: -n % 4})


def test_first_round_lets_the_upper_half_meet_the_lower_half() -> None:
    pairs = pair_two(costs(8, History()), Random(1))
    assert pairs.pairs == ((101, 105), (102, 106), (103, 107), (104, 108))


def test_score_groups_meet_before_seeds_count() -> None:
    history = History()
    for winner in (101, 102, 105, 106):
        history.points[winner] = Decimal(6)
    pairs = pair_two(costs(8, history), Random(1))
    assert set(pairs.pairs) == {(101, 105), (102, 106), (103, 107), (104, 108)}
    history.met[pair_of(101, 105)] = history.met[pair_of(102, 106)] = 1
    again = pair_two(costs(8, history), Random(1))
    assert {frozenset(pair) for pair in again.pairs} & {frozenset((101, 105)), frozenset((102, 106))} == set()
    assert all(history.points[a] == history.points[b] for a, b in again.pairs)


def test_bye_goes_to_the_lowest_of_those_without_one() -> None:
    history = History()
    history.points.update({101: Decimal(6), 102: Decimal(6), 103: Decimal(3), 104: Decimal(0), 105: Decimal(0)})
    history.byes[105] = 1
    assert pair_two(costs(5, history), Random(0)).byes == (104,)


def test_first_seat_never_outranks_no_rematch() -> None:
    """1 and 2 have started twice, 3 and 4 never; but 1 and 2 may only meet each other without a rematch."""
    history = History()
    history.lead.update({101: 12, 102: 12, 103: -12, 104: -12})
    history.run.update({101: (0, 2), 102: (0, 2), 103: (1, 2), 104: (1, 2)})
    for one in (101, 102):
        for other in (103, 104):
            history.met[pair_of(one, other)] = 1
    assert set(pair_two(costs(4, history), Random(0)).pairs) == {(101, 102), (103, 104)}
    terms = list(TERMS)
    assert terms.index("rematch") < terms.index("seat_limit") < terms.index("score_gap") < terms.index("first_seat")


def test_short_tables_go_round() -> None:
    """Seven players with equal points: whoever sat at the table of three before sits at the table of four now."""
    history = History()
    history.short.update({101: 1, 102: 1, 103: 1})
    tables = pair_pods(costs(7, history, 4), (4, 3), Random(3))
    assert not {101, 102, 103} & set(tables[1])


def test_seats_go_round_over_four_games() -> None:
    history = History()
    seen: Counter[tuple[int, int]] = Counter()
    for game in range(4):
        (order,) = deal_seats([(1, 2, 3, 4)], history, Random(game))
        for seat, player in enumerate(order):
            seen[player, seat] += 1
            history.seats[player, seat] += 1
            history.lead[player] += 9 if seat == 0 else -3
    assert {seen[player, 0] for player in (1, 2, 3, 4)} == {1}
    assert max(seen.values()) <= 2


def test_notes_say_what_had_to_be_given_up() -> None:
    """Three players, four rounds: from the fourth round on a rematch and a second bye cannot be avoided."""
    rounds = list(event(3, 4, 2, 1))
    texts = " ".join(rounds[3][2])
    assert "gets a bye again" in texts
    assert "repeated meeting" in texts
    assert rounds[0][2] == ()


def test_a_field_of_a_thousand_keeps_its_weights_below_the_limit() -> None:
    history = History()
    rng = Random(4)
    field = competitors(301)
    for competitor in field:
        history.points[competitor.id] = Decimal(rng.randint(0, 5000)) / 100
    pairs = pair_two(Costs(field, history, 2), rng)
    assert len(pairs.pairs) == 150
    assert len(pairs.byes) == 1
