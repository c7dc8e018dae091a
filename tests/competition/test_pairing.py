"""Pairing by hand-made examples: table sizes, first rounds, byes, what the terms of the cost decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.pairing.costs import TERMS, Costs
from competition.pairing.history import History, read_history
from competition.pairing.matching import pair_two
from competition.pairing.pods import pair_pods
from competition.pairing.sizes import table_sizes
from competition.records import SeatRecord, TableRecord, pair_of
from tests.cases import each
from tests.competition.english import sentences
from tests.competition.pairing_events import Day, competitors, history_of, play, pods_of, repeats
from tests.profiles import LONG

ALL_SIZES = (2, 3, 4)


def costs(n: int, history: History, table_size: int = 2, **more: Any) -> Costs:
    return Costs(competitors(n), history, table_size, **more)


def test_sixteen_players_repeat_only_when_no_other_seating_exists() -> None:
    """Four rounds of sixteen can be free of repeats, but not every three rounds have such a fourth."""
    for seed in range(12 if LONG else 8):
        for field, pairing in play(Day(16, 4, 4, seed)):
            history = history_of(field, 4)
            if repeats(pods_of(pairing), history):
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


@pytest.mark.parametrize("n", [17, 23, 64, 127] if LONG else [17, 64])  # fields with three short tables, and with none
def test_larger_pods_have_no_repeat_in_four_rounds(n: int) -> None:
    for field, pairing in play(Day(n, 4, 4, n)):
        assert repeats(pods_of(pairing), history_of(field, 4)) == 0
        assert not any("repeated" in note for note in sentences(pairing.notes))


@each(
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


def test_the_bye_of_the_first_round_goes_to_the_lowest_seed() -> None:
    for n in (3, 5, 9, 33):
        assert pair_two(costs(n, History()), Random(n)).byes == (100 + n,)


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
    tables = pair_pods(costs(7, history, 4), (4, 3), Random(3)).tables
    assert not {101, 102, 103} & set(tables[1])


def test_notes_say_what_had_to_be_given_up() -> None:
    """Three players, four rounds: from the fourth round on a rematch and a second bye cannot be avoided."""
    rounds = [pairing for _field, pairing in play(Day(3, 4, 2, 1))]
    texts = " ".join(sentences(rounds[3].notes))
    assert "gets another bye" in texts
    assert "repeated meeting" in texts
    assert rounds[0].notes == ()


def test_a_field_of_a_thousand_keeps_its_weights_below_the_limit() -> None:
    history = History()
    rng = Random(4)
    field = competitors(301)
    for competitor in field:
        history.points[competitor.id] = Decimal(rng.randint(0, 5000)) / 100
    pairs = pair_two(Costs(field, history, 2), rng)
    assert len(pairs.pairs) == 150
    assert len(pairs.byes) == 1


@pytest.mark.parametrize(
    ("order", "pairs"),
    [
        ("slide", ((101, 105), (102, 106), (103, 107), (104, 108))),
        ("fold", ((101, 108), (102, 107), (103, 106), (104, 105))),
        ("adjacent", ((101, 102), (103, 104), (105, 106), (107, 108))),
    ],
)
def test_the_order_within_equal_points(order: str, pairs: tuple[tuple[int, int], ...]) -> None:
    assert pair_two(costs(8, History(), order=order), Random(1)).pairs == pairs


def test_a_draw_within_equal_points_is_repeatable_and_not_the_order_of_seeds() -> None:
    drawn = [pair_two(costs(8, History(), order="random", rng=Random(lot)), Random(1)).pairs for lot in (5, 5, 6)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_what_is_given_up_first() -> None:
    """Four players; each way to pair them breaks one wish, and the lesser wish is the one that is broken.

    101-102 and 103-104 have met; 101-103 is discouraged; 101-104 is ten points apart.
    """
    history = History()
    history.met.update({(101, 102): 1, (103, 104): 1})
    discouraged = frozenset({(101, 103)})
    history.points.update({101: Decimal(10), 102: Decimal(0), 103: Decimal(10), 104: Decimal(0)})
    found = pair_two(costs(4, history, discouraged=discouraged), Random(1)).pairs
    assert set(found) == {(101, 104), (103, 102)}
    found = pair_two(costs(4, history, discouraged=discouraged, forbidden=frozenset({(101, 104)})), Random(1)).pairs
    assert set(found) == {(101, 103), (102, 104)}
    forbidden = frozenset({(101, 104), (101, 103)})
    found = pair_two(costs(4, history, discouraged=discouraged, forbidden=forbidden), Random(1)).pairs
    assert set(found) == {(101, 102), (103, 104)}


def test_a_second_bye_is_worse_than_a_repeated_meeting() -> None:
    """Three players: 101 and 102 have met, 103 had the bye then; 103 plays now although only a rematch is avoided."""
    history = History()
    history.met.update({(101, 103): 1, (102, 103): 1})
    history.byes[103] = 1
    assert pair_two(costs(3, history), Random(1)).byes != (103,)


def test_a_win_by_forfeit_counts_as_a_bye_and_not_as_a_meeting() -> None:
    table = TableRecord(1, (SeatRecord(101, 5, 1, Decimal(6)), SeatRecord(102, 0, 2, Decimal(0), absent=True)))
    history = read_history([table], 2)
    assert history.byes[101] == 1
    assert not history.meetings(101, 102)
    assert history.points[101] == 6
    assert (history.missed(101), history.missed(102)) == (0, 1)
    assert not history.games


def test_a_bye_that_was_asked_for_is_no_bye_given() -> None:
    history = read_history([TableRecord(1, (SeatRecord(101, None, 1, Decimal(0)),), is_bye=True, requested=True)], 2)
    assert (history.byes[101], history.missed(101)) == (0, 1)


def test_penalties_count_for_who_meets_whom() -> None:
    table = TableRecord(1, (SeatRecord(101, 5, 1, Decimal(6)), SeatRecord(102, 0, 2, Decimal(0))))
    fined = [replace(competitor, penalty=Decimal(2)) for competitor in competitors(1)]
    assert read_history([table], 2, fined).points[101] == 4


def test_pods_keep_a_repeat_that_cannot_be_avoided_away_from_the_top() -> None:
    """Six at two tables of three, where one repeat is unavoidable: it is not at the first table."""
    history = History()
    history.met.update(dict.fromkeys(combinations(range(101, 107), 2), 1))
    for pair in [(101, 102), (101, 103), (102, 103), (104, 105), (104, 106)]:
        del history.met[pair]
    history.points.update(dict.fromkeys(range(101, 104), Decimal(1)))
    tables = pair_pods(costs(6, history, 3), (3,), Random(1)).tables
    assert set(tables[0]) == {101, 102, 103}
    equal = History(met=history.met)
    tables = pair_pods(costs(6, equal, 3), (3,), Random(1)).tables
    assert set(tables[0]) == {101, 102, 103}


def test_discouraged_pairs_sit_apart_in_pods_and_forbidden_ones_always() -> None:
    pairs = frozenset({(101, 102)})
    for limits in ({"discouraged": pairs}, {"forbidden": pairs}):
        for table in pair_pods(costs(8, History(), 4, **limits), (4,), Random(2)).tables:
            assert not {101, 102} <= set(table)
