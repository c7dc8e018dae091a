"""Is a seat better than another: an answer for each number of players. Seats are shown from 1; seat 1 starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from analytics.card_effects import Effect
from analytics.figures.parts import Figure
from analytics.figures.seats import SeatWords, seats_figure
from analytics.seats import LEAST_GAMES_A_SEAT, SMALL_EFFECT, SeatRow, SeatTable, seat_table, seat_tables
from analytics.stability import Stability
from nabu.core.charts.numbers import (
    equals,
    percent,
    percent_fine,
    percent_points,
    percent_span,
    points,
)
from nabu.core.charts.words import common_words
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.lab_test import LabTest, lab_test_of_seats
from nabu.statistics.dashboards.questions.page import Question, question_page
from nabu.statistics.dashboards.questions.stability import stability_in_words

DIFFERENT = ("difference", "small_difference", "unclear")

UNKNOWN_FROM = 0.1
"""If the players are unknown in less than this share of the games, it moves no seat by more than a point or two."""

MOST_GAMES_NAMED = 20_000
"""A difference that takes more games to be seen is none for anybody at a table."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A row of a table. `seat` counts from 1; `won` is the address of the games that it won."""

    seat: int
    row: SeatRow
    won: str


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """The seats of one number of players. `games` is the address of its games. `caveat`: what the number may not be
    about, "" if nothing. `lab_test`: what to test in the lab if they differ."""

    table: SeatTable
    title: str
    sentences: list[str]
    caveat: str
    test: str
    lines: list[SeatLine]
    games: str
    figure: Figure
    lab_test: LabTest | None


@require_safe
def page(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Whether a seat is better than another."""
    question = Question(
        "seats", gettext_lazy("Seats of %(game)s"), "statistics/dashboards/questions/seats/seats.html", answer
    )
    return question_page(request, question, game, pk)


def answer(statistics: Statistics) -> dict[str, Any]:
    """What the page shows: what was found comes first."""
    tables = sorted(seat_tables(statistics.sums), key=lambda table: (table.verdict != "difference", table.players))
    return {"boards": [_board(statistics, table) for table in tables]}


def summary(statistics: Statistics) -> list[str]:
    """The answer alone, for a page with several questions."""
    tables = seat_tables(statistics.sums)
    if len(tables) == 1:
        return sentences(tables[0])
    return [f"{_title(table)}: {' '.join(sentences(table))}" for table in tables]


def sentences(table: SeatTable) -> list[str]:
    """The answer for one number of players: the verdict, how sure it is, and what the first seat won."""
    return [*verdict(table), _first_seat(table)]


def caveat(table: SeatTable) -> str:
    """What else than the seat the numbers may be about; "" if the strength of nearly all players is known."""
    unknown = table.games - table.judged
    if unknown < UNKNOWN_FROM * table.games:
        return ""
    habit = _("If stronger players prefer a seat, that is part of its number.")
    if not table.judged:
        return f"{_('How strong the players are is not known yet.')} {habit}"
    part = ngettext(
        "In %(unknown)s of %(games)s game, the strength of some players is not known.",
        "In %(unknown)s of %(games)s games, the strength of some players is not known.",
        table.games,
    )
    return f"{part % {'unknown': unknown, 'games': table.games}} {habit}"


def _board(statistics: Statistics, table: SeatTable) -> SeatBoard:
    chosen = statistics.chosen
    return SeatBoard(
        table=table,
        title=_title(table),
        sentences=_with_stability(sentences(table), statistics, table),
        caveat=caveat(table),
        test=_test(table),
        lines=[
            SeatLine(row.seat + 1, row, chosen.address(players=table.players, winner_seat=row.seat + 1))
            for row in table.rows
        ],
        games=chosen.address(players=table.players),
        figure=seats_figure(table, seat_words(), games_won(statistics, table)),
        lab_test=lab_test_of_seats(chosen.game, table.players) if table.verdict in DIFFERENT else None,
    )


def _with_stability(said: list[str], statistics: Statistics, table: SeatTable) -> list[str]:
    """The answer with whether what is found of the seat that stands out most holds in parts of the games."""
    if table.verdict not in DIFFERENT:
        return said
    seat = max(table.rows, key=lambda row: abs(row.above)).seat
    parts = statistics.by_parts
    first, second, without = (
        _above(seat_table(sums, table.players) if sums else None, seat)
        for sums in (parts.first, parts.second, parts.without)
    )
    whole = _above(table, seat)
    if whole is None:
        return said
    return [*said[:-1], stability_in_words(Stability(whole, first, second, without)), said[-1]]


def _above(table: SeatTable | None, seat: int) -> Effect | None:
    """The wins of a seat above what its players were worth; None with too few games."""
    if table is None or table.games < LEAST_GAMES_A_SEAT * table.players:
        return None
    row = table.rows[seat]
    return Effect(row.above, row.above_interval, table.games)


def games_won(statistics: Statistics, table: SeatTable) -> Callable[[int], str]:
    """The address of the games with so many players that a seat won."""
    return lambda seat: statistics.chosen.games_address(players=table.players, winner_seat=seat + 1)


def _title(table: SeatTable) -> str:
    return ngettext("%(players)s player", "%(players)s players", table.players) % {"players": table.players}


def _first_seat(table: SeatTable) -> str:
    first = table.rows[0]
    return ngettext(
        "Seat 1, which starts, won %(share)s of %(games)s game (%(span)s); an even share is %(par)s.",
        "Seat 1, which starts, won %(share)s of %(games)s games (%(span)s); an even share is %(par)s.",
        table.games,
    ) % {
        "share": percent_fine(first.share),
        "games": table.games,
        "span": percent_span(first.share_interval),
        "par": percent(table.par),
    }


def verdict(table: SeatTable) -> list[str]:
    """Whether a seat is better, in a sentence, and how sure that is."""
    best, worst = _extremes(table)
    values = {
        "best": best.seat + 1,
        "worst": worst.seat + 1,
        "up": percent_points(best.above),
        "down": percent_points(worst.above),
        "smallest": points(100 * table.smallest),
        "observed": table.games_for_observed,
        "games": table.games,
        "least": LEAST_GAMES_A_SEAT * table.players,
    }
    size = _("The difference: %(up)s and %(down)s percentage points.") % values
    if table.verdict == "difference":
        if not table.judged:
            return [_("Seat %(best)s wins more, seat %(worst)s less than an even share.") % values, size]
        found = _("Seat %(best)s wins more, seat %(worst)s less than the players' strength predicts.")
        return [found % values, size]
    if table.verdict == "small_difference":
        return [_("The seats differ, but too little to matter."), size]
    if table.verdict == "unclear":
        found = _("The seats differ, but the players' form could explain it.")
        form = _("Strengths change over time here, and stronger players prefer some seats.")
        return [found, f"{form} {size}"]
    if table.adjusted_p is None or table.games < LEAST_GAMES_A_SEAT * table.players:
        return [_("Too few games: %(games)s of %(least)s.") % values]
    found = _("No seat is shown to be better.")
    if table.verdict == "no_difference":
        return [found, _("An advantage of %(smallest)s percentage points would very likely have been found.") % values]
    limit = _("Only an advantage of %(smallest)s percentage points or more would very likely have been found.")
    if table.games_for_observed is None or table.games_for_observed > MOST_GAMES_NAMED:
        return [found, limit % values]
    needed = _("If the seats differ as they did here, about %(observed)s games would show it.")
    return [found, limit % values, needed % values]


def _extremes(table: SeatTable) -> tuple[SeatRow, SeatRow]:
    return max(table.rows, key=lambda row: row.above), min(table.rows, key=lambda row: row.above)


def _test(table: SeatTable) -> str:
    """The test in words, and how many games a small advantage needs."""
    values = {
        "p": equals(table.p),
        "adjusted_p": equals(table.adjusted_p),
        "small": round(100 * SMALL_EFFECT),
        "needed": table.games_for_small,
    }
    needed = (
        _(
            "Finding an advantage of %(small)s percentage points in one seat takes about %(needed)s games (in "
            "four of five cases)."
        )
        % values
    )
    if table.adjusted_p is None:
        return needed
    tested = (
        _(
            "If all seats were equal, shares this uneven would appear by chance with p %(p)s; adjusted for the "
            "players' strength, p %(adjusted_p)s. Below 0.05 counts as a difference."
        )
        % values
    )
    return f"{tested} {needed}"


def seat_words() -> SeatWords:
    """The words of the figures."""
    return SeatWords(
        **common_words(),
        seat=_("Seat {seat}"),
        seats_alt=_(
            "Dots with intervals: the share of wins of {count} seats; the highest is {share}, for seat {seat}."
        ),
    )
