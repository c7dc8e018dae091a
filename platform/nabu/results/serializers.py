"""What the API shows of tables, reports and logs, and what it reads."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from nabu.matches.models import GameLog, LogSubmission, Photo, ResultReport, Table, Verification
from nabu.matches.serializers import TableLine
from nabu.players.names import name_of
from nabu.rest import Id
from nabu.results.rules import HIGHEST_SCORE
from nabu.results.table.queries import LogState, log_state, uses_of
from nabu.results.verification import verification_of
from nabu.tournaments.clock.services import MOST_EXTRA_MINUTES

MOST_SEATS = 8
REASON_LENGTH = 500


class ReportLine(serializers.ModelSerializer[ResultReport]):
    """A result as a player reported it or the organiser ruled it; scores and places by position.

    `absent` are the positions of those who did not play; they have no score.
    """

    scores = serializers.ListField(child=serializers.IntegerField(allow_null=True), read_only=True)
    places = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    absent = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    reported_by = serializers.SerializerMethodField()
    confirmed_by = serializers.SerializerMethodField()

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
        )
        read_only_fields = fields

    def get_reported_by(self, report: ResultReport) -> str:
        """The name of whoever reported."""
        return name_of(report.reported_by)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_confirmed_by(self, report: ResultReport) -> str | None:
        """The name of whoever agreed."""
        return name_of(report.confirmed_by) if report.confirmed_by else None


class VerdictLine(serializers.ModelSerializer[Verification]):
    """What the engine says. `verdict` is empty until `status` is done; then `code`, `line`, `turn`, `seat`, `reason`
    tell what is wrong with a log that is not verified.
    """

    class Meta:
        model = Verification
        fields: tuple[str, ...] = (
            "engine",
            "status",
            "verdict",
            "code",
            "line",
            "turn",
            "seat",
            "reason",
            "finished_at",
            "seconds",
        )
        read_only_fields = fields


class SubmissionLine(serializers.Serializer[Any]):
    """A log that somebody sent. Ask again while `waiting`; then `outcome` and `message` say what came of it."""

    id = serializers.IntegerField(source="submission.pk")
    table = serializers.IntegerField(source="submission.table_id", allow_null=True)
    sha256 = serializers.CharField(source="submission.log.sha256")
    size = serializers.IntegerField(source="submission.log.size")
    submitted_by = serializers.SerializerMethodField()
    submitted_at = serializers.DateTimeField(source="submission.submitted_at")
    waiting = serializers.BooleanField()
    outcome = serializers.ChoiceField(source="submission.outcome", choices=LogSubmission.Outcome.choices)
    message = serializers.CharField(source="submission.message", allow_blank=True)
    verification = VerdictLine(allow_null=True)

    def get_submitted_by(self, state: LogState) -> str:
        """The name of whoever sent it."""
        return name_of(state.submission.submitted_by)


class TableDetail(TableLine):
    """A table with its history: reports and logs, the latest first. `log` is the log that proves the result."""

    tournament = serializers.IntegerField(source="round.stage.tournament_id", read_only=True)
    log = serializers.CharField(source="log.sha256", allow_null=True, default=None, read_only=True)
    reports = ReportLine(many=True, read_only=True)
    submissions = serializers.SerializerMethodField()

    class Meta(TableLine.Meta):
        fields = (*TableLine.Meta.fields, "tournament", "log", "reports", "submissions")
        read_only_fields = fields

    @extend_schema_field(SubmissionLine(many=True))
    def get_submissions(self, table: Table) -> Any:
        """The logs that were sent for this table."""
        return SubmissionLine([log_state(item) for item in table.submissions.all()], many=True).data


class LogDetail(serializers.ModelSerializer[GameLog]):
    """A stored log, its verdict, and the engine's full report (scores, places, sources, header) once it is there."""

    verification = serializers.SerializerMethodField()
    report = serializers.SerializerMethodField()
    tables = serializers.SerializerMethodField()

    class Meta:
        model = GameLog
        fields: tuple[str, ...] = ("sha256", "size", "received_at", "verification", "report", "tables")
        read_only_fields = fields

    @extend_schema_field(VerdictLine(allow_null=True))
    def get_verification(self, log: GameLog) -> Any:
        """What the running engine says, else the last word of an older one."""
        found = verification_of(log)
        return VerdictLine(found).data if found else None

    @extend_schema_field({"type": "object", "nullable": True, "additionalProperties": {}})
    def get_report(self, log: GameLog) -> Any:
        """The report of that verification."""
        found = verification_of(log)
        return found.report if found else None

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_tables(self, log: GameLog) -> list[int]:
        """The tables it was sent for, as far as this account may see them."""
        return [use.table_id for use in uses_of(log, self.context["request"].user) if use.table_id is not None]


class Scores(serializers.Serializer[Any]):
    """A score for each position, null for who is absent. Without places the scores decide; equal scores share one."""

    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=-HIGHEST_SCORE, max_value=HIGHEST_SCORE, allow_null=True),
        min_length=1,
        max_length=MOST_SEATS,
    )
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_SEATS, allow_null=True),
        min_length=1,
        max_length=MOST_SEATS,
        required=False,
        allow_null=True,
    )


POSITIONS = serializers.ListField(
    child=serializers.IntegerField(min_value=0, max_value=MOST_SEATS - 1), max_length=MOST_SEATS, default=list
)


class Ruling(Scores):
    """A result as the organiser decides it. The reason is needed once there was a result or a dispute.

    `absent` are the positions of those who did not play.
    """

    absent = POSITIONS
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class Reason(serializers.Serializer[Any]):
    """Why the organiser decides so."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


class Absence(serializers.Serializer[Any]):
    """Who did not play. The reason is needed once there was a result or a dispute."""

    absent = POSITIONS
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class Extension(serializers.Serializer[Any]):
    """More minutes for a table; negative ones take some back."""

    minutes = serializers.IntegerField(min_value=-MOST_EXTRA_MINUTES, max_value=MOST_EXTRA_MINUTES)
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class PhotoLine(serializers.ModelSerializer[Photo]):
    """A photo of the score sheet; its bytes are at /tables/{table}/photos/{id}/."""

    sent_by = serializers.SerializerMethodField()

    class Meta:
        model = Photo
        fields: tuple[str, ...] = ("id", "table", "media_type", "width", "height", "sha256", "sent_by", "sent_at")
        read_only_fields = fields

    def get_sent_by(self, photo: Photo) -> str:
        """The name of whoever sent it."""
        return name_of(photo.sent_by)


class PhotoFile(serializers.Serializer[Any]):
    """A picture as a file."""

    photo = serializers.FileField(allow_empty_file=True)


class DisputeReason(serializers.Serializer[Any]):
    """What is wrong with the report, if somebody wants to say so."""

    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class AcceptedLog(Reason):
    """The submission whose verified log becomes the result, and why."""

    submission = Id()


class LogFile(serializers.Serializer[Any]):
    """A game log as a file."""

    log = serializers.FileField(allow_empty_file=True)
