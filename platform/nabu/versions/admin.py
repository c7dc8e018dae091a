"""Versions in the admin: to look at."""

from django.contrib import admin

from nabu.read_only_admin import ReadOnlyAdmin
from nabu.versions.models import Version


@admin.register(Version)
class VersionAdmin(ReadOnlyAdmin):
    """How often what has changed."""

    list_display = ["topic", "number"]
    search_fields = ["topic"]
