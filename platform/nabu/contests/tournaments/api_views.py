"""The base of the API's views of tournaments and of what belongs to one."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.queries import visible_tournaments
from nabu.web.rest.views import ApiViews, M


class OfTournament(ApiViews[Any]):
    """A part of the tournaments that an account may see."""

    id_of = "tournament"

    def get_queryset(self) -> QuerySet[Tournament]:
        """These tournaments."""
        return visible_tournaments(self.request.user)


class InTournaments(ApiViews[M]):
    """Single rows of such tournaments, by their field `tournament`; `queryset` are those of all tournaments."""

    def get_queryset(self) -> QuerySet[M]:
        """The rows that this account may see."""
        return super().get_queryset().filter(tournament__in=visible_tournaments(self.request.user).values("pk"))
