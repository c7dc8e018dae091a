"""Staff pages for calls and conversations."""

from django.contrib import admin

from nabu.contests.calls.models import Block, CallSettings, ContactMessage, Conversation, DirectorCall
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(CallSettings)
class CallSettingsAdmin(ReadOnlyAdmin):
    """What organisers have switched off."""

    list_display = ("tournament", "calls", "contact")
    list_select_related = ("tournament",)


@admin.register(Block)
class BlockAdmin(ReadOnlyAdmin):
    """Whom organisers have blocked."""

    list_display = ("tournament", "user", "entry", "made_by", "made_at")
    list_select_related = ("tournament", "user", "entry__player", "made_by")


@admin.register(DirectorCall)
class DirectorCallAdmin(ReadOnlyAdmin):
    """Calls for a director."""

    list_display = ("tournament", "made_at", "made_by", "taken_by", "closed_by", "cancelled")
    list_select_related = ("tournament", "made_by", "taken_by", "closed_by")


@admin.register(Conversation)
class ConversationAdmin(ReadOnlyAdmin):
    """Who has written to whom."""

    list_display = ("last_at", "writer", "tournament", "club", "state")
    list_select_related = ("writer", "tournament", "club")
    list_filter = ("state",)


@admin.register(ContactMessage)
class ContactMessageAdmin(ReadOnlyAdmin):
    """What was written."""

    list_display = ("at", "author", "is_answer", "subject")
    list_select_related = ("author",)
