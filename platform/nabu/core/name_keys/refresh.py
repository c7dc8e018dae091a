"""Keys of names that were written without one, or with that of another version."""

from __future__ import annotations

from typing import Any

from django.apps import apps as apps_of_today
from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, models, transaction

from nabu.core.name_keys.keys import name_key

AT_ONCE = 500
KEYED = ("name", "place", "description")
"""Columns that may have a key beside them."""


def refresh_name_keys(using: str = DEFAULT_DB_ALIAS, apps: Apps = apps_of_today, **_signal: Any) -> int:
    """Give every row the key of its name; returns how many had none, or another.

    Called after every migration, with the models as they are then, and once a day: older versions know no keys, also
    while they still run beside this one, and those of other versions may be different.
    """
    return sum(_refresh(model, *keyed, using) for model in apps.get_models() for keyed in _keyed(model))


def _keyed(model: type[models.Model]) -> list[tuple[str, int]]:
    """The columns that have keys, and how long these may be: by name, for the models of a migration are plain ones."""
    fields = {field.name: field for field in model._meta.concrete_fields}
    return [(name, fields[f"{name}_key"].max_length or 0) for name in KEYED if {name, f"{name}_key"} <= fields.keys()]


def _refresh(model: type[models.Model], name: str, most: int, using: str) -> int:
    rows: models.QuerySet[models.Model] = models.QuerySet(model, using=using).order_by("pk")
    named = rows.values_list("pk", name, f"{name}_key").iterator(chunk_size=2000)
    wrong = [pk for pk, text, known in named if name_key(text, most) != known]
    parts = (wrong[at : at + AT_ONCE] for at in range(0, len(wrong), AT_ONCE))
    return sum(_write_keys(rows, name, most, part, using) for part in parts)


def _write_keys(rows: models.QuerySet[models.Model], name: str, most: int, pks: list[Any], using: str) -> int:
    """Of the texts as they are when nobody else can change them any more."""
    key = f"{name}_key"
    with transaction.atomic(using=using):
        named = rows.select_for_update().filter(pk__in=pks).values_list("pk", name)
        return rows.bulk_update([rows.model(pk=pk, **{key: name_key(text, most)}) for pk, text in named], [key])
