"""The staff page of the health check."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.operations.supervisor.models import WriteProof


@admin.register(WriteProof)
class WriteProofAdmin(ReadOnlyAdmin):
    """When the health check last wrote something."""

    list_display = ("written_at",)
