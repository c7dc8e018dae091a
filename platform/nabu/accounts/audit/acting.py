"""In what role somebody acted: worked out when it happens, by the app that knows roles, and stored with the entry."""

from __future__ import annotations

from typing import Any, Protocol

from django.db import models


class Resolver(Protocol):
    """Finds the role of an actor as JSON values, a stored message; None if nothing is known about it."""

    def __call__(
        self, actor: object | None, action: str, obj: models.Model, tournament: models.Model | None
    ) -> dict[str, Any] | None:
        """`actor`, `action`, `obj` and `tournament` are what `nabu.accounts.audit.services.audit` was given."""
        ...


_resolvers: list[Resolver] = []


def register(resolver: Resolver) -> None:
    """Ask this one from now on. Called once, in `AppConfig.ready`."""
    _resolvers[:] = [resolver]


def role_of(
    actor: object | None, action: str, obj: models.Model, tournament: models.Model | None
) -> dict[str, Any] | None:
    """The role to store, if somebody who knows roles has registered."""
    return _resolvers[0](actor, action, obj, tournament) if _resolvers else None
