"""The last release: its models, as its migrations leave them, and writing with them.

When a version is released, its last migrations become `LAST_RELEASE`. Until then, the code of the release before must
be able to work on the tables of today: it goes on while `migrate` runs, and a site that goes back one version keeps
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, time
from decimal import Decimal
from typing import Any, TypeAlias

from django.apps import apps
from django.db import models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.utils import timezone

LAST_RELEASE = {
    "announcements": "0001_squashed_0002_jobs",
    "audit": "0001_squashed_0004_acting",
    "claims": "0001_initial",
    "clubs": "0001_squashed_0002_rated_status_and_consent",
    "dashboards": "0001_squashed_0003_jobs",
    "games": "0001_initial",
    "idempotency": "0001_initial",
    "jobs": "0001_squashed_0002_origin",
    "lab": "0001_squashed_0003_cancelled",
    "matches": "0001_squashed_0014_game_moves",
    "notifications": "0001_squashed_0003_content",
    "players": "0001_squashed_0009_used_codes",
    "push": "0001_initial",
    "quotas": "0001_initial",
    "ratings": "0001_squashed_0004_exclusions_and_objections",
    "records": "0001_squashed_0002_dealt",
    "reviews": "0001_initial",
    "site_time": "0001_initial",
    "supervisor": "0001_initial",
    "tournaments": "0001_squashed_0014_being_played",
    "variants": "0001_initial",
    "versions": "0001_initial",
    "webhooks": "0001_squashed_0002_jobs",
}

Model: TypeAlias = type[models.Model]

VALUES: list[tuple[type[models.Field[Any, Any]], Any]] = [
    (models.BooleanField, False),
    (models.BinaryField, b"x"),
    (models.DateTimeField, timezone.now()),
    (models.DateField, date(2026, 1, 1)),
    (models.TimeField, time(12)),
    (models.DecimalField, Decimal(1)),
    (models.FloatField, 1.0),
    (models.IntegerField, 1),
    (models.JSONField, {}),
]
"""What stands in a column that has no default, by the first kind that fits; texts are the names of their columns."""


CHECKED = {("clubs.ratedstatus", "account")}
"""What may be empty by itself, but not in a row with nothing else."""


def state_of_the_last_release() -> ProjectState:
    """The models of the last release."""
    return MigrationLoader(None).project_state(list(LAST_RELEASE.items()))


def our_models(state: ProjectState) -> list[Model]:
    """Those of our apps, also the tables between two models."""
    found = state.apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.app_label in LAST_RELEASE]


def write_a_row_of_each(state: ProjectState) -> Iterator[Model]:
    """Write, read and write again a row of each model, as code with these models does it."""
    made: dict[Model, models.Model] = {}
    for model in our_models(state):
        row = _row(model, made)
        again = model._base_manager.get(pk=row.pk)
        again.save()
        yield model


def _row(model: Model, made: dict[Model, models.Model]) -> models.Model:
    if model not in made:
        values = {}
        for field in model._meta.local_concrete_fields:
            wanted = (model._meta.label_lower, field.name) in CHECKED
            if not wanted and (field.has_default() or field.null or isinstance(field, models.AutoField)):
                continue
            if isinstance(field, models.ForeignKey):
                values[field.name] = _row(field.related_model, made)  # type: ignore[arg-type]
            else:
                values[field.name] = _value(field)
        made[model] = model._base_manager.create(**values)
    return made[model]


def _value(field: models.Field[Any, Any]) -> Any:
    for kind, value in VALUES:
        if isinstance(field, kind):
            return value
    return field.name[: field.max_length]


def later_operations() -> Iterator[tuple[str, Any]]:
    """What our migrations do since the last release: where, and the operation."""
    loader = MigrationLoader(None)
    before = {key for leaf in LAST_RELEASE.items() for key in loader.graph.forwards_plan(leaf)}
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("nabu.")}
    for key, migration in loader.disk_migrations.items():
        if key[0] in ours and key not in before:
            yield from ((".".join(key), operation) for operation in migration.operations)
