"""Which rows a change touched, and how: the part of the audit trail that a tournament can be rebuilt and undone from.

A model whose rows are the state of a tournament derives from `Tracked`. Inside `nabu.accounts.audit.changes.audited`
every row of such a model that is created, changed or deleted is remembered as it was before. At the end the rows are
read again, and the differences go into the audit entry. Rows are compared as the database has them, so what is rebuilt
from the entries is equal byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar

from django.db import models
from django.db.models.signals import post_save, pre_delete, pre_save

from nabu.core.name_keys.models import NameKeyField

Key = tuple[str, int]
"""A row: label of its model and primary key."""

Row = dict[str, Any]
"""The columns of a row as JSON values, by the name of the column: an attribute may get another name, and what is stored
stays readable."""

RowChange = tuple[str, int, Row | None, Row | None]
"""Model, primary key, before, after. None: there was, or is, no such row. Of a changed row only what changed."""

CHUNK = 900
M = TypeVar("M", bound=models.Model)


class Tracker:
    """The rows that were touched since it began."""

    def __init__(self) -> None:
        self.before: dict[Key, Row | None] = {}
        self.rows: dict[Key, Row] = {}
        """What `changes` has found: the rows that are different, as they are now, or were if they are gone."""

        self.entry: models.Model | None = None

    def touch(self, model: type[models.Model], pks: Iterable[int]) -> None:
        """Remember these rows as they are now, unless they are remembered already."""
        label = model._meta.label_lower
        self._remember(label, read_rows(model, [pk for pk in pks if (label, pk) not in self.before]))

    def touch_found(self, found: models.QuerySet[Any]) -> None:
        """The same for all rows that a query finds."""
        self._remember(found.model._meta.label_lower, rows_of(found))

    def _remember(self, label: str, rows: Mapping[int, Row]) -> None:
        for pk, row in rows.items():
            self.before.setdefault((label, pk), row)

    def created(self, model: type[models.Model], pk: int) -> None:
        """This row is new."""
        self.before.setdefault((model._meta.label_lower, pk), None)

    def changes(self) -> list[RowChange]:
        """What is different now, in the order of models and keys."""
        found: list[RowChange] = []
        touched = {name for name, _pk in self.before}
        for model in tracked_models():
            label = model._meta.label_lower
            if label not in touched:
                continue
            pks = sorted(pk for name, pk in self.before if name == label)
            after = read_rows(model, pks)
            for pk in pks:
                before, now = self.before[label, pk], after.get(pk)
                change = _difference(before, now)
                if change is not None:
                    found.append((label, pk, *change))
                    self.rows[label, pk] = now or before or {}
        return found


_current: ContextVar[Tracker | None] = ContextVar("tracker", default=None)


def current_tracker() -> Tracker | None:
    """The tracker of the service that runs now."""
    return _current.get()


def set_tracker(tracker: Tracker | None) -> None:
    """Let this tracker see what changes from now on."""
    _current.set(tracker)


class TrackedQuerySet(models.QuerySet[M]):
    """A queryset that tells the tracker about changes of many rows at once."""

    def update(self, **values: Any) -> int:
        tracker = current_tracker()
        if tracker is not None:
            tracker.touch_found(self)
        return super().update(**values)

    def bulk_create(self, objs: Iterable[M], *args: Any, **kwargs: Any) -> list[M]:
        made = super().bulk_create(objs, *args, **kwargs)
        tracker = current_tracker()
        if tracker is not None:
            for obj in made:
                tracker.created(self.model, obj.pk)
        return made


class Tracked(models.Model):
    """A model whose rows are the state of a tournament. `tournament_path` leads from a row to its tournament."""

    tournament_path = "tournament"
    objects = TrackedQuerySet.as_manager()

    class Meta:
        abstract = True


@cache
def tracked_models() -> Sequence[type[Tracked]]:
    """All of them, each after those that its foreign keys point to. Every change asks, and they stay the same."""
    waiting = sorted(Tracked.__subclasses__(), key=lambda model: model._meta.label_lower)
    ordered: list[type[Tracked]] = []
    while waiting:
        for model in waiting:
            targets = {f.related_model for f in model._meta.concrete_fields if f.is_relation} - {model}
            if not targets & set(waiting):
                ordered.append(model)
                waiting.remove(model)
                break
        else:
            raise AssertionError("tracked models point to each other in a circle")
    return ordered


def read_rows(model: type[models.Model], pks: Sequence[int]) -> dict[int, Row]:
    """These rows as they are in the database; those that are not there are left out."""
    rows: dict[int, Row] = {}
    for start in range(0, len(pks), CHUNK):
        rows |= rows_of(model._base_manager.filter(pk__in=pks[start : start + CHUNK]))
    return rows


def rows_of(found: models.QuerySet[Any]) -> dict[int, Row]:
    """The rows that a query finds, as they are in the database."""
    key = found.model._meta.pk.attname
    columns = columns_of(found.model)
    return {row[key]: plain(row, columns) for row in found.order_by().values(*columns)}


_COLUMNS: dict[type[models.Model], Mapping[str, str]] = {}


def columns_of(model: type[models.Model]) -> Mapping[str, str]:
    """The column of each attribute. Every change asks, and they stay the same."""
    if model not in _COLUMNS:
        _COLUMNS[model] = {field.attname: column_of(field) for field in stored_fields(model)}
    return _COLUMNS[model]


def stored_fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The fields that say something: the key of a name follows the name, and changes with how names are searched."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, NameKeyField)]


def column_of(field: models.Field[Any, Any]) -> str:
    """The column of a field that has one."""
    return field.column or field.attname


def plain(row: dict[str, Any], columns: Mapping[str, str]) -> Row:
    """A row of a query as JSON values."""
    return {columns[name]: _plain_value(value) for name, value in row.items()}


def _plain_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, (date, time)):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def _difference(before: Row | None, after: Row | None) -> tuple[Row | None, Row | None] | None:
    if before == after:
        return None
    if before is None or after is None:
        return before, after
    names = [name for name in before if before[name] != after[name]]
    return {name: before[name] for name in names}, {name: after[name] for name in names}


def _before_save(sender: type[models.Model], instance: models.Model, **kwargs: Any) -> None:
    tracker = current_tracker()
    if tracker is not None and issubclass(sender, Tracked) and instance.pk is not None:
        tracker.touch(sender, [instance.pk])


def _after_save(sender: type[models.Model], instance: models.Model, created: bool, **kwargs: Any) -> None:
    tracker = current_tracker()
    if tracker is not None and created and issubclass(sender, Tracked):
        tracker.created(sender, instance.pk)


def _before_delete(sender: type[models.Model], instance: models.Model, **kwargs: Any) -> None:
    tracker = current_tracker()
    if tracker is not None and issubclass(sender, Tracked):
        tracker.touch(sender, [instance.pk])


pre_save.connect(_before_save, dispatch_uid="nabu.accounts.audit.tracked.before_save")
post_save.connect(_after_save, dispatch_uid="nabu.accounts.audit.tracked.after_save")
pre_delete.connect(_before_delete, dispatch_uid="nabu.accounts.audit.tracked.before_delete")
