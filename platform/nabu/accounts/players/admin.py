"""Staff pages for accounts and players."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from nabu.accounts.players.models import ApiToken, Player, UsedCode, User
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts. An account that has done something is made inactive instead of deleted."""

    fieldsets = (*(UserAdmin.fieldsets or ()), (None, {"fields": ("language",)}))


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Players; here an account gets the player that an organiser had entered by name."""

    list_display = ("name", "user", "created_at")
    search_fields = ("name_key", "user__username")
    raw_id_fields = ("user",)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """Who has keys to the API, and when they were used. The keys themselves are known to their owners only."""

    list_display = ("user", "title", "start", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    exclude = ("digest",)


@admin.register(UsedCode)
class UsedCodeAdmin(ReadOnlyAdmin):
    """Who has used a two-factor code lately."""

    list_display = ("user", "used_at")
    list_select_related = ("user",)
    exclude = ("code",)


# Allauth's own pages show what opens an account: keys of sessions, and what codes are made of.
admin.site.unregister([UserSession, Authenticator])


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Two-factor authentication. It is deleted for somebody who has lost the phone and the recovery codes."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("data",)

    def has_delete_permission(self, request: HttpRequest, obj: Authenticator | None = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
