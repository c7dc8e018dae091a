"""Models whose rows are found by their names: `name_key` follows `name` on every way into the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from django.db import models
from django.db.models.lookups import Contains

from nabu.core.name_keys.keys import KEY_LENGTH, name_key, plain

if TYPE_CHECKING:
    KeyField = models.CharField[str, str]
else:
    KeyField = models.CharField

M = TypeVar("M", bound=models.Model)


class NameKeyField(KeyField):
    """The key of `name`. `…__icontains` looks for words as somebody types them, whatever their case and accents."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": KEY_LENGTH, "db_index": True, "editable": False} | options)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """The key of the name that is about to be stored."""
        key = name_key(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """A `CharField`: migrations know no code of ours."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class NameContains(Contains):
    """Words are looked for as the key has them, so the database need not know what upper case is: it knows it of some
    languages only."""

    def get_prep_lookup(self) -> Any:
        """A word without case and accents, in its own script."""
        return plain(self.rhs) if isinstance(self.rhs, str) else super().get_prep_lookup()


NameKeyField.register_lookup(NameContains, "icontains")


class NamedQuerySet(models.QuerySet[M]):
    """Changes of many rows at once take the key along."""

    def update(self, **values: Any) -> int:
        if "name" in values and "name_key" not in values:
            values["name_key"] = name_key(values["name"])
        return super().update(**values)

    def bulk_update(self, objs: Iterable[M], fields: Iterable[str], batch_size: int | None = None) -> int:
        objs, fields = list(objs), _with_key(fields)
        if "name_key" in fields:
            for obj in objs:
                obj.name_key = name_key(obj.name)  # type: ignore[attr-defined]
        return super().bulk_update(objs, fields, batch_size)


class Named(models.Model):
    """A model with a `name` by which people search and sort."""

    name_key = NameKeyField(default="", db_default="")
    """Empty in rows of older versions, until the next `migrate` or day (`nabu.core.name_keys.refresh`)."""

    objects: ClassVar[models.Manager[Self]] = NamedQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, **options: Any) -> None:
        """With the key, if the name is saved."""
        if options.get("update_fields") is not None:
            options["update_fields"] = _with_key(options["update_fields"])
        super().save(**options)


def _with_key(fields: Iterable[str]) -> Sequence[str]:
    wanted = list(fields)
    return [*wanted, "name_key"] if "name" in wanted else wanted
