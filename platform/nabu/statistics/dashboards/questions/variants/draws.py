"""Whether chance has decided which games were played in which variant."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from nabu.contests.tournaments.models import Tournament
from nabu.statistics.dashboards.facts.filters import public_tournaments
from nabu.statistics.dashboards.facts.statistics import Statistics


@dataclass(frozen=True, slots=True)
class Draws:
    """`drawn` of the `games` in either variant are of tournaments that draw lots between the two: `tournaments`."""

    games: int
    drawn: int
    tournaments: tuple[Tournament, ...]

    @property
    def all_drawn(self) -> bool:
        """Whether all games were assigned at random, so that only the variant can make them differ."""
        return 0 < self.games == self.drawn


def draws_between(statistics: Statistics, base: str, other: str) -> Draws:
    """Who has drawn lots between these variants, among the games of the filter."""
    games = statistics.games
    games = games[games["variant"].isin([base, other])]
    tried = (
        public_tournaments(statistics.chosen.game)
        .filter(tried_variants__variant__key__in=[base, other])
        .annotate(both=Count("tried_variants__variant__key", distinct=True))
        .filter(both=2)
    )
    there = set(games["tournament_id"].unique().tolist())
    tournaments = tuple(one for one in tried.order_by("pk") if one.pk in there)
    drawn = games["tournament_id"].isin([one.pk for one in tournaments]).sum()
    return Draws(len(games), int(drawn), tournaments)
