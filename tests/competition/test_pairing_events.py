"""What holds in every event: with drops, late entries, no-shows, byes asked for and pairs that must not meet."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.formats.rounds_format import RoundsFormat
from competition.pairing.matching import pair_two
from competition.pairing.rounds import costs_of
from competition.pairing.sizes import table_sizes
from competition.records import Competitor, Pairing, RoundInput, TableRecord, pair_of
from tests.competition.english import english
from tests.competition.pairing_events import (
    FORMATS,
    SIZES,
    TROUBLE,
    Day,
    byes_of,
    competitors,
    days,
    history_of,
    holds,
    play,
    pods_of,
    repeats,
    results,
    seatings,
)
from tests.profiles import examples


@given(days(13, 7, **TROUBLE))
@examples(60)
def test_everybody_who_plays_has_one_seat_and_forbidden_pairs_never_meet(day: Day) -> None:
    for field, pairing in play(day):
        seated = [player for table in pairing.tables for player in table.seats]
        assert sorted(seated) == sorted(c.id for c in [*field.active(), *field.rests()])
        assert {t.seats[0] for t in pairing.tables if t.requested} == {c.id for c in field.rests()}
        assert not holds(pods_of(pairing), field.forbidden)
        assert len(pairing.reasons) == len(pairing.tables)
        assert all(competitor.since <= field.round for competitor in field.active())


@given(days(13, 7, **TROUBLE | {"forbidden": st.just(0)}))
@examples(40)
def test_tables_are_as_large_as_declared(day: Day) -> None:
    for field, pairing in play(day):
        declared = table_sizes(len(field.active()), day.table_size, SIZES)
        assert sorted(map(len, pods_of(pairing))) == sorted(declared.tables)
        assert len(byes_of(pairing)) == declared.byes


def fewest_rematches(field: RoundInput, allowed: set[int]) -> int | None:
    """The oracle for tables of two: the fewest (squared) rematches, the bye going to one of `allowed`.

    None where the forbidden pairs leave no pairing at all.
    """
    history = history_of(field, 2)
    ids = [competitor.id for competitor in field.active()]
    graph = networkx.Graph()
    graph.add_nodes_from(ids)
    for one, other in combinations(ids, 2):
        if pair_of(one, other) not in field.forbidden:
            graph.add_edge(one, other, weight=history.meetings(one, other) ** 2)
    if len(ids) % 2:
        graph.add_weighted_edges_from((player, 0, 0) for player in allowed)
    matching = networkx.min_weight_matching(graph)
    if 2 * len(matching) < len(ids):
        return None
    return sum(int(graph.edges[pair]["weight"]) for pair in matching)


@given(days(12, 9, [2], **TROUBLE))
@examples(60)
def test_tables_of_two_have_no_avoidable_rematch_and_no_unfair_bye(day: Day) -> None:
    for field, pairing in play(day):
        history = history_of(field, 2)
        ids = [competitor.id for competitor in field.active()]
        for fewest in sorted({history.byes[i] for i in ids}):
            best = fewest_rematches(field, {i for i in ids if history.byes[i] <= fewest})
            if best is not None:
                assert repeats(pods_of(pairing), history) == best
                assert all(history.byes[player] <= fewest for player in byes_of(pairing))
                assert len(byes_of(pairing)) == len(ids) % 2
                break
        else:
            assert len(byes_of(pairing)) > len(ids) % 2


@given(days(9, 5, [3, 4], **TROUBLE | {"forbidden": st.integers(0, 1)}))
@examples(20)
def test_pods_of_small_fields_have_no_avoidable_repeat(day: Day) -> None:
    for field, pairing in play(day):
        history = history_of(field, day.table_size)
        pods = pods_of(pairing)
        seated = sorted(player for pod in pods for player in pod)
        allowed = [s for s in seatings(seated, [len(pod) for pod in pods]) if not holds(s, field.forbidden)]
        assert repeats(pods, history) == min(repeats(s, history) for s in allowed)


@given(days(11, 6, [3, 4], **TROUBLE | {"forbidden": st.just(0)}))
@examples(30)
def test_pods_give_no_second_bye_while_another_has_none(day: Day) -> None:
    for field, pairing in play(replace(day, key="swiss")):
        history = history_of(field, day.table_size)
        resting = byes_of(pairing)
        others = [c.id for c in field.active() if c.id not in resting]
        assert all(history.byes[one] <= history.byes[other] for one in resting for other in others)


@pytest.mark.parametrize("n", [9, 10, 13, 14, 17, 21])
def test_nobody_sits_at_a_short_table_again_while_others_never_did(n: int) -> None:
    """Where no repeated meeting is in the way."""
    for field, pairing in play(Day(n, 3, 4, n)):
        history = history_of(field, 4)
        if repeats(pods_of(pairing), history):
            continue
        again = {player for pod in pods_of(pairing) if len(pod) < 4 for player in pod if history.short[player]}
        never = {player for pod in pods_of(pairing) if len(pod) == 4 for player in pod if not history.short[player]}
        if again and never:
            best = min(
                sum(history.short[p] ** 2 for pod in swapped if len(pod) < 4 for p in pod)
                for swapped in one_swap(pods_of(pairing))
                if not repeats(swapped, history)
            )
            assert best >= sum(history.short[p] ** 2 for pod in pods_of(pairing) if len(pod) < 4 for p in pod)


def one_swap(pods: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Every round that differs by one swap, and the round itself."""
    rounds = [pods]
    for i, j in combinations(range(len(pods)), 2):
        for a in pods[i]:
            for b in pods[j]:
                change = {a: b, b: a}
                rounds.append([tuple(change.get(p, p) for p in pod) for pod in pods])
    return rounds


def pair_again(fmt: RoundsFormat, day: Day, field: RoundInput) -> Pairing:
    return fmt.pair(fmt.read_config({"table_size": day.table_size, "rounds": day.rounds}), field)


@given(days(13, 5, **TROUBLE))
@examples(25)
def test_the_order_of_what_is_given_does_not_matter(day: Day) -> None:
    rng = Random(day.seed)
    for field, pairing in play(day):
        shuffled = replace(
            field,
            competitors=tuple(rng.sample(field.competitors, len(field.competitors))),
            tables=tuple(rng.sample(field.tables, len(field.tables))),
        )
        assert pair_again(FORMATS[day.key], day, shuffled) == pairing


@given(days(20, 9, [2], **TROUBLE | {"forbidden": st.just(0)}), st.integers(1, 4))
@examples(25)
def test_the_matching_is_the_optimum_that_networkx_finds(day: Day, window: int) -> None:
    """The cost of the whole round, all terms as one number; also from a window that is far too small."""
    for field, _pairing in play(replace(day, key="swiss")):
        costs = costs_of(FORMATS["swiss"].rules(FORMATS["swiss"].read_config({"table_size": 2})), field)
        pairs = pair_two(costs, Random(1))
        graph = networkx.Graph()
        base = 10**6
        for one, other in combinations(costs.line, 2):
            graph.add_edge(one, other, weight=number(costs.of((one, other)), base))
        if len(costs.line) % 2:
            for player in costs.line:
                graph.add_edge(player, 0, weight=number(costs.of((player,)), base))
        best = sum(graph.edges[pair]["weight"] for pair in networkx.min_weight_matching(graph))
        tables = [*pairs.pairs, *((player,) for player in pairs.byes)]
        assert sum(number(costs.of(table), base) for table in tables) == best
        narrow = pair_two(costs, Random(1), first_window=window)
        assert sorted(p for t in (*narrow.pairs, narrow.byes) for p in t) == sorted(costs.line)


def number(cost: tuple[int, ...], base: int) -> int:
    """A cost as one number in Python's unlimited integers, so that nothing can overflow."""
    value = 0
    for term in cost:
        value = value * base + term
    return value


def everybody_forbidden(n: int) -> frozenset[tuple[int, int]]:
    return frozenset(combinations([c.id for c in competitors(n)], 2))


@pytest.mark.parametrize("table_size", [2, 3, 4])
def test_a_round_in_which_nobody_may_meet_has_only_byes(table_size: int) -> None:
    field = RoundInput(competitors(5), (), 1, SIZES, "x", everybody_forbidden(5))
    fmt = FORMATS["swiss"]
    pairing = fmt.pair(fmt.read_config({"table_size": table_size}), field)
    assert len(pairing.tables) == 5
    assert all(table.is_bye and not table.requested for table in pairing.tables)
    assert "Forbidden pairs force" in english(pairing.notes[0])


def test_a_family_of_three_among_four_costs_two_byes_and_no_more() -> None:
    family = frozenset({(101, 102), (101, 103), (102, 103)})
    field = RoundInput(competitors(4), (), 1, SIZES, "x", family)
    fmt = FORMATS["swiss"]
    pairing = fmt.pair(fmt.read_config({"table_size": 2}), field)
    assert len(byes_of(pairing)) == 2
    assert all(104 in pod for pod in pods_of(pairing))


def test_who_leaves_and_comes_back_earns_nothing_by_it() -> None:
    """A player who is away whenever the round is paired and back for the results (lila #12497)."""
    fmt = FORMATS["swiss"]
    config = fmt.read_config({"table_size": 2, "rounds": 6})
    rng = Random(3)
    tables: list[TableRecord] = []
    points: dict[int, float] = {}
    field = RoundInput(competitors(8), (), 1, SIZES, "x")
    for number_ in range(1, 7):
        away = number_ in (2, 4, 6)
        people: list[Competitor] = [replace(c, active=not (away and c.id == 108)) for c in competitors(8)]
        field = RoundInput(tuple(people), tuple(tables), number_, SIZES, "x")
        pairing = fmt.pair(config, field)
        assert (108 in {p for t in pairing.tables for p in t.seats}) != away
        played = results(fmt, config, pairing.tables, number_, rng)
        for table in played:
            for seat in table.seats:
                points[seat.competitor] = points.get(seat.competitor, 0) + float(seat.points or 0)
        tables += played
    history = history_of(replace(field, tables=tuple(tables), round=7), 2)
    assert history.byes[108] == 0
    assert history.missed(108) == 3
    assert history.games[108] == 3
