"""The scores of a replayed log as a table: sources down, seats across."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.registry import GAMES


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """`rows` are (source title, points by seat); `totals` are their sums. `places` is empty unless the game is over."""

    seats: list[str]
    rows: list[tuple[str, list[int]]]
    totals: list[int]
    places: list[int]


def score_table(report: Mapping[str, Any]) -> ScoreTable | None:
    """The table of a stored report (`Verification.report`), or None where no game was begun.

    Sources stand in the game's own order; those in which nobody scored are left out.
    """
    header, scores, sources = report.get("header"), report.get("scores"), report.get("sources")
    if not header or not scores or not sources or header["game"] not in GAMES:
        return None
    rows = [
        (_(source.title), [by_source.get(source.key, 0) for by_source in sources])
        for source in GAMES[header["game"]].sources
        if any(by_source.get(source.key, 0) for by_source in sources)
    ]
    return ScoreTable(list(header["seats"]), rows, list(scores), report.get("places") or [])
