"""Staff pages for webhooks."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.messages.webhooks.models import Attempt, Delivery, PublicEvent, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Who is told about which tournament."""

    list_display = ("url", "tournament", "active", "failing_since", "created_by", "created_at")
    list_select_related = ("tournament", "created_by")
    exclude = ("secret",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """What was sent or is to be sent."""

    list_display = ("created_at", "webhook", "event", "state", "attempt_count", "next_attempt_at")
    list_select_related = ("webhook",)
    list_filter = ("state", "event")


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    """How each try went."""

    list_display = ("at", "delivery", "status", "error", "seconds")
    list_select_related = ("delivery__webhook",)


@admin.register(PublicEvent)
class PublicEventAdmin(ReadOnlyAdmin):
    """What the feed tells everybody."""

    list_display = ("number", "at", "kind", "tournament")
    list_select_related = ("tournament",)
    list_filter = ("kind",)
