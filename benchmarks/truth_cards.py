"""The statistics of cards against games in which the truth is known (`benchmarks/card_games.py`).

A scenario is a way to play and what may be claimed of it. "Identifiable" are those in which the log shows why a card is
taken: there the size must be right, the intervals must hold it, and no other card may be called strong or weak. In the
others something decides that no log shows: there nothing may be called a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeVar

from analytics.card_effects import Verdict
from analytics.cards import CARD_FAMILIES, CardRow, card_tables, cards_sums
from analytics.frames import Frames, concat_frames
from analytics.model import fit_model
from analytics.sums import Sums
from benchmarks.card_games import CARDS, CardGames, Setting, play, sized
from benchmarks.truth_rows import TruthRow, rate_row

RATING_POINTS = 400 / 2.302585
SIZES = (100, 500, 2000)

ENOUGH = 500
"""From so many games on an effect is to be right to one percentage point; with 100 its error is six, and three do."""

FINDINGS = (Verdict.STRONG, Verdict.WEAK)

LEADERS = Setting(leaders=2.0)
STRONG = Setting(strong=1.5, skill=0.12)
BOARD = Setting(hidden=0.25)

Effects = tuple[tuple[str, float], ...]
Page = TypeVar("Page")


@dataclass(frozen=True)
class Scenario:
    """A way to play, in which these cards have these effects (in P(win)); the others have none."""

    name: str
    setting: Setting
    effects: Effects = ()
    identifiable: bool = True


class Seen(NamedTuple):
    """What one page says of one card, and the truth."""

    card: str
    verdict: Verdict
    value: float
    low: float
    high: float
    truth: float

    @property
    def held(self) -> bool:
        """Whether the interval holds the truth."""
        return self.low <= self.truth <= self.high


SCENARIOS = (
    Scenario("null, leaders prefer it", LEADERS),
    *(Scenario(f"planted +{points}", LEADERS, (("c1", points / 100),)) for points in (2, 5, 10, 20)),
    Scenario("two real effects", LEADERS, (("c1", 0.10), ("c2", -0.10))),
    Scenario("three real effects", LEADERS, (("c1", 0.10), ("c2", -0.10), ("c3", 0.05))),
    Scenario("late, leaders only", replace(LEADERS, late=True)),
    Scenario("strong players prefer it, ratings exact", STRONG),
    Scenario("strong players prefer it, noise 150", replace(STRONG, noise=150.0), identifiable=False),
    Scenario("strong players prefer it, noise 10,000", replace(STRONG, noise=10_000.0), identifiable=False),
    Scenario("unseen board, any card", replace(BOARD, eager=1.0)),
    Scenario("unseen board, this card", replace(BOARD, board=1.0), identifiable=False),
)


def card_rows(
    replications: int, sizes: Sequence[int] = SIZES, processes: int = 1, scenarios: Sequence[Scenario] = SCENARIOS
) -> Iterator[TruthRow]:
    """The rows of these scenarios, for each number of games."""
    for scenario in scenarios:
        for games in sizes:
            page = partial(_page, sized(scenario.setting, scenario.effects), games)
            pages = _pages(page, replications, processes)
            yield from _claims(f"{scenario.name}, {games} games", scenario, pages, 0.01 if games >= ENOUGH else 0.03)


def pages_rows(frames: Frames, temperature: float | None) -> tuple[CardRow, ...]:
    """What the page says of the cards in these games."""
    contributions = cards_sums(frames, fit_model(frames, temperature))
    sums = Sums({family.name: family.table(contributions[family.name]) for family in CARD_FAMILIES})
    (table,) = card_tables(sums, dict.fromkeys(CARDS, "cards"))
    return table.rows


def _pages(page: Callable[[int], Page], count: int, processes: int) -> list[Page]:
    if processes == 1:
        return [page(seed) for seed in range(count)]
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(page, range(count), chunksize=4))


def _page(setting: Setting, games: int, seed: int) -> list[Seen]:
    made = play(setting, games, seed)
    rows = {row.card: row for row in pages_rows(made.frames, RATING_POINTS if setting.skill else None)}
    return [seen for card in CARDS if (seen := _seen(rows.get(card), made)) is not None]


def _seen(row: CardRow | None, made: CardGames) -> Seen | None:
    if row is None or row.adjusted is None or row.adjusted.interval is None:
        return None
    return Seen(row.card, row.verdict, row.adjusted.value, *row.adjusted.interval, made.effects[row.card])


def _claims(name: str, scenario: Scenario, pages: Sequence[Sequence[Seen]], off_by: float) -> Iterator[TruthRow]:
    effects = dict(scenario.effects)
    null = [[seen for seen in page if seen.card not in effects] for page in pages]
    if not scenario.identifiable:
        flagged = [any(seen.verdict in FINDINGS for seen in page) for page in pages]
        yield rate_row(name, "any card called strong or weak", flagged, None, 0.10)
        return
    flagged = [any(seen.verdict in FINDINGS for seen in page) for page in null]
    yield rate_row(name, "a card without effect called strong or weak", flagged, None, 0.10)
    for card in dict.fromkeys(("c1", *effects)):
        mine = [seen for page in pages for seen in page if seen.card == card]
        off = [seen.value - seen.truth for seen in mine]
        mean = sum(off) / len(off)
        spread = (sum((one - mean) ** 2 for one in off) / max(1, len(off) - 1) / len(off)) ** 0.5
        yield TruthRow(name, f"{card}: value less truth", mean, spread, -off_by, off_by)
        yield rate_row(name, f"{card}: intervals hold the truth", [seen.held for seen in mine], 0.93, 0.97)
        if card in effects:
            rightly = Verdict.STRONG if effects[card] > 0 else Verdict.WEAK
            yield rate_row(name, f"{card}: found", [seen.verdict == rightly for seen in mine], None, None)
    others = [seen.held for page in null for seen in page if seen.card != "c1"]
    yield rate_row(name, "cards without effect: intervals hold 0", others, 0.93, 0.97)


def depends_rows(replications: int, sizes: Sequence[int] = SIZES, processes: int = 1) -> Iterator[TruthRow]:
    """The rows of games of which half have two players and half four, with a card that is worth something with two
    only."""
    two = sized(replace(LEADERS, players=2), (("c1", 0.15),))
    for games in sizes:
        pages = _pages(partial(_mixed_page, two, games), replications, processes)
        name = f"depends on players, {games} games"
        verdicts = [row.verdict for row in pages]
        yield rate_row(name, "pooled verdict strong", [one == Verdict.STRONG for one in verdicts], None, 0.10)
        yield rate_row(name, "shown apart", [one == Verdict.DEPENDS for one in verdicts], None, None)
        right = {"2": Verdict.STRONG, "4": Verdict.NO_DIFFERENCE}
        found = [{part.name: part.verdict for part in row.compared.parts} == right for row in pages]
        yield rate_row(name, "shown apart, strong with two players only", found, None, None)


def _mixed_page(two: Setting, games: int, seed: int) -> CardRow:
    made = (play(two, games // 2, seed), play(LEADERS, games // 2, seed, first_id=1 + games))
    rows = pages_rows(concat_frames(half.frames for half in made), None)
    return next(row for row in rows if row.card == "c1")
