"""Staff pages for announcements."""

from django.contrib import admin

from nabu.contests.announcements.models import Announcement
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnlyAdmin):
    """What was said where, and what was taken back."""

    list_display = ("tournament", "round", "table", "text", "by_mail", "made_by", "made_at", "withdrawn_at")
    list_select_related = ("tournament", "round__stage__tournament", "table__round__stage__tournament", "made_by")
    search_fields = ("text", "tournament__name", "made_by__username")
