"""What a token may do: every method of every view of the API needs one scope, unless the view says otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS


class Scope(TextChoices):
    """The scopes in the order in which they are shown and stored."""

    READ = "read", _("read what the account can see")
    REPORT = "report", _("report, confirm and rule on results, send game logs")
    ORGANISE = "organise", _("run tournaments: all other changes")
    ACCOUNT = "account", _("the account itself: tokens, mail")
    CALENDAR = "calendar", _("the account's calendar, in the address of a calendar app")


def needed_scope(view: object, method: str) -> str | None:
    """The scope that a token needs for this request; None if the view is open to every token.

    A view may have a dict `scopes`, by the name of its action or by its method in small letters, and may name the
    scope of all its other writes in `write_scope`. Otherwise reading needs `read` and writing `organise`.
    """
    declared: dict[str, str | None] = getattr(view, "scopes", {})
    for key in (getattr(view, "action", None), method.lower()):
        if key in declared:
            return declared[key]
    if method.upper() in SAFE_METHODS:
        return Scope.READ
    return str(getattr(view, "write_scope", Scope.ORGANISE))


def in_order(scopes: Iterable[str]) -> list[str]:
    """These scopes, each once, in their order."""
    wanted = set(scopes)
    return [scope.value for scope in Scope if scope in wanted]
