"""Staff pages for records, their journals and late moves. Nothing is changed here; the record's own page does that."""

from django.contrib import admin

from nabu.board.records.models import Branch, JournalEntry, Record
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(Record)
class RecordAdmin(ReadOnlyAdmin):
    """Records, without the ids by which devices are told apart."""

    list_display = ("public_id", "game", "table", "opened_by", "status", "count", "issued_at")
    list_select_related = ("table__round__stage__tournament", "opened_by")
    list_filter = ("game", "status")
    search_fields = ("public_id", "opened_by__username", "table__round__stage__tournament__name")
    exclude = ("device", "asked_device")


@admin.register(Branch)
class BranchAdmin(ReadOnlyAdmin):
    """Moves that came from a device which was not the writer any more."""

    list_display = ("record", "epoch", "made_by", "base", "status")
    list_select_related = ("record", "made_by")
    list_filter = ("status",)
    exclude = ("device",)


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnlyAdmin):
    """The entries of journals."""

    list_display = ("record", "epoch", "seq", "op", "base", "keep", "made_at", "received_at")
    list_select_related = ("record",)
    list_filter = ("op",)
    search_fields = ("record__public_id",)
    exclude = ("device",)
