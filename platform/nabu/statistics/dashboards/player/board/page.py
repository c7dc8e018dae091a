"""The board over a player's games, put together for the page: the answer, three figures and the places."""

from __future__ import annotations

from django.utils.translation import gettext as _

from analytics.heat_map import HeatMap
from analytics.heat_map_board import HeatWords, difference_figure, heat_figure
from nabu.core.charts.numbers import signed
from nabu.core.charts.words import common_words, too_few_games
from nabu.statistics.dashboards.player.board.statistics import BoardStatistics

ROWS_SHOWN = 20
"""The places with the largest differences; the CSV has all of them."""


def context_of(found: BoardStatistics) -> dict[str, object]:
    """What the template needs if there is a game."""
    heat, board, words = found.map, found.board, heat_words()
    context: dict[str, object] = {
        "map": heat,
        "size": found.size,
        "sizes": [
            (size, games, found.everything.chosen.only(player=None).address(players=size))
            for size, games in found.sizes
        ],
    }
    if heat is None:
        return context
    most = max((value for row in heat.rows for value in (row.mine, row.winners)), default=0.0)
    figures = None
    if board is not None:
        figures = {
            "difference": difference_figure([(row.place, row.difference) for row in heat.rows], board, words),
            "mine": heat_figure([(row.place, row.mine) for row in heat.rows], board, most, words),
            "winners": heat_figure([(row.place, row.winners) for row in heat.rows], board, most, words),
        }
    return context | {"answer": _answer(heat), "figures": figures, "place_lines": heat.rows[:ROWS_SHOWN]}


def heat_words() -> HeatWords:
    """The words of the figures."""
    return HeatWords(
        **common_words(),
        heat_alt=_("The board: most points per game at {place}, {points}."),
        difference_alt=_("The board: the largest difference at {place}, {points} points per game."),
        more=_("more than the others"),
        less=_("less than the others"),
    )


def _answer(heat: HeatMap) -> str:
    sure = [row for row in heat.rows if row.is_sure]
    if not heat.rows:
        return _("No points of these games belong to a place on a board.")
    if heat.sample == "tiny":
        return too_few_games()
    if not sure:
        return _("No place differs from the others at the table by more than chance explains.")
    values = {"place": sure[0].place.name, "points": signed(sure[0].difference)}
    said = _(
        "The largest difference from the others that is unlikely to be chance: %(place)s, %(points)s points per game."
    )
    return said % values
