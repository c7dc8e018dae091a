"""What the pages about players read."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from nabu.matches.models import Seat, Table
from nabu.matches.queries import with_players
from nabu.players.models import Player, User
from nabu.tournaments.models import Round, Tournament
from nabu.tournaments.page_queries import PUBLISHED, real_players


def listed_players(name: str = "", *, merged: bool = False) -> QuerySet[Player]:
    """All players, or those whose name contains the words, with their ratings and number of rated games."""
    players = real_players(merged=merged).prefetch_related("ratings").annotate(rated_games=Count("rating_entries"))
    players = players.order_by("name", "id")
    return players.filter(name__icontains=name) if name else players


def recent_seats(player: Player, limit: int) -> list[Seat]:
    """The player's latest games with a result, byes left out, each with its table and everybody at it."""
    seats = (
        Seat.objects.filter(PUBLISHED, entry__player=player, table__status=Table.Status.CONFIRMED, table__is_bye=False)
        .select_related("table__round__stage__tournament", "table__log")
        .prefetch_related(with_players("table__seats"))
        .order_by("-table__confirmed_at", "-table_id")
    )
    return list(seats[:limit])


def open_tables(user: User) -> list[Table]:
    """The tables that still wait for something from this account's player: a result, a confirmation, a ruling."""
    tables = (
        Table.objects.filter(seats__entry__player__user=user)
        .exclude(status=Table.Status.CONFIRMED)
        .exclude(round__status=Round.Status.DRAFT)
        .exclude(round__stage__tournament__status=Tournament.Status.DRAFT)
        .select_related("round__stage__tournament")
        .prefetch_related(with_players())
        .order_by("-round_id")
    )
    return list(tables)
