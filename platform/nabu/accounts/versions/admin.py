"""Versions in the admin: to look at."""

from django.contrib import admin

from nabu.accounts.versions.models import Version
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(Version)
class VersionAdmin(ReadOnlyAdmin):
    """How often what has changed."""

    list_display = ["topic", "number"]
    search_fields = ["topic"]
