"""Experiments: the same games played under several variants by bots, and added up.

Game i of every arm has the same seed and the same bots at the same seats, so games come in pairs: what the shuffle and
the bots have in common cancels out of their difference. The bots move on by one seat from game to game, so none of them
has a fixed seat. Every game is written as a log and verified by replay, like the games of people.

What is kept of the games are sums of whole numbers. Adding them up is exact: the result is the same whatever the parts
in which the games were played, and in whatever order the parts came back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pandas as pd

from analytics.facts import extract_facts
from analytics.frames import UNIT, Frames, build_frames
from analytics.games import VerifiedGame
from engine.game import ComponentSet, Game
from engine.luck.few_pairs import luck_of_game
from engine.registry import get_game
from engine.review.reviewer import reviewer_of
from engine.simulate import play
from engine.table.table import Table

Kind = Literal["turns", "times", "points", "share", "above_par"]
Group = Literal["course", "seats", "bots", "margins", "sources", "cards", "seat_points", "source_shares", "offers"]

WITHOUT_LUCK, OF_LUCK = "_without_luck", "_of_luck"
LUCK_UNIT = 100
"""The luck of a game is rounded to one part of a point in so many."""


class Contradiction(RuntimeError):
    """The verifier does not accept a game that the simulator has played: one of the two is wrong."""


@dataclass(frozen=True, slots=True)
class ArmPlan:
    """One way to play. `switches` are those that are not at their default."""

    ruleset: str
    switches: Mapping[str, str | int | bool]
    components: ComponentSet


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played. The first arm is the base, with which the others are compared.

    `bots` are names of the game's bots. They take the seats in turn: two names at four seats play two seats each.
    `tell_luck`: margins are also counted without the luck of the draws.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    seed: str
    arms: tuple[ArmPlan, ...]
    tell_luck: bool = False

    @property
    def line_up(self) -> tuple[str, ...]:
        """The bot of each player of a table; player 1 sits at the first seat in game 0."""
        return tuple(self.bots[number % len(self.bots)] for number in range(self.players))


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that a game has. Its mean over the games is what is compared.

    `key` is "length" in turns, "margin" of the winner, "lead_changes", "score" of all players together, "seat:1" (wins
    of the seat that starts), "bot:greedy" (wins of this bot), "source:farm_value" (points of all players), "taken:3" (1
    if anybody took card 3), "takers:3" (wins above par of who took card 3, the mean over them of win - 1/players;
    only games in which somebody did have it), "seat_points:1" (points of that seat above the mean of the table),
    "source_share:farm_value" (its part of all points of the game; only games with points have it), "offered:3" (1 if
    somebody could have taken card 3), "seat_margin:1" (points of that seat minus the best other's), "bot_margin:greedy"
    (the mean of that over the seats of this bot), both without the luck of the draws ("seat_margin_without_luck:1"),
    and what is between the two ("seat_margin_of_luck:1").
    """

    key: str
    kind: Kind
    group: Group

    @property
    def unit(self) -> int:
        """In what whole numbers it is counted: shares and means in units of `UNIT`, all others in ones."""
        parts = self.kind == "above_par" or self.group in ("seats", "bots", "margins", "seat_points", "source_shares")
        return UNIT if parts else 1

    @property
    def with_luck(self) -> str:
        """The key of the same measure before luck was taken off: its own if none was."""
        return self.key.replace(WITHOUT_LUCK, "")


class Tally(NamedTuple):
    """How many games have a number, its total and the sum of its squares, as `intervals.moments` takes them."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(self.n + other.n, self.total + other.total, self.squares + other.squares)


@dataclass(frozen=True, slots=True)
class ArmSums:
    """The games of one arm added up.

    `played` counts all games, `unfinished` those that came to no end and are in no other number. `values` has each
    measure, `differences` this arm minus the base over the pairs of games in which both have the measure.
    """

    played: int
    unfinished: int
    values: Mapping[str, Tally]
    differences: Mapping[str, Tally]

    @property
    def finished(self) -> int:
        """The games that came to an end."""
        return self.played - self.unfinished

    def __add__(self, other: ArmSums) -> ArmSums:
        return ArmSums(
            self.played + other.played,
            self.unfinished + other.unfinished,
            _added(self.values, other.values),
            _added(self.differences, other.differences),
        )


@dataclass(frozen=True, slots=True)
class ExperimentSums:
    """The sums of each arm, in their order. No arms: nothing was played yet."""

    arms: tuple[ArmSums, ...] = ()

    def __add__(self, other: ExperimentSums) -> ExperimentSums:
        if not self.arms or not other.arms:
            return self if self.arms else other
        return ExperimentSums(tuple(one + two for one, two in zip(self.arms, other.arms, strict=True)))

    def to_json(self) -> list[dict[str, Any]]:
        """Lists and whole numbers, for storage."""
        return [
            {
                "played": arm.played,
                "unfinished": arm.unfinished,
                "values": {key: list(tally) for key, tally in arm.values.items()},
                "differences": {key: list(tally) for key, tally in arm.differences.items()},
            }
            for arm in self.arms
        ]

    @classmethod
    def from_json(cls, data: Iterable[Mapping[str, Any]]) -> ExperimentSums:
        """The inverse of `to_json`."""
        return cls(
            tuple(
                ArmSums(
                    arm["played"],
                    arm["unfinished"],
                    {key: Tally(*numbers) for key, numbers in arm["values"].items()},
                    {key: Tally(*numbers) for key, numbers in arm["differences"].items()},
                )
                for arm in data
            )
        )


def measures_of(plan: Plan) -> tuple[Measure, ...]:
    """Everything that is measured, in the order in which it is shown. Bots are compared if there are different ones,
    cards if they are in the component set of every arm.
    """
    game = get_game(plan.game)
    bots = sorted(set(plan.line_up))
    return (
        Measure("length", "turns", "course"),
        Measure("margin", "points", "course"),
        Measure("lead_changes", "times", "course"),
        Measure("score", "points", "course"),
        *(Measure(f"seat:{seat + 1}", "share", "seats") for seat in range(plan.players)),
        *(Measure(f"bot:{name}", "share", "bots") for name in bots if len(bots) > 1),
        *(_margins_of(plan) if plan.tell_luck else ()),
        *(Measure(f"source:{source.key}", "points", "sources") for source in game.sources),
        *(Measure(f"taken:{card}", "share", "cards") for card in _cards(plan)),
        *(Measure(f"takers:{card}", "above_par", "cards") for card in _cards(plan)),
    )


def balance_measures_of(plan: Plan) -> tuple[Measure, ...]:
    """What is measured beside: how much each seat and each source is worth, for comparing bots and not variants; and
    which cards are on offer, which says what the rules of a variant force; the margin between two bots, from which the
    share of skill follows; and the luck of one margin, which says how sure the gain of measuring it is."""
    sources, skill, luck = get_game(plan.game).sources, skill_measure_of(plan), luck_measures_of(plan)
    return (
        *([skill] if skill and not plan.tell_luck else ()),
        *([luck.luck] if luck else ()),
        *(Measure(f"seat_points:{seat + 1}", "points", "seat_points") for seat in range(plan.players)),
        *(Measure(f"source_share:{source.key}", "share", "source_shares") for source in sources),
        *(Measure(f"offered:{card}", "share", "offers") for card in _cards(plan)),
    )


def skill_measure_of(plan: Plan) -> Measure | None:
    """The margin between two different bots at a table of two: that of the first; None with other line-ups."""
    one, *others = dict.fromkeys(plan.line_up)
    return Measure(f"bot_margin:{one}", "points", "margins") if others and plan.players == 2 else None


class LuckMeasures(NamedTuple):
    """One margin with luck, without it, and the luck."""

    margin: Measure
    without: Measure
    luck: Measure


def luck_measures_of(plan: Plan) -> LuckMeasures | None:
    """The margin that tells what measuring luck was worth: of the first of several bots, else of seat 1; None if luck
    is not measured.
    """
    if not plan.tell_luck:
        return None
    one, *others = dict.fromkeys(plan.line_up)
    family, key = ("bot_margin", one) if others else ("seat_margin", "1")
    return LuckMeasures(
        *(Measure(f"{family}{part}:{key}", "points", "margins") for part in ("", WITHOUT_LUCK, OF_LUCK))
    )


def _margins_of(plan: Plan) -> Iterator[Measure]:
    """Margins with and without luck. At a table of two the second seat's is the first one's with the other sign."""
    bots = list(dict.fromkeys(plan.line_up))
    for seat in range(plan.players if plan.players > 2 else 1):
        yield Measure(f"seat_margin:{seat + 1}", "points", "margins")
        yield Measure(f"seat_margin{WITHOUT_LUCK}:{seat + 1}", "points", "margins")
    for bot in (bots if plan.players > 2 else bots[:1]) if len(bots) > 1 else ():
        yield Measure(f"bot_margin:{bot}", "points", "margins")
        yield Measure(f"bot_margin{WITHOUT_LUCK}:{bot}", "points", "margins")


def play_games(plan: Plan, first: int, count: int) -> ExperimentSums:
    """Play games first to first + count - 1 in every arm, and add them up."""
    tables = []
    for arm in plan.arms:
        games: list[VerifiedGame] = []
        luck: dict[int, list[int]] | None = {} if plan.tell_luck else None
        for game, log in _verified(plan, arm, first, count):
            games.append(game)
            if luck is not None:
                luck[game.game_id] = _luck_of(plan, arm, game.game_id, log)
        tables.append(observe(plan, build_frames(games), luck))
    base = tables[0]
    return ExperimentSums(tuple(_summed(plan, table, base, count) for table in tables))


def play_chunk(plan: Plan, arm: ArmPlan, first: int, count: int) -> list[VerifiedGame]:
    """Play games first to first + count - 1 of an arm and verify each by replay. Games that come to no end are missing.

    `game_id` is the number of the game, `player_ids` are numbers of the line-up from 1. Raises Contradiction, and
    like `engine.simulate.play`.
    """
    return [game for game, _log in _verified(plan, arm, first, count)]


def _verified(plan: Plan, arm: ArmPlan, first: int, count: int) -> Iterator[tuple[VerifiedGame, bytes]]:
    """The games of `play_chunk`, each with its log."""
    line_up = plan.line_up
    for number in range(first, first + count):
        at_seat = [(seat + number) % plan.players for seat in range(plan.players)]
        bots = [line_up[player] for player in at_seat]
        seats = [f"{line_up[player]} {player + 1}" for player in at_seat]
        played = play(
            plan.game, plan.players, arm.ruleset, bots, f"{plan.seed}/{number}", arm.switches, seats, arm.components
        )
        report, facts = extract_facts(played.log, lambda _game, _digest: arm.components)
        if facts is None:
            if report.verdict != "unfinished":
                raise Contradiction(f"game {plan.seed}/{number} is {report.verdict}: {report.reason}")
            continue
        players = [player + 1 for player in at_seat]
        game = VerifiedGame(number, 0, 0, facts, players, [None] * plan.players, [0] * plan.players)
        yield game, played.log


def _luck_of(plan: Plan, arm: ArmPlan, number: int, log: bytes) -> list[int]:
    """The luck of each seat in a game, in `LUCK_UNIT`. The chance of its pairs is not that of the game, and the same in
    every arm."""
    table, _report = Table.of_log(log, lambda _game, _digest: arm.components)
    assert table is not None
    policy = reviewer_of(table.game).policy
    return [round(LUCK_UNIT * points) for points in luck_of_game(table, policy, f"{plan.seed}/{number}/luck")]


def observe(plan: Plan, frames: Frames, luck: Mapping[int, Sequence[int]] | None = None) -> dict[str, pd.Series[int]]:
    """Each measure by the number of the game, in whole numbers of the measure's unit. `luck`: by game and seat, in
    `LUCK_UNIT`, of every game if the plan tells luck."""
    games, people = frames.games.set_index("game_id"), frames.player_games.astype({"win": "int64", "score": "int64"})
    people["bot"] = [plan.line_up[player - 1] for player in people["player_id"]]
    scores = people.groupby("game_id")["score"].sum()
    above = (people["score"] * plan.players - people["game_id"].map(scores)) * (UNIT // plan.players)
    by_source = frames.score_events.groupby(["source", "game_id"], observed=True)["points"].sum().astype("int64")
    whole = scores[scores > 0]
    shares = by_source * UNIT // whole.reindex(by_source.index.get_level_values("game_id")).to_numpy()
    taken = frames.card_events[frames.card_events["what"] == "taken"]
    once = taken.drop_duplicates(["game_id", "seat", "card"])
    offers = frames.offers.drop_duplicates(["game_id", "card"])
    takers = once.merge(people, on=["game_id", "seat"]).groupby(["card", "game_id"], observed=True)["win"].mean()
    measures = (*measures_of(plan), *balance_measures_of(plan))
    margins = _margins(people, plan.players, luck) if any(one.group == "margins" for one in measures) else {}
    columns: dict[str, pd.Series[Any]] = {
        **margins,
        "seat": people.groupby(["seat", "game_id"])["win"].sum(),
        "bot": people.groupby(["bot", "game_id"])["win"].sum(),
        "source": by_source,
        "seat_points": above.groupby([people["seat"], people["game_id"]]).sum(),
        "source_share": shares.dropna(),
        "taken": once.groupby(["card", "game_id"], observed=True).size().clip(upper=1),
        "offered": offers.groupby(["card", "game_id"], observed=True).size(),
        "takers": takers.floordiv(1) - UNIT // plan.players,
        "length": games["turns"],
        "margin": games["margin"],
        "lead_changes": games["lead_changes"],
        "score": scores,
    }
    found: dict[str, pd.Series[int]] = {}
    for measure in measures:
        family, _colon, key = measure.key.partition(":")
        values = columns[family]
        if key:
            name = int(key) - 1 if family.startswith("seat") else key
            there = name in values.index.get_level_values(0)
            values = values.xs(name) if there else pd.Series(dtype="int64")
        if family == "source_share":
            values = values.reindex(whole.index, fill_value=0)
        elif family != "takers":
            values = values.reindex(games.index, fill_value=0)
        found[measure.key] = values.astype("int64")
    return found


def _margins(people: pd.DataFrame, players: int, luck: Mapping[int, Sequence[int]] | None) -> dict[str, pd.Series[int]]:
    """The margins by family of measures, each by seat or bot and game; with luck also without it, and the luck."""
    found = {"": _seat_margins(people, players)}
    if luck is not None:
        found[OF_LUCK] = _by_seat_and_game(luck).reindex(found[""].index, fill_value=0) * (UNIT // LUCK_UNIT)
        found[WITHOUT_LUCK] = found[""] - found[OF_LUCK]
    bot_at = people.set_index(["seat", "game_id"])["bot"]
    of_seats = {f"seat_margin{part}": margins for part, margins in found.items()}
    return of_seats | {f"bot_margin{part}": _by_bot(margins, bot_at) for part, margins in found.items()}


def _seat_margins(people: pd.DataFrame, players: int) -> pd.Series[int]:
    """What each seat has more than the best of the others, by seat and game, in `UNIT`."""
    scores = people.pivot(index="game_id", columns="seat", values="score").reindex(columns=range(players))
    found = {seat: (scores[seat] - scores.drop(columns=seat).max(axis=1)) * UNIT for seat in scores}
    margins: pd.Series[int] = pd.concat(found, names=["seat"]).astype("int64")
    return margins


def _by_seat_and_game(luck: Mapping[int, Sequence[int]]) -> pd.Series[int]:
    each = {(seat, game): points for game, of_game in luck.items() for seat, points in enumerate(of_game)}
    index = pd.MultiIndex.from_tuples(list(each)) if each else pd.MultiIndex.from_arrays([[], []])
    return pd.Series(list(each.values()), index, dtype="int64")


def _by_bot(margins: pd.Series[int], bot_at: pd.Series[str]) -> pd.Series[Any]:
    """The mean over the seats of each bot, by bot and game."""
    bots = bot_at.reindex(margins.index)
    return margins.groupby([bots, margins.index.get_level_values("game_id")]).mean().floordiv(1)


def _summed(
    plan: Plan, table: Mapping[str, pd.Series[int]], base: Mapping[str, pd.Series[int]], played: int
) -> ArmSums:
    values, differences = {}, {}
    for measure in (*measures_of(plan), *balance_measures_of(plan)):
        one, other = table[measure.key], base[measure.key]
        both = one.index.intersection(other.index)
        values[measure.key] = _tally(one, measure.unit)
        differences[measure.key] = _tally(one.loc[both] - other.loc[both], measure.unit)
    return ArmSums(played, played - len(table["length"]), values, differences)


def _tally(values: pd.Series[int], unit: int) -> Tally:
    """Squares of single seats' shares are whole units; where a mean over takers leaves a trace, it is rounded down."""
    numbers = values.to_numpy()
    return Tally(len(numbers), int(numbers.sum()), int((numbers * numbers // unit).sum()))


def _cards(plan: Plan) -> Sequence[str]:
    first, *others = [[card.key for card in arm.components.cards] for arm in plan.arms]
    return [card for card in dict.fromkeys(first) if all(card in other for other in others)]


def _added(one: Mapping[str, Tally], other: Mapping[str, Tally]) -> dict[str, Tally]:
    return {key: one.get(key, Tally()).plus(other.get(key, Tally())) for key in {**one, **other}}


def bots_by_version(game: Game, names: Sequence[str]) -> list[str]:
    """The bots as results name them: "greedy/1". Raises KeyError for an unknown one."""
    return [f"{name}/{game.bots[name].version}" for name in names]
