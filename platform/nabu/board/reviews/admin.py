"""Staff pages for reviews. Nothing is changed here; the replay of a game does that."""

from django.contrib import admin

from nabu.board.reviews.models import GameReview
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(GameReview)
class GameReviewAdmin(ReadOnlyAdmin):
    """Which games are reviewed, how far, for whom, and what it cost; the decisions are in the replay."""

    list_display = ("log", "game", "reviewer", "status", "done", "total", "seconds", "asked_by", "asked_at", "in_batch")
    list_select_related = ("log", "asked_by")
    list_filter = ("game", "status", "reviewer")
    search_fields = ("log__sha256", "asked_by__username")
    exclude = ("decisions",)
