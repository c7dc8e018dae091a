"""What the demo shows of each game: its tournaments as plain data. A game without an entry gets a league."""

from __future__ import annotations

from dataclasses import dataclass

from competition.formats import StageSpec
from engine.game import Game

ALL = 99
"""As many rounds as the stage has."""

MOST_PEOPLE = 24
"""So many made-up players a tournament has at most. The same ones play in all of them, so their ratings settle."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One tournament. `rounds` are the rounds that are played in each stage, `guests` the players without an account.

    `people` are made-up players besides the guests. `ruleset` is the game's first if it is None; the printed variants
    of the rulesets in `tried` are given to the tables by lot.

    A plan that is `open` goes on with one more round, in which a table waits for its result and another one has an
    objection to answer; else the tournament is finished and approved. In the second round of a `busy` one somebody
    comes late, somebody does not come, somebody goes home, and two are punished. One that is `announced` starts in so
    many days, and nothing of it is played: it is open for registration with `capacity` places, held by the demo's club.
    """

    name: str
    description: str
    stages: tuple[StageSpec, ...]
    rounds: tuple[int, ...]
    guests: int
    people: int = 0
    organiser_plays: bool = False
    open: bool = False
    busy: bool = False
    announced: int = 0
    capacity: int | None = None
    place: str = ""
    ruleset: str | None = None
    tried: tuple[str, ...] = ()


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
            description="Tables of three and four, then a final table. One table waits for its result, and one has an "
            "objection: sign in as demo and answer it.",
            stages=(
                StageSpec("swiss", {"table_size": 4, "rounds": 3, "advance": 4}),
                StageSpec("single_elimination", {"table_size": 4}),
            ),
            rounds=(2,),
            guests=6,
            organiser_plays=True,
            open=True,
        ),
        Plan(
            name="Autumn groups",
            description="Two groups of five in which everybody meets everybody, then a knock-out of the best four. "
            "Finished: look at the cross table and the bracket.",
            stages=(
                StageSpec("round_robin", {"groups": 2, "advance": 4}),
                StageSpec("single_elimination", {"table_size": 2, "third_place": True}),
            ),
            rounds=(5, 2),
            guests=6,
        ),
        Plan(
            name="A day with surprises",
            description="Four rounds at tables of four with a late player, a no-show, penalties and somebody who "
            "went home. Finished: look at the standings and the players.",
            stages=(StageSpec("swiss", {"table_size": 4, "rounds": 4}),),
            rounds=(4,),
            guests=6,
            busy=True,
        ),
        Plan(
            name="New Year open",
            description="Four rounds at tables of four, then a final table. Bring nothing but time: boards are there.",
            stages=(
                StageSpec("swiss", {"table_size": 4, "rounds": 4, "advance": 4}),
                StageSpec("single_elimination", {"table_size": 4}),
            ),
            rounds=(),
            guests=5,
            announced=34,
            capacity=24,
            place="Town library, reading room",
        ),
        Plan(
            name="A long season",
            description=f"{MOST_PEOPLE} made-up players of three strengths, 24 evenings at tables of four: enough "
            "games for the statistics to say something. Finished: look at the dashboards.",
            stages=(StageSpec("swiss", {"table_size": 4, "rounds": 24}),),
            rounds=(24,),
            guests=0,
            people=MOST_PEOPLE,
        ),
        Plan(
            name="Two ways to deal the cards",
            description="Each table plays with the ziggurat cards 1 to 7 or with seven of all nine, drawn at random. "
            "Finished: compare the variants on the dashboards.",
            stages=(StageSpec("swiss", {"table_size": 4, "rounds": 20}),),
            rounds=(20,),
            guests=0,
            people=MOST_PEOPLE,
            tried=("base", "seven_of_nine"),
        ),
    ),
}

LEAGUES = {
    "ishtar": "Garden league",
    "amyitis": "Terrace league",
    "babylon": "Pillar league",
}
"""Names for the leagues of the other games."""

SEASON_ROUNDS = 28
"""At four tables of four: more than the 100 games that a model of the position needs (`analytics.model.LEAST_GAMES`),
and most of them between players with ten rated games, whose strength is known."""


def _season(name: str) -> Plan:
    """A season that is there for the statistics of its game."""
    return Plan(
        name=name,
        description=f"16 made-up players of three strengths, {SEASON_ROUNDS} evenings at tables of four: enough games "
        "for the statistics to say something. Finished: look at the dashboards.",
        stages=(StageSpec("swiss", {"table_size": 4, "rounds": SEASON_ROUNDS}),),
        rounds=(SEASON_ROUNDS,),
        guests=0,
        people=16,
    )


MORE = {
    "ishtar": (
        Plan(
            name="Garden double knock-out",
            description="Double elimination: two losses and you are out. Finished: look at the bracket.",
            stages=(StageSpec("double_elimination", {}),),
            rounds=(ALL,),
            guests=4,
        ),
        Plan(
            name="Evening in the gardens",
            description="Three rounds for everybody who wants to try the game, at tables of three and four.",
            stages=(StageSpec("swiss", {"table_size": 4, "rounds": 3}),),
            rounds=(),
            guests=3,
            announced=13,
            capacity=16,
            place="Café at the old mill",
        ),
        _season("A year in the gardens"),
    ),
    "amyitis": (
        Plan(
            name="Terrace pods",
            description="The best two of each table go on, until one final table is left. Finished: look at the "
            "bracket.",
            stages=(StageSpec("pod_elimination", {"table_size": 4, "best": 2}),),
            rounds=(ALL,),
            guests=6,
        ),
        _season("A year on the terraces"),
    ),
    "babylon": (_season("A year of pillars"),),
}
"""What a game shows besides its league."""

LEAGUE_ROUNDS = 5


def plans_of(game: Game) -> tuple[Plan, ...]:
    """The demo tournaments of a game."""
    return PLANS.get(game.key) or (_league(game), *MORE.get(game.key, ()))


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
