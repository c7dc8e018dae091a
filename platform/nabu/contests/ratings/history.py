"""A player's rating over time, drawn from the journal."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from analytics.figures.over_time import Moment, OverTime, Spot, over_time
from competition.ratings.uncertainty import margin
from nabu.accounts.players.models import Player
from nabu.contests.ratings.models import RatingEntry

MOST_GAMES = 500
"""Of a longer history the latest games are drawn."""

LEAST_DAYS = 3
"""With fewer days played the rating is drawn game by game."""


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """The drawing with its words. `by_day`: the rating at the end of each day played, otherwise after each game.
    `spots` have the rating of each moment in words; `first` and `last` say where the line begins and ends."""

    drawing: OverTime
    by_day: bool
    spots: list[tuple[Spot, str]]
    first: str
    last: str
    rating: float
    games: int


def rating_history(player: Player, game: str) -> RatingHistory | None:
    """The rating with its 95% interval; None before the second rated game. One query."""
    entries = list(
        RatingEntry.objects.filter(player=player, rated_game__game=game)
        .select_related("rated_game")
        .order_by("-rated_game__sequence")[:MOST_GAMES]
    )[::-1]
    if not entries:
        return None
    ends_of_days = {localdate(entry.rated_game.played_at): entry for entry in entries}
    by_day = len(ends_of_days) >= LEAST_DAYS
    if by_day:
        drawn = sorted(ends_of_days.items())
        moments = [Moment(day.toordinal(), entry.after, margin(entry.sigma_after)) for day, entry in drawn]
        titles = [date_format(day, "SHORT_DATE_FORMAT") for day, _entry in drawn]
    else:
        moments = [Moment(entry.games_before, entry.after, margin(entry.sigma_after)) for entry in entries]
        titles = [_("game %(number)s") % {"number": entry.games_before + 1} for entry in entries]
    drawing = over_time(moments)
    if drawing is None:
        return None
    said = [f"{title}: {one.value:.0f} ± {one.margin:.0f}" for title, one in zip(titles, moments, strict=True)]
    return RatingHistory(
        drawing=drawing,
        by_day=by_day,
        spots=list(zip(drawing.spots, said, strict=False)),
        first=titles[0],
        last=titles[-1],
        rating=entries[-1].after,
        games=len(entries),
    )
