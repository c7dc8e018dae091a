"""Staff pages for what was sent lately."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.web.quotas.models import Upload


@admin.register(Upload)
class UploadAdmin(ReadOnlyAdmin):
    """The files of the last day, the latest first."""

    list_display = ("sent_at", "account", "network", "size")
    list_select_related = ("account",)
    search_fields = ("account__username", "network")
