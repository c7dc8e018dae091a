"""The board over all games of a player at tables of one size, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from analytics.heat_map import HeatMap, heat_map
from analytics.places import Board, reader_of
from analytics.store import GameStore
from nabu.accounts.players.models import Player
from nabu.catalogue.games.library import sets_named
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.queries import tables_of_games
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.player.statistics import REMEMBERED_PLAYERS


@dataclass(frozen=True)
class BoardStatistics:
    """What the page, the CSV and the API say. `everything` are the player's games within the filter; boards and winners
    differ by table size, so only those of one are counted: the most frequent one unless the filter names another."""

    player: Player
    everything: Statistics

    @cached_property
    def sizes(self) -> list[tuple[int, int]]:
        """How many games the player has at tables of each size, whatever size the filter names."""
        chosen = self.everything.chosen.only(players=None)
        games = Statistics(chosen, known=self.everything.both_listed).games["players"]
        counts = games.value_counts().sort_index()
        return list(zip(counts.index.tolist(), counts.tolist(), strict=True))

    @cached_property
    def size(self) -> int | None:
        """The size that counts; None without a game."""
        chosen = self.everything.chosen.players
        if chosen is None and self.sizes:
            return max(self.sizes, key=lambda one: one[1])[0]
        return chosen

    @cached_property
    def counted(self) -> Statistics:
        """The games that count."""
        chosen: GameFilter = self.everything.chosen.only(players=self.size)
        return Statistics(chosen, known=self.everything.both_listed)

    @cached_property
    def map(self) -> HeatMap | None:
        """The places; None without a game."""
        store, ids = self.counted.store, np.sort(self.counted.games["game_id"].to_numpy(np.int64))
        game = self.counted.chosen.game.key
        return _map(store.with_parts(store.version_of(ids)), ids.tobytes(), self.player.pk, game) if len(ids) else None

    @cached_property
    def board(self) -> Board | None:
        """The board of the latest of these games; None if its facts or its component set are gone."""
        game = self.counted.chosen.game
        reader = reader_of(game.key)
        for table in tables_of_games(self.counted.game_ids[:1]):
            if reader is not None and table.log is not None and hasattr(table.log, "game_facts"):
                facts = table.log.game_facts.facts
                components = sets_named(game, [facts["components"]])
                return reader.board(facts, components[0]) if components else None
        return None


@lru_cache(maxsize=REMEMBERED_PLAYERS)
def _map(store: GameStore, game_ids: bytes, player: int, game: str) -> HeatMap | None:
    """Counted once for each version of these games."""
    reader = reader_of(game)
    return None if reader is None else heat_map(store.frames(np.frombuffer(game_ids, np.int64)), player, reader.place)
