"""Accounts that have a role in something: in a club, in a tournament. Each account has one there, or none.

What a role allows, and who gives it, the clubs and the tournaments say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.db.models import Manager, Model
from django.utils.translation import gettext as _

from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.accounts.players.services import named_account
from nabu.core.errors import Refused

Row = TypeVar("Row", bound=Model)
"""A model with a `user`, a `kind` and its `Kind`s."""


def set_role(
    rows: Manager[Row],
    username: str,
    kind: str,
    *,
    most: int,
    full: str,
    check: Callable[[User, str | None], None] = lambda user, before: None,
) -> tuple[Row, str | None]:
    """Give an account, by its exact user name, a role among `rows`, or another one than it has: the row, and the role
    before.

    Raises Refused: with `full` where there would be more than `most`, or what `check` says of account and former role.
    """
    if kind not in rows.model.Kind.values:  # type: ignore[attr-defined]
        raise Refused(_("Unknown role “%(kind)s”.") % {"kind": kind})
    user = named_account(username)
    row: Any = rows.filter(user=user).first()
    before = row.kind if row else None
    check(user, before)
    if before == kind:
        raise Refused(_("%(name)s already has this role.") % {"name": user.get_username()})
    if row is None:
        if rows.count() >= most:
            raise Refused(full)
        return rows.create(user=user, kind=kind), None
    row.user, row.kind = user, kind
    row.save()
    return row, before


def shown(user: User, kind: str | None) -> dict[str, object]:
    """A role as the audit trail shows it."""
    return {"account": user.get_username(), "kind": kind}


def with_names(rows: Iterable[Any]) -> list[tuple[Any, str]]:
    """Each row with the name of its person. Wants `select_related("user__player")`."""
    return [(row, name_of(row.user)) for row in rows]
