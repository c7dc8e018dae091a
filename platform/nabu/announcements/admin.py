"""Staff pages for what is still to be announced."""

from django.contrib import admin

from nabu.announcements.models import Announcement
from nabu.read_only_admin import ReadOnlyAdmin


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnlyAdmin):
    """Empty while the workers keep up."""

    list_display = ("made_at", "entry", "submission", "attempts")
    list_select_related = ("entry", "submission__log", "submission__submitted_by")
