"""All families of sums, and the one function that makes them from games."""

from __future__ import annotations

from analytics.cards import CARD_FAMILIES, cards_sums
from analytics.frames import Frames
from analytics.model import Model
from analytics.seats import SEATS, seats_sums
from analytics.sources import COURSE, SOURCES, sources_sums
from analytics.sums import Family, Sums
from analytics.variants_stats import GAMES, games_sums

FAMILIES: tuple[Family, ...] = (GAMES, SOURCES, COURSE, SEATS, *CARD_FAMILIES)


def sums_of(frames: Frames, model: Model) -> Sums:
    """The sums of these games, every family, with the expectations of this model.

    A statistic gives the contribution of each game by family: rows that may name the same cell and keys many times.
    """
    rows = {
        **games_sums(frames, model),
        **sources_sums(frames, model),
        **seats_sums(frames, model),
        **cards_sums(frames, model),
    }
    return Sums({family.name: family.table(rows[family.name]) for family in FAMILIES})
