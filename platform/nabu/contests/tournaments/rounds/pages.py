"""What the page of a round shows: its tables in pages and by filter, the viewer's own table, a draft with its check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.proposal import Move, Place, moves
from competition.records import Concern, names
from nabu.contests.matches.models import Objection, Seat, Table
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.check import RoundCheck, check_round
from nabu.core.name_keys.search import named
from nabu.web.shared_pages.making import keep_first_and_real

TABLES_PER_PAGE = 100

SHOWN = {
    "": gettext_lazy("all tables"),
    "open": gettext_lazy("without a result"),
    "disputed": gettext_lazy("disputed"),
    "objections": gettext_lazy("with objections"),
}
"""Which tables a page can be narrowed down to."""


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A table of a draft with everything that speaks for or against it."""

    table: Table
    concerns: list[Concern]


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft with what speaks against it and what was changed by hand, in words.

    `general` are the concerns about the whole round; `changes` name a player, the old place and the new one.
    """

    check: RoundCheck
    general: list[Concern]
    by_table: list[tuple[Table, Concern]]
    changes: list[tuple[str, str, str]] = field(default_factory=list)


def tables_with_players() -> QuerySet[Table]:
    """Tables by number with their seats, players and variants; `objected`: somebody objects to the result; `live`: the
    game is being recorded, and everybody may watch it."""
    seats = Seat.objects.select_related("entry__player").order_by("position")
    tables = Table.objects.select_related("variant").prefetch_related(Prefetch("seats", seats))
    marked = tables.annotate(objected=Exists(_open_objections()), live=Exists(recorded_now()))
    return marked.order_by("number", "game_number")


def recorded_now() -> QuerySet[Table]:
    """The table of an outer query, while its game is being recorded and everybody may watch it."""
    return Table.objects.filter(pk=OuterRef("pk"), records__status="open", round__stage__tournament__watchable=True)


def tables_of_page(round_: Round, shown: str, words: str, number: str | None) -> Page[int]:
    """The keys of the tables that the page of a round shows: those that wait or are disputed, where somebody sits."""
    tables = Table.objects.filter(round=round_).order_by("number", "game_number")
    if shown == "open":
        tables = tables.exclude(status=Table.Status.CONFIRMED)
    elif shown == "disputed":
        tables = tables.filter(status=Table.Status.DISPUTED)
    elif shown == "objections":
        tables = tables.filter(Exists(_open_objections()))
    if words:
        sits = Q(number=int(words)) if words.isascii() and words.isdigit() and len(words) < 6 else Q()
        here = Seat.objects.filter(named(words, "entry__player__name_key"), table=OuterRef("pk"))
        tables = tables.filter(sits | Q(Exists(here))) if sits else tables.filter(Exists(here))
    page = Paginator(tables.values_list("pk", flat=True), TABLES_PER_PAGE).get_page(number)
    keep_first_and_real(page.number, number)
    return page


def counts_of(round_: Round) -> dict[str, int]:
    """How many tables there are in a round, with a result, disputed, and with objections. Byes are no tables."""
    tables = Table.objects.filter(round=round_, is_bye=False).annotate(objected=Exists(_open_objections()))
    return tables.aggregate(
        games=Count("pk"),
        done=Count("pk", filter=Q(status=Table.Status.CONFIRMED)),
        disputed=Count("pk", filter=Q(status=Table.Status.DISPUTED)),
        objections=Count("pk", filter=Q(objected=True)),
    )


def _open_objections() -> QuerySet[Objection]:
    """To the result of the table of an outer query."""
    return Objection.objects.filter(table=OuterRef("pk"), answer=Objection.Answer.NONE)


def draft_of(round_: Round) -> Draft:
    """What the director should know about a draft."""
    check = check_round(round_)
    named = names(check.field.competitors)
    proposed = check.proposed(round_)
    return Draft(
        check,
        [concern for concern in check.concerns if concern.table is None],
        [(check.rows[concern.table], concern) for concern in check.concerns if concern.table is not None],
        [_in_words(move, named) for move in moves(proposed, check.tables)] if round_.proposal else [],
    )


def draft_tables(round_: Round, draft: Draft, shown: Sequence[Table]) -> list[DraftTable]:
    """The tables of a page of a draft. Concerns are kept by the place of the table in the whole round."""
    index = {row.pk: at for at, row in enumerate(draft.check.rows)}
    return [
        DraftTable(
            table,
            [concern for concern in draft.check.concerns if concern.table == index.get(table.pk, -1)],
        )
        for table in shown
    ]


def _in_words(move: Move, named: dict[int, str]) -> tuple[str, str, str]:
    return named.get(move.player, ""), _place(move.old), _place(move.new)


def _place(place: Place | None) -> str:
    if place is None:
        return _("not seated")
    if place.is_bye:
        return _("bye")
    return _("table %(number)s, seat %(seat)s") % {"number": place.number, "seat": place.position + 1}
