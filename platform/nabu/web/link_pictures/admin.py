"""Staff pages for the pictures of links."""

from django.contrib import admin

from nabu.core.read_only_admin import ReadOnlyAdmin
from nabu.web.link_pictures.models import LinkPicture


@admin.register(LinkPicture)
class LinkPictureAdmin(ReadOnlyAdmin):
    """What is drawn, the latest first."""

    list_display = ("made_at", "kind", "subject", "language")
    exclude = ("png",)
