"""What the API shows of objections, and what it reads."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from nabu.accounts.players.names import name_of
from nabu.contests.matches.models import Objection
from nabu.contests.results.settling.counting import Propagation
from nabu.web.rest.base import Id


class ObjectionLine(serializers.ModelSerializer[Objection]):
    """An objection to a confirmed result. `submission` is the log with another result, if it was made by
    a log. `answer` is empty until a director has answered; `answer_reason` says why.
    """

    made_by = serializers.SerializerMethodField()
    answered_by = serializers.SerializerMethodField()

    class Meta:
        model = Objection
        fields: tuple[str, ...] = (
            "id",
            "table",
            "made_by",
            "made_at",
            "reason",
            "submission",
            "answer",
            "answer_reason",
            "answered_by",
            "answered_at",
        )
        read_only_fields = fields

    def get_made_by(self, objection: Objection) -> str:
        """The name of the person who objects."""
        return name_of(objection.made_by)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_answered_by(self, objection: Objection) -> str | None:
        """The name of the director who answered."""
        return name_of(objection.answered_by) if objection.answered_by else None


class ObjectionFilter(serializers.Serializer[Any]):
    """Which objections. Without a tournament: all that the account made or may answer."""

    tournament = Id(required=False)
    open = serializers.BooleanField(required=False, allow_null=True, default=None)


class Rejection(serializers.Serializer[Any]):
    """Why the result stands."""

    reason = serializers.CharField(max_length=500)


class Acceptance(serializers.Serializer[Any]):
    """Why the log of the objection is right. `propagate`: even if later rounds or stages change with the result."""

    reason = serializers.CharField(max_length=500)
    propagate = serializers.BooleanField(default=False)
    rebuild_next = serializers.BooleanField(
        default=False, help_text="Seed a next stage that already has results again; its rounds are discarded."
    )

    @property
    def propagation(self) -> Propagation | None:
        """What the director has agreed to."""
        words = self.validated_data
        return Propagation(rebuild_next=words["rebuild_next"]) if words["propagate"] else None
