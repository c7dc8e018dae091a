"""Staff pages for tournaments. They are changed on their own pages; only the organiser can be replaced here."""

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest

from nabu.audit.services import record
from nabu.looking_only import LookingOnly
from nabu.players.models import User
from nabu.tournaments.models import Entry, Round, Stage, StageEntry, Tournament


@admin.register(Tournament)
class TournamentAdmin(LookingOnly):
    """Tournaments. Replacing the organiser is written down like every other change."""

    list_display = ("name", "game", "organiser", "status", "starts_on", "created_at")
    list_filter = ("game", "status")
    search_fields = ("name", "organiser__username")
    raw_id_fields = ("organiser",)
    readonly_fields = (
        "name", "description", "game", "ruleset", "switches", "components", "component_set", "status", "starts_on",
        "created_at",
    )  # fmt: skip

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        before = Tournament.objects.select_for_update().get(pk=obj.pk).organiser_id
        obj.save(update_fields=["organiser"])
        if isinstance(request.user, User):
            record(
                request.user,
                "tournament.organiser_changed",
                obj,
                {"organiser": before},
                {"organiser": obj.organiser_id},
                tournament=obj,
            )


@admin.register(Entry)
class EntryAdmin(LookingOnly):
    """Who plays in which tournament."""

    list_display = ("tournament", "seed", "player", "status")
    list_select_related = ("tournament", "player")
    list_filter = ("status",)
    search_fields = ("player__name", "tournament__name")


@admin.register(Stage)
class StageAdmin(LookingOnly):
    """Stages with their settings."""

    list_display = ("tournament", "position", "format", "status")
    list_select_related = ("tournament",)
    list_filter = ("format", "status")
    search_fields = ("tournament__name",)


@admin.register(StageEntry)
class StageEntryAdmin(LookingOnly):
    """Who plays in which stage."""

    list_display = ("stage", "seed", "entry")
    list_select_related = ("stage__tournament", "entry__player")
    search_fields = ("entry__player__name", "stage__tournament__name")


@admin.register(Round)
class RoundAdmin(LookingOnly):
    """Rounds with what was said about their pairing."""

    list_display = ("stage", "number", "status", "created_at")
    list_select_related = ("stage__tournament",)
    list_filter = ("status",)
    search_fields = ("stage__tournament__name",)
