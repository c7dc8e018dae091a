"""The statistics of cards against games in which the truth is known: the claims of `benchmarks/card_scenarios.py`.

Where the log shows why a card is taken, the size must be right, the intervals must hold it, and no other card may be
called strong or weak. Where something decides that no log shows, nothing may be called a finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple
from zlib import crc32

from analytics.card_effects import Verdict
from analytics.cards import CARD_FAMILIES, CardTable, card_tables, cards_sums
from analytics.frames import Frames, concat_frames
from analytics.model import fit_model
from analytics.sums import Sums
from benchmarks.card_games import CARDS, Setting, play, sized
from benchmarks.card_scenarios import CARD_SCENARIOS, Scenario
from benchmarks.truth_rows import TruthRow, rate_row

RATING_POINTS = 400 / 2.302585

MANY = 2000
"""With so many games a pair that does something, or a card that depends on the number of players, is to be found."""

ENOUGH = 500
"""From so many games on an effect is to be right to one percentage point; with 100 its error is six, and three do."""

FINDINGS = (Verdict.STRONG, Verdict.WEAK)
HELD = "intervals hold"
TOGETHER = ("c1", "c2")


class Seen(NamedTuple):
    """What one page says of one card, and the truth."""

    card: str
    verdict: Verdict
    value: float
    low: float
    high: float
    hidden: float
    truth: float
    parts: tuple[tuple[str, Verdict], ...]

    @property
    def held(self) -> bool:
        """Whether the interval holds the truth."""
        return self.low <= self.truth <= self.high

    @property
    def held_beside(self) -> bool:
        """Whether the interval holds the truth with what the page says beside it of hidden strength."""
        return self.low - self.hidden <= self.truth <= self.high + self.hidden

    @property
    def unsure(self) -> bool:
        """Whether the page says that it does not know."""
        return self.verdict == Verdict.UNCLEAR


class SeenPage(NamedTuple):
    """What one page says: of cards, and which pairs it names."""

    cards: tuple[Seen, ...]
    pairs: tuple[tuple[str, str], ...]

    def any(self, verdicts: Sequence[Verdict], but: Sequence[str] = ()) -> bool:
        """Whether a card, but these, has one of the verdicts."""
        return any(seen.verdict in verdicts for seen in self.cards if seen.card not in but)


def card_rows(
    replications: int,
    sizes: Sequence[int] | None = None,
    processes: int = 1,
    scenarios: Sequence[Scenario] = CARD_SCENARIOS,
) -> Iterator[TruthRow]:
    """The rows of these scenarios, for each number of games that they name, or for these `sizes`."""
    for scenario in scenarios:
        for games in sizes or scenario.games:
            yield from claims(scenario, games, pages_of(scenario, games, replications, processes))


def pages_of(scenario: Scenario, games: int, count: int, processes: int = 1) -> tuple[SeenPage, ...]:
    """So many pages, each of so many games. Scenarios share no seed: otherwise one unlucky course of the games would be
    counted in each that plays alike."""
    page = partial(_page, scenario, sized(scenario.setting, scenario.effects), games)
    first = crc32(scenario.name.encode())
    seeds = range(first, first + count)
    if processes == 1:
        return tuple(map(page, seeds))
    with ProcessPoolExecutor(processes) as pool:
        return tuple(pool.map(page, seeds, chunksize=4))


def page_table(frames: Frames, temperature: float | None) -> CardTable:
    """What the page says of the cards in these games."""
    contributions = cards_sums(frames, fit_model(frames, temperature))
    sums = Sums({family.name: family.table(contributions[family.name]) for family in CARD_FAMILIES})
    (table,) = card_tables(sums, dict.fromkeys(CARDS, "cards"))
    return table


def _page(scenario: Scenario, setting: Setting, games: int, seed: int) -> SeenPage:
    halves = [setting] if scenario.second is None else [setting, scenario.second]
    made = [play(one, games // len(halves), seed, first_id=1 + number * games) for number, one in enumerate(halves)]
    # Ratings of somebody whose skill they do not follow are not found to predict.
    temperature = RATING_POINTS if setting.skill and setting.ratings != "none" else None
    table = page_table(concat_frames(one.frames for one in made), temperature)
    truth = {card: sum(one.effects[card] for one in made) / len(made) for card in CARDS}
    seen = []
    for row in table.rows:
        if row.adjusted is not None and row.adjusted.interval is not None:
            parts = tuple((part.name, part.verdict) for part in row.compared.parts)
            made_of = row.verdict, row.adjusted.value, *row.adjusted.interval
            seen.append(Seen(row.card, *made_of, row.compared.hidden, truth[row.card], parts))
    return SeenPage(tuple(seen), tuple(pair.cards for pair in table.pairs))


def claims(scenario: Scenario, games: int, pages: Sequence[SeenPage]) -> Iterator[TruthRow]:
    """What is claimed of these pages, and what they show."""
    name = f"{scenario.name}, {games} games"
    effects = dict(scenario.effects)
    with_effect = TOGETHER if scenario.pair else tuple(effects)
    flagged = [page.any(FINDINGS, with_effect) for page in pages]
    yield rate_row(name, "a card without effect called strong or weak", flagged, None, scenario.null)
    others = [any(pair != TOGETHER for pair in page.pairs) for page in pages]
    yield rate_row(name, "a pair named that does nothing together", others, None, 0.10)
    if scenario.pair:
        yield from _pair_claims(name, games, pages)
        return
    if scenario.depends is not None:
        apart = [page.any((Verdict.DEPENDS,)) for page in pages]
        yield rate_row(name, "a card said to depend on players", apart, None, scenario.depends)
    if scenario.shown_apart:
        yield from _apart_claims(name, games, pages)
    if scenario.covered:
        yield from _size_claims(name, scenario, games, pages)
    if scenario.beside:
        held = [seen.held_beside for page in pages for seen in page.cards if seen.card == "c1"]
        yield rate_row(name, f"c1: {HELD} the truth, with hidden strength", held, 0.93, None)
    for card, effect in effects.items():
        rightly = Verdict.STRONG if effect > 0 else Verdict.WEAK
        found = [seen.verdict == rightly for page in pages for seen in page.cards if seen.card == card]
        if not scenario.shown_apart:
            yield rate_row(name, f"{card}: found", found, scenario.power.get(games) if card == "c1" else None, None)


def _size_claims(name: str, scenario: Scenario, games: int, pages: Sequence[SeenPage]) -> Iterator[TruthRow]:
    effects = dict(scenario.effects)
    off_by = 0.01 if games >= ENOUGH else 0.03
    second = ["c2"] if scenario.setting.bundle else []
    for card in dict.fromkeys(("c1", *second, *effects)):
        mine = [seen for page in pages for seen in page.cards if seen.card == card]
        off = [seen.value - seen.truth for seen in mine]
        mean = sum(off) / len(off)
        spread = (sum((one - mean) ** 2 for one in off) / max(1, len(off) - 1) / len(off)) ** 0.5
        goal = (None, None) if card in second else (-off_by, off_by)
        yield TruthRow(name, f"{card}: value less truth", mean, spread, *goal)
        yield rate_row(name, f"{card}: {HELD} the truth", [seen.held for seen in mine], 0.93, 0.97)
    others = [seen.held for page in pages for seen in page.cards if seen.card not in effects and seen.card != "c1"]
    yield rate_row(name, f"cards without effect: {HELD} 0", others, 0.93, 0.97)
    if second:
        called = [page.any(FINDINGS, [card for card in CARDS if card != "c2"]) for page in pages]
        yield rate_row(name, "c2 called strong or weak", called, None, 0.10)


def _pair_claims(name: str, games: int, pages: Sequence[SeenPage]) -> Iterator[TruthRow]:
    named = [TOGETHER in page.pairs for page in pages]
    yield rate_row(name, "c1 and c2 named as a pair", named, 0.75 if games >= MANY else None, None)
    alone = [
        TOGETHER not in page.pairs and any(seen.verdict in FINDINGS and seen.card in TOGETHER for seen in page.cards)
        for page in pages
    ]
    yield rate_row(name, "c1 or c2 called strong and the pair not named", alone, None, 0.10)
    called = [page.any(FINDINGS, [card for card in CARDS if card not in TOGETHER]) for page in pages]
    yield rate_row(name, "c1 or c2 called strong", called, None, None)


def _apart_claims(name: str, games: int, pages: Sequence[SeenPage]) -> Iterator[TruthRow]:
    first = [seen for page in pages for seen in page.cards if seen.card == "c1"]
    least = 0.90 if games >= MANY else None
    yield rate_row(name, "c1: pooled verdict strong", [seen.verdict == Verdict.STRONG for seen in first], None, 0.10)
    yield rate_row(name, "c1: shown apart", [seen.verdict == Verdict.DEPENDS for seen in first], least, None)
    right = {"2": Verdict.STRONG, "4": Verdict.NO_DIFFERENCE}
    found = [dict(seen.parts) == right for seen in first]
    yield rate_row(name, "c1: shown apart, strong with two players only", found, None, None)
