"""Staff pages for the audit trail."""

from django.contrib import admin

from nabu.accounts.audit.models import AuditEntry
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Everything that was changed, the latest first."""

    list_display = ("at", "actor", "action", "tournament", "object_type", "object_id", "reason")
    list_select_related = ("actor", "tournament")
    list_filter = ("action",)
    search_fields = ("actor__username", "tournament__name", "reason")
    date_hierarchy = "at"
