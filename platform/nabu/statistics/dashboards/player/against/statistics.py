"""Two players side by side in one game title, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from analytics.side_by_side import (
    BesideEachOther,
    CommonGame,
    HeadToHead,
    beside_each_other,
    common_games,
    head_to_head,
)
from analytics.store import GameStore
from nabu.accounts.players.models import Player
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics

REMEMBERED_PAIRS = 64


@dataclass(frozen=True)
class SideBySide:
    """What the page, the CSV and the API say about two players. `chosen` has the first as its player and the other as
    the opponent."""

    player: Player
    other: Player
    chosen: GameFilter

    @cached_property
    def common(self) -> Statistics:
        """The games both played."""
        return Statistics(self.chosen)

    @cached_property
    def each(self) -> tuple[Statistics, Statistics]:
        """All games of each within the filter."""
        one, other = (self.chosen.only(player=person, opponent=None) for person in (self.player, self.other))
        return Statistics(one, known=self.common.both_listed), Statistics(other, known=self.common.both_listed)

    @cached_property
    def games(self) -> list[CommonGame]:
        """The common games, the latest first."""
        return _common(*self._asked([self.common]))

    @cached_property
    def record(self) -> HeadToHead | None:
        """The same together."""
        return head_to_head(self.games)

    @cached_property
    def beside(self) -> BesideEachOther | None:
        """Both over all their games at tables of the same size; None unless each has two of them."""
        sources = tuple(source.key for source in self.chosen.game.sources)
        return _beside(*self._asked(self.each), sources)

    def _asked(self, counted: list[Statistics] | tuple[Statistics, ...]) -> tuple[GameStore, bytes, tuple[int, int]]:
        """The store with only the parts of these games, the games, and the two players."""
        store = self.common.store
        ids = np.unique(np.concatenate([one.games["game_id"].to_numpy(np.int64) for one in counted]))
        return store.with_parts(store.version_of(ids)), ids.tobytes(), (self.player.pk, self.other.pk)


@lru_cache(maxsize=REMEMBERED_PAIRS)
def _common(store: GameStore, game_ids: bytes, players: tuple[int, int]) -> list[CommonGame]:
    return common_games(store.frames(np.frombuffer(game_ids, np.int64)), *players, store.model)


@lru_cache(maxsize=REMEMBERED_PAIRS)
def _beside(
    store: GameStore, game_ids: bytes, players: tuple[int, int], sources: tuple[str, ...]
) -> BesideEachOther | None:
    ids = np.frombuffer(game_ids, np.int64)
    people = store.people()
    points = people[people["player_id"].isin(players) & people["game_id"].isin(ids)]
    return beside_each_other(store.frames(ids), points, players, store.model, sources)
