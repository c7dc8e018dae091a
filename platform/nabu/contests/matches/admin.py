"""Staff pages for tables, results, logs and verdicts. Nothing is changed here; the table's own page does that."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from nabu.contests.matches.models import (
    DuplicateAnswer,
    GameLog,
    GameMoves,
    LogSubmission,
    Objection,
    Photo,
    PlayedGame,
    ResultReport,
    ScoreSheet,
    Seat,
    Table,
    TableSlip,
    UsualScores,
    Verification,
)
from nabu.core.read_only_admin import ReadOnlyAdmin


class SeatsOfTable(admin.TabularInline):  # type: ignore[type-arg]
    """The seats on the page of their table."""

    model = Seat
    can_delete = False
    max_num = 0
    fields = readonly_fields = ("position", "entry", "score", "place", "points")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("entry__player")


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Tables with their seats."""

    list_display = ("round", "number", "status", "basis", "confirmed_at")
    list_select_related = ("round__stage__tournament",)
    list_filter = ("status", "basis")
    search_fields = ("round__stage__tournament__name", "seats__entry__player__name_key")
    inlines = (SeatsOfTable,)


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Seats of all tables."""

    list_display = ("table", "position", "entry", "score", "place", "points")
    list_select_related = ("table__round__stage__tournament", "entry__player")
    search_fields = ("entry__player__name_key",)


@admin.register(ResultReport)
class ResultReportAdmin(ReadOnlyAdmin):
    """Reports and rulings."""

    list_display = ("table", "reported_by", "reported_at", "scores", "status", "is_ruling")
    list_select_related = ("table__round__stage__tournament", "reported_by")
    list_filter = ("status", "is_ruling")


@admin.register(ScoreSheet)
class ScoreSheetAdmin(ReadOnlyAdmin):
    """Points by source that were typed in with a result."""

    list_display = ("report", "typed_by", "typed_at")
    list_select_related = ("report__table__round__stage__tournament", "typed_by")
    search_fields = ("report__table__round__stage__tournament__name", "typed_by__username")


@admin.register(Objection)
class ObjectionAdmin(ReadOnlyAdmin):
    """Who objects to which result, and the answer."""

    list_display = ("table", "made_by", "made_at", "reason", "answer")
    list_select_related = ("table__round__stage__tournament", "made_by")
    list_filter = ("answer",)
    search_fields = ("table__round__stage__tournament__name", "made_by__username")


@admin.register(GameLog)
class GameLogAdmin(ReadOnlyAdmin):
    """Logs by their digest; the bytes are on the log's own page."""

    list_display = ("sha256", "size", "received_at")
    search_fields = ("sha256",)
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameLog]:
        return super().get_queryset(request).defer("content")


@admin.register(PlayedGame)
class PlayedGameAdmin(ReadOnlyAdmin):
    """Games by their digest: all logs of one tell the same game."""

    list_display = ("digest", "moves")
    search_fields = ("digest", "moves__digest")


@admin.register(GameMoves)
class GameMovesAdmin(ReadOnlyAdmin):
    """The moves of games by their digest."""

    list_display = ("digest",)
    search_fields = ("digest",)


@admin.register(DuplicateAnswer)
class DuplicateAnswerAdmin(ReadOnlyAdmin):
    """What directors said about games with the same moves at two tables."""

    list_display = ("table", "same", "reason", "answered_by", "answered_at")
    list_select_related = ("table__round__stage__tournament", "answered_by")
    list_filter = ("same",)
    search_fields = ("table__round__stage__tournament__name", "answered_by__username")


@admin.register(LogSubmission)
class LogSubmissionAdmin(ReadOnlyAdmin):
    """Who sent which log for which table, and what became of it."""

    list_display = ("log", "table", "submitted_by", "submitted_at", "outcome")
    list_select_related = ("table__round__stage__tournament", "submitted_by", "log")
    list_filter = ("outcome",)
    search_fields = ("log__sha256", "submitted_by__username")

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogSubmission]:
        return super().get_queryset(request).defer("log__content")


@admin.register(Verification)
class VerificationAdmin(ReadOnlyAdmin):
    """Verdicts, and what waits for one."""

    list_display = ("log", "engine", "status", "verdict", "code", "line", "seconds", "finished_at")
    list_select_related = ("log",)
    list_filter = ("status", "verdict", "engine")
    search_fields = ("log__sha256",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Verification]:
        return super().get_queryset(request).defer("log__content")


@admin.register(Photo)
class PhotoAdmin(ReadOnlyAdmin):
    """Pictures of score sheets; the picture itself is shown at its table."""

    list_display = ("table", "width", "height", "sent_by", "sent_at")
    list_select_related = ("table__round__stage__tournament", "sent_by")
    exclude = ("content",)
    search_fields = ("table__round__stage__tournament__name",)


@admin.register(TableSlip)
class TableSlipAdmin(ReadOnlyAdmin):
    """Slips that were replaced, or at which codes were tried in vain."""

    list_display = ("table", "serial", "wrong_codes")
    list_select_related = ("table__round__stage__tournament",)
    search_fields = ("table__round__stage__tournament__name",)


@admin.register(UsualScores)
class UsualScoresAdmin(ReadOnlyAdmin):
    """Scores that nobody is asked about."""

    list_display = ("game", "players", "scores", "low", "high", "counted_at")
    list_filter = ("game",)
