"""The time zone in the admin: to look at; *Site settings* changes it."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.web.site_time.models import SiteTime


@admin.register(SiteTime)
class SiteTimeAdmin(ReadOnlyAdmin):
    """One row at most."""

    list_display = ("zone",)
