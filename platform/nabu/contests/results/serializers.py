"""What the API shows of tables, reports and logs, and what it reads."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from nabu.accounts.audit.words import reason_in_words
from nabu.accounts.players.names import name_of
from nabu.contests.matches.models import ResultReport, ScoreSheet, Table
from nabu.contests.results.logs.queries import log_state
from nabu.contests.results.logs.serializers import SubmissionLine
from nabu.contests.results.objections.serializers import ObjectionLine
from nabu.contests.results.reporters import confirmer_name, reporter_name
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.rules import HIGHEST_SCORE
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.sheets import MOST_POINTS_OF_SOURCE
from nabu.contests.tournaments.clock.services import MOST_EXTRA_MINUTES
from nabu.contests.tournaments.serializers import DatedTable
from nabu.web.rest.base import Id

MOST_SEATS = 8
REASON_LENGTH = 500


class SheetLine(serializers.ModelSerializer[ScoreSheet]):
    """The points by source entered with a result: for each source a list by position, null for a player who did
    not play."""

    points = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField(allow_null=True)))
    typed_by = serializers.SerializerMethodField()

    class Meta:
        model = ScoreSheet
        fields: tuple[str, ...] = ("points", "typed_by", "typed_at")
        read_only_fields = fields

    def get_typed_by(self, sheet: ScoreSheet) -> str:
        """The name of the person who entered it."""
        return name_of(sheet.typed_by, sheet.typed_entry)


class ReportLine(serializers.ModelSerializer[ResultReport]):
    """A result as a player reported it or the organiser ruled it; scores and places by position.

    `absent` are the positions of those who did not play; they have no score. `submission` is the log that was sent
    with it, its proof; `sheet` the score sheet, null without one.
    """

    scores = serializers.ListField(child=serializers.IntegerField(allow_null=True), read_only=True)
    places = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    absent = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    reported_by = serializers.SerializerMethodField()
    confirmed_by = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()
    sheet = SheetLine(read_only=True, allow_null=True, default=None)

    class Meta:
        model = ResultReport
        fields: tuple[str, ...] = (
            "id",
            "table",
            "scores",
            "places",
            "absent",
            "status",
            "is_ruling",
            "reported_by",
            "reported_at",
            "confirmed_by",
            "confirmed_at",
            "reason",
            "dispute_reason",
            "submission",
            "sheet",
        )
        read_only_fields = fields

    def get_reported_by(self, report: ResultReport) -> str:
        """The name of the person who reported."""
        return reporter_name(report)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_confirmed_by(self, report: ResultReport) -> str | None:
        """The name of whoever agreed."""
        return confirmer_name(report)

    def get_reason(self, report: ResultReport) -> str:
        """The reason for the ruling."""
        return reason_in_words(report.reason)


class TableDetail(DatedTable):
    """A table with its history: reports, logs and objections, the latest first. `log` is the log that proves the
    result.
    """

    tournament = serializers.IntegerField(source="round.stage.tournament_id", read_only=True)
    log = serializers.CharField(source="log.sha256", allow_null=True, default=None, read_only=True)
    reports = ReportLine(many=True, read_only=True)
    submissions = serializers.SerializerMethodField()
    objections = ObjectionLine(many=True, read_only=True)

    class Meta(DatedTable.Meta):
        fields = (*DatedTable.Meta.fields, "tournament", "log", "reports", "submissions", "objections")
        read_only_fields = fields

    @extend_schema_field(SubmissionLine(many=True))
    def get_submissions(self, table: Table) -> Any:
        """The logs that were sent for this table."""
        return SubmissionLine([log_state(item) for item in table.submissions.all()], many=True).data


class Places(serializers.Serializer[Any]):
    """Without places the scores decide; equal scores share one. An unusual score, beyond 99.9 % of those of verified
    games, is refused with the code `unusual_score` unless `confirm_unusual` is true.
    """

    confirm_unusual = serializers.BooleanField(default=False, help_text="Save unusual scores without asking.")

    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_SEATS, allow_null=True),
        min_length=1,
        max_length=MOST_SEATS,
        required=False,
        allow_null=True,
    )


class Scores(Places):
    """A score for each position, null for absent players. Without places the scores decide; equal scores share one."""

    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=-HIGHEST_SCORE, max_value=HIGHEST_SCORE, allow_null=True),
        min_length=1,
        max_length=MOST_SEATS,
    )


class PointsField(serializers.DictField):
    """Points by source and position."""

    def __init__(self, **kwargs: Any) -> None:
        number = serializers.IntegerField(
            min_value=-MOST_POINTS_OF_SOURCE, max_value=MOST_POINTS_OF_SOURCE, allow_null=True
        )
        super().__init__(
            child=serializers.ListField(child=number, min_length=1, max_length=MOST_SEATS), allow_empty=False, **kwargs
        )


class Sheet(Places):
    """A score sheet: for each source of the game a number for each position, 0 for no points, null if absent.
    The scores are the sums."""

    points = PointsField()


POSITIONS = serializers.ListField(
    child=serializers.IntegerField(min_value=0, max_value=MOST_SEATS - 1), max_length=MOST_SEATS, default=list
)


class RulingSerializer(Scores):
    """A ruled result, given as scores or as a score sheet (`points`), whose sums become the scores. The
    reason is required after a result or a dispute.

    `absent` are the positions of those who did not play.
    """

    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=-HIGHEST_SCORE, max_value=HIGHEST_SCORE, allow_null=True),
        min_length=1,
        max_length=MOST_SEATS,
        required=False,
    )
    points = PointsField(required=False)
    absent = POSITIONS
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Scores or a sheet: both could contradict each other."""
        if ("scores" in attrs) == ("points" in attrs):
            raise serializers.ValidationError({"scores": [_("Send either scores or points.")]})
        return attrs

    def ruling(self, propagation: Propagation | None = None) -> Ruling:
        """What valid data decides."""
        words = self.validated_data
        return Ruling(
            words.get("scores", ()),
            words.get("places"),
            words["reason"],
            words["absent"],
            propagation,
            points=words.get("points"),
            ask_unusual=not words["confirm_unusual"],
        )


class Reason(serializers.Serializer[Any]):
    """The reason for the decision."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


class Absence(serializers.Serializer[Any]):
    """Who did not play. `reason` is required after a result or a dispute."""

    absent = POSITIONS
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class Extension(serializers.Serializer[Any]):
    """More minutes for a table; negative ones take some back."""

    minutes = serializers.IntegerField(min_value=-MOST_EXTRA_MINUTES, max_value=MOST_EXTRA_MINUTES)
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class DisputeReason(serializers.Serializer[Any]):
    """What is wrong with the report (optional)."""

    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class AcceptedLog(Reason):
    """The submission whose verified log becomes the result, and why."""

    submission = Id()
