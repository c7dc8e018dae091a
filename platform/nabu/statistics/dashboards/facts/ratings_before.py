"""How everybody at a table was rated before the game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from nabu.contests.matches.models import Seat
from nabu.contests.ratings.models import RatingEntry

MOST_TABLES = 5000
"""So many tables are asked for at once; databases refuse longer lists of values."""

RatingBefore = tuple[float | None, int]
"""A rating, and how many rated games had made it."""


def ratings_before(table_ids: Iterable[int]) -> dict[int, dict[int, RatingBefore]]:
    """The rating of everybody at these tables before the game, and after how many rated games: by table, by player.

    Of a rated game it is what the journal wrote down. Of a game that is not rated (yet) it is what the player's last
    rated game left among those confirmed before this one, and (None, 0) if there is none. Three queries for each
    `MOST_TABLES` tables.
    """
    wanted = list(dict.fromkeys(table_ids))
    before: dict[int, dict[int, RatingBefore]] = {}
    for start in range(0, len(wanted), MOST_TABLES):
        before |= _ratings_before(wanted[start : start + MOST_TABLES])
    return before


def _ratings_before(table_ids: list[int]) -> dict[int, dict[int, RatingBefore]]:
    before: defaultdict[int, dict[int, RatingBefore]] = defaultdict(dict)
    written = RatingEntry.objects.filter(rated_game__table__in=table_ids)
    for table, player, rating, games in written.values_list("rated_game__table", "player", "before", "games_before"):
        before[table][player] = (rating, games)
    unrated = [
        seat
        for seat in Seat.objects.filter(table__in=table_ids).values_list(
            "table", "entry__player", "table__round__stage__tournament__game", "table__confirmed_at"
        )
        if seat[1] not in before[seat[0]]
    ]
    left: defaultdict[tuple[int, str], list[tuple[datetime, RatingBefore]]] = defaultdict(list)
    for player, game, at, after, games_before in (
        RatingEntry.objects.filter(
            player__in={player for _table, player, _game, _at in unrated},
            rated_game__game__in={game for _table, _player, game, _at in unrated},
        )
        .order_by("-rated_game__sequence")
        .values_list("player", "rated_game__game", "rated_game__played_at", "after", "games_before")
    ):
        left[player, game].append((at, (after, games_before + 1)))
    for table, player, game, confirmed_at in unrated:
        known = (rating for at, rating in left[player, game] if confirmed_at is None or at < confirmed_at)
        before[table][player] = next(known, (None, 0))
    return dict(before)
