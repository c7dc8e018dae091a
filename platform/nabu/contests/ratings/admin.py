"""Staff pages for ratings. The journal is written by confirmed tables only."""

from django.contrib import admin

from nabu.contests.ratings.models import (
    ApprovalObjection,
    RatedGame,
    Rating,
    RatingEntry,
    RatingExclusion,
    RatingJournal,
    RatingQuality,
)
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(RatingJournal)
class RatingJournalAdmin(ReadOnlyAdmin):
    """One journal a game."""

    list_display = ("game", "length")


@admin.register(RatedGame)
class RatedGameAdmin(ReadOnlyAdmin):
    """Rated tables in their order."""

    list_display = ("game", "sequence", "table")
    list_select_related = ("table__round__stage__tournament",)
    list_filter = ("game",)


@admin.register(RatingEntry)
class RatingEntryAdmin(ReadOnlyAdmin):
    """The journal, line by line."""

    list_display = ("rated_game", "player", "place", "k", "expected", "actual", "before", "after")
    list_select_related = ("rated_game", "player")
    search_fields = ("player__name",)


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Current ratings."""

    list_display = ("player", "game", "value", "games")
    list_select_related = ("player",)
    list_filter = ("game",)
    search_fields = ("player__name",)


@admin.register(RatingQuality)
class RatingQualityAdmin(ReadOnlyAdmin):
    """Whether the ratings predict: the latest report of each game."""

    list_display = ("game", "rated_games", "temperature", "system", "made_at")


@admin.register(RatingExclusion)
class RatingExclusionAdmin(ReadOnlyAdmin):
    """Tournaments that staff took out of the ratings."""

    list_display = ("tournament", "reason", "by", "at", "ended_at")
    list_select_related = ("tournament", "by")
    search_fields = ("tournament__name",)


@admin.register(ApprovalObjection)
class ApprovalObjectionAdmin(ReadOnlyAdmin):
    """Objections of rated players to an approval."""

    list_display = ("tournament", "user", "status", "at")
    list_select_related = ("tournament", "user")
    list_filter = ("status",)
    search_fields = ("tournament__name", "user__username")
