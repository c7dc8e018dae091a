"""What the rules allow a typed result to be: scores, and the points by source of a score sheet.

A sheet is complete or it is none: every source of the game has a number for everybody who played, zeros included, and
a score is the sum of its points. The bounds come from the game (`Game.bounds`) for the rules and the component set of
the table. They are facts of the rules, so they hold for rulings too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from engine.bounds import Bounds, SharedTotal
from engine.game import BadSetup, Game
from engine.registry import GAMES
from nabu.accounts.players.names import name_of
from nabu.catalogue.games.library import sets_named
from nabu.contests.matches.models import ResultReport, ScoreSheet, Table
from nabu.contests.results.reporters import Reporter, account_of_reporter, entry_of_reporter
from nabu.contests.results.settling.rules import HIGHEST_SCORE, TableResult, checked_positions
from nabu.contests.tournaments.variants import rules_of
from nabu.core.charts.words import source_titles
from nabu.core.errors import Refused

Points = Mapping[str, Sequence[int | None]]
"""For each source of a game the points by seat position, None for who did not play."""

MOST_POINTS_OF_SOURCE = 10_000
"""No game comes near it; it keeps numbers small where a component set is not known any more."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a score sheet: at one source of a seat, at a seat, or with all seats together.

    `sentence` says it anywhere, `here` beside the number that it is about.
    """

    sentence: str
    here: str = ""
    source: str | None = None
    seat: int | None = None


def game_at(table: Table) -> Game:
    """The game that is played at a table."""
    return GAMES[rules_of(table).game]


def bounds_at(table: Table, players: int) -> Bounds | None:
    """What so many players can score by the rules of a table; None where the engine of today does not know them."""
    rules = rules_of(table)
    game = GAMES[rules.game]
    sets = sets_named(game, [rules.components])
    if not sets:
        return None
    try:
        return game.bounds(players, game.ruleset(rules.ruleset, rules.switches), sets[0])
    except BadSetup:
        return None


def check_possible(table: Table, result: TableResult) -> None:
    """Raises Refused for scores that the rules do not allow. A game that was not played has none."""
    if not result.was_played:
        return
    bounds = bounds_at(table, len(result.places) - len(result.absent))
    if bounds is None:
        return
    least, most = bounds.score
    for position, score in enumerate(result.scores):
        if score is not None and not least <= score <= most:
            name = table.seats.values_list("entry__player__name", flat=True).get(position=position)
            raise Refused(impossible_score(position, name, score, bounds))


def impossible_score(position: int, name: str, score: int, bounds: Bounds) -> str:
    """What is wrong with the score of a seat that lies beyond its bounds."""
    least, most = bounds.score
    values = {"seat": position + 1, "name": name, "score": score, "least": least, "most": most}
    return (
        _("Seat %(seat)s, %(name)s: %(score)s points are not possible. The rules allow %(least)s to %(most)s.") % values
    )


def scores_of(points: Points, seats: int, absent: Collection[int] = ()) -> list[int | None]:
    """The sums by seat; None for who did not play."""
    return [
        None if seat in absent else sum(of_source[seat] or 0 for of_source in points.values()) for seat in range(seats)
    ]


def checked_points(table: Table, points: Points, absent: Sequence[int]) -> dict[str, list[int | None]]:
    """A sheet that fits the table, its sources in the game's order. Raises Refused with what is wrong first."""
    game, seats = game_at(table), table.seats.count()
    absent = checked_positions(absent, seats)
    present = [seat for seat in range(seats) if seat not in absent]
    keys = [source.key for source in game.sources]
    if points.keys() != set(keys):
        raise Refused(_("Enter points for each of these sources and no others: %(keys)s.") % {"keys": ", ".join(keys)})
    if any(len(points[key]) != seats for key in keys):
        raise Refused(_("Give one whole number for each of the %(seats)s seats.") % {"seats": seats})
    full: dict[str, list[int]] = {}
    for key in keys:
        given = [points[key][seat] for seat in present]
        full[key] = [number for number in given if isinstance(number, int) and not isinstance(number, bool)]
        if len(full[key]) < len(present):
            title = source_titles(game)[key]
            raise Refused(_("%(source)s: enter a number for every seat, 0 for no points.") % {"source": title})
    for problem in problems_of(game, bounds_at(table, len(present)), full):
        raise Refused(problem.sentence)
    by_seat = {key: dict(zip(present, numbers, strict=True)) for key, numbers in full.items()}
    return {key: [numbers.get(seat) for seat in range(seats)] for key, numbers in by_seat.items()}


def problems_of(game: Game, bounds: Bounds | None, points: Mapping[str, Sequence[int]]) -> list[Problem]:
    """What the rules do not allow of these points of those who played. `seat` counts them from 0."""
    titles, found = source_titles(game), []
    none = -MOST_POINTS_OF_SOURCE, MOST_POINTS_OF_SOURCE
    for key, numbers in points.items():
        span = bounds.sources.get(key, none) if bounds else none
        for seat, number in enumerate(numbers):
            if said := _beyond(number, span):
                found.append(Problem(f"{titles[key]}: {said}", said, key, seat))
    span = bounds.score if bounds else (-HIGHEST_SCORE, HIGHEST_SCORE)
    for seat, score in enumerate(sum(of_seat) for of_seat in zip(*points.values(), strict=True)):
        if said := _beyond(score, span):
            whole = _("Score %(score)s: %(problem)s") % {"score": score, "problem": said}
            found.append(Problem(whole, said, None, seat))
    for shared in bounds.shared if bounds else ():
        found += _shared_problem(shared, sum(sum(points[key]) for key in shared.sources), titles)
    return found


def keep_sheet(actor: Reporter, table: Table, report: ResultReport, points: Points) -> ScoreSheet:
    """Write the checked points of a report down."""
    return ScoreSheet.objects.create(
        report=report,
        points=dict(points),
        typed_by=account_of_reporter(actor),
        typed_entry_id=entry_of_reporter(actor, table),
    )


def sheet_of(report: ResultReport | None) -> ScoreSheet | None:
    """The sheet that was typed in with a report, if there is one."""
    return None if report is None else getattr(report, "sheet", None)


@dataclass(frozen=True, slots=True)
class SheetLines:
    """A score sheet as it is shown: who typed it, and the points of each source by title, in seat order."""

    typed_by: str
    lines: list[tuple[str, list[int | None]]]


def sheet_lines(table: Table, report: ResultReport | None) -> SheetLines | None:
    """The sheet of a report from `with_reporters` in words, if there is one."""
    sheet = sheet_of(report)
    if sheet is None:
        return None
    titles = source_titles(game_at(table))
    lines = [(titles.get(key, key), numbers) for key, numbers in sheet.points.items()]
    return SheetLines(name_of(sheet.typed_by, sheet.typed_entry), lines)


def _beyond(number: int, span: tuple[int, int]) -> str:
    """Why a number is too small or too large; empty if it is neither."""
    least, most = span
    if number > most:
        return _("at most %(most)s points are possible.") % {"most": most}
    return _("at least %(least)s points are possible.") % {"least": least} if number < least else ""


def _shared_problem(shared: SharedTotal, total: int, titles: Mapping[str, str]) -> list[Problem]:
    """What all seats together have from some sources, if they cannot."""
    if total <= shared.most and not (shared.exactly and total < shared.most):
        return []
    words = {
        "sources": get_text_list([titles[key] for key in shared.sources], _("and")),
        "total": total,
        "most": shared.most,
    }
    said = (
        _("%(sources)s: all seats together have exactly %(most)s points, not %(total)s.") % words
        if shared.exactly
        else _("%(sources)s: all seats together have at most %(most)s points, not %(total)s.") % words
    )
    return [Problem(said)]
