"""The address under which a club shows standings on its own site."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import is_public


def embed_address(tournament: Tournament) -> str | None:
    """The whole address of the page that may be framed; None if visitors may not see the tournament."""
    if not is_public(tournament):
        return None
    return settings.SITE_ADDRESS + reverse("tournaments:standings_embed", args=[tournament.pk])
