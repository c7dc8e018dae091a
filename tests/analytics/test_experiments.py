"""Experiments: the same games under several variants, added up exactly, and what may be said of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.experiment_results import Comparison, LuckGain, luck_gains, results_of
from analytics.experiments import (
    ArmPlan,
    ArmSums,
    ExperimentSums,
    LuckMeasures,
    Measure,
    Plan,
    Tally,
    bots_by_version,
    luck_measures_of,
    measures_of,
    play_chunk,
    play_games,
    skill_measure_of,
)
from analytics.frames import UNIT
from analytics.power import smallest_effect
from engine.component_files import read_component_file
from engine.game import Action, Bot, ComponentSet
from engine.luck.few_pairs import luck_of_game
from engine.luck.worth import margins
from engine.registry import get_game
from engine.simulate import MOST_TURNS, play
from engine.table.table import Table
from tests.profiles import LONG

BABYLONIA = get_game("babylonia")
PRINTED = BABYLONIA.components("babylonia-2019")


def plan_of(*arms: ArmPlan, players: int = 2, bots: tuple[str, ...] = ("random",), seed: str = "7") -> Plan:
    return Plan("babylonia", players, bots, seed, arms or (ArmPlan("base", {}, PRINTED),) * 2)


GAMES = 12 if LONG else 6
"""So many of each arm; with six each bot sits everywhere twice."""
SEVEN_OF_NINE = ArmPlan("seven_of_nine", {}, PRINTED)
TWO_ARMS = plan_of(ArmPlan("base", {}, PRINTED), SEVEN_OF_NINE, bots=("greedy", "random"), players=3)


@pytest.fixture(scope="module")
def played() -> ExperimentSums:
    return play_games(TWO_ARMS, 0, GAMES)


def found(sums: ExperimentSums, plan: Plan, key: str) -> Comparison:
    return next(one for one in results_of(sums, measures_of(plan)).comparisons if one.measure.key == key)


@pytest.fixture(scope="module")
def singles() -> list[ExperimentSums]:
    return [play_games(TWO_ARMS, number, 1) for number in range(GAMES)]


@given(order=st.permutations(range(GAMES)), cut=st.integers(0, GAMES))
def test_parts_of_any_size_in_any_order_add_up_to_the_same(
    played: ExperimentSums, singles: list[ExperimentSums], order: list[int], cut: int
) -> None:
    """Also through JSON: one game at a time in two heaps, and all at once."""
    stored = [ExperimentSums.from_json(json.loads(json.dumps(singles[number].to_json()))) for number in order]
    assert sum(stored[cut:], ExperimentSums()) + sum(stored[:cut], ExperimentSums()) == played


def test_every_bot_sits_everywhere_and_both_arms_have_the_same_table() -> None:
    for number in range(3):
        one, other = (play_chunk(TWO_ARMS, arm, number, 1)[0] for arm in TWO_ARMS.arms)
        assert one.player_ids == other.player_ids == [(seat + number) % 3 + 1 for seat in range(3)]
        assert one.facts["seats"] == [f"{TWO_ARMS.line_up[player - 1]} {player}" for player in one.player_ids]
        assert one.game_id == number
    assert TWO_ARMS.line_up == ("greedy", "random", "greedy")
    assert bots_by_version(BABYLONIA, TWO_ARMS.bots) == ["greedy/1", "random/1"]


def test_measures_are_what_the_games_came_to(played: ExperimentSums) -> None:
    games = [play_chunk(TWO_ARMS, SEVEN_OF_NINE, number, 1)[0] for number in range(GAMES)]
    arm, values = played.arms[1], played.arms[1].values
    assert arm.finished == len(games) == GAMES
    assert values["length"].total == sum(game.facts["turns"] for game in games)
    assert values["score"].total == sum(sum(game.facts["scores"]) for game in games)
    assert values["score"].total == sum(values[f"source:{source.key}"].total for source in BABYLONIA.sources)
    assert sum(values[f"seat:{seat}"].total for seat in (1, 2, 3)) == GAMES * UNIT
    assert values["bot:greedy"].total + values["bot:random"].total == GAMES * UNIT
    with_card = [game for game in games if any(row[3:5] == ["1", "taken"] for row in game.facts["cards"])]
    assert values["taken:1"].total == len(with_card) == values["takers:1"].n


def test_games_without_an_end_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.simulate.MOST_TURNS", 5)
    assert MOST_TURNS > 5
    sums = play_games(plan_of(), 0, 3)
    assert [(arm.played, arm.unfinished, arm.finished) for arm in sums.arms] == [(3, 3, 0)] * 2
    assert results_of(sums, measures_of(plan_of())).comparisons == ()


def test_the_base_against_itself_is_the_same_in_every_game() -> None:
    """The seeds are the same, so the games are: nothing can differ."""
    results = results_of(play_games(plan_of(), 0, 25), measures_of(plan_of()))
    assert {one.finding for one in results.comparisons if one.pairs >= 20} == {"same"}
    assert results.ratio_p == 1
    assert not results.ratio_broken


class FirstSeatThinks(Bot):
    """Greedy at the seat that starts, else one who does not think: an advantage of that seat, planted."""

    name, version = "first_seat_thinks", 1

    def choose(self, state: Any, rng: Random) -> Action:
        thinks = state.to_move == 0 and rng.random() < 0.25
        return BABYLONIA.bots["greedy" if thinks else "random"].choose(state, rng)


@pytest.fixture
def planted_bot(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setitem(BABYLONIA.bots, FirstSeatThinks.name, FirstSeatThinks())  # type: ignore[arg-type]
    return FirstSeatThinks.name  # type: ignore[return-value]


def test_a_planted_seat_advantage_is_found_and_sized_right(planted_bot: str) -> None:
    """Against the share of other games that are counted without any of this."""
    plan = plan_of(ArmPlan("base", {}, PRINTED), bots=(planted_bot,))
    seats = results_of(play_games(plan, 0, 150 if LONG else 100), measures_of(plan)).seats[0]
    truth = [play("babylonia", 2, "base", [planted_bot], f"truth/{number}") for number in range(600 if LONG else 250)]
    share = sum((0 in game.winners) / len(game.winners) for game in truth) / len(truth)
    first = seats.shares[0]
    assert share > 0.6
    assert first.interval is not None
    error = 0.04 if LONG else 0.06  # twice the standard error of the truth
    assert first.interval.low - error < share < first.interval.high + error
    assert first.interval.low > 0.5
    assert seats.p is not None
    assert seats.p < 0.001


def with_card_1_worth(points: int) -> ComponentSet:
    data = json.loads(json.dumps(PRINTED.data))
    data["scoring"]["card_1"] = points
    data["name"] = f"card-1-is-{points}"
    _game, components = read_component_file(json.dumps(data).encode())
    return components


def test_a_planted_card_strength_is_found_and_sized_right() -> None:
    """Whoever takes the card gets 40 points instead of 10; the greedy bot plays just the same games."""
    strong = with_card_1_worth(40)
    plan = plan_of(ArmPlan("base", {}, PRINTED), ArmPlan("base", {}, strong), bots=("greedy",))
    sums = play_games(plan, 0, 120 if LONG else 40)
    points, wins = found(sums, plan, "source:card1"), found(sums, plan, "takers:1")
    taken = sums.arms[1].values["taken:1"]
    assert points.finding == wins.finding == "differs"
    assert points.value.mean == pytest.approx(40 * taken.total / taken.n)
    assert points.difference == pytest.approx(30 * taken.total / taken.n)
    assert found(sums, plan, "taken:1").finding == found(sums, plan, "length").finding == "same"
    truth = []
    for game in play_chunk(
        plan_of(seed="truth", bots=("greedy",)), ArmPlan("base", {}, PRINTED), 0, 200 if LONG else 100
    ):
        scores, winners = game.facts["scores"], game.facts["winners"]
        for taker in (row[2] for row in game.facts["cards"] if row[3:5] == ["1", "taken"]):
            ahead = scores[taker] + 30 - scores[1 - taker]
            truth.append((ahead > 0) + (ahead == 0) / 2 - (taker in winners) / len(winners))
    assert wins.interval is not None
    assert wins.interval.low - 0.05 < sum(truth) / len(truth) < wins.interval.high + 0.05


MEASURES = tuple(Measure(f"source:{number}", "points", "sources") for number in range(10))


def made_up(rng: Random, games: int, shift: float = 0.0) -> ExperimentSums:
    """Two arms of ten measures each; the second has so much more of the first measure."""
    arms: list[dict[str, list[int]]] = [{measure.key: [] for measure in MEASURES} for _ in range(2)]
    for _ in range(games):
        for measure in MEASURES:
            common = rng.gauss(100, 6)
            for number, arm in enumerate(arms):
                more = shift if number and measure is MEASURES[0] else 0
                arm[measure.key].append(round(rng.gauss(common, 8) + more))
    sums = []
    for arm in arms:
        pairs = {key: [x - y for x, y in zip(arm[key], arms[0][key], strict=True)] for key in arm}
        tallies = [
            {key: Tally(games, sum(values), sum(x * x for x in values)) for key, values in one.items()}
            for one in (arm, pairs)
        ]
        sums.append(ArmSums(games, 0, *tallies))
    return ExperimentSums(tuple(sums))


def test_false_alarms_are_rare_and_intervals_hold_the_truth() -> None:
    """250 experiments with nothing in them, ten measures each."""
    rng, claims, covered, experiments = Random(1), 0, 0, 250
    for _ in range(experiments):
        comparisons = results_of(made_up(rng, 60), MEASURES).comparisons
        claims += any(one.finding == "differs" for one in comparisons)
        covered += sum(one.interval is not None and one.interval.low <= 0 <= one.interval.high for one in comparisons)
        assert all(one.finding in ("differs", "hint", "none_that_matters", "unknown") for one in comparisons)
    assert covered / (10 * experiments) == pytest.approx(0.95, abs=0.015)
    assert claims / experiments < 0.10 + 3 * (0.1 * 0.9 / experiments) ** 0.5


@given(games=st.integers(2, 90), shift=st.floats(-12, 12), seed=st.integers(0, 10**6))
def test_no_difference_is_claimed_that_the_interval_does_not_show(games: int, shift: float, seed: int) -> None:
    for one in results_of(made_up(Random(seed), games, shift), MEASURES).comparisons:
        assert one.interval is not None
        assert one.bound is not None
        holds_zero = one.interval.low <= 0 <= one.interval.high
        within = one.bound < one.matters
        assert not (one.finding in ("differs", "too_small", "hint") and holds_zero)
        assert not (one.finding == "unknown" and (within or not holds_zero))
        assert within or one.finding not in ("too_small", "none_that_matters")
        assert max(map(abs, one.interval)) == one.bound
        if games < 20:
            assert one.finding == "too_few"


def test_a_planted_difference_is_found_and_what_is_not_there_is_bounded() -> None:
    first, *others = results_of(made_up(Random(3), 400, 3.0), MEASURES).comparisons
    assert first.finding == "differs"
    assert first.interval is not None
    assert first.interval.low < 3 < first.interval.high
    assert first.effect == pytest.approx(0.3, abs=0.1)  # the standard deviation of a game is 10
    error = 8 * (2 / 400) ** 0.5  # the common part cancels out
    assert first.detectable == pytest.approx(smallest_effect(error, 399, 10), rel=0.1)
    assert first.matters == pytest.approx(2, rel=0.1)
    assert any(one.finding == "none_that_matters" for one in others)
    assert all(one.bound is not None and one.bound < 2 for one in others if one.finding == "none_that_matters")


def test_unequal_numbers_of_finished_games_are_noticed() -> None:
    whole = made_up(Random(4), 100).arms[0]
    cut = ArmSums(100, 50, whole.values, whole.differences)
    assert results_of(ExperimentSums((whole, cut)), MEASURES).ratio_broken


def test_the_worked_example_of_the_documentation() -> None:
    base, arm = (46, 47, 45, 46), (46, 46, 45, 45)
    lists = [(base, [0] * 4), (arm, [x - y for x, y in zip(arm, base, strict=True)])]
    length = Measure("length", "turns", "course")
    tallies = [[{"length": Tally(4, sum(v), sum(x * x for x in v))} for v in both] for both in lists]
    (found,) = results_of(ExperimentSums(tuple(ArmSums(4, 0, *both) for both in tallies)), [length]).comparisons
    assert found.difference == -0.5
    assert found.interval == pytest.approx((-1.42, 0.42), abs=0.005)
    assert found.finding == "too_few"


def test_what_the_rules_deal_differently_is_forced(played: ExperimentSums) -> None:
    """The base deals cards 1 to 7 to every game; the other variant seven of nine, so each to most games."""
    forced = {one.measure.key for one in results_of(played, measures_of(TWO_ARMS)).comparisons if one.forced}
    assert "taken:1" in forced
    assert {key.partition(":")[0] for key in forced} <= {"taken", "source"}
    same = plan_of(bots=("greedy",))
    assert not any(one.forced for one in results_of(play_games(same, 0, GAMES), measures_of(same)).comparisons)


def test_points_of_a_card_that_the_rules_deal_differently_are_forced_too() -> None:
    def arm(dealt: int) -> ArmSums:
        ones = {key: Tally(40, dealt, dealt) for key in ("taken:1", "source:card1")}
        offered = {"offered:1": Tally(40, dealt, dealt), "offered:2": Tally(40, 20, 20)}
        rest = {"source:city_tiles": Tally(40, 400, 5000)}
        return ArmSums(40, 0, ones | offered | rest | {"taken:2": Tally(40, dealt // 2, dealt // 2)}, {})

    def forced(one: int, other: int) -> set[str]:
        compared = results_of(ExperimentSums((arm(one), arm(other))), measures_of(TWO_ARMS)).comparisons
        return {comparison.measure.key for comparison in compared if comparison.forced}

    assert forced(40, 30) == forced(0, 30) == {"taken:1", "source:card1"}
    assert forced(40, 39) == set(), "too small a difference to follow from a deal"
    assert forced(20, 30) == set(), "chance decides in both arms"


def test_margins_without_luck_are_margins_minus_the_luck_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against luck that is told here; at a table of three, where seats are not each other's opposite. A bot at several
    seats has the mean of them."""
    monkeypatch.setattr("engine.luck.few_pairs.FEW_PAIRS", 2)
    plan = plan_of(ArmPlan("base", {}, PRINTED), players=3, bots=("greedy", "novice"))
    plan = replace(plan, tell_luck=True)
    values = play_games(plan, 1, 1).arms[0].values
    assert {measure.key for measure in measures_of(plan)} <= values.keys()
    table, _report = Table.of_log(play("babylonia", 3, "base", ["novice", "greedy", "greedy"], "7/1").log)
    assert table is not None
    luck = luck_of_game(table, BABYLONIA.bots["greedy"], "7/1/luck")
    raw = [margin * UNIT for margin in margins(table.state)]
    without = [margin - round(100 * points) * (UNIT // 100) for margin, points in zip(raw, luck, strict=True)]
    assert [values[f"seat_margin:{seat}"].total for seat in (1, 2, 3)] == raw
    assert [values[f"seat_margin_without_luck:{seat}"].total for seat in (1, 2, 3)] == without
    assert raw != without
    assert values["bot_margin_without_luck:novice"].total == without[0]
    assert values["bot_margin_without_luck:greedy"].total == (without[1] + without[2]) // 2
    assert values["bot_margin_of_luck:greedy"].total == pytest.approx(
        values["bot_margin:greedy"].total - values["bot_margin_without_luck:greedy"].total, abs=1
    )


def test_no_luck_is_told_unless_asked_for_but_two_bots_have_their_margin() -> None:
    plan = plan_of(bots=("greedy", "random"))
    values = play_games(plan, 0, 2).arms[0].values
    assert not [key for key in values if "without_luck" in key or key.startswith("seat_margin")]
    assert skill_measure_of(plan) == Measure("bot_margin:greedy", "points", "margins")
    assert values["bot_margin:greedy"].n == 2
    assert skill_measure_of(plan_of()) is None
    assert skill_measure_of(TWO_ARMS) is None


LUCK = LuckMeasures(
    Measure("seat_margin:1", "points", "margins"),
    Measure("seat_margin_without_luck:1", "points", "margins"),
    Measure("seat_margin_of_luck:1", "points", "margins"),
)


def gain_of(margins: Sequence[int], luck: Sequence[int]) -> list[LuckGain]:
    """From the differences of pairs, in points."""
    raw, gone = np.array(margins), np.array(luck)
    columns = zip(LUCK, (raw, raw - gone, gone), strict=True)
    tallies = {one.key: Tally(len(raw), UNIT * int(of.sum()), UNIT * int((of * of).sum())) for one, of in columns}
    return luck_gains(ExperimentSums((ArmSums(len(raw), 0, tallies, {}), ArmSums(len(raw), 0, tallies, tallies))), LUCK)


def test_what_measuring_luck_was_worth() -> None:
    """Margins 2, -2, 2, -2, luck 1, -1, 1, -1: a quarter of the variance is left, and surely so, because the margins
    without luck go up and down with those with it. 20 pairs are worth 80."""
    [gain] = gain_of([2, -2] * 10, [1, -1] * 10)
    assert (gain.arm, gain.measure, gain.pairs, gain.worth) == (1, LUCK.without, 20, 80)
    assert gain.left == pytest.approx(0.25)
    assert gain.interval == pytest.approx((0.25, 0.25))


def test_how_surely_variance_is_gone_worked_by_hand() -> None:
    """40 pairs, sums of squares 80 with luck, 40 without, 40 of luck: half is left, r is (80 + 40 - 40) / 2 divided by
    sqrt(80 * 40) = 1 / sqrt(2), and 1.96 * 2 sqrt((1 - 1/2) / 39) = 0.4439: 0.5 / 1.5587 to 0.5 * 1.5587."""
    [gain] = gain_of([2, -2, 0, 0] * 10, [1, -1, 1, -1] * 10)
    assert gain.left == pytest.approx(0.5)
    assert gain.interval == pytest.approx((0.3208, 0.7793), abs=2e-4)


def test_few_pairs_and_equal_ones_say_nothing_of_measuring_luck() -> None:
    assert gain_of([2, -2] * 9 + [2], [1, -1] * 9 + [1]) == []
    assert gain_of([0] * 30, [0] * 30) == []
    nothing = ArmSums(40, 0, {}, {})
    assert luck_gains(ExperimentSums((nothing, nothing)), LUCK) == []


def test_the_interval_of_what_is_left_holds_the_truth() -> None:
    """Luck takes away half of the variance, in 400 experiments of 40 pairs: 95 of 100 hold, up to three Monte Carlo
    errors."""
    rng = np.random.default_rng(4)
    trials, held = 400, 0
    for _trial in range(trials):
        rest, luck = rng.normal(0, 1000, (2, 40)).astype(int)
        [gain] = gain_of(rest + luck, luck)
        held += gain.interval.low <= 0.5 <= gain.interval.high
    assert abs(held / trials - 0.95) < 0.033


def test_one_margin_tells_what_measuring_luck_was_worth() -> None:
    """That of the bots if there are several, else of the first seat; its luck is what lies between the two margins."""
    assert luck_measures_of(plan_of()) is None
    assert luck_measures_of(replace(plan_of(), tell_luck=True)) == LUCK
    of_bots = luck_measures_of(replace(plan_of(bots=("novice", "greedy")), tell_luck=True))
    assert of_bots is not None
    assert [measure.key for measure in of_bots] == [
        *("bot_margin:novice", "bot_margin_without_luck:novice", "bot_margin_of_luck:novice")
    ]


def test_points_matter_as_much_without_luck_as_with() -> None:
    """What is a large difference in points must not depend on how surely it is known."""
    plan = replace(plan_of(), tell_luck=True)
    one, other = ({"seat_margin:1": Tally(2, 0, 200 * UNIT), "seat_margin_without_luck:1": Tally(2, 0, 2 * UNIT)},) * 2
    sums = ExperimentSums((ArmSums(2, 0, one, {}), ArmSums(2, 0, other, other)))
    assert found(sums, plan, "seat_margin_without_luck:1").matters == found(sums, plan, "seat_margin:1").matters > 0
