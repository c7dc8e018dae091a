"""Staff pages for clubs; they are changed on their own pages."""

from django.contrib import admin

from nabu.contests.clubs.models import Club, Membership, RatedStatus, Season, StandingConsent, Suspension
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    """Clubs."""

    list_display = ("name", "created_at")
    search_fields = ("name_key",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    """Who is in which club."""

    list_display = ("club", "user", "kind")
    list_select_related = ("club", "user")
    list_filter = ("kind",)
    search_fields = ("club__name_key", "user__username")


@admin.register(RatedStatus)
class RatedStatusAdmin(ReadOnlyAdmin):
    """Who may run rated tournaments. It is given and taken back on the page of that."""

    list_display = ("account", "club", "reason", "granted_by", "granted_at", "ended_at")
    list_select_related = ("account", "club", "granted_by")
    search_fields = ("account__username", "club__name_key")


@admin.register(StandingConsent)
class StandingConsentAdmin(ReadOnlyAdmin):
    """Who agreed to be rated in the tournaments of which club."""

    list_display = ("club", "user", "given_at", "withdrawn_at")
    list_select_related = ("club", "user")
    search_fields = ("club__name_key", "user__username")


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Seasons of clubs. Their tables are on the pages of the clubs."""

    list_display = ("name", "club", "starts_on", "ends_on", "game")
    list_select_related = ("club",)
    search_fields = ("name", "club__name_key")


@admin.register(Suspension)
class SuspensionAdmin(ReadOnlyAdmin):
    """Who is or was suspended from the events of which club. Owners of the club suspend and lift."""

    list_display = ("club", "player", "since", "until", "made_by", "lifted_at")
    list_select_related = ("club", "player", "made_by")
    search_fields = ("player__name_key", "club__name_key")
