"""Keys of names that were written without one, or with that of another version."""

from __future__ import annotations

from typing import Any

from django.apps import apps as apps_of_today
from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, models, transaction

from nabu.core.name_keys.keys import name_key

AT_ONCE = 500


def refresh_name_keys(using: str = DEFAULT_DB_ALIAS, apps: Apps = apps_of_today, **_signal: Any) -> int:
    """Give every row the key of its name; returns how many had none, or another.

    Called after every migration, with the models as they are then, and once a day: older versions know no keys, also
    while they still run beside this one, and those of other versions may be different.
    """
    return sum(_refresh(model, using) for model in apps.get_models() if _is_named(model))


def _is_named(model: type[models.Model]) -> bool:
    return {"name", "name_key"} <= {field.name for field in model._meta.concrete_fields}


def _refresh(model: type[models.Model], using: str) -> int:
    rows: models.QuerySet[models.Model] = models.QuerySet(model, using=using).order_by("pk")
    named = rows.values_list("pk", "name", "name_key").iterator(chunk_size=2000)
    wrong = [pk for pk, name, known in named if name_key(name) != known]
    return sum(_write_keys(rows, wrong[at : at + AT_ONCE], using) for at in range(0, len(wrong), AT_ONCE))


def _write_keys(rows: models.QuerySet[models.Model], pks: list[Any], using: str) -> int:
    """Of the names as they are when nobody else can change them any more."""
    with transaction.atomic(using=using):
        named = rows.select_for_update().filter(pk__in=pks).values_list("pk", "name")
        return rows.bulk_update([rows.model(pk=pk, name_key=name_key(name)) for pk, name in named], ["name_key"])
