"""Staff pages for the list of files: to look at. What is being counted can be stopped."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.statistics.store.models import CountedTournament, Place, Recount, RecountedPart, Store, StoredPart


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


@admin.register(Recount)
class RecountAdmin(ReadOnlyAdmin):
    """Whose sums are being counted anew, and how far that is."""

    list_display = ("store", "model", "fitted_to", "parts_counted", "begun_at", "stopped_at")
    list_select_related = ("store",)
    actions = ("stop",)

    @admin.display(description="parts counted")
    def parts_counted(self, recount: Recount) -> str:
        """How many of those that hold have new sums."""
        held = StoredPart.objects.filter(store=recount.store_id, retired_at=None)
        counted = held.filter(tables__in=recount.parts.values("tables"))
        return f"{counted.count()} / {held.count()}"

    @admin.action(description=_("Stop counting: the sums stay as they are"), permissions=["view"])
    def stop(self, request: HttpRequest, chosen: QuerySet[Recount]) -> None:
        """The jobs of these recounts end after the part at which they are."""
        from nabu.statistics.store.recounts import stop  # pandas: every process imports this file

        stopped = sum(stop(recount.pk) for recount in chosen)
        messages.success(request, _("Stopped: %(number)d.") % {"number": stopped})


@admin.register(RecountedPart)
class RecountedPartAdmin(ReadOnlyAdmin):
    """Which parts have new sums that do not hold yet."""

    list_display = ("recount", "month", "tables", "sums", "games")
    list_select_related = ("recount__store",)
