"""Staff pages for notifications on devices."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.messages.push.models import Device, Notification


@admin.register(Device)
class DeviceAdmin(ReadOnlyAdmin):
    """Which accounts allowed notifications."""

    list_display = ("user", "added_at", "language")
    list_select_related = ("user",)
    exclude = ("endpoint", "public_key", "secret")


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """What is to be sent."""

    list_display = ("device", "table", "announcement", "attempts", "next_attempt_at", "expires_at")
    list_select_related = ("device__user", "table__round__stage__tournament", "announcement__tournament")
