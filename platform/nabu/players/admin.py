"""Staff pages for accounts and players."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from nabu.players.models import ApiToken, Player, User
from nabu.read_only_admin import ReadOnlyAdmin


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts. An account that has done something is made inactive instead of deleted."""

    fieldsets = (*(UserAdmin.fieldsets or ()), (None, {"fields": ("language",)}))


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Players; here an account gets the player that an organiser had entered by name."""

    list_display = ("name", "user", "created_at")
    search_fields = ("name", "user__username")
    raw_id_fields = ("user",)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """Who has keys to the API, and when they were used. The keys themselves are known to their owners only."""

    list_display = ("user", "title", "start", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    exclude = ("digest",)
