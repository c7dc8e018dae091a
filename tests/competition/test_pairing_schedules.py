"""Rounds that look beyond themselves: planned leagues, and small fields whose later rounds stay free of repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.pairing_table import Season
from competition.pairing.costs import RANDOM, Costs
from competition.pairing.forecast import forecast
from competition.pairing.lookahead import keep_open
from competition.pairing.matching import Pairs, pair_two
from competition.pairing.planning import PlannedRound, planned_round
from competition.pairing.rounds import Rules, costs_of, pair_round
from competition.records import Competitor, Pair, RoundInput, pair_of
from engine.message import Message
from tests.cases import each
from tests.competition.english import english
from tests.competition.pairing_events import (
    SIZES,
    byes_of,
    history_of,
    holds,
    pods_of,
    repeats,
)
from tests.profiles import examples


@pytest.mark.parametrize(("key", "players", "rounds"), [("swiss", 6, 4), ("swiss", 10, 9), ("league", 8, 6)])
def test_few_players_at_tables_of_two_meet_nobody_twice(key: str, players: int, rounds: int) -> None:
    """Of 16 draws a repeat came in 8, 5 and 3, when every round was paired for itself."""
    assert [Season(key, players, 2, rounds, seed).repeats() for seed in range(16)] == [0] * 16


@given(st.sampled_from(["swiss", "league"]), st.integers(4, 16), st.integers(0, 10**6))
@examples(16)
def test_everybody_can_meet_everybody_once(key: str, players: int, seed: int) -> None:
    """As many rounds as a round robin has: every pair once, and with an odd number one bye for everybody."""
    rounds = players - 1 + players % 2
    byes: Counter[int] = Counter()
    met: Counter[Pair] = Counter()
    for _field, pairing in Season(key, players, 2, rounds, seed).play():
        byes.update(byes_of(pairing))
        met.update(pair_of(*table) for table in pods_of(pairing))
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    assert sorted(byes.values()) == [1] * (players if players % 2 else 0)


def test_two_triangles_are_avoided() -> None:
    """Six players in the third of four rounds. To pair 1-4, 2-5, 3-6 would leave two triangles, 1-2-3 and 4-5-6, and
    no fourth round without a repeat. If the third is the last, nothing is in the way."""
    players = [Competitor(at, str(at), at) for at in range(1, 7)]
    costs = Costs(players, history_of(RoundInput(tuple(players), (), 3, SIZES, "lot"), 2), 2)
    costs.history.met.update([(1, 5), (2, 6), (3, 4), (1, 6), (2, 4), (3, 5)])
    trap = Pairs(((1, 4), (2, 5), (3, 6)), ())
    assert keep_open(costs, trap, 3, 3) == trap
    kept = keep_open(costs, trap, 3, 4)
    assert len(set(kept.pairs) & set(trap.pairs)) == 1
    assert not repeats(kept.pairs, costs.history)


def test_who_rests_in_this_round_is_there_in_the_later_ones() -> None:
    """The same with 7 and 8, who rest: 1-2, 3-7, 4-5, 6-8 and 1-3, 2-7, 4-6, 5-8 remain, so nothing is in the way."""
    players = [Competitor(at, str(at), at) for at in range(1, 7)]
    costs = Costs(players, history_of(RoundInput(tuple(players), (), 3, SIZES, "lot"), 2), 2)
    costs.history.met.update([(1, 5), (2, 6), (3, 4), (1, 6), (2, 4), (3, 5), (7, 8)])
    trap = Pairs(((1, 4), (2, 5), (3, 6)), ())
    assert keep_open(costs, trap, 3, 5, (7, 8)) == trap


def _every_round(nodes: frozenset[int]) -> Iterator[frozenset[Pair]]:
    """Every way to pair them."""
    if not nodes:
        yield frozenset()
        return
    one = min(nodes)
    for other in nodes - {one}:
        for others in _every_round(nodes - {one, other}):
            yield others | {(one, other)}


def _are_left(nodes: frozenset[int], met: frozenset[Pair], rounds: int) -> bool:
    """Whether so many rounds are left that repeat nothing."""
    return not rounds or any(
        _are_left(nodes, met | each, rounds - 1) for each in _every_round(nodes) if met.isdisjoint(each)
    )


def _with_bye(players: Sequence[int]) -> frozenset[int]:
    """The players, and with an odd number of them 0, the bye."""
    return frozenset(players).union([0] * (len(players) % 2))


@given(st.integers(4, 7), st.integers(1, 2), st.integers(1, 2), st.integers(0, 10**6))
@examples(40)
def test_if_any_round_keeps_the_later_ones_open_the_round_does(all_in: int, away: int, left: int, seed: int) -> None:
    """Against a search through everything, with some who rest in this round."""
    nodes, here = _with_bye(range(1, all_in + 1)), _with_bye(range(1, max(3, all_in - away) + 1))
    rng, left = Random(seed), min(left, len(nodes) - 3)
    met = frozenset(pair for pair in combinations(range(all_in + 1), 2) if rng.random() < 0.3)
    players = [Competitor(at, str(at), at) for at in sorted(here - {0})]
    costs = Costs(players, history_of(RoundInput(tuple(players), (), 2, SIZES, "lot"), 2), 2)
    costs.history.met.update(pair for pair in met if pair[0])
    costs.history.byes.update(pair[1] for pair in met if not pair[0])
    found = pair_two(costs, rng)
    kept = keep_open(costs, found, 2, 2 + left, range(len(players) + 1, all_in + 1))

    def keeps_open(now: frozenset[Pair]) -> bool:
        return met.isdisjoint(now) and _are_left(nodes, met | now, left)

    now = frozenset([*(pair_of(*pair) for pair in kept.pairs), *((0, player) for player in kept.byes)])
    assert keeps_open(now) or (kept == found and not any(map(keeps_open, _every_round(here))))


def test_where_no_round_helps_the_cheapest_one_stays() -> None:
    """Four players of whom two must never meet cannot play three rounds without a repeat."""
    season = Season("swiss", 4, 2, 3, forbidden=frozenset({(1, 2)}))
    assert all(not byes_of(pairing) for _field, pairing in season.play())
    assert season.repeats() == 2


CASES = [(16, 4, 5), (12, 3, 4), (15, 3, 7), (20, 4, 5), (24, 4, 7), (28, 4, 9), (32, 4, 8), (22, 4, 7), (18, 2, 17)]


@pytest.mark.parametrize(("players", "size", "rounds"), CASES)
def test_a_league_with_a_known_schedule_has_no_repeated_meeting(players: int, size: int, rounds: int) -> None:
    assert Season("league", players, size, rounds).repeats() == 0


def test_a_complete_schedule_begins_anew() -> None:
    """Nine players at tables of three meet everybody once in four rounds, and a second time in the next four."""
    met = Counter(
        pair_of(*pair)
        for _field, pairing in Season("league", 9, 3, 8).play()
        for table in pods_of(pairing)
        for pair in combinations(table, 2)
    )
    assert set(met.values()) == {2}


def test_a_seat_that_is_left_empty_repeats_nothing_and_a_late_player_takes_it() -> None:
    assert Season("league", 16, 4, 5, leaving=(3,)).repeats() == 0
    assert Season("league", 16, 4, 5, leaving=(3,), coming=(4,)).repeats() == 0
    assert Season("league", 15, 4, 5, coming=(3,)).repeats() == 0


DISTURBED = [
    Season("league", 16, 4, 5, leaving=(2, 4)),
    Season("league", 16, 4, 5, leaving=(3, 3, 3)),
    Season("league", 15, 3, 7, leaving=(2, 4)),
    Season("league", 12, 3, 4, leaving=(2,), coming=(3, 3)),
]


@each("season", DISTURBED)
def test_a_schedule_that_is_disturbed_repeats_no_more_than_rounds_paired_alone(season: Season) -> None:
    """On the average of two draws."""
    seasons = [replace(season, seed=seed) for seed in range(2)]
    assert sum(one.repeats() for one in seasons) <= sum(replace(one, searched=True).repeats() for one in seasons)


def without_a_pair(number: int) -> tuple[RoundInput, Rules, PlannedRound]:
    """Fifteen players at tables of three before this round, of whom two have left who would have met in it. Thirteen
    sit at three tables of three and two of two."""
    field = [field for field, _pairing in Season("league", 15, 3, 7).play()][number - 1]
    rules = Rules(3, RANDOM, by_points=False, rounds=7)
    plan = planned_round(costs_of(rules, field), field, 7)
    assert plan is not None
    assert plan.number == number
    gone = plan.tables[0][:2]
    field = replace(field, competitors=tuple(replace(c, active=c.id not in gone) for c in field.competitors))
    plan = planned_round(costs_of(rules, field), field, 7)
    assert plan is not None
    return field, rules, plan


def test_a_round_that_fits_comes_before_one_that_does_not() -> None:
    field, rules, plan = without_a_pair(4)
    assert plan.fits
    assert plan.number == 5
    pairing = pair_round(rules, field)
    assert english(pairing.notes[0]) == "Planned schedule: round 5 of 7."
    assert not repeats(pods_of(pairing), history_of(field, 3))


def test_where_none_fits_the_tables_change_as_little_as_they_must() -> None:
    """One player has to move to the one whom the two who left would have met: one repeated meeting, and no more."""
    field, rules, plan = without_a_pair(7)
    assert not plan.fits
    tables = pods_of(pair_round(rules, field))
    assert sorted(map(len, tables)) == [2, 2, 3, 3, 3]
    assert repeats(tables, history_of(field, 3)) == 1


def test_where_a_schedule_no_longer_fits_the_round_is_searched() -> None:
    """Sixteen players and one who comes: five tables instead of four, and still everybody plays."""
    season = Season("league", 16, 4, 4, coming=(3,))
    found = [sorted(map(len, pods_of(pairing))) for _field, pairing in season.play()]
    assert found == [[4, 4, 4, 4]] * 2 + [[3, 3, 3, 4, 4]] * 2


@each("seed", range(2))
def test_who_must_not_meet_does_not_in_a_planned_league(seed: int) -> None:
    """Also in a schedule in which everybody would meet everybody."""
    forbidden = frozenset({(1, 2), (3, 4)})
    for _field, pairing in Season("league", 16, 4, 5, seed, forbidden=forbidden).play():
        assert not holds(pods_of(pairing), forbidden)
        assert not byes_of(pairing)


def test_who_should_not_meet_does_not_where_the_draw_can_help_it() -> None:
    """Twenty players, five rounds: everybody misses four of the others, and clubs of two can be among them."""
    clubs = frozenset({(1, 2), (3, 4), (5, 6)})
    season = Season("league", 20, 4, 5, discouraged=clubs)
    assert not any(holds(pods_of(pairing), clubs) for _field, pairing in season.play())
    assert season.repeats() == 0


def test_a_fixed_table_is_kept_in_a_planned_league() -> None:
    for field, _pairing in Season("league", 12, 3, 2).play():
        bound = replace(field, competitors=(replace(field.competitors[0], fixed_table=4), *field.competitors[1:]))
        pairing = pair_round(Rules(3, RANDOM, by_points=False, rounds=4), bound)
        assert [table.number for table in pairing.tables if 1 in table.seats] == [4]


def test_the_note_names_the_round_of_the_schedule() -> None:
    notes = [[english(note) for note in pairing.notes] for _field, pairing in Season("league", 12, 3, 2).play()]
    assert notes == [["Planned schedule: round 1 of 4."], ["Planned schedule: round 2 of 4."]]


@pytest.mark.parametrize("players", [10, 18])
def test_in_a_league_nothing_is_said_of_the_order_that_is_only_drawn(players: int) -> None:
    for _field, pairing in Season("league", players, 2, players - 1).play():
        for reason in pairing.reasons:
            assert "order" not in [term.key for term in reason.terms]
            assert reason.alternative is not None
            what = reason.alternative.values.get("what")
            assert not isinstance(what, Message) or what.key != "change.order"


def test_the_forecast_of_a_league_knows_its_schedule() -> None:
    def said(players: int, rounds: int) -> list[str]:
        concerns = forecast(players, rounds, 4, (3, 4), winner=False)
        return [english(concern.text) for concern in concerns if concern.key.startswith(("rematch", "planned"))]

    assert said(16, 5) == ["Planned schedule: nobody meets anybody twice in 5 rounds."]
    assert said(20, 6) == [
        "Planned schedule: nobody meets anybody twice in the first 5 rounds. Later rounds are paired one by one, with "
        "as few repeats as possible."
    ]
    assert said(16, 6)[1:] == [
        "At least 24 of the 144 meetings are repeats.",
        "Planned schedule: everybody meets everybody once in 5 rounds, then again in the same order.",
    ]
    assert said(10, 3) == []
