"""Staff pages for requests under a key."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.web.idempotency.models import KeyedRequest


@admin.register(KeyedRequest)
class KeyedRequestAdmin(ReadOnlyAdmin):
    """What was asked for in the last day, the latest first."""

    list_display = ("asked_at", "user", "key", "status", "kept")
    list_select_related = ("user",)
    exclude = ("body",)
