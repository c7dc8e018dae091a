"""The line of HTML with which a club shows standings on its own site."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from nabu.tournaments.models import Tournament
from nabu.tournaments.permissions import is_public


def embed_line(tournament: Tournament) -> str | None:
    """The frame as HTML to copy; None if visitors may not see the tournament."""
    if not is_public(tournament):
        return None
    address = settings.SITE_ADDRESS + reverse("tournaments:standings_embed", args=[tournament.pk])
    title = _("Standings: %(stage)s") % {"stage": tournament.name}
    return format_html(
        '<iframe src="{}" title="{}" width="100%" height="600" style="border:0" loading="lazy"></iframe>',
        address,
        title,
    )
