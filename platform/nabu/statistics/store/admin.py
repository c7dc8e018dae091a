"""Staff pages for the list of files: to look at."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.statistics.store.models import CountedTournament, Place, Store, StoredPart


@admin.register(Place)
class PlaceAdmin(ReadOnlyAdmin):
    """Where the files are."""

    list_display = ("folder", "host", "made_at")


@admin.register(Store)
class StoreAdmin(ReadOnlyAdmin):
    """What there is of each title."""

    list_display = ("key", "layout", "number", "model", "fitted_to", "changed_at")


@admin.register(StoredPart)
class StoredPartAdmin(ReadOnlyAdmin):
    """Which files hold."""

    list_display = ("store", "month", "tables", "sums", "games", "retired_at")
    list_select_related = ("store",)
    list_filter = ("store", "month")


@admin.register(CountedTournament)
class CountedTournamentAdmin(ReadOnlyAdmin):
    """With which change of a store a tournament was brought up to date."""

    list_display = ("store", "tournament", "number")
    list_select_related = ("store",)
