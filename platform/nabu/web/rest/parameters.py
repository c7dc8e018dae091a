"""What an address asks for behind its question mark: what a view reads there is known, everything else is refused.

A filter that nobody reads would answer with everything, and its sender would take it for what was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC
from itertools import islice
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.expressions import OrderBy
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.settings import api_settings

from engine.registry import GAMES

KNOWN = "known_parameters"
"""Attribute of a request: the names of the parameters that were read so far."""

MOST_LETTERS = 200
MOST_NAMED = 10
"""So many wrong parameters are answered: an answer is not a hundred times as long as its question."""


def read_query(request: Request, fields: type[serializers.BaseSerializer[Any]]) -> Any:
    """What the address asks for. Raises ValidationError for a value that cannot be; an empty value is none."""
    asked: Any = fields(data=request.query_params)
    know(request, asked.fields)
    asked.is_valid(raise_exception=True)
    return asked.validated_data


def know(request: Request, names: Iterable[str]) -> None:
    """The view reads these parameters."""
    setattr(request, KNOWN, known_to(request) | set(names))


def known_to(request: Request) -> set[str]:
    """The parameters that the view has read so far."""
    return getattr(request, KNOWN, set())


def refuse_unknown(request: Request) -> None:
    """Raises ValidationError, with what the address takes, for a parameter that nobody has read or that comes twice.

    The framework's own parameter, `format`, is answered by the framework.
    """
    names = known_to(request)
    wrong: dict[str, list[str]] = {}
    for name, values in request.query_params.lists():
        if name not in names and name != api_settings.URL_FORMAT_OVERRIDE:
            wrong[name[:MOST_LETTERS]] = [_takes(names)]
        elif len(values) > 1:
            wrong[name] = [_("Given more than once.")]
    if wrong:
        raise ValidationError(dict(islice(wrong.items(), MOST_NAMED)))


def _takes(names: set[str]) -> str:
    if not names:
        return _("Unknown parameter. This address takes none.")
    return _("Unknown parameter. This address takes: %(names)s.") % {"names": ", ".join(sorted(names))}


def unknown_value(value: object, known: Iterable[object]) -> str:
    """What somebody is told who asked for a value that there is not."""
    words = {"value": str(value)[:MOST_LETTERS], "known": ", ".join(map(str, known)) or "–"}
    return _("“%(value)s” is unknown. Known: %(known)s.") % words


class KnownChoice(serializers.ChoiceField):
    """One of a few words; whoever sends another one is told them."""

    def __init__(self, choices: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(choices=list(choices), **kwargs)

    def fail(self, key: str, **values: Any) -> Any:
        """Raises ValidationError."""
        if key != "invalid_choice":
            return super().fail(key, **values)
        raise ValidationError(unknown_value(values["input"], self.choices), code=key)


class GameKey(KnownChoice):
    """The key of a game."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(list(GAMES), **{"required": False} | kwargs)


class Words(serializers.CharField):
    """Words of a name, in any order; case and accents do not matter."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": MOST_LETTERS, "allow_blank": True} | kwargs)


class Ordering(KnownChoice):
    """By what a list is sorted: a word, or a word after a minus for the other way round."""

    def __init__(self, by: Mapping[str, tuple[str, ...]], **kwargs: Any) -> None:
        """`by`: the columns of each word, of which the last one tells all rows apart."""
        self.by = {**by, **{f"-{word}": tuple(map(_turned, columns)) for word, columns in by.items()}}
        text = "Sort by this; with a minus the other way round."
        super().__init__(list(self.by), **{"required": False, "help_text": text} | kwargs)

    def sort(self, rows: QuerySet[Any], word: str | None) -> QuerySet[Any]:
        """The rows in this order, those without a value last; as they are for None."""
        return rows.order_by(*(_order(rows, column) for column in self.by[word])) if word else rows


class Moment(serializers.DateTimeField):
    """A moment; in UTC if it does not say otherwise."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, default_timezone=UTC, **kwargs)


def _turned(column: str) -> str:
    return column.removeprefix("-") if column.startswith("-") else f"-{column}"


def _order(rows: QuerySet[Any], column: str) -> str | OrderBy:
    """Databases do not agree on where nothing stands; the usual column has an index, which is read as it is."""
    name = column.removeprefix("-")
    known = {field.name: field for field in rows.model._meta.concrete_fields}
    if name not in known or not known[name].null:
        return column
    return F(name).desc(nulls_last=True) if column.startswith("-") else F(name).asc(nulls_last=True)
