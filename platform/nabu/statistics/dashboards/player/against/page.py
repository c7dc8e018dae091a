"""Two players side by side, put together for the page: numbers, sentences and the figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.core.paginator import Paginator
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.figures.parts import Figure
from analytics.figures.player import peers_figure
from analytics.intervals import Sample
from analytics.player_stats import PeerComparison, PeerSource
from analytics.side_by_side import ABOVE, Beside, BesideEachOther, CommonGame, HeadToHead
from analytics.significance import hardly_chance
from analytics.sources import SCORE
from nabu.catalogue.games.drawings import source_icons
from nabu.core.charts.numbers import points
from nabu.core.charts.words import source_titles, too_few_games
from nabu.statistics.dashboards.player.against.statistics import SideBySide
from nabu.statistics.dashboards.player.page import anatomy_address, player_words
from nabu.statistics.dashboards.questions.page import neighbours

GAMES_ON_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class GameLine:
    """A common game, when it ended, and the address of its anatomy."""

    game: CommonGame
    day: datetime
    address: str


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """A measure of both with its title and its icon, "" for none. `sure`: the difference is hardly chance."""

    title: str
    icon: str
    row: Beside
    sure: bool

    @property
    def is_share(self) -> bool:
        """It is a share of wins, not points."""
        return self.row.measure == ABOVE


def context_of(found: SideBySide, page_number: str | None) -> dict[str, Any]:
    """What the template needs, with or without a common game."""
    page = Paginator(found.games, GAMES_ON_A_PAGE).get_page(page_number)
    names = found.player.name, found.other.name
    lines = _measure_lines(found.beside, found)
    return {
        "record": found.record,
        "answer": _answer(found.record, *names) if found.record else "",
        "beside": found.beside,
        "beside_lines": lines,
        "beside_answer": _beside_answer(lines, found.beside),
        "beside_figure": _beside_figure(found.beside, found) if found.beside else None,
        "page": page,
        "game_lines": [
            GameLine(game, datetime.fromtimestamp(game.finished_at, UTC), anatomy_address(game.game_id))
            for game in page
        ],
        **neighbours(page, found.chosen.only(player=None, opponent=None).values()),
    }


def _answer(record: HeadToHead, name: str, other: str) -> str:
    said = ngettext(
        "%(name)s finished ahead of %(other)s in %(better)s of %(games)s common game.",
        "%(name)s finished ahead of %(other)s in %(better)s of %(games)s common games.",
        record.games,
    ) % {"name": name, "other": other, "better": floatformat(record.better, "-2"), "games": record.games}
    if record.expected is None:
        return said
    expected = _("%(expected)s expected.") % {"expected": points(record.expected)}
    if record.known != record.games:
        expected = ngettext(
            "%(expected)s expected in %(games)s game with known ratings.",
            "%(expected)s expected in %(games)s games with known ratings.",
            record.known,
        ) % {"expected": points(record.expected), "games": record.known}
    said += " " + expected
    span = record.above_interval
    if span is None or span.low <= 0 <= span.high:
        return said + " " + _("The difference may be chance.")
    more = _("That is more than chance explains.") if span.low > 0 else _("That is less than chance explains.")
    return f"{said} {more}"


def _measure_lines(beside: BesideEachOther | None, found: SideBySide) -> list[MeasureLine]:
    game = found.chosen.game
    titles = {SCORE: _("Score"), ABOVE: _("Wins above expectation"), **source_titles(game)}
    icons = source_icons(game)
    if beside is None:
        return []
    return [
        MeasureLine(titles[row.measure], icons.get(row.measure, ""), row, _is_sure(row, beside.sample))
        for row in beside.rows
        if any(row.values) or row.measure in (SCORE, ABOVE)
    ]


def _is_sure(row: Beside, sample: Sample) -> bool:
    """Sources are many and have a q-value; score and wins are asked about once."""
    if row.measure in (SCORE, ABOVE):
        apart = row.interval is not None and not row.interval.low <= 0 <= row.interval.high
        return apart and sample != "tiny"
    return hardly_chance(row.q, sample)


def _beside_answer(lines: Sequence[MeasureLine], beside: BesideEachOther | None) -> str:
    if beside is None:
        return ""
    if beside.sample == "tiny":
        return too_few_games()
    sure = [line for line in lines if line.sure and line.row.measure not in (SCORE, ABOVE)]
    if not sure:
        return _("No source differs by more than chance explains.")
    widest = max(sure, key=lambda line: abs(line.row.difference))
    return _("The largest difference that is unlikely to be chance: “%(source)s”, %(points)s points per game.") % {
        "source": widest.title,
        "points": points(abs(widest.row.difference)),
    }


def _beside_figure(beside: BesideEachOther, found: SideBySide) -> Figure:
    """The pairs of dots that a player's page has for the peers."""
    rows = [
        PeerSource(row.measure, row.values[0], row.values[1], row.difference, row.interval, row.q)
        for row in beside.rows
        if row.measure != ABOVE
    ]
    words = replace(
        player_words(),
        peers=found.other.name,
        peers_alt=_("Pairs of dots: the two players differ most in {source}: {difference} points per game."),
    )
    game = found.chosen.game
    comparison = PeerComparison(beside.games[0], 1, beside.games[1], tuple(rows))
    return peers_figure(comparison, found.player.name, source_titles(game), words, source_icons(game))
