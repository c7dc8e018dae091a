"""Staff pages for tournaments. They are changed on their own pages, by staff too: staff are owners everywhere."""

from collections.abc import Callable

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from nabu.accounts.players.models import User
from nabu.contests.tournaments.exclusion import exclude_tournament, restore_tournament
from nabu.contests.tournaments.models import (
    DeclinedInvitation,
    Entry,
    Penalty,
    Prize,
    Registration,
    Restriction,
    Role,
    RoleInvitation,
    RoleInvitationUse,
    Round,
    Stage,
    StageEntry,
    Tournament,
    TriedVariant,
)
from nabu.core.errors import Refused
from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.web.pages import account_of


class ReasonActionForm(ActionForm):
    """An action and its reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    """Tournaments."""

    list_display = ("name", "game", "organiser", "club", "status", "rated", "approved_at", "created_at")
    list_select_related = ("organiser", "club")
    list_filter = ("game", "status", "rated", "practice")
    search_fields = ("name", "organiser__username")
    action_form = ReasonActionForm
    actions = ("take_out", "put_back")

    @admin.action(description=_("Remove from the ratings"), permissions=["view"])
    def take_out(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Each by itself: one that is not approved stops no other."""
        self._each(request, chosen, exclude_tournament)

    @admin.action(description=_("Restore to the ratings"), permissions=["view"])
    def put_back(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """The same the other way."""
        self._each(request, chosen, restore_tournament)

    def _each(
        self, request: HttpRequest, chosen: QuerySet[Tournament], service: Callable[[User, Tournament, str], object]
    ) -> None:
        saved = _("Saved.")
        for tournament in chosen:
            try:
                service(account_of(request), tournament, request.POST.get("reason", ""))
            except Refused as refusal:
                self.message_user(request, f"{tournament}: {refusal.message}", messages.ERROR)
            else:
                self.message_user(request, f"{tournament}: {saved}", messages.SUCCESS)


@admin.register(Role)
class RoleAdmin(ReadOnlyAdmin):
    """Who helps to run which tournament."""

    list_display = ("tournament", "user", "kind")
    list_select_related = ("tournament", "user")
    list_filter = ("kind",)
    search_fields = ("user__username", "tournament__name")


@admin.register(RoleInvitation)
class RoleInvitationAdmin(ReadOnlyAdmin):
    """Invitations to help."""

    list_display = ("tournament", "kind", "people", "made_by", "expires_at", "revoked_at")
    list_select_related = ("tournament", "made_by")
    exclude = ("digest",)


@admin.register(RoleInvitationUse)
class RoleInvitationUseAdmin(ReadOnlyAdmin):
    """Who accepted which of them."""

    list_display = ("invitation", "user", "at")
    list_select_related = ("invitation__tournament", "user")


@admin.register(TriedVariant)
class TriedVariantAdmin(ReadOnlyAdmin):
    """Which tournament tries which variants."""

    list_display = ("tournament", "variant")
    list_select_related = ("tournament", "variant")
    list_filter = ("variant__game",)
    search_fields = ("tournament__name", "variant__name_key")


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Who plays in which tournament."""

    list_display = ("tournament", "seed", "player", "status")
    list_select_related = ("tournament", "player")
    list_filter = ("status",)
    search_fields = ("player__name_key", "tournament__name")


@admin.register(DeclinedInvitation)
class DeclinedInvitationAdmin(ReadOnlyAdmin):
    """Who did not want to be entered in which tournament by somebody else."""

    list_display = ("tournament", "player")
    list_select_related = ("tournament", "player")
    search_fields = ("player__name_key", "tournament__name")


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    """Who has registered for which tournament."""

    list_display = ("tournament", "player", "status", "position", "registered_at")
    list_select_related = ("tournament", "player")
    list_filter = ("status",)
    search_fields = ("player__name_key", "tournament__name")


@admin.register(Stage)
class StageAdmin(ReadOnlyAdmin):
    """Stages with their settings."""

    list_display = ("tournament", "position", "format", "status")
    list_select_related = ("tournament",)
    list_filter = ("format", "status")
    search_fields = ("tournament__name",)


@admin.register(StageEntry)
class StageEntryAdmin(ReadOnlyAdmin):
    """Who plays in which stage."""

    list_display = ("stage", "seed", "entry")
    list_select_related = ("stage__tournament", "entry__player")
    search_fields = ("entry__player__name_key", "stage__tournament__name")


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Rounds with what was said about their pairing."""

    list_display = ("stage", "number", "status", "created_at")
    list_select_related = ("stage__tournament",)
    list_filter = ("status",)
    search_fields = ("stage__tournament__name",)


@admin.register(Restriction)
class RestrictionAdmin(ReadOnlyAdmin):
    """Who must not, or should not, meet."""

    list_display = ("tournament", "one", "other", "kind")
    list_select_related = ("tournament", "one__player", "other__player")
    list_filter = ("kind",)
    search_fields = ("tournament__name",)


@admin.register(Penalty)
class PenaltyAdmin(ReadOnlyAdmin):
    """What directors held against players."""

    list_display = ("tournament", "entry", "kind", "points", "given_at")
    list_select_related = ("tournament", "entry__player")
    list_filter = ("kind",)
    search_fields = ("tournament__name", "entry__player__name_key")


@admin.register(Prize)
class PrizeAdmin(ReadOnlyAdmin):
    """Prizes of tournaments."""

    list_display = ("tournament", "position", "title", "place_from", "place_to", "amount", "only")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "title")
