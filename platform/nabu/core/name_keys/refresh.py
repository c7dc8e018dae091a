"""Keys of names that were written without one, or with that of another version."""

from __future__ import annotations

from typing import Any

from django.apps import apps as apps_of_today
from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, models

from nabu.core.name_keys.keys import name_key

AT_ONCE = 500


def refresh_name_keys(using: str = DEFAULT_DB_ALIAS, apps: Apps = apps_of_today, **_signal: Any) -> int:
    """Give every row the key of its name; returns how many had none, or another.

    Called after every migration, with the models as they are then: older versions know no keys, and those of other
    versions may be different.
    """
    return sum(_refresh(model, using) for model in apps.get_models() if _is_named(model))


def _is_named(model: type[models.Model]) -> bool:
    return {"name", "name_key"} <= {field.name for field in model._meta.concrete_fields}


def _refresh(model: type[models.Model], using: str) -> int:
    rows: models.QuerySet[models.Model] = models.QuerySet(model, using=using).order_by("pk")
    named = rows.values_list("pk", "name", "name_key").iterator(chunk_size=2000)
    changed = [model(pk=pk, name_key=key) for pk, name, known in named if (key := name_key(name)) != known]
    return rows.bulk_update(changed, ["name_key"], AT_ONCE) if changed else 0
