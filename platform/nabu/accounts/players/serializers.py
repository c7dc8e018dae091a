"""What the API shows of players and accounts everywhere."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from nabu.accounts.players.account_form import USERNAME_LENGTH
from nabu.accounts.players.models import Player
from nabu.accounts.players.names import name_of


class PlayerRef(serializers.ModelSerializer[Player]):
    """A player by name."""

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name")
        read_only_fields = fields


class AccountRoleLine(serializers.ModelSerializer[Any]):
    """An account and its role in something; the models with a `user` and a `kind` complete it."""

    username = serializers.CharField(source="user.username", read_only=True)
    name = serializers.SerializerMethodField()

    class Meta:
        fields: tuple[str, ...] = ("id", "username", "name", "kind")
        read_only_fields = fields

    def get_name(self, row: Any) -> str:
        """The name of the person."""
        return name_of(row.user)


class Username(serializers.Serializer[Any]):
    """An account by its exact user name."""

    username = serializers.CharField(max_length=USERNAME_LENGTH)
