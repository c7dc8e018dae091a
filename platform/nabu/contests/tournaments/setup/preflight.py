"""Before the start: what so many players mean for every stage, graded, and how long it will take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from competition.formats import StageSpec, get_format
from competition.invalid_config import InvalidConfig
from competition.records import SERIOUS, Concern
from engine.message import Message
from engine.registry import get_game
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.playing import players_of
from nabu.contests.tournaments.queries import entrants_of, restrictions_of

MOST_PLAYERS = 10_000


@dataclass(frozen=True, slots=True)
class StageForecast:
    """What is to be known about one stage. `rounds` is the largest number of rounds, 0 if it cannot be played."""

    title: Message
    players: int
    rounds: int
    concerns: list[Concern]


@dataclass(frozen=True, slots=True)
class Preflight:
    """The forecast of a tournament for a number of players. `minutes` of all rounds; 0 without a clock."""

    players: int
    stages: list[StageForecast]
    minutes: int

    @property
    def hours(self) -> int:
        """Full hours of `minutes`."""
        return self.minutes // 60

    @property
    def rest(self) -> int:
        """Minutes over the full hours."""
        return self.minutes % 60

    @property
    def is_serious(self) -> bool:
        """It cannot be started like this, or somebody will be unhappy."""
        return any(concern.level == SERIOUS for stage in self.stages for concern in stage.concerns)


def preflight(
    stages: Sequence[StageSpec], players: int, sizes: Sequence[int], round_minutes: int = 0, forbidden: int = 0
) -> Preflight:
    """The forecast stage by stage: the first for all players, the others for those who go on.

    `forbidden` is the number of pairs that must not meet in the first stage.
    """
    found: list[StageForecast] = []
    here = players
    for spec in stages:
        fmt = get_format(spec.format)
        config = fmt.read_config(spec.config)
        try:
            fmt.check_field(config, here, sizes)
            concerns = fmt.forecast(config, here, sizes, forbidden=0 if found else forbidden)
            rounds = fmt.rounds(config, here)
        except InvalidConfig as problem:
            concerns, rounds = [Concern(SERIOUS, problem.message, key="impossible")], 0
        found.append(StageForecast(fmt.title, here, rounds, concerns))
        here = fmt.advance(config)
    return Preflight(players, found, round_minutes * sum(stage.rounds for stage in found))


def preflight_of(tournament: Tournament, players: int | None = None) -> Preflight:
    """The forecast for another number of players, or for those who are entered; as long as fewer are entered than are
    expected, for so many."""
    if players is None:
        entered = players_of(tournament).count()
        players = max(entered, tournament.expected_players or 0)
    specs = [StageSpec(stage.format, stage.config) for stage in tournament.stages.all()]
    sizes = get_game(tournament.game).player_counts
    forbidden, _discouraged = restrictions_of(tournament, entrants_of(tournament))
    return preflight(specs, players, sizes, tournament.round_minutes, len(forbidden))


def whole_number(words: str) -> int | None:
    """A number of players from an address; None if it is none."""
    number = int(words) if words.isascii() and words.isdigit() and len(words) < 6 else 0
    return number if 1 <= number <= MOST_PLAYERS else None
