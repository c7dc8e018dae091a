"""One player's statistics in one game title, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import pandas as pd
from django.db.models import F
from django.db.models.functions import Abs

from analytics.frames import Frames
from analytics.intervals import LEAST_GROUP
from analytics.player_stats import (
    FORM_GAMES,
    Opponent,
    OwnCards,
    PeerComparison,
    PlayedGame,
    Record,
    against_peers,
    games_of_player,
    opponents_of,
    own_cards,
    record_of,
)
from analytics.store import GameStore
from nabu.accounts.players.models import Player
from nabu.contests.ratings.models import Rating, RatingEntry
from nabu.contests.ratings.queries import rating_of
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.store.lists import Listed

PEER_BANDS = (100, 200)
"""Peers are rated within so many points of the player: the narrower band if it holds enough others."""

MOST_PEERS, MOST_PEER_GAMES = 30, 400
"""The nearest peers, and their latest games: more would make the page slow, hardly surer."""

MOVES_SHOWN = 3


REMEMBERED_PLAYERS = 64
REMEMBERED_FRAMES = 2


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is counted from the tables of a player's games: the games, the opponents, the cards."""

    games: list[PlayedGame]
    opponents: list[Opponent]
    cards: OwnCards


@dataclass(frozen=True)
class PlayerStatistics:
    """What the pages, the CSV and the API say about one player. `statistics` has the player in its filter."""

    player: Player
    statistics: Statistics

    @cached_property
    def counted(self) -> tuple[GameStore, bytes, int]:
        """What the numbers are counted from: the parts with the player's games, these games, and the player."""
        store, ids = self.statistics.store, np.sort(self.statistics.games["game_id"].to_numpy(np.int64))
        return store.with_parts(store.version_of(ids)), ids.tobytes(), self.player.pk

    @property
    def numbers(self) -> Numbers:
        """What is counted from the tables of the player's games."""
        return numbers_of(*self.counted)

    @property
    def games(self) -> list[PlayedGame]:
        """The same one by one, the latest first."""
        return self.numbers.games

    @cached_property
    def record(self) -> Record | None:
        """All of them together; None without one."""
        return record_of(self.games)

    @cached_property
    def form(self) -> Record | None:
        """The latest of them together."""
        return record_of(self.games[:FORM_GAMES])

    @property
    def opponents(self) -> list[Opponent]:
        """Everybody whom the player met."""
        return self.numbers.opponents

    @property
    def cards(self) -> OwnCards:
        """The cards that the player took."""
        return self.numbers.cards

    @cached_property
    def rating(self) -> Rating | None:
        """The rating of today; the filter has no part in it."""
        return rating_of(self.player, self.statistics.chosen.game.key)

    @cached_property
    def band(self) -> tuple[int, list[int]]:
        """How far from the player's rating peers are looked for, and who they are, the nearest first."""
        if self.rating is None:
            return PEER_BANDS[0], []
        value = self.rating.value
        others = Rating.objects.filter(game=self.rating.game).exclude(player=self.player)
        nearest = others.annotate(distance=Abs(F("value") - value)).order_by("distance", "player_id")
        rows = list(nearest.filter(distance__lte=PEER_BANDS[-1]).values_list("player_id", "distance")[:MOST_PEERS])
        for width in PEER_BANDS:
            inside = [player for player, distance in rows if distance <= width]
            if len(inside) >= LEAST_GROUP:
                return width, inside
        return PEER_BANDS[-1], inside

    @cached_property
    def peers(self) -> PeerComparison | None:
        """The sources of the player beside those of the peers, in games of the same filter: against the same opponent,
        who is no peer then."""
        opponent = self.statistics.chosen.opponent
        peer_ids = [peer for peer in self.band[1] if opponent is None or peer != opponent.pk]
        if len(peer_ids) < LEAST_GROUP or not self.games:
            return None
        return _beside_peers(
            self.statistics.chosen, tuple(self.statistics.both_listed), self.player.pk, tuple(peer_ids)
        )

    @cached_property
    def moves(self) -> list[RatingEntry]:
        """The rated games that moved the rating most, the largest change first; the filter has no part in it."""
        entries = RatingEntry.objects.filter(
            player=self.player, rated_game__game=self.statistics.chosen.game.key
        ).select_related("rated_game__table__round__stage__tournament")
        by_size = entries.annotate(size=Abs(F("after") - F("before"))).order_by("-size", "rated_game__sequence")
        return list(by_size[:MOVES_SHOWN])


@lru_cache(maxsize=REMEMBERED_FRAMES)
def frames_of(store: GameStore, game_ids: bytes) -> Frames:
    """The tables of these games, which several sections of a page count from."""
    return store.frames(np.frombuffer(game_ids, np.int64))


@lru_cache(maxsize=REMEMBERED_PLAYERS)
def numbers_of(store: GameStore, game_ids: bytes, player: int) -> Numbers:
    """Counted once for each version of these games; the store has only the parts they lie in."""
    frames, model = frames_of(store, game_ids), store.model
    return Numbers(
        games_of_player(frames, player, model),
        opponents_of(frames, player, model),
        own_cards(frames, model, player),
    )


@lru_cache(maxsize=REMEMBERED_PLAYERS)
def _beside_peers(
    chosen: GameFilter, known: tuple[Listed, ...], player: int, peer_ids: tuple[int, ...]
) -> PeerComparison | None:
    """Counted once for each filter, version of the games and list of peers. The peers' games are those of the filter
    without the player."""
    own, everybody = Statistics(chosen, known=known), Statistics(chosen.only(player=None), known=known)
    mine = pd.concat([own.games["game_id"], own.typed.games["game_id"]])
    people = everybody.people_by_source
    theirs = people["game_id"][people["player_id"].isin(peer_ids)]
    both = [one.games[one.games["game_id"].isin([*mine, *theirs])] for one in (everybody, everybody.typed)]
    columns = ["game_id", "finished_at", "players", "variant"]
    games = pd.concat([some[columns].astype({"variant": "str"}) for some in both])
    others = games[~games["game_id"].isin(mine)]
    latest = others.sort_values(["finished_at", "game_id"], ascending=False)["game_id"][:MOST_PEER_GAMES]
    counted = people[people["game_id"].isin([*mine, *latest])].merge(
        games[["game_id", "players", "variant"]], on="game_id"
    )
    return against_peers(counted, player, peer_ids, [source.key for source in chosen.game.sources])
