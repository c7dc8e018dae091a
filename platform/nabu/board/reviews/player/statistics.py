"""One player's reviewed games in one game title, as numbers.

Only games count that everybody may see and whose result a log proves, as in all statistics, and of them those that the
reviewer of today has reviewed. Who sat where is read from the table, so merges and corrections are in it at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from analytics.luck_stats import LuckTotal, luck_total
from analytics.player_stats import LEAST_PEERS
from analytics.review_losses import Loss, losses_of
from analytics.review_stats import Compared, Point, ReviewedGame, by_phase, by_source, course_of, reviewed_game
from engine.game import Game
from engine.review.reviewer import reviewer_name
from nabu.accounts.players.models import Player
from nabu.board.reviews.games import reviewed_tables
from nabu.board.reviews.models import GameReview
from nabu.contests.matches.models import Seat, Table
from nabu.contests.ratings.models import Rating
from nabu.contests.ratings.queries import rating_of
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.queries import proven_tables

BAND = 100
"""Peers are rated within so many points of the player."""

MOST_PEER_GAMES = 400
"""The latest reviewed games of others: more would make the page slow, hardly surer."""


@dataclass(frozen=True, slots=True)
class Peers:
    """The reviewed games of `people` others, rated within `band` points of the player; None: whatever their rating."""

    people: int
    band: int | None
    games: list[ReviewedGame]


@dataclass(frozen=True)
class ReviewStatistics:
    """What the pages, the CSV and the API say about one player's reviewed games."""

    player: Player
    game: Game

    @cached_property
    def games(self) -> list[ReviewedGame]:
        """The player's, the latest first."""
        found = self._seats(self._tables)
        own = [game for player, game in found if player == self.player.pk]
        return sorted(own, key=lambda game: (-game.finished_at, -game.game_id))

    @cached_property
    def verified(self) -> int:
        """How many verified games the player has, reviewed or not."""
        return self._tables.count()

    @cached_property
    def course(self) -> list[Point]:
        """The games in their order, with the mean of the latest ones."""
        return course_of(self.games)

    @cached_property
    def peers(self) -> Peers:
        """Those of about the same rating if enough of them have reviewed games, else everybody else."""
        by_player: defaultdict[int, list[ReviewedGame]] = defaultdict(list)
        for player, game in self._seats(proven_tables(GameFilter(self.game)), MOST_PEER_GAMES):
            if player != self.player.pk:
                by_player[player].append(game)
        near = by_player.keys() & self._near
        band = BAND if len(near) >= LEAST_PEERS else None
        chosen = near if band else by_player.keys()
        return Peers(len(chosen), band, [game for player in sorted(chosen) for game in by_player[player]])

    @cached_property
    def phases(self) -> list[Compared]:
        """Accuracy beside that of the peers."""
        return by_phase(self.games, self.peers.games)

    @cached_property
    def sources(self) -> list[Compared]:
        """Points lost per game beside those of the peers."""
        return by_source(self.games, self.peers.games, [source.key for source in self.game.sources])

    @cached_property
    def losses(self) -> list[Loss]:
        """Points lost per game by phase and source, the largest first."""
        sources = [source.key for source in self.game.sources]
        return losses_of(self.games, self.peers.games, self.peers.people, sources)

    @cached_property
    def luck(self) -> LuckTotal:
        """Over all games. Raises ValueError without one."""
        return luck_total([game.luck for game in self.games])

    @property
    def _tables(self) -> QuerySet[Table]:
        return proven_tables(GameFilter(self.game, player=self.player))

    @cached_property
    def _near(self) -> set[int]:
        rating = rating_of(self.player, self.game.key)
        if rating is None:
            return set()
        low, high = rating.value - BAND, rating.value + BAND
        near = Rating.objects.filter(game=self.game.key, value__gte=low, value__lte=high)
        return set(near.values_list("player_id", flat=True))

    def _seats(self, tables: QuerySet[Table], most: int | None = None) -> Iterable[tuple[int, ReviewedGame]]:
        """Each seat with a decision in the latest reviewed games: the id of its player, and what the review says."""
        done = GameReview.objects.filter(reviewer=reviewer_name(self.game), status=GameReview.Status.DONE)
        reviewed = reviewed_tables(done.filter(game=self.game.key), tables, most)
        people = _people([each.table for each in reviewed])
        reviews = GameReview.objects.only("summary").in_bulk([each.review for each in reviewed])
        for each in reviewed:
            if each.review not in reviews:  # deleted since
                continue
            seats, lucks = (reviews[each.review].summary[part] for part in ("seats", "luck"))
            # A correction may have changed who was there; the review then tells of seats that nobody knows.
            if len(people[each.table]) != len(seats):
                continue
            at = int(each.confirmed_at.timestamp()) if each.confirmed_at else 0
            for player, seat, luck in zip(people[each.table], seats, lucks, strict=True):
                game = reviewed_game(each.table, at, len(seats), seat, luck)
                if game is not None:
                    yield player, game


AT_ONCE = 500


def _people(tables: list[int]) -> dict[int, list[int]]:
    """The players of these tables by seat of the log: in the order of play, without those who were absent."""
    found: dict[int, list[int]] = {table: [] for table in tables}
    for start in range(0, len(tables), AT_ONCE):
        there = Seat.objects.filter(table__in=tables[start : start + AT_ONCE], absent=False)
        for table, player in there.order_by("position").values_list("table_id", "entry__player_id"):
            found[table].append(player)
    return found
