"""The staff page of scheduled backups."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.operations.backups.models import Run


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    """Backups that were made and tried, the latest first."""

    list_display = ("started_at", "kind", "name", "size", "rows", "text")
    list_filter = ("kind",)
