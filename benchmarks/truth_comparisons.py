"""Variants and experiments against known truths: games made up as tables of facts, or played by random bots.

Each function yields the rows of one scenario. Nothing here knows how the statistics are worked out: it makes games in
the documented schema and reads what the pages would show.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.experiment_results import Results, results_of
from analytics.experiments import (
    ArmPlan,
    ArmSums,
    ExperimentSums,
    Measure,
    Plan,
    Tally,
    measures_of,
    observe,
    play_chunk,
    play_games,
)
from analytics.frames import SCHEMAS, UNIT, Frames, build_frames
from analytics.model import NO_MODEL
from analytics.seats import SEATS, seats_sums
from analytics.sources import SOURCES, sources_sums
from analytics.sums import Cells, Sums
from analytics.variants_stats import GAMES, Comparison, compare, games_sums
from benchmarks.truth_rows import TruthRow, rate_row
from engine.component_files import read_component_file
from engine.game import ComponentSet
from engine.registry import get_game

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

PAIR_GAMES = 60
LAB_GAMES = 60

ALARMS = "any measure of the page called different"
FOUND = "a shift of the stated smallest difference called different"


def frames_of(**tables: pd.DataFrame) -> Frames:
    """Frames of these tables; columns that are not given are 0, tables that are not given empty."""
    typed = {}
    for name, schema in SCHEMAS.items():
        table = tables.get(name, pd.DataFrame()).reindex(columns=list(schema), fill_value=0)
        texts = {column: "str" for column, kind in schema.items() if kind == "category"}
        typed[name] = table.astype(texts).astype(dict(schema))
    return Frames(typed)


# Variants


def variant_rows(replications: int, seed: int = 2) -> Iterator[TruthRow]:
    """A/A comparisons and shifted ones on the page of variants, with 19 and with 50 questions on the page.

    Games of four players. Points of a player come from sources, normally distributed around 10 with a deviation of 4;
    scores and margins follow from them, so measures depend on each other. Turns are normal, changes of the lead
    Poisson, every seat wins as often as the others. The shift is in the turns of the second variant.
    """
    for sources in (13, 44):
        rng = np.random.default_rng([seed, sources])
        scenario = f"variants: {sources + 6} questions, {PAIR_GAMES} games each"
        plain = list(_variant_pages(rng, replications, sources, 0.0))
        yield rate_row(f"{scenario}, A/A", ALARMS, [_any_differs(page) for page in plain], None, 0.10)
        stated = [row.detectable or 0.0 for page in plain for row in page.measures if row.key == "turns"]
        shifted = _variant_pages(rng, replications, sources, float(np.mean(stated)))
        found = [row.finding == "differs" for page in shifted for row in page.measures if row.key == "turns"]
        yield rate_row(scenario, FOUND, found, 0.77, 0.85)


def _any_differs(page: Comparison) -> bool:
    """Whether the page says of anything that it differs."""
    rows = [*page.measures, *(row.points for row in page.sources)]
    seats = (
        page.balance_p is not None and page.balance_q is not None and page.balance_p < 0.05 and page.balance_q <= 0.1
    )
    return seats or any(row.finding in ("differs", "too_small") for row in rows)


def _variant_pages(rng: np.random.Generator, pages: int, sources: int, shift: float) -> Iterator[Comparison]:
    """Comparisons of two arms; the games of each page have a month of their own."""
    keys = [f"s{number}" for number in range(sources)]
    at_once = max(1, 4000 // sources)
    for start in range(0, pages, at_once):
        count = min(at_once, pages - start)
        frames = _variant_frames(rng, count, keys, shift)
        rows = {**games_sums(frames, NO_MODEL), **sources_sums(frames, NO_MODEL), **seats_sums(frames, NO_MODEL)}
        sums = Sums({family.name: family.table(rows[family.name]) for family in (GAMES, SOURCES, SEATS)})
        for number in range(count):
            page = sums.where(Cells(since=number, until=number))
            yield compare(page.where(Cells(variant="a")), page.where(Cells(variant="b")), keys)


def _variant_frames(rng: np.random.Generator, pages: int, keys: Sequence[str], shift: float) -> Frames:
    players, games = 4, 2 * PAIR_GAMES * pages
    ids = np.arange(games)
    second = ids % 2
    points = np.rint(rng.normal(10, 4, (games, players, len(keys)))).astype(int)
    scores = points.sum(axis=2)
    winning = scores == scores.max(axis=1, keepdims=True)
    others = np.where(winning, np.iinfo(np.int64).min, scores).max(axis=1)
    margin = np.where(winning.all(axis=1), 0, scores.max(axis=1) - others)
    turns = np.rint(rng.normal(400, 40, games) + second * shift).astype(int)
    game, seat, source = (grid.ravel() for grid in np.indices(points.shape))
    return frames_of(
        games=pd.DataFrame(
            {
                "game_id": ids,
                "month": ids // (2 * PAIR_GAMES),
                "variant": np.where(second, "b", "a"),
                "players": players,
                "turns": turns,
                "winners": winning.sum(axis=1),
                "margin": margin,
                "lead_changes": rng.poisson(5, games),
            }
        ),
        player_games=pd.DataFrame(
            {
                "game_id": np.repeat(ids, players),
                "seat": np.tile(np.arange(players), games),
                "score": scores.ravel(),
                "place": np.where(winning, 1, 2).ravel(),
                "win": (UNIT // winning.sum(axis=1, keepdims=True) * winning).ravel(),
            }
        ),
        score_events=pd.DataFrame(
            {
                "game_id": game,
                "turn": 1 + seat,
                "seat": seat,
                "source": np.array(keys)[source],
                "points": points.ravel(),
            }
        ),
    )


# Experiments


def experiment_rows(replications: int, seed: int = 3) -> Iterator[TruthRow]:
    """A/A experiments and shifted ones, with 19 and with 50 measures that vary by themselves; the two games of a pair
    have a third of their variance in common. The shift is in the first measure."""
    for count in (19, 50):
        rng = np.random.default_rng([seed, count])
        scenario = f"experiments: {count} measures, {LAB_GAMES} pairs"
        measures = [Measure(f"source:{number}", "points", "sources") for number in range(count)]
        plain = [results_of(_made_up_experiment(rng, measures, 0.0), measures) for _ in range(replications)]
        yield rate_row(f"{scenario}, A/A", ALARMS, [_any_difference(results) for results in plain], None, 0.10)
        stated = float(np.mean([results.comparisons[0].detectable or 0.0 for results in plain]))
        found = [
            results_of(_made_up_experiment(rng, measures, stated), measures).comparisons[0].finding == "differs"
            for _ in range(replications)
        ]
        yield rate_row(scenario, FOUND, found, 0.77, 0.85)


def bot_rows(experiments: int, seed: str = "truth", times: int = 10) -> Iterator[TruthRow]:
    """Experiments that are really played: Babylonia with two random bots.

    A/A with the same seeds (nothing can differ) and with different seeds, and a rack of four against the printed rack
    of five: what is called different must differ in the same direction in `times` times as many games of other seeds.
    """
    printed = get_game("babylonia").components("babylonia-2019")
    base, rack = ArmPlan("base", {}, printed), ArmPlan("base", {}, _rack_of_four(printed))
    scenario = f"bots: {LAB_GAMES} games of each arm"
    measures = measures_of(_plan(seed, base, base))
    same = results_of(play_games(_plan(seed, base, base), 0, LAB_GAMES), measures)
    # The games are the same ones, so nothing is left to chance.
    yield TruthRow(f"{scenario}, A/A, same seeds", ALARMS, float(_any_difference(same)), 0.0, None, 0.0)
    alarms = []
    for number in range(experiments):
        one, other = (_observed(_plan(f"{seed}/{number}/{arm}", base)) for arm in "ab")
        alarms.append(_any_difference(results_of(_experiment(measures, one, other), measures)))
    yield rate_row(f"{scenario}, A/A, different seeds", ALARMS, alarms, None, 0.10)
    large = results_of(play_games(_plan(f"{seed}/large", base, rack), 0, times * LAB_GAMES), measures)
    truth = {one.measure.key: one.difference or 0.0 for one in large.comparisons}
    called, right = 0, 0
    for number in range(max(1, experiments // 4)):
        results = results_of(play_games(_plan(f"{seed}/{number}", base, rack), 0, LAB_GAMES), measures)
        for one in results.comparisons:
            if one.finding == "differs":
                called += 1
                right += (one.difference or 0.0) * truth[one.measure.key] > 0
    hits = [True] * right + [False] * (called - right)
    yield rate_row(
        f"{scenario}, rack of four",
        f"differences of the same direction in {times} times as many games",
        hits,
        0.9,
        None,
    )


def _plan(seed: str, *arms: ArmPlan) -> Plan:
    return Plan("babylonia", 2, ("random",), seed, arms)


def _rack_of_four(printed: ComponentSet) -> ComponentSet:
    data = json.loads(json.dumps(printed.data))
    data["rack"]["limit"], data["name"] = 4, "rack-of-four"
    return read_component_file(json.dumps(data).encode())[1]


def _observed(plan: Plan) -> Mapping[str, pd.Series[int]]:
    """Each measure of the games of the plan's only arm, by the number of the game."""
    return observe(plan, build_frames(play_chunk(plan, plan.arms[0], 0, LAB_GAMES)))


def _made_up_experiment(rng: np.random.Generator, measures: Sequence[Measure], shift: float) -> ExperimentSums:
    common = rng.normal(1000, 50, (LAB_GAMES, len(measures)))
    arms = []
    for more in (0.0, shift):
        values = common + rng.normal(0, 70, common.shape)
        values[:, 0] += more
        arms.append({one.key: pd.Series(np.rint(values[:, at]).astype(int)) for at, one in enumerate(measures)})
    return _experiment(measures, *arms)


def _experiment(measures: Sequence[Measure], *arms: Mapping[str, pd.Series[int]]) -> ExperimentSums:
    """The sums of arms, from the values of each measure by the number of the game."""
    sums = []
    for arm in arms:
        differences = {one.key: (arm[one.key] - arms[0][one.key]).dropna().astype("int64") for one in measures}
        sums.append(
            ArmSums(
                LAB_GAMES,
                0,
                {one.key: _tally(arm[one.key], one.unit) for one in measures},
                {one.key: _tally(differences[one.key], one.unit) for one in measures},
            )
        )
    return ExperimentSums(tuple(sums))


def _tally(values: pd.Series[int], unit: int) -> Tally:
    numbers = values.to_numpy()
    return Tally(len(numbers), int(numbers.sum()), int((numbers * numbers // unit).sum()))


def _any_difference(results: Results) -> bool:
    return any(one.finding in ("differs", "too_small") for one in results.comparisons)
