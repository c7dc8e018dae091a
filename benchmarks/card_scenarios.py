"""The card scenarios of the truth table, in one place: every parameter of every row.

`tests/benchmarks/test_card_scenarios.py` compares each with literals typed by hand from the specification
(`docs/statistics-truth.md`), because a row that is easier than what is specified looks right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmarks.card_games import Setting

SIZES = (100, 500, 2000)

Effects = tuple[tuple[str, float], ...]
"""By how much cards change the winning share of those who take them; "c1+c2": of those who own both."""


@dataclass(frozen=True)
class Scenario:
    """A way to play, in which these cards have these effects; the others have none. With a `second` setting half of the
    games are played by that one, without any effect.

    `games`: the sizes of the samples. `null`: the largest share of pages on which a card without effect may be called
    strong or weak. `covered`: whether the intervals are to hold the truth (93 to 97 %);
    `beside`: with the hidden strength that stands beside them, because the log cannot tell.
    `power`: by number of games, the least share of pages on which c1 is to be found. `depends`: the largest share of
    pages on which any card may be said to depend on the number of players. `shown_apart`: c1 is to be shown apart by
    number of players. `pair`: c1 and c2 are to be named as a pair, and neither called strong without.
    """

    name: str
    setting: Setting
    effects: Effects = ()
    second: Setting | None = None
    games: tuple[int, ...] = SIZES
    null: float = 0.10
    covered: bool = True
    beside: bool = False
    power: Mapping[int, float] = field(default_factory=dict)
    depends: float | None = None
    shown_apart: bool = False
    pair: bool = False


def _planted(points: int) -> Effects:
    return (("c1", points / 100),)


FOUND: Mapping[int, Mapping[int, float]] = {10: {500: 0.60}, 20: {500: 0.95}}
"""How often a card with so many points of effect is to be found, by number of games."""

FOUND_ON_UNSEEN_BOARDS: Mapping[int, Mapping[int, float]] = {10: {500: 0.50}, 20: {500: 0.85}}


def _bundle(points: int, odds: float) -> Scenario:
    setting = Setting(leaders=2.0, bundle=odds)
    return Scenario(
        f"bundle e^{odds:g}, c1 +{points}", setting, _planted(points), games=(500, 2000), power=FOUND[points]
    )


def _unseen(players: int) -> Scenario:
    setting = Setting(players=players, board=1.0, eager=1.0, hidden=0.25)
    name = "unseen board, this card" + (f", {players} players" if players != 4 else "")
    return Scenario(name, setting, null=0.10 if players == 4 else 0.05, covered=False)


CARD_SCENARIOS: tuple[Scenario, ...] = (
    Scenario("null, leaders prefer it", Setting(leaders=2.0)),
    *(
        Scenario(f"planted +{points}", Setting(leaders=2.0), _planted(points), power=FOUND.get(points, {}))
        for points in (2, 5, 10, 20)
    ),
    Scenario(
        "planted +20, 2 players", Setting(players=2, leaders=2.0), _planted(20), games=(500, 2000), power=FOUND[20]
    ),
    Scenario("two real effects", Setting(leaders=2.0), (("c1", 0.10), ("c2", -0.10))),
    Scenario("three real effects", Setting(leaders=2.0), (("c1", 0.10), ("c2", -0.10), ("c3", 0.05))),
    Scenario("late, leaders only", Setting(leaders=2.0, late=True)),
    Scenario("strong players prefer it, ratings exact", Setting(strong=1.5, skill=0.12)),
    Scenario("strong players prefer it, noise 150", Setting(strong=1.5, skill=0.12, noise=150.0), covered=False),
    Scenario("strong players prefer it, noise 10,000", Setting(strong=1.5, skill=0.12, noise=10_000.0), covered=False),
    Scenario("unseen board, any card", Setting(eager=1.0, hidden=0.25)),
    *(_unseen(players) for players in (4, 2, 3)),
    *(
        Scenario(
            f"unseen board, any card, c1 +{points}",
            Setting(eager=1.0, hidden=0.25),
            _planted(points),
            games=(500, 2000),
            power=FOUND_ON_UNSEEN_BOARDS[points],
        )
        for points in (10, 20)
    ),
    *(_bundle(points, odds) for points in (10, 20) for odds in (1.5, 3.0)),
    Scenario("synergy", Setting(leaders=2.0, bundle=1.5), (("c1+c2", 0.20),), games=(500, 2000), pair=True),
    *(
        Scenario(
            f"small club, {words}",
            Setting(strong=1.5, skill=0.12, people=8, ratings=ratings, waves=waves),
            games=(300,),
            covered=not waves,
            beside=bool(waves),
        )
        for words, ratings, waves in (
            ("no ratings", "none", 0),
            ("own Elo", "own", 0),
            ("own Elo, skill in waves", "own", 60),
        )
    ),
    Scenario(
        "opposite fashions",
        Setting(players=2, leaders=2.0),
        second=Setting(leaders=2.0, favourite="c2"),
        depends=0.07,
    ),
    Scenario(
        "depends on players",
        Setting(players=2, leaders=2.0),
        _planted(15),
        second=Setting(leaders=2.0),
        covered=False,
        shown_apart=True,
    ),
)
