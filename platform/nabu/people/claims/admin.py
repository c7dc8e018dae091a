"""Claims in the admin: to look at."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.people.claims.models import ClaimRequest, Invitation, Merge, WrongCode


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Who was invited."""

    list_display = ("player", "made_by", "made_at", "expires_at", "revoked_at", "used_at")
    list_select_related = ("player", "made_by")
    exclude = ("digest",)


@admin.register(ClaimRequest)
class ClaimRequestAdmin(ReadOnlyAdmin):
    """Who says to be whom."""

    list_display = ("player", "account", "status", "asked_at", "decided_by")
    list_select_related = ("player", "account", "decided_by")
    list_filter = ("status",)


@admin.register(WrongCode)
class WrongCodeAdmin(ReadOnlyAdmin):
    """Codes of the last day that did not fit."""

    list_display = ("account", "network", "at")
    list_select_related = ("account",)


@admin.register(Merge)
class MergeAdmin(ReadOnlyAdmin):
    """Who was merged into whom."""

    list_display = ("source", "target", "made_by", "made_at", "undone_at")
    list_select_related = ("source", "target", "made_by")
