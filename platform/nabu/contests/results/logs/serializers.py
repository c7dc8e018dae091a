"""What the API shows of logs and their verdicts."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from nabu.accounts.players.names import name_of
from nabu.contests.matches.models import GameLog, LogSubmission, Verification
from nabu.contests.matches.served_logs import served_log
from nabu.contests.results.logs.queries import LogState, log_seats, uses_of
from nabu.contests.results.logs.same_moves import duplicate_of
from nabu.contests.results.settling.verification import reason_of, verification_of
from nabu.core.sentences import sentence
from nabu.web.rest.base import Id


class VerdictLine(serializers.ModelSerializer[Verification]):
    """The engine's verdict. `verdict` is empty until `status` is done; then `code`, `line`, `turn`, `seat`, `reason`
    say what is wrong with a log that is not verified.
    """

    reason = serializers.SerializerMethodField()

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

    def get_reason(self, verification: Verification) -> str:
        """What is wrong, in one sentence."""
        return sentence(reason_of(verification))


class LogSeatLine(serializers.Serializer[Any]):
    """A seat of a verified log: the name there, the score and the place."""

    name = serializers.CharField()
    score = serializers.IntegerField()
    place = serializers.IntegerField()


class SameMovesLine(serializers.Serializer[Any]):
    """A game at another table with the same moves: the table, and the SHA-256 of the log."""

    table = serializers.IntegerField(source="table.pk")
    sha256 = serializers.CharField(source="submission.log.sha256")


class SubmissionLine(serializers.Serializer[Any]):
    """A log that was sent. Poll while `waiting`; then `outcome` and `message` say what it did.

    `seats` are the entries in the order of the log's seats, null where unknown; `assigned_by` is who assigned
    them, null if the names in the log settle it. `same_moves`: if `outcome` is “same_moves”, the games of other tables
    with the same moves, as far as everybody may see them.
    """

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
    log_seats = serializers.SerializerMethodField()
    seats = serializers.ListField(source="submission.seats", child=serializers.IntegerField(), allow_null=True)
    assigned_by = serializers.SerializerMethodField()
    same_moves = serializers.SerializerMethodField()

    @extend_schema_field(SameMovesLine(many=True))
    def get_same_moves(self, state: LogState) -> Any:
        """What a director compares the log with."""
        sent = state.submission
        if sent.outcome != LogSubmission.Outcome.SAME_MOVES or sent.table is None:
            return []
        return SameMovesLine(duplicate_of(sent, sent.table, AnonymousUser()).others, many=True).data

    @extend_schema_field(LogSeatLine(many=True))
    def get_log_seats(self, state: LogState) -> Any:
        """The seats of a verified log."""
        return LogSeatLine(log_seats(state.submission), many=True).data

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_assigned_by(self, state: LogState) -> str | None:
        """The name of whoever assigned the seats."""
        return name_of(state.submission.assigned_by) if state.submission.assigned_by else None

    def get_submitted_by(self, state: LogState) -> str:
        """The name of the sender."""
        return state.who


class LogDetail(serializers.ModelSerializer[GameLog]):
    """A stored log, its verdict, and the engine's full report (scores, places, sources, header) once it is there."""

    verification = serializers.SerializerMethodField()
    report = serializers.SerializerMethodField()
    tables = serializers.SerializerMethodField()
    names_replaced = serializers.SerializerMethodField()
    served_sha256 = serializers.SerializerMethodField()

    class Meta:
        model = GameLog
        fields: tuple[str, ...] = (
            "sha256",
            "served_sha256",
            "names_replaced",
            "size",
            "received_at",
            "verification",
            "report",
            "tables",
        )
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

    def get_names_replaced(self, log: GameLog) -> bool:
        """Whether the names of deleted players are replaced in what is handed out."""
        return bool(log.hidden_names)

    def get_served_sha256(self, log: GameLog) -> str:
        """The digest of what is handed out; another than `sha256`, that of the original, where names are replaced."""
        return served_log(log).sha256 if log.hidden_names else log.sha256


class AssignedSeats(serializers.Serializer[Any]):
    """The entries in the order of the log's seats."""

    seats = serializers.ListField(child=Id(), min_length=1, max_length=8)


class DuplicateAnswerBody(serializers.Serializer[Any]):
    """Whether the log tells the game of the other table, and why."""

    same = serializers.BooleanField()
    reason = serializers.CharField(max_length=500)


class LogFile(serializers.Serializer[Any]):
    """A game log as a file."""

    log = serializers.FileField(allow_empty_file=True)
