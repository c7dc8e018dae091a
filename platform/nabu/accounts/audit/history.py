"""Rebuilding a tournament from its audit entries, and taking changes back.

Every entry knows the rows it touched (`nabu.accounts.audit.tracked`). Played in order they give the tournament as it
is; the same rows played backwards take one entry back. Nothing here knows what a tournament is: the services do.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import apps
from django.db import models

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.tracked import (
    Key,
    Row,
    RowChange,
    Tracked,
    column_of,
    columns_of,
    plain,
    read_rows,
    stored_fields,
    tracked_models,
)

State = dict[Key, Row]

ASIDE = 1_000_000
"""Numbers that must be unique are moved out of the way by so much while rows exchange them."""


def state_of(tournament: int) -> State:
    """All rows of a tournament as the database has them."""
    state: State = {}
    for model in tracked_models():
        columns = columns_of(model)
        rows = model._base_manager.filter(**{model.tournament_path: tournament}).order_by("pk").values(*columns)
        for row in rows:
            state[model._meta.label_lower, row[model._meta.pk.attname]] = plain(row, columns)
    return state


def rebuilt_state(tournament: int) -> State:
    """The same rows from nothing but the audit entries, in order."""
    state: State = {}
    entries = AuditEntry.objects.filter(tournament=tournament).order_by("pk")
    for changes in entries.values_list("changes", flat=True).iterator():
        for label, pk, before, after in changes:
            if after is None:
                state.pop((label, pk), None)
            elif before is None:
                state[label, pk] = after
            else:
                state[label, pk] = state[label, pk] | after
    usual = {label: _usual_values(label) for label, _pk in state}
    return {(label, pk): usual[label] | row for (label, pk), row in state.items()}


def _usual_values(label: str) -> Row:
    """What a row of a version that did not know a column yet has in it now."""
    model = apps.get_model(label)
    fields = [field for field in stored_fields(model) if field.null or field.has_default()]
    return plain({field.attname: field.get_default() for field in fields}, columns_of(model))


def as_bytes(state: State) -> bytes:
    """A state in one spelling, so that equal states are equal bytes."""
    rows = [[label, pk, row] for (label, pk), row in sorted(state.items())]
    return json.dumps(rows, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def blocking_entries(entry: AuditEntry) -> list[AuditEntry]:
    """Later entries that must be taken back first: they changed the same rows again, built on rows it made, or put
    others in the place of rows that it changed or took away.

    The latest first. What was undone and its undoing cancel each other out.
    """
    touched = {(label, pk) for label, pk, _before, _after in entry.changes} | _in_their_place(entry)
    made = {(label, pk) for label, pk, before, _after in entry.changes if before is None}
    return [each for each in effective_entries_after(entry) if _builds_on(each, touched, made)]


def _in_their_place(entry: AuditEntry) -> set[Key]:
    """Rows that have by now what only one may have, and what rows of this entry would have again."""
    own: defaultdict[str, list[tuple[int, Row]]] = defaultdict(list)
    for label, pk, before, _after in entry.changes:
        if before is not None:
            own[label].append((pk, before))
    found: set[Key] = set()
    for label, rows in own.items():
        model = _model(label)
        fields = {field.name: field for field in model._meta.concrete_fields}
        others = model._base_manager.exclude(pk__in=[pk for pk, _row in rows])
        current = read_rows(model, [pk for pk, _row in rows])
        for constraint in model._meta.total_unique_constraints:
            columns = [column_of(fields[name]) for name in constraint.fields]
            for pk, before in rows:
                row = current.get(pk, {}) | before
                if before.keys() & set(columns) and all(row.get(column) is not None for column in columns):
                    values = _values(model, {column: row[column] for column in columns})
                    found |= {(label, other) for other in others.filter(**values).values_list("pk", flat=True)}
    return found


def effective_entries_after(entry: AuditEntry) -> list[AuditEntry]:
    """Later entries of its tournament that changed rows and still hold, the latest first."""
    later = AuditEntry.objects.filter(tournament=entry.tournament_id, pk__gt=entry.pk).exclude(changes=[])
    entries = list(later.select_related("actor__player", "entry__player").order_by("-pk"))
    undoes = {each.pk: each.undoes_id for each in entries if each.undoes_id}
    undone = set(undoes.values())
    return [each for each in entries if each.pk not in undone and not _only_undoes(each.pk, undoes, entry.pk)]


def _only_undoes(pk: int, undoes: dict[int, int], since: int) -> bool:
    """Whether an entry, in the end, undoes something that came after `since`: the two leave nothing behind."""
    steps = 0
    while pk in undoes:
        pk, steps = undoes[pk], steps + 1
    return pk > since and steps % 2 == 1


def _builds_on(later: AuditEntry, touched: set[Key], made: set[Key]) -> bool:
    for label, pk, before, after in later.changes:
        if (label, pk) in touched:
            return True
        row = after if after is not None else before
        if made and row and any(key in made for key in _points_to(label, row)):
            return True
    return False


def _points_to(label: str, row: Row) -> Iterable[Key]:
    model = _model(label)
    for field in model._meta.concrete_fields:
        related = field.related_model
        if isinstance(related, type) and issubclass(related, Tracked) and row.get(column_of(field)) is not None:
            yield related._meta.label_lower, row[column_of(field)]


def is_unchanged_since(entry: AuditEntry) -> bool:
    """Whether every row of the entry still is what the entry made of it, in the columns that this version knows.

    A site that has gone back one version has entries with columns of the newer one.
    """
    by_label: defaultdict[str, list[int]] = defaultdict(list)
    for label, pk, _before, _after in entry.changes:
        by_label[label].append(pk)
    now = {(label, pk): row for label, pks in by_label.items() for pk, row in read_rows(_model(label), pks).items()}
    for label, pk, _before, after in entry.changes:
        row = now.get((label, pk))
        if (row is None) != (after is None):
            return False
        if row is not None and after is not None and _differs(row, after):
            return False
    return True


def _differs(row: Row, made: Row) -> bool:
    return any(row[column] != value for column, value in made.items() if column in row)


def revert_changes(changes: Sequence[RowChange]) -> None:
    """Make the rows what they were before these changes; the caller knows that they still are as they were left.

    Rows that others point to are changed in place; all others are written anew, so that they may exchange numbers.
    """
    order = [model._meta.label_lower for model in tracked_models()]
    pointed_at = _pointed_at()
    made, gone, changed = _sorted(changes)
    for label in reversed(order):
        _model(label)._default_manager.filter(pk__in=[pk for pk, _row in made[label]]).delete()
    for label in order:
        rows = [_with_pk(_model(label), pk, row) for pk, row in gone[label]]
        if label not in pointed_at and changed[label]:
            rows += _delete_and_revert(_model(label), changed[label])
        else:
            _revert(_model(label), changed[label])
        _make(_model(label), rows)


def _make(model: type[Tracked], rows: Sequence[Tracked]) -> None:
    """Insert the rows as they are; times that the database layer would set to now are set back."""
    stamps = [field.attname for field in model._meta.concrete_fields if getattr(field, "auto_now_add", False)]
    times = {row.pk: {name: getattr(row, name) for name in stamps} for row in rows}
    model._default_manager.bulk_create(rows)
    if stamps:
        for pk, values in times.items():
            model._default_manager.filter(pk=pk).update(**values)


def _sorted(changes: Sequence[RowChange]) -> tuple[Any, Any, Any]:
    """The changes by what has to be done: rows to delete, rows to make, rows to change back; by model."""
    made: defaultdict[str, list[tuple[int, Row]]] = defaultdict(list)
    gone: defaultdict[str, list[tuple[int, Row]]] = defaultdict(list)
    changed: defaultdict[str, list[tuple[int, Row]]] = defaultdict(list)
    for label, pk, before, after in changes:
        if before is None:
            made[label].append((pk, after or {}))
        elif after is None:
            gone[label].append((pk, before))
        else:
            changed[label].append((pk, before))
    return made, gone, changed


def _delete_and_revert(model: type[Tracked], rows: Sequence[tuple[int, Row]]) -> list[Tracked]:
    """Delete the rows and return them as they were before, to be made again."""
    current = read_rows(model, [pk for pk, _row in rows])
    model._default_manager.filter(pk__in=list(current)).delete()
    return [_with_pk(model, pk, current[pk] | row) for pk, row in rows if pk in current]


def _revert(model: type[Tracked], rows: Sequence[tuple[int, Row]]) -> None:
    unique = {name for constraint in model._meta.constraints for name in getattr(constraint, "fields", ())}
    numbers = [
        field
        for field in model._meta.concrete_fields
        if field.name in unique and isinstance(field, models.PositiveIntegerField | models.PositiveSmallIntegerField)
    ]
    if len(rows) > 1:
        for field in numbers:
            moving = [pk for pk, row in rows if column_of(field) in row]
            for at, pk in enumerate(moving):
                largest = 32_767 if isinstance(field, models.PositiveSmallIntegerField) else ASIDE
                model._default_manager.filter(pk=pk).update(**{field.attname: largest - at})
    for pk, row in rows:
        model._default_manager.filter(pk=pk).update(**_values(model, row))


def _with_pk(model: type[Tracked], pk: int, row: Row) -> Tracked:
    made = model(**_values(model, row))
    made.pk = pk
    return made


def _values(model: type[Tracked], row: Row) -> dict[str, Any]:
    """The attributes of a row; columns that only a newer version knows are left as they are in the database."""
    fields = {column_of(field): field for field in model._meta.concrete_fields}
    return {fields[column].attname: _value(fields[column], value) for column, value in row.items() if column in fields}


def _value(field: models.Field[Any, Any], value: Any) -> Any:
    return value if isinstance(field, models.JSONField | models.ForeignKey) else field.to_python(value)


def _pointed_at() -> set[str]:
    """Models that others have foreign keys to: their rows stay where they are."""
    return {model._meta.label_lower for model in tracked_models() if model._meta.related_objects}


def _model(label: str) -> type[Tracked]:
    return {model._meta.label_lower: model for model in tracked_models()}[label]
