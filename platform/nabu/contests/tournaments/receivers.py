"""Which pages change with a change: the topics that it touches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.signals import change_recorded
from nabu.accounts.audit.tracked import Key, Row
from nabu.accounts.players.models import Player, User
from nabu.accounts.versions.services import PEOPLE, entries_topic, results_topic, round_topic, table_topic, touch
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.variants.models import Variant
from nabu.contests.clubs.models import Club
from nabu.contests.matches.models import DuplicateAnswer, Objection, ResultReport, ScoreSheet, Seat, Table
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import is_public
from nabu.web.link_pictures.kept import forget_all, has_any

SHOWN_EVERYWHERE = (Player, User, Club, Variant, ComponentSet)
OF_A_TABLE = {model._meta.label_lower for model in (Seat, ResultReport, Objection, DuplicateAnswer)}
UNDECIDED = {Table.Status.OPEN, Table.Status.REPORTED}
TABLE, ENTRY = (model._meta.label_lower for model in (Table, Entry))
NOT_IN_STANDINGS = {model._meta.label_lower for model in (ResultReport, ScoreSheet, Objection, DuplicateAnswer)}


@receiver(change_recorded)
def touch_what_changed(entry: AuditEntry, rows: Mapping[Key, Row], **kwargs: Any) -> None:
    """The tables that a change is about, and the standings unless it only concerns reports."""
    if entry.tournament_id is None:
        return
    tables = _tables(entry, rows) | _tables_of_stand_ins(entry)
    topics = [table_topic(pk) for pk in tables] + [round_topic(pk) for pk in _rounds(entry, rows, tables)]
    if any(model == ENTRY for model, *_rest in entry.changes):
        topics.append(entries_topic(entry.tournament_id))
    if any(_counts(model, before, after) for model, _pk, before, after in entry.changes):
        topics.append(results_topic(entry.tournament_id))
    touch(*topics)


def _counts(model: str, before: dict[str, Any] | None, after: dict[str, Any] | None) -> bool:
    """Standings may show it. Only that something is reported or objected to, or not any more, they do not: no result is
    made of it.
    """
    if model in NOT_IN_STANDINGS:
        return False
    if model == TABLE and before is not None and after is not None:
        return not {row.get("status") for row in (before, after)} <= UNDECIDED
    return True


def _tables(entry: AuditEntry, rows: Mapping[Key, Row]) -> set[int]:
    found = {entry.object_id} if entry.object_type == TABLE else set()
    found |= {pk for model, pk in rows if model == TABLE}
    moved = [row for model, _pk, *both in entry.changes if model in OF_A_TABLE for row in both if row]
    return found | {
        row["table_id"]
        for row in (*moved, *(row for (model, _pk), row in rows.items() if model in OF_A_TABLE))
        if "table_id" in row
    }


def _tables_of_stand_ins(entry: AuditEntry) -> set[int]:
    """Where those sit who are stand-ins now, or not any more: what their tables count changes."""
    marked = [
        pk for model, pk, before, after in entry.changes if model == ENTRY and before and after and "stand_in" in after
    ]
    return set(Seat.objects.filter(entry__in=marked).values_list("table", flat=True)) if marked else set()


def _rounds(entry: AuditEntry, rows: Mapping[Key, Row], tables: set[int]) -> set[int]:
    """The rounds of these tables, also of those that are not there any more."""
    moved = [row for model, _pk, *both in entry.changes if model == TABLE for row in both if row]
    known = {pk: row["round_id"] for (model, pk), row in rows.items() if model == TABLE}
    found = {row["round_id"] for row in moved if "round_id" in row} | set(known.values())
    others = tables - known.keys()
    if not others:
        return found
    return found | set(Table._base_manager.filter(pk__in=others).order_by().values_list("round_id", flat=True))


def _touch_names(
    instance: Model, created: bool = False, update_fields: frozenset[str] | None = None, **kwargs: Any
) -> None:
    # What is new stands on no page yet, and the last sign-in on none ever.
    if not created and update_fields != frozenset({"last_login"}):
        touch(PEOPLE)


for model in SHOWN_EVERYWHERE:
    post_save.connect(_touch_names, sender=model, dispatch_uid=f"names of {model.__name__}")
    post_delete.connect(_touch_names, sender=model, dispatch_uid=f"names of deleted {model.__name__}")


def _forget_pictures_of_hidden(instance: Tournament, created: bool, **kwargs: Any) -> None:
    # A draft that nobody was shown has none, and its changes leave those of others alone.
    if not created and not is_public(instance) and has_any(str(instance.pk)):
        forget_all()


def _forget_pictures(**kwargs: Any) -> None:
    forget_all()


post_save.connect(_forget_pictures_of_hidden, sender=Tournament, dispatch_uid="pictures of hidden tournaments")
post_delete.connect(_forget_pictures, sender=Tournament, dispatch_uid="pictures of deleted tournaments")
