"""Which rows point to a person: found in the models, so that nothing that is added later is forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import ForeignKey, Model


def pointing_at(model: type[Model]) -> Iterator[ForeignKey]:  # type: ignore[type-arg]
    """The foreign keys of all tables to this model, also those that the model does not know by name."""
    for relation in model._meta.get_fields(include_hidden=True):
        field = getattr(relation, "field", None)
        if relation.auto_created and not relation.concrete and isinstance(field, ForeignKey):
            yield field
