"""The tables of a round as cards. One result changes one card: of a hundred on a page the others are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from threading import Lock

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from nabu.matches.models import Table
from nabu.shared_pages.making import notes
from nabu.shared_pages.store import in_transaction
from nabu.tournaments.rounds.pages import tables_with_players
from nabu.versions.services import PEOPLE, numbers, table_topic

MOST_KEPT = 4000
"""Cards in the memory of a process, about a kilobyte each."""

_lock = Lock()
_kept: OrderedDict[tuple[int, str | None], tuple[tuple[int, int], SafeString]] = OrderedDict()


def cards(tables: Sequence[int], mine: Collection[int]) -> list[SafeString]:
    """The cards of these tables in their order; `mine` are those at which the viewer sits.

    While a page is made for everybody, a card is taken from memory if its table has still the version it had before the
    card was made.
    """
    if notes.get() is None or in_transaction():
        return [_card(table, mine) for table in _load(tables)]
    *versions, people = numbers([*(table_topic(pk) for pk in tables), PEOPLE])
    wanted = {pk: (version, people) for pk, version in zip(tables, versions, strict=True)}
    language = get_language()
    with _lock:
        found = {pk: _kept.get((pk, language)) for pk in tables}
    made = {pk: known[1] for pk, known in found.items() if known is not None and known[0] == wanted[pk]}
    for table in _load([pk for pk in tables if pk not in made]):
        made[table.pk] = _card(table, mine)
        _keep((table.pk, language), wanted[table.pk], made[table.pk])
    return [made[pk] for pk in tables if pk in made]


def forget_cards() -> None:
    """For a database in which the same numbers may mean something else."""
    with _lock:
        _kept.clear()


def _load(tables: Sequence[int]) -> list[Table]:
    if not tables:
        return []
    rows = {table.pk: table for table in tables_with_players().filter(pk__in=tables)}
    return [rows[pk] for pk in tables if pk in rows]


def _card(table: Table, mine: Collection[int]) -> SafeString:
    return render_to_string("tournaments/_table_card.html", {"table": table, "mine": mine})


def _keep(key: tuple[int, str | None], version: tuple[int, int], card: SafeString) -> None:
    with _lock:
        before = _kept.get(key)
        if before is None or before[0] < version:
            _kept[key] = version, card
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
