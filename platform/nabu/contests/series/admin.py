"""Staff pages for series; they are changed on their own pages."""

from django.contrib import admin

from nabu.contests.series.models import Series, SeriesEvent
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(Series)
class SeriesAdmin(ReadOnlyAdmin):
    """Series of events."""

    list_display = ("name", "owner", "club", "weeks", "next_on", "paused_because", "created_at")
    list_select_related = ("owner", "club")
    search_fields = ("name", "owner__username")


@admin.register(SeriesEvent)
class SeriesEventAdmin(ReadOnlyAdmin):
    """The events of series."""

    list_display = ("series", "tournament", "day")
    list_select_related = ("series", "tournament")
