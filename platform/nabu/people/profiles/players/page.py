"""The page of a player in one game, put together: the rating, what the results add up to, whom the player met."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from analytics.among_players import WON, Among
from analytics.sources import SCORE
from engine.game import Game
from engine.registry import GAMES
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Seat, Table
from nabu.contests.ratings.history import rating_history
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.queries import Standing, standing_of
from nabu.contests.tournaments.page_queries import PUBLISHED
from nabu.core.charts.numbers import percent, points
from nabu.core.charts.words import source_titles
from nabu.people.profiles.players.comparison import comparison
from nabu.people.profiles.players.queries import recent_seats
from nabu.people.profiles.players.results import HeadToHead, head_to_head, results_of, totals
from nabu.statistics.dashboards.facts.queries import names_of
from nabu.statistics.store.place import UNREADABLE

LATEST_BARS, LATEST_ROWS = 12, 6
"""So many bars still leave each the width of a finger on a phone."""

OPPONENTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Mark:
    """A mean of the player on a line from the worst to the best: its title, itself and its place in percent."""

    title: str
    value: str
    better_than: float

    @property
    def left(self) -> str:
        """As SVG wants it."""
        return f"{100 * self.better_than:.1f}"

    @property
    def percent(self) -> str:
        """As people read it."""
        return percent(self.better_than)


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent by name."""

    name: str
    games: HeadToHead


def games_of(player: Player) -> list[Game]:
    """The games in which the player has a result, those played most first. One query."""
    seats = Seat.objects.filter(PUBLISHED, entry__player=player, table__status=Table.Status.CONFIRMED)
    game = "table__round__stage__tournament__game"
    counts = seats.filter(table__is_bye=False).values_list(game).annotate(games=Count("pk")).order_by("-games", game)
    return [GAMES[key] for key, _games in counts if key in GAMES]


def page_of(player: Player, game: Game) -> dict[str, Any]:
    """What the template needs about this game."""
    rating = next((one for one in player.ratings.all() if one.game == game.key), None)
    standing = standing_of(rating) if rating else None
    results = results_of(player, game.key)
    logged, typed = ([one for one in results if one.typed is kind] for kind in (False, True))
    met = head_to_head(results)
    names = names_of([one.player_id for one in met[:OPPONENTS_SHOWN]])
    seats = recent_seats(player, LATEST_BARS, game.key)
    compared = None
    if logged:
        with suppress(*UNREADABLE):  # the rest of the page needs no statistics
            compared = comparison(player, game, len(logged))
    return {
        "game": game,
        "rating": rating,
        "standing": standing,
        "verdict": rating_verdict(rating, standing) if rating else "",
        "history": rating_history(player, game.key) if rating else None,
        "compared": compared,
        "marks": _marks(compared.rows, game) if compared else [],
        "seats": seats[:LATEST_ROWS],
        "bars": seats[::-1],
        "firsts": sum(seat.place == 1 for seat in seats),
        "seconds": sum(seat.place == 2 for seat in seats),
        "logged": totals(logged),
        "typed": totals(typed),
        "met": [Met(names[one.player_id], one) for one in met[:OPPONENTS_SHOWN]],
        "all_met": len(met),
    }


def rating_verdict(rating: Rating, standing: Standing | None) -> str:
    """What the interval leaves of the rating, in a sentence."""
    values = {"low": round(rating.value - rating.margin), "high": round(rating.value + rating.margin)}
    if rating.inactive:
        return _("Inactive, no rated game for a year: %(low)s to %(high)s.") % values
    if standing is None:
        return _("Provisional, few recent rated games: %(low)s to %(high)s.") % values
    if standing.place == 1:
        if standing.worst > 1:
            return _("First, but not for certain: %(low)s to %(high)s.") % values
        return _("First, ahead of all others: %(low)s to %(high)s.") % values
    if standing.best == standing.worst:
        return _("The place is certain: %(low)s to %(high)s.") % values
    return _("Anywhere from place %(best)s to %(worst)s is possible: %(low)s to %(high)s.") % {
        **values,
        "best": standing.best,
        "worst": standing.worst,
    }


def _marks(rows: list[Among], game: Game) -> list[Mark]:
    of_sources = {key: _("%(source)s, points") % {"source": title} for key, title in source_titles(game).items()}
    titles = {SCORE: _("Mean score"), WON: _("Games won"), **of_sources}
    return [
        Mark(titles[row.key], percent(row.mean) if row.key == WON else points(row.mean), row.better_than)
        for row in rows
    ]
