"""All families of sums, and the one function that makes them from games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pandas as pd

from analytics.cards import CARD_FAMILIES, cards_sums
from analytics.frames import Frames
from analytics.model import Model
from analytics.opening_stats import OPENINGS, openings_sums
from analytics.seats import SEATS, seats_sums
from analytics.sources import COURSE, SOURCES, sources_sums
from analytics.sums import Family, Sums
from analytics.variants_stats import GAMES, games_sums

Contribution = Callable[[Frames, Model], dict[str, pd.DataFrame]]

FAMILIES: tuple[Family, ...] = (GAMES, SOURCES, COURSE, SEATS, OPENINGS, *CARD_FAMILIES)

BY_NAME: Mapping[str, Family] = {family.name: family for family in FAMILIES}

CONTRIBUTIONS: tuple[tuple[tuple[Family, ...], Contribution], ...] = (
    ((GAMES,), games_sums),
    ((SOURCES, COURSE), sources_sums),
    ((SEATS,), seats_sums),
    ((OPENINGS,), openings_sums),
    (CARD_FAMILIES, cards_sums),
)
"""What each statistic gives: for its families the contribution of each game, rows that may name the same cell and keys
many times."""


def sums_of(frames: Frames, model: Model) -> Sums:
    """The sums of these games, every family, with the expectations of this model."""
    return Sums(dict(_Asked(frames, model)))


def sums_when_asked(frames: Frames, model: Model) -> Sums:
    """The same, each made when it is asked for the first time: a page asks for one or two of them."""
    return Sums(_Asked(frames, model))


class _Asked(Mapping[str, pd.DataFrame]):
    """The tables of the families by name."""

    def __init__(self, frames: Frames, model: Model) -> None:
        self.frames, self.model = frames, model
        self.made: dict[str, pd.DataFrame] = {}

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self.made:
            families, contribution = next(one for one in CONTRIBUTIONS if any(family.name == name for family in one[0]))
            rows = contribution(self.frames, self.model)
            self.made |= {family.name: family.table(rows[family.name]) for family in families}
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return (family.name for family in FAMILIES)

    def __len__(self) -> int:
        return len(FAMILIES)
