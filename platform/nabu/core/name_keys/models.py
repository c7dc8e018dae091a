"""Models whose rows are found by their names: `name_key` follows `name` on every way into the database, and so do keys
of other texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
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
    """The key of the column that its own name begins with: `name_key` is that of `name`. `…__icontains` looks for words
    as somebody types them, whatever their case and accents."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": KEY_LENGTH, "db_index": True, "editable": False} | options)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """The key of the text that is about to be stored."""
        key = self.key_of(getattr(model_instance, _text_of(self)))
        setattr(model_instance, self.attname, key)
        return key

    def key_of(self, text: str) -> str:
        """As long as the column allows."""
        return name_key(text, self.max_length or KEY_LENGTH)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """A `CharField`: migrations know no code of ours."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class TextKeyField(NameKeyField):
    """The same for texts by which nothing is sorted."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"db_index": False} | options)


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
        for key in _keys_of(self.model, values):
            if key.attname not in values:
                values[key.attname] = key.key_of(values[_text_of(key)])
        return super().update(**values)

    def bulk_update(self, objs: Iterable[M], fields: Iterable[str], batch_size: int | None = None) -> int:
        objs, wanted = list(objs), list(fields)
        keys = _keys_of(self.model, wanted)
        for key in keys:
            for obj in objs:
                setattr(obj, key.attname, key.key_of(getattr(obj, _text_of(key))))
        return super().bulk_update(objs, [*wanted, *(key.attname for key in keys)], batch_size)


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
            wanted = list(options["update_fields"])
            options["update_fields"] = [*wanted, *(key.attname for key in _keys_of(type(self), wanted))]
        super().save(**options)


def _keys_of(model: type[models.Model], texts: Collection[str]) -> list[NameKeyField]:
    """The keys of those of these columns that have one."""
    keys = [field for field in model._meta.concrete_fields if isinstance(field, NameKeyField)]
    return [key for key in keys if _text_of(key) in texts]


def _text_of(key: NameKeyField) -> str:
    return key.attname.removesuffix("_key")
