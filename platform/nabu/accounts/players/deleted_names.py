"""The name of somebody whose account was deleted.

The database has it in English, so that whatever reads a name has one; what shows it to people translates it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.html import escape
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    NameField = models.CharField[str, str]
else:
    NameField = models.CharField

STORED = re.compile(r"Deleted player (\d{1,19})")


def deleted_name(number: int) -> str:
    """What is stored as the name of the player with this number."""
    return f"Deleted player {number}"


class DeletedName(str):
    """The stored name, which is shown in the reader's language wherever it becomes part of a text."""

    @property
    def shown(self) -> str:
        """In the active language."""
        found = STORED.fullmatch(self)
        assert found is not None
        return _("Deleted player %(number)s") % {"number": found[1]}

    def __str__(self) -> str:
        return self.shown

    def __format__(self, spec: str) -> str:
        return format(self.shown, spec)

    def __html__(self) -> str:
        """What Django's templates write."""
        return escape(self.shown)


class PlayerNameField(NameField):
    """A name, which knows those of deleted players."""

    def from_db_value(self, value: str | None, *_args: Any) -> str | None:
        """The name as it is shown."""
        return DeletedName(value) if value is not None and STORED.fullmatch(value) else value

    def get_prep_value(self, value: Any) -> Any:
        """The name as it is stored, whatever the active language."""
        return str.__str__(value) if isinstance(value, DeletedName) else super().get_prep_value(value)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """The same column as that of a `CharField`."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
