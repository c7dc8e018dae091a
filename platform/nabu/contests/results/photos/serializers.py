"""What the API shows of photos."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from nabu.accounts.players.names import name_of
from nabu.contests.matches.models import Photo


class PhotoLine(serializers.ModelSerializer[Photo]):
    """A photo of the score sheet; its bytes are at /tables/{table}/photos/{id}/."""

    sent_by = serializers.SerializerMethodField()

    class Meta:
        model = Photo
        fields: tuple[str, ...] = ("id", "table", "media_type", "width", "height", "sha256", "sent_by", "sent_at")
        read_only_fields = fields

    def get_sent_by(self, photo: Photo) -> str:
        """The name of the sender."""
        return name_of(photo.sent_by)


class PhotoFile(serializers.Serializer[Any]):
    """A picture as a file."""

    photo = serializers.FileField(allow_empty_file=True)
