"""What the page of a round shows: its tables in pages and by filter, the viewer's own table, a draft with its check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Prefetch, Q, QuerySet, When
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.proposal import Move, Place, moves
from competition.records import Concern, names
from nabu.accounts.versions.services import tournament_topic
from nabu.contests.matches.models import Objection, Seat, Table
from nabu.contests.tournaments.kept_results import kept_small
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.check import RoundCheck, check_round
from nabu.contests.tournaments.topics import tournament_of_round
from nabu.core.name_keys.search import named
from nabu.web.shared_pages.making import keep_first_and_real

TABLES_PER_PAGE = 100

SHOWN = {
    "": gettext_lazy("all tables"),
    "open": gettext_lazy("without a result"),
    "disputed": gettext_lazy("disputed"),
    "objections": gettext_lazy("with objections"),
    "done": gettext_lazy("with a result"),
}
"""Which tables a page can be narrowed down to."""

FILTERED_FROM = 8
"""A round of fewer tables has no filter and no search: all are in view."""


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


def waits_for(table: Table, *, keeps: bool, organises: bool) -> bool:
    """Whether a table, which knows whether it is `objected`, waits for a decision of somebody who keeps score, or also
    organises: only those settle disputes and objections.
    """
    if organises:
        return table.status in (Table.Status.REPORTED, Table.Status.DISPUTED) or bool(getattr(table, "objected", False))
    return keeps and table.status == Table.Status.REPORTED


def _urgency(*, organises: bool) -> Case:
    """For an order of tables: those for which `waits_for` is true come first, a dispute before all; then all others."""
    settled_by_organisers = [When(status=Table.Status.DISPUTED, then=0), When(Exists(_open_objections()), then=0)]
    return Case(
        *(settled_by_organisers if organises else []),
        When(status=Table.Status.REPORTED, then=1),
        default=2,
        output_field=IntegerField(),
    )


def next_table(round_: Round, *, organises: bool) -> Table | None:
    """The table of a round that whoever keeps score sees to next: one that waits for a decision, else the first without
    a result. Only those who organise settle disputes and objections. `objected` as in `tables_with_players`."""
    tables = Table.objects.filter(round=round_, is_bye=False).annotate(objected=Exists(_open_objections()))
    if organises:
        tables = tables.filter(~Q(status=Table.Status.CONFIRMED) | Q(objected=True))
    else:
        tables = tables.filter(status__in=[Table.Status.OPEN, Table.Status.REPORTED])
    return tables.order_by(_urgency(organises=organises), "number", "game_number").first()


def tables_of_page(
    round_: Round, shown: str, words: str, number: str | None, *, keeps: bool = False, organises: bool = False
) -> Page[int]:
    """The keys of the tables that the page of a round shows: those that wait or are disputed, where somebody sits. For
    whoever keeps score those that wait for a decision come first.
    """
    order = ("number", "game_number")
    tables = Table.objects.filter(round=round_).order_by(*([_urgency(organises=organises)] if keeps else []), *order)
    if shown == "open":
        tables = tables.exclude(status=Table.Status.CONFIRMED)
    elif shown == "disputed":
        tables = tables.filter(status=Table.Status.DISPUTED)
    elif shown == "objections":
        tables = tables.filter(Exists(_open_objections()))
    elif shown == "done":
        tables = tables.filter(status=Table.Status.CONFIRMED, is_bye=False)
    if words:
        sits = Q(number=int(words)) if words.isascii() and words.isdigit() and len(words) < 6 else Q()
        here = Seat.objects.filter(named(words, "entry__player__name_key"), table=OuterRef("pk"))
        tables = tables.filter(sits | Q(Exists(here))) if sits else tables.filter(Exists(here))
    page = Paginator(tables.values_list("pk", flat=True), TABLES_PER_PAGE).get_page(number)
    keep_first_and_real(page.number, number)
    return page


def counts_of(round_: Round) -> dict[str, int]:
    """How many tables there are in a round, with a result, disputed, with objections, and waiting for a decision of any
    kind. Byes are no tables."""
    topics = (tournament_topic(tournament_of_round(round_.pk)),)
    return kept_small(("counts", round_.pk, None), topics, partial(_counted, round_))


def all_open(round_: int) -> bool:
    """No table of the round has a result or a report yet: a whole hall opens its pages, and nothing changes them."""
    played = Table.objects.filter(round=round_, is_bye=False).exclude(status=Table.Status.OPEN)
    topics = (tournament_topic(tournament_of_round(round_)),)
    return not kept_small(("all open", round_, None), topics, played.exists)


def _counted(round_: Round) -> dict[str, int]:
    decides = Q(status__in=[Table.Status.DISPUTED, Table.Status.REPORTED]) | Q(objected=True)
    tables = Table.objects.filter(round=round_, is_bye=False).annotate(objected=Exists(_open_objections()))
    return tables.aggregate(
        games=Count("pk"),
        done=Count("pk", filter=Q(status=Table.Status.CONFIRMED)),
        disputed=Count("pk", filter=Q(status=Table.Status.DISPUTED)),
        objections=Count("pk", filter=Q(objected=True)),
        waiting=Count("pk", filter=decides),
        settled=Count("pk", filter=Q(status=Table.Status.CONFIRMED, objected=False)),
    )


MOST_GAPS = 30
"""Of more tables the picture of the progress shows no single ones."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a round is, as a picture: `parts` are kinds of tables with where they begin and how many they are; `gaps`
    lie between single tables."""

    games: int
    parts: list[tuple[str, int, int]]
    gaps: range


def progress_of(counts: dict[str, int]) -> Progress:
    """The tables that are done, that wait for a decision and that are played, in this order."""
    games, settled, waiting = counts["games"], counts["settled"], counts["waiting"]
    parts = [
        ("done", 0, settled),
        ("waiting", settled, waiting),
        ("playing", settled + waiting, games - settled - waiting),
    ]
    return Progress(games, [part for part in parts if part[2]], range(1, games if games <= MOST_GAPS else 1))


def _open_objections() -> QuerySet[Objection]:
    """To the result of the table of an outer query."""
    return Objection.objects.filter(table=OuterRef("pk"), answer=Objection.Answer.NONE)


def draft_of(round_: Round) -> Draft:
    """What the director should know about a draft."""
    check = check_round(round_)
    named = names(check.field.competitors) | {each.id: each.name for each in check.field.stand_ins}
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
