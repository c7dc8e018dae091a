"""Staff pages for component sets. Nothing is changed here; the set's own page does that."""

from django.contrib import admin

from nabu.catalogue.games.models import ComponentSet
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(ComponentSet)
class ComponentSetAdmin(ReadOnlyAdmin):
    """Who loaded which set, and who withdrew it; its file is on the set's own page."""

    list_display = ("game", "name", "sha256", "uploaded_by", "created_at", "withdrawn_by", "withdrawn_at")
    list_select_related = ("uploaded_by", "withdrawn_by")
    list_filter = ("game",)
    search_fields = ("name", "sha256", "uploaded_by__username")
    exclude = ("data",)
