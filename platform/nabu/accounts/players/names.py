"""How pages name accounts."""

from __future__ import annotations

from typing import Protocol

from django.db.models import F, Value
from django.db.models.functions import Coalesce, NullIf

from nabu.accounts.players.deleted_names import PlayerNameField
from nabu.accounts.players.models import Player, User


class HasPlayer(Protocol):
    """An entry of a tournament."""

    player: Player


def name_of(user: User | None, entry: HasPlayer | None = None) -> str:
    """By its player, else by its user name; the platform itself is Nabu. Wants `select_related("…__player")`.

    `entry`: of somebody who acted without an account, by the code of a seat.
    """
    if user is None:
        return entry.player.name if entry is not None else "Nabu"
    player = getattr(user, "player", None)
    return player.name if player else user.get_username()


def name_in_query(account: str) -> Coalesce:
    """The same name as an annotation; `account` is the name of the field that leads to the account."""
    return Coalesce(
        NullIf(F(f"{account}__player__name"), Value("")), F(f"{account}__username"), output_field=PlayerNameField()
    )
