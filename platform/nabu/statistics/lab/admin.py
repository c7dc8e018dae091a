"""Staff pages for experiments. Nothing is changed here; the experiment's own page does that."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.statistics.lab.models import Arm, Chunk, Experiment


@admin.register(Experiment)
class ExperimentAdmin(ReadOnlyAdmin):
    """Who tries what, and how far it is; results are on the experiment's own page."""

    list_display = ("name", "game", "players", "games", "owner", "status", "problem", "played", "created_at")
    list_select_related = ("owner",)
    list_filter = ("game", "status")
    search_fields = ("name", "owner__username")
    exclude = ("sums",)


@admin.register(Arm)
class ArmAdmin(ReadOnlyAdmin):
    """The ways to play that are compared."""

    list_display = ("experiment", "position", "name", "key")
    list_select_related = ("experiment",)
    search_fields = ("name", "experiment__name")


@admin.register(Chunk)
class ChunkAdmin(ReadOnlyAdmin):
    """The parts in which experiments are played."""

    list_display = ("experiment", "first", "count", "status", "seconds")
    list_select_related = ("experiment",)
    list_filter = ("status",)
