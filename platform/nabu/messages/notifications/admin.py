"""Staff pages for mails."""

from typing import cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from nabu.accounts.players.models import User
from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.messages.notifications.models import Mail, Mailbox
from nabu.messages.notifications.services import mails_for_staff


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

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mail]:
        return mails_for_staff(cast(User, request.user))
