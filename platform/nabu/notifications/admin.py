"""Staff pages for mails."""

from django.contrib import admin

from nabu.notifications.models import Mail, Mailbox
from nabu.read_only_admin import ReadOnlyAdmin


@admin.register(Mailbox)
class MailboxAdmin(ReadOnlyAdmin):
    """Who gets mails."""

    list_display = ("user", "confirmed", "off")
    list_select_related = ("user",)


@admin.register(Mail)
class MailAdmin(ReadOnlyAdmin):
    """What was sent or is to be sent."""

    list_display = ("created_at", "user", "kind", "state", "attempts", "error")
    list_select_related = ("user",)
    list_filter = ("state", "kind")
    exclude = ("content",)
    readonly_fields = ("subject", "text")
