"""Staff pages for the facts of verified games, and for what waits for a worker."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from nabu.dashboards.models import GameFacts, StaleStatistics
from nabu.read_only_admin import ReadOnlyAdmin


@admin.register(GameFacts)
class GameFactsAdmin(ReadOnlyAdmin):
    """Facts by log."""

    list_display = ("log", "facts_version")
    list_select_related = ("log",)
    list_filter = ("facts_version",)
    search_fields = ("log__sha256",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameFacts]:
        return super().get_queryset(request).defer("log__content")


@admin.register(StaleStatistics)
class StaleStatisticsAdmin(ReadOnlyAdmin):
    """Tournaments whose games a worker still has to look at."""

    list_display = ("tournament", "asked_at")
    list_select_related = ("tournament",)
