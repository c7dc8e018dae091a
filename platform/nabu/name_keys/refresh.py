"""Keys of names that were written without one, or with that of another version."""

from __future__ import annotations

from typing import Any

from django.apps import apps as current_apps
from django.apps.registry import Apps
from django.db import models

from nabu.name_keys.keys import name_key

AT_ONCE = 500


def refresh_name_keys(apps: Apps = current_apps, **_signal: Any) -> int:
    """Give every row the key of its name; returns how many had none, or another. At the end of each `migrate`: older
    versions know no keys, and the keys may change with the library that makes them."""
    return sum(_refresh(model) for model in apps.get_models() if _is_named(model))


def _is_named(model: type[models.Model]) -> bool:
    return {"name", "name_key"} <= {field.name for field in model._meta.concrete_fields}


def _refresh(model: type[models.Model]) -> int:
    rows = model._base_manager.values_list("pk", "name", "name_key").order_by("pk")
    wrong = {pk: key for pk, name, has in rows.iterator(chunk_size=2000) if (key := name_key(name)) != has}
    changed = [model(pk=pk, name_key=key) for pk, key in wrong.items()]
    return models.QuerySet(model).bulk_update(changed, ["name_key"], AT_ONCE) if changed else 0
