"""The tables of a round as cards. One result changes one card: of a hundred on a page the others are kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from nabu.accounts.versions.services import PEOPLE, numbers, table_topic
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.rounds.pages import tables_with_players, waits_for
from nabu.contests.tournaments.rounds.seated import look_for_reports
from nabu.web.shared_pages.making import notes
from nabu.web.shared_pages.memory import Memory
from nabu.web.shared_pages.store import in_transaction

MOST_KEPT = 4000
"""Cards in the memory of a process, about a kilobyte each."""

MEMORY: Memory[SafeString] = Memory(MOST_KEPT)


def cards(
    tables: Sequence[int], mine: Collection[int], *, keeps: bool = False, organises: bool = False
) -> list[SafeString]:
    """The cards of these tables in their order; `mine` are those at which the viewer sits, who `keeps` score or also
    `organises`.

    While a page is made for everybody, a card is taken from memory if its table has still the version it had before the
    card was made.
    """
    if notes.get() is None or in_transaction():
        return [_card(table, mine, waits_for(table, keeps=keeps, organises=organises)) for table in _load(tables)]
    *versions, people = numbers([*(table_topic(pk) for pk in tables), PEOPLE])
    wanted = {pk: (version, people) for pk, version in zip(tables, versions, strict=True)}
    language = get_language()
    made = {pk: card for pk in tables if (card := MEMORY.find((pk, language), wanted[pk])) is not None}
    for table in _load([pk for pk in tables if pk not in made]):
        made[table.pk] = _card(table, mine, asks=False)
        MEMORY.keep((table.pk, language), wanted[table.pk], made[table.pk])
    return [made[pk] for pk in tables if pk in made]


def _load(tables: Sequence[int]) -> list[Table]:
    if not tables:
        return []
    rows = {table.pk: table for table in tables_with_players().filter(pk__in=tables)}
    look_for_reports(list(rows.values()))
    return [rows[pk] for pk in tables if pk in rows]


def _card(table: Table, mine: Collection[int], asks: bool) -> SafeString:
    values = {"table": table, "mine": mine, "asks": asks, "lines": _lines(table)}
    return render_to_string("contests/tournaments/rounds/_table_card.html", values)


def _lines(table: Table) -> list[tuple[Seat, int | None, bool]]:
    """The seats with their scores and whether they are first; of a result that is not confirmed what was reported."""
    seats = list(table.seats.all())
    report = next(iter(getattr(table, "waiting_reports", ())), None)
    if report is None:
        return [(seat, seat.score, seat.place == 1) for seat in seats]
    return [(seat, score, place == 1) for seat, score, place in zip(seats, report.scores, report.places, strict=True)]
