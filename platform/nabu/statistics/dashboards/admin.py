"""Staff pages for the facts of verified games."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.statistics.dashboards.models import GameFacts


@admin.register(GameFacts)
class GameFactsAdmin(ReadOnlyAdmin):
    """Facts by log."""

    list_display = ("log", "facts_version")
    list_select_related = ("log",)
    list_filter = ("facts_version",)
    search_fields = ("log__sha256",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameFacts]:
        return super().get_queryset(request).defer("log__content")
