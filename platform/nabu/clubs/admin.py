"""Staff pages for clubs; they are changed on their own pages."""

from django.contrib import admin

from nabu.clubs.models import Club, Membership
from nabu.read_only_admin import ReadOnlyAdmin


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    """Clubs."""

    list_display = ("name", "created_at")
    search_fields = ("name",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    """Who is in which club."""

    list_display = ("club", "user", "kind")
    list_select_related = ("club", "user")
    list_filter = ("kind",)
    search_fields = ("club__name", "user__username")
