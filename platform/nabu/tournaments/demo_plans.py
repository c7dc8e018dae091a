"""What the demo shows of each game: its tournaments as plain data. A game without an entry gets a league."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Game
from nabu.tournaments.formats import StageSpec


@dataclass(frozen=True, slots=True)
class Plan:
    """One tournament. `rounds` are the rounds that are played in each stage, `guests` the players without an account.

    `ruleset` is the game's first if it is None. A plan that is `open` goes on with one more round, in which a table
    waits for its result and another one is disputed; else the tournament is finished.
    """

    name: str
    description: str
    stages: tuple[StageSpec, ...]
    rounds: tuple[int, ...]
    guests: int
    organiser_plays: bool = False
    open: bool = False
    ruleset: str | None = None


PLANS = {
    "babylonia": (
        Plan(
            name="Winter duels",
            description="Tables of two with seven of the nine ziggurat cards. Finished: look at the standings and the "
            "statistics.",
            stages=(
                StageSpec("swiss", {"table_size": 2, "rounds": 3, "advance": 4}),
                StageSpec("single_elimination", {"table_size": 2, "third_place": True}),
            ),
            rounds=(3, 2),
            guests=4,
            ruleset="seven_of_nine",
        ),
        Plan(
            name="Spring tournament",
            description="Tables of three and four, then a final table. One table waits for its result, and one is "
            "disputed: sign in as demo and settle it.",
            stages=(
                StageSpec("swiss", {"table_size": 4, "rounds": 3, "advance": 4}),
                StageSpec("single_elimination", {"table_size": 4}),
            ),
            rounds=(2,),
            guests=6,
            organiser_plays=True,
            open=True,
        ),
    ),
}

LEAGUES = {
    "ishtar": "Garden league",
    "amyitis": "Terrace league",
    "babylon": "Pillar league",
}
"""Names for the leagues of the other games."""

LEAGUE_ROUNDS = 5


def plans_of(game: Game) -> tuple[Plan, ...]:
    """The demo tournaments of a game."""
    return PLANS.get(game.key) or (_league(game),)


def _league(game: Game) -> Plan:
    """Ten players at the largest tables of the game and smaller ones, then duels of the best four if two can play."""
    name = LEAGUES.get(game.key, f"{game.title} league")
    largest = max(game.player_counts)
    with_duels = 2 in game.player_counts
    swiss = StageSpec("swiss", {"table_size": largest, "rounds": LEAGUE_ROUNDS, "advance": 4 if with_duels else 0})
    duels = StageSpec("single_elimination", {"table_size": 2, "third_place": True})
    return Plan(
        name=name,
        description=f"{LEAGUE_ROUNDS} rounds of {game.title}"
        + (", then duels of the best four. " if with_duels else ". ")
        + "Finished: look at the standings and the statistics.",
        stages=(swiss, duels) if with_duels else (swiss,),
        rounds=(LEAGUE_ROUNDS, 2) if with_duels else (LEAGUE_ROUNDS,),
        guests=6,
    )
