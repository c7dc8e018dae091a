from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.web.jobs.models import Job


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """What workers do, and what they gave up."""

    list_display = ("kind", "key", "status", "done", "total", "attempts", "queued_at", "look_at", "error")
    list_filter = ("kind", "status")
    search_fields = ("key",)
