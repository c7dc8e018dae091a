"""Staff pages for accounts and players."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from nabu.players.models import Player, User


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
