"""Staff pages for variants. Nothing is changed here; the variant's own page does that."""

from django.contrib import admin

from nabu.catalogue.variants.models import Variant
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(Variant)
class VariantAdmin(ReadOnlyAdmin):
    """Who saved which variant."""

    list_display = ("game", "name", "key", "owner", "created_at", "retired_at")
    list_select_related = ("owner",)
    list_filter = ("game",)
    search_fields = ("name_key", "key", "owner__username")
