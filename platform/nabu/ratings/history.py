"""A player's rating over time as a figure, from the rating journal."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from analytics.figure_parts import Figure
from analytics.rating_figures import rating_figure
from nabu.players.models import Player
from nabu.ratings.models import RatingEntry
from nabu.ratings.uncertainty import margin
from nabu.ratings.words import rating_words

MOST_GAMES = 500


def rating_history(player: Player, game: str) -> Figure:
    """The rating after each rated game, with its ±; of a long history the latest `MOST_GAMES`. One query."""
    entries = list(
        RatingEntry.objects.filter(player=player, rated_game__game=game)
        .select_related("rated_game__table__round__stage__tournament")
        .order_by("-rated_game__sequence")[:MOST_GAMES]
    )[::-1]
    return rating_figure(
        [entry.after for entry in entries],
        [margin(entry.sigma_after) for entry in entries],
        [_label(entry) for entry in entries],
        rating_words(),
    )


def _label(entry: RatingEntry) -> str:
    label = _("%(tournament)s, place %(place)s") % {
        "tournament": entry.rated_game.table.round.stage.tournament.name,
        "place": entry.place,
    }
    return f"{date_format(entry.rated_game.played_at, 'SHORT_DATE_FORMAT')}, {label}"
