"""Seats, variants and experiments against known truths: games made up as tables of facts, or played by random bots.

Each function yields the rows of one scenario. Nothing here knows how the statistics are worked out: it makes games in
the documented schema and reads what the pages would show.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import log

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
from analytics.model import NO_MODEL, Model, seat_model
from analytics.power import smallest_share_above
from analytics.seats import SEATS, SeatTable, seat_table, seats_sums
from analytics.sources import SOURCES, sources_sums
from analytics.sums import Cells, Sums
from analytics.variants_stats import GAMES, Comparison, compare, games_sums
from benchmarks.card_games import own_elo
from benchmarks.truth_rows import TruthRow, rate_row
from engine.component_files import read_component_file
from engine.game import ComponentSet
from engine.registry import get_game

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SEAT_GAMES = 300
SKILL = 150.0
PAIR_GAMES = 60
LAB_GAMES = 60
RATINGS = Model(temperature=400 / log(10))

CLUB, CLUB_SEATS = 8, 4
CLUB_SKILL = 100.0
STRONGEST_FIRST = 0.6
WAVES = 60
PLANTED = 0.12
"""A club with habits: so many people with skills that scatter by so many rating points, of whom the strongest sits
first with this probability. Skills that move go up and down by one standard deviation, in waves of so many games."""

ALARMS = "any measure of the page called different"
FOUND = "a shift of the stated smallest difference called different"


# Seats


def seat_rows(replications: int, seed: int = 1) -> Iterator[TruthRow]:
    """Coverage, false alarms and power of the seats, for 3 and 4 players and 0 and 15 % of shared wins.

    Places by Plackett and Luce. "strong in front": skills scatter by 150 rating points, ratings are exact, and in half
    of the games the players sit in the order of their skill.
    """
    for number, (players, shared, skilled) in enumerate(
        (players, shared, skilled) for players in (3, 4) for shared in (0.0, 0.15) for skilled in (False, True)
    ):
        rng = np.random.default_rng([seed, number])
        name = f"seats: {players} players, {shared:.0%} shared" + (", strong in front" if skilled else "")
        for above in (0.0, 0.03, 0.08):
            tables, truth = _seat_tables(rng, replications, players, above, shared, skilled)
            held = [
                row.above_interval is not None and row.above_interval.low <= true <= row.above_interval.high
                for table in tables
                for row, true in zip(table.rows, truth, strict=True)
            ]
            yield rate_row(name, f"intervals hold the truth, seat 1 +{above:.0%}", held, 0.93, 0.97, players)
            if not above:
                alarms = [(table.adjusted_p or 1.0) < 0.05 for table in tables]
                yield rate_row(name, "false alarms", alarms, 0.03, 0.07)
        if not skilled:
            smallest = smallest_share_above(players, SEAT_GAMES)
            tables, _truth = _seat_tables(rng, replications, players, smallest, shared, skilled)
            found = [table.verdict == "difference" for table in tables]
            yield rate_row(name, f"seat 1 with the stated smallest advantage ({smallest:.1%}) found", found, 0.77, 0.85)


def _seat_tables(
    rng: np.random.Generator, replications: int, players: int, above: float, shared: float, skilled: bool
) -> tuple[list[SeatTable], Floats]:
    """The tables of so many sets of games, and the true wins above expectation of each seat."""
    games = replications * SEAT_GAMES
    chances = np.full(players, (1 - 1 / players - above) / (players - 1))
    chances[0] = 1 / players + above
    skills = np.zeros((games, players))
    if skilled:
        skills = rng.normal(0, SKILL, (games, players))
        front = rng.random(games) < 0.5
        skills[front] = -np.sort(-skills[front], axis=1)
    strengths = np.log(chances) + skills * log(10) / 400
    places = _finish(rng, strengths)
    tie = rng.random(games) < shared
    places[tie] = np.where(places[tie] == 2, 1, places[tie])
    wins = (places == 1) / (places == 1).sum(axis=1, keepdims=True)
    people = np.arange(games * players).reshape(games, players)
    frames = _seat_frames(places, wins, 1500 + skills, np.arange(games) // SEAT_GAMES, people)
    sums = Sums({SEATS.name: SEATS.table(seats_sums(frames, RATINGS)[SEATS.name])})
    tables = []
    for number in range(replications):
        table = seat_table(sums.where(Cells(since=number, until=number)), players)
        assert table is not None
        tables.append(table)
    return tables, _true_above(strengths, skills * log(10) / 400, shared)


def club_rows(replications: int, seed: int = 4) -> Iterator[TruthRow]:
    """Clubs of eight in which the strongest like to sit first: what is said of even seats, and of a first seat that is
    worth twelve percentage points."""
    for number, (name, ratings, waves, predicts) in enumerate(
        (
            ("ratings true", "true", 0, True),
            ("own Elo", "own", 0, True),
            ("own Elo, not yet shown to predict", "own", 0, False),
            ("skill in waves, own Elo", "own", WAVES, True),
            ("skill in waves, Elo not yet shown to predict", "own", WAVES, False),
        )
    ):
        scenario = f"seats in a club with habits: {name}"
        rng = np.random.default_rng([seed, number])
        for above in (0.0, PLANTED):
            pages = [_club_page(rng, above, ratings, waves, predicts) for _ in range(replications)]
            called = [table.verdict in ("difference", "small_difference") for table, _truth in pages]
            if above:
                yield rate_row(scenario, f"seat 1 +{above:.0%} found", called, 0.80, None)
            else:
                yield rate_row(scenario, "false alarms", called, None, 0.07)
            held = [
                row.above_interval is not None and row.above_interval.low <= true <= row.above_interval.high
                for table, truth in pages
                for row, true in zip(table.rows, truth, strict=True)
            ]
            yield rate_row(scenario, f"intervals hold the truth, seat 1 +{above:.0%}", held, 0.93, None, CLUB_SEATS)


def _club_page(
    rng: np.random.Generator, above: float, ratings: str, waves: int, predicts: bool
) -> tuple[SeatTable, Floats]:
    """The table of one club, and the true wins of each seat above what its players were worth."""
    players, shape = CLUB_SEATS, (SEAT_GAMES, CLUB)
    people = rng.random(shape).argsort(axis=1)[:, :players]
    skills = np.broadcast_to(rng.normal(0, CLUB_SKILL, CLUB), shape)
    if waves:
        begins = rng.random(CLUB)
        skills = skills + CLUB_SKILL * np.sin(2 * np.pi * (np.arange(SEAT_GAMES)[:, None] / waves + begins))
    strongest = np.take_along_axis(skills, people, axis=1).argmax(axis=1)
    for game in np.flatnonzero(rng.random(SEAT_GAMES) < STRONGEST_FIRST):
        people[game, [0, strongest[game]]] = people[game, [strongest[game], 0]]
    known = np.take_along_axis(skills, people, axis=1) * log(10) / 400
    chances = np.full(players, (1 - 1 / players - above) / (players - 1))
    chances[0] = 1 / players + above
    strengths = np.log(chances) + known
    places = _finish(rng, strengths)
    given = own_elo(people, places) if ratings == "own" else 1500 + known * 400 / log(10)
    frames = _seat_frames(places, (places == 1) * 1.0, given, np.zeros(SEAT_GAMES, np.int64), people)
    temperature = RATINGS.temperature if predicts else None
    model = Model(temperature, strengths={players: seat_model(frames, temperature)})
    table = seat_table(Sums({SEATS.name: SEATS.table(seats_sums(frames, model)[SEATS.name])}), players)
    assert table is not None
    return table, _true_above(strengths, known, 0.0)


def _finish(rng: np.random.Generator, strengths: Floats) -> Ints:
    """Places by Plackett and Luce."""
    order = np.argsort(-(strengths + rng.gumbel(size=strengths.shape)), axis=1)
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.arange(1, strengths.shape[1] + 1)[None, :], axis=1)
    return places


def _true_above(strengths: Floats, known: Floats, shared: float) -> Floats:
    """The mean share of wins minus the mean expectation by seat, over the skills that were drawn: P(first) and, where
    the first place is shared, half of P(first or second)."""
    first, expected = _softmax(strengths), _softmax(known)
    second = np.zeros_like(first)
    for ahead in range(first.shape[1]):
        rest = first / (1 - first[:, [ahead]])
        rest[:, ahead] = 0
        second += first[:, [ahead]] * rest
    share = (1 - shared) * first + shared * (first + second) / 2
    return np.asarray((share - expected).mean(axis=0))


def _softmax(strengths: Floats) -> Floats:
    odds = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _seat_frames(places: Ints, wins: Floats, ratings: Floats, months: Ints, people: Ints) -> Frames:
    """The frames of these games; each set of games has a month of its own, so that a filter picks it out."""
    games, players = places.shape
    ids = np.arange(games)
    return _frames(
        games=pd.DataFrame(
            {
                "game_id": ids,
                "finished_at": ids,
                "month": months,
                "players": players,
                "winners": (places == 1).sum(axis=1),
            }
        ),
        player_games=pd.DataFrame(
            {
                "game_id": np.repeat(ids, players),
                "seat": np.tile(np.arange(players), games),
                "player_id": people.ravel(),
                "place": places.ravel(),
                "win": np.rint(UNIT * wins).astype(int).ravel(),
                "rating": ratings.ravel(),
            }
        ),
    )


def _frames(**tables: pd.DataFrame) -> Frames:
    """Frames of these tables; columns that are not given are 0, tables that are not given empty."""
    typed = {}
    for name, schema in SCHEMAS.items():
        table = tables.get(name, pd.DataFrame()).reindex(columns=list(schema), fill_value=0)
        texts = {column: "str" for column, kind in schema.items() if kind == "category"}
        typed[name] = table.astype(texts).astype(dict(schema))
    return Frames(**typed)


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
    return _frames(
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
