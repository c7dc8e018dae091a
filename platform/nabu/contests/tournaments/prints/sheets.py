"""What is printed: who sits where by table and by name, slips for results, the list for the check-in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from competition.formats import FORMATS
from nabu.accounts.players.models import Person
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.slips import seat_code, serials, slip_token
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.rounds.pages import tables_with_players
from nabu.core.name_keys.keys import name_key
from nabu.core.sentences import sentence

QUIET_ZONE = 4
"""Modules of white around a QR code (ISO/IEC 18004)."""


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player on the wall: where to sit, and with whom. `seat` counts from 1; 1 starts."""

    name: str
    table: Table
    seat: int
    others: tuple[str, ...]
    stand_in: bool


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a table: the people in order of play; the address of the table's page as text, and a QR code.

    The QR code of a slip `with_codes` opens the page on which people without an account report, and each seat has a
    strip with its code. Without them it opens the table's page.
    """

    table: Table
    seats: tuple[tuple[Seat, str], ...]
    host: str
    path: str
    code: SafeString
    with_codes: bool


@dataclass(frozen=True, slots=True)
class StagePrints:
    """A stage that has begun, with the rounds that may be printed."""

    stage: Stage
    title: str
    is_bracket: bool
    rounds: tuple[Round, ...]


def tables_of_round(round_: Round) -> list[Table]:
    """The tables with a number first, then the byes."""
    return sorted(tables_with_players().filter(round=round_), key=lambda table: table.is_bye)


def by_name(tables: Iterable[Table]) -> list[NameLine]:
    """A line for each player in order of the alphabet; of a match of several games only the first counts."""
    lines = []
    for table in tables:
        if table.game_number > 1:
            continue
        seats = list(table.seats.all())
        for seat in seats:
            others = tuple(other.entry.player.name for other in seats if other.pk != seat.pk)
            lines.append(NameLine(seat.entry.player.name, table, seat.position + 1, others, seat.entry.stand_in))
    return sorted(lines, key=lambda line: (name_key(line.name), line.table.number))


def slips(tables: Iterable[Table], absolute: Callable[[str], str], *, with_codes: bool) -> list[Slip]:
    """One for each table where a game is to be played. `absolute` makes an address that a phone can open."""
    played = [table for table in tables if not table.is_bye]
    serial = serials(played) if with_codes else {}
    made = []
    for table in played:
        path = reverse("table:page", args=[table.pk])
        host, opens = urlsplit(absolute(path)).netloc, path
        seats = tuple((seat, "") for seat in table.seats.all())
        if with_codes:
            opens = reverse("table:slip", args=[slip_token(table, serial[table.pk])])
            seats = tuple((seat, seat_code(seat, serial[table.pk])) for seat, _none in seats)
        made.append(Slip(table, seats, host, path, qr_svg(absolute(opens)), with_codes))
    return made


def people(tournament: Tournament) -> list[Entry]:
    """Everybody who is to come, in order of the alphabet."""
    entries: QuerySet[Entry] = tournament.entries.filter(status=Entry.Status.ACTIVE).select_related("player")
    return sorted(entries, key=lambda entry: (entry.player.name_key, entry.pk))


def prints_of(user: Person, tournament: Tournament) -> list[StagePrints]:
    """Everything about stages and rounds that this person may print. Draft rounds are for directors."""
    drafts = is_organiser(user, tournament)
    stages: Sequence[Stage] = list(
        tournament.stages.exclude(status=Stage.Status.PENDING).order_by("position").prefetch_related("rounds")
    )
    return [
        StagePrints(
            stage,
            sentence(FORMATS[stage.format].title),
            FORMATS[stage.format].is_bracket,
            tuple(
                sorted(
                    (round_ for round_ in stage.rounds.all() if drafts or round_.status != Round.Status.DRAFT),
                    key=lambda round_: -round_.number,
                )
            ),
        )
        for stage in stages
    ]


@lru_cache(maxsize=2000)
def qr_svg(text: str) -> SafeString:
    """The text as a QR code: an SVG without a size of its own. Error correction M survives a stain on a slip."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    # Only path data and numbers are in it, so it is safe in a page.
    return mark_safe(code.svg_inline(omitsize=True, border=QUIET_ZONE, svgclass="qr", lineclass=None))
