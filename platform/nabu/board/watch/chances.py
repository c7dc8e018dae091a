"""The chances to win that spectators see: computed from the game of an onlooker, so from nothing that is hidden."""

from __future__ import annotations

from analytics.live_chances import Point, chances_so_far
from engine.table.table import Table as Game
from nabu.board.records.models import Record
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Entry
from nabu.statistics.dashboards.facts.ratings_before import ratings_before
from nabu.statistics.dashboards.facts.refresh import store_of
from nabu.statistics.store.place import UNREADABLE

DIGITS = 4


def visible_chances(game: Game, record: Record, table: Table) -> list[Point] | None:
    """The course of the chances in a game as onlookers know it; None where there is no model for so many players, or
    where it cannot be read: the game goes on without."""
    try:
        model = store_of(game.game).model
    except UNREADABLE:
        return None
    if game.players not in model.state or record.entries is None:
        return None
    players = dict(Entry.objects.filter(pk__in=record.entries).values_list("pk", "player"))
    before = ratings_before([table.pk]).get(table.pk, {})
    ratings = [before.get(players.get(entry, 0), (None, 0))[0] for entry in record.entries]
    return [
        (position, tuple(round(chance, DIGITS) for chance in chances))
        for position, chances in chances_so_far(model, game, table.pk, ratings)
    ]
