"""What the API shows of players everywhere."""

from __future__ import annotations

from rest_framework import serializers

from nabu.accounts.players.models import Player


class PlayerRef(serializers.ModelSerializer[Player]):
    """A player by name."""

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name")
        read_only_fields = fields
