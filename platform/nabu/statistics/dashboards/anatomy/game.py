"""A game whose result a log proves, and what its facts say."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from django.urls import reverse

from analytics.anatomy import Anatomy, Places, anatomy_of, points_by_place
from analytics.anatomy_chances import Chances, chances_of_game
from analytics.facts import FACTS_VERSION, Facts
from analytics.places import Board, reader_of
from engine.game import Game
from engine.registry import GAMES
from nabu.accounts.players.models import Player
from nabu.catalogue.games.library import sets_named
from nabu.contests.matches.models import Table
from nabu.statistics.dashboards.facts.refresh import store_of
from nabu.statistics.dashboards.models import GameFacts
from nabu.statistics.store.place import UNREADABLE


@dataclass(frozen=True, slots=True)
class ProvenGame:
    """A table whose result is proven by a log, with the facts of that log. `people` are by seat of the log."""

    table: Table
    game: Game
    facts: Facts
    people: list[Player]

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [player.name for player in self.people]

    @property
    def anatomy(self) -> Anatomy:
        """The game taken apart."""
        return anatomy_of(self.facts, [source.key for source in self.game.sources])

    def turn_address(self, turn: int) -> str:
        """Where the replay shows the position after this turn."""
        return f"{self._replay}?turn={turn}"

    def line_address(self, line: int) -> str:
        """Where the replay shows the action on this line of the log."""
        return f"{self._replay}?line={line}"

    @property
    def _replay(self) -> str:
        assert self.table.log is not None
        return reverse("table:replay", args=[self.table.log.sha256])


def proven_game(table: Table) -> ProvenGame | None:
    """The game of a table with `with_players`; None unless a log proves its result and the facts of it are there."""
    if table.status != Table.Status.CONFIRMED or table.log_id is None:
        return None
    found = GameFacts.objects.filter(log=table.log_id, facts_version=FACTS_VERSION).first()
    return None if found is None else game_of(table, found.facts)


def game_of(table: Table, facts: Facts) -> ProvenGame:
    """The game of a table with `with_players`, whose log has these facts."""
    # A log that becomes a table's result brings its seats into the order of play; who was absent is not in it.
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    people = [seat.entry.player for seat in seats if not seat.absent]
    return ProvenGame(table, GAMES[facts["game"]], facts, people)


def course_of_chances(played: ProvenGame) -> list[Chances]:
    """The chances to win, turn by turn; empty without a model for so many players, for a game that does not count in
    the statistics, and where these cannot be read: the model reads it from their store.
    """
    with suppress(*UNREADABLE):
        store = store_of(played.game)
        if len(played.people) in store.model.state:
            return chances_of_game(store.model, store.frames([played.table.pk]), played.table.pk)
    return []


def places_of(played: ProvenGame) -> tuple[Board, Places] | None:
    """The board and the points by place on it; None for a game whose causes nobody can read as places."""
    reader = reader_of(played.game.key)
    components = sets_named(played.game, [played.facts["components"]])
    if reader is None or not components:
        return None
    board = reader.board(played.facts, components[0])
    return board, points_by_place(played.facts, reader.place, own_boards=board.own)
