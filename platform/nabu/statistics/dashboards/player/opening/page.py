"""How a player opens, beside everybody: numbers, rows for CSV and API, and what the page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from analytics.figures.openings import OpeningDot, openings_figure
from analytics.figures.parts import Figure
from analytics.intervals import LEAST_GROUP
from analytics.opening_stats import Opening, OwnOpening, Stratum, own_openings
from analytics.significance import hardly_chance
from analytics.store import GameStore
from engine.game import Game
from nabu.core.charts.numbers import percent_points
from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.dashboards.facts.openings import openings_of, usual_of
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.opening_words import TURNS, opening_title
from nabu.statistics.dashboards.player.statistics import REMEMBERED_PLAYERS, PlayerStatistics, frames_of
from nabu.statistics.dashboards.questions.openings.page import opening_words

ROWS_SHOWN = 8
"""A player's most frequent ways to play a turn; the CSV has all of them."""


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """A way of the player to play a turn, and the same of everybody, None with too few others. `sure`: the player's
    difference is hardly chance."""

    title: str
    mine: OwnOpening
    everybody: Opening | None
    sure: bool


@dataclass(frozen=True, slots=True)
class TurnLines:
    """A first turn with the player's most frequent ways to play it, drawn too, and how many there are."""

    title: str | Promise
    lines: list[OpeningLine]
    ways: int
    figure: Figure


def context_of(found: PlayerStatistics) -> dict[str, object]:
    """What the template needs if there is a game."""
    lines = _lines(found)
    turns = [
        TurnLines(title, of_turn[:ROWS_SHOWN], len(of_turn), _figure(of_turn[:ROWS_SHOWN]))
        for turn, title in TURNS.items()
        if (of_turn := [line for line in lines if line.mine.number == turn])
    ]
    return {"opening_turns": turns, "openings_answer": _answer(lines) if lines else ""}


def opening_rows(found: PlayerStatistics) -> list[Record]:
    """One row for each way of the player to play a first turn, the most frequent of each turn first."""
    return [
        {
            "turn": line.mine.number,
            "opening": line.mine.opening,
            "games": line.mine.row.games,
            "share": number(line.mine.share),
            "wins": number(line.mine.row.wins),
            "above_expectation": number(line.mine.row.above),
            "difference": number(line.mine.row.difference),
            **ends("difference", line.mine.row.interval),
            "shrunk": number(line.mine.row.shrunk),
            "q_value": number(line.mine.row.q),
            "sample": line.mine.row.sample,
            "share_everybody": number(line.everybody.share if line.everybody else None),
            "shrunk_everybody": number(line.everybody.shrunk if line.everybody else None),
        }
        for line in _lines(found)
    ]


OPENING_COLUMNS = (
    *("turn", "opening", "games", "share", "wins", "above_expectation", "difference", *ends("difference", None)),
    *("shrunk", "q_value", "sample", "share_everybody", "shrunk_everybody"),
)


def _lines(found: PlayerStatistics) -> list[OpeningLine]:
    """The player's ways by turn, the most frequent first."""
    chosen = found.statistics.chosen
    everybody = Statistics(chosen.only(player=None, opponent=None), known=found.statistics.both_listed)
    mine = _own(found, everybody)
    enough = bool(mine) and _are_enough(everybody, found.player.pk)
    of_everybody = {(row.number, row.opening): row for row in openings_of(everybody)} if enough else {}
    return [_line(row, of_everybody.get((row.number, row.opening)), chosen.game) for row in mine]


def _are_enough(everybody: Statistics, player: int) -> bool:
    """Whether enough others play in these games; of thousands of games a few already have them."""
    players = everybody.people["player_id"]
    return any(some[some != player].nunique() >= LEAST_GROUP for some in (players[: 100 * LEAST_GROUP], players))


def _line(row: OwnOpening, everybody: Opening | None, game: Game) -> OpeningLine:
    return OpeningLine(opening_title(game, row.opening), row, everybody, hardly_chance(row.row.q, row.row.sample))


def _own(found: PlayerStatistics, everybody: Statistics) -> list[OwnOpening]:
    store, ids = found.statistics.store, np.sort(found.statistics.games["game_id"].to_numpy(np.int64))
    return _counted(store.with_parts(store.version_of(ids)), ids.tobytes(), found.player.pk, usual_of(everybody))


@lru_cache(maxsize=REMEMBERED_PLAYERS)
def _counted(
    store: GameStore, game_ids: bytes, player: int, usual: tuple[tuple[Stratum, float], ...]
) -> list[OwnOpening]:
    """Counted once for each version of these games and of what everybody makes of them."""
    rows = own_openings(frames_of(store, game_ids), store.model, player, dict(usual))
    return sorted(rows, key=lambda row: (row.number, -row.row.games, row.opening))


def _figure(lines: Sequence[OpeningLine]) -> Figure:
    """The differences of these ways, in the order of the table."""
    dots = [
        OpeningDot(line.title, row.games, row.difference, row.interval, line.sure)
        for line in lines
        if (row := line.mine.row).difference is not None and row.interval is not None
    ]
    return openings_figure(dots, opening_words())


def _answer(lines: Sequence[OpeningLine]) -> str:
    sure = [line for line in lines if line.sure]
    if not sure:
        return _("No opening stands out: each difference in these games may be chance.")
    widest = max(sure, key=lambda line: abs(line.mine.row.shrunk or 0.0))
    values = {
        "turn": TURNS[widest.mine.number],
        "opening": widest.title,
        "points": percent_points(widest.mine.row.shrunk),
    }
    return (
        _("%(turn)s: “%(opening)s” differs most from this player's other ways, %(points)s percentage points.") % values
    )
