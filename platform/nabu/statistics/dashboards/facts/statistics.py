"""What the statistics of one filter are read from: sums, and for some questions the tables of single games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

import pandas as pd

from analytics.frames import Frames
from analytics.sources import SOURCES
from analytics.stability import games_of_strongest, halves_of
from analytics.store import GameStore
from analytics.sums import Sums, add
from nabu.statistics.dashboards.facts.components import components_in
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.queries import proven_tables
from nabu.statistics.dashboards.facts.refresh import keys_of
from nabu.statistics.store.lists import Listed, listed_all

MOST_COUNTED = 3000
"""So many single games are counted while somebody waits for a page."""


@dataclass(frozen=True, slots=True)
class PartSums:
    """The sums of parts of the games: the halves of the time, and all games without the strongest player; None if
    nobody is known to be that."""

    first: Sums
    second: Sums
    without: Sums | None


@dataclass(frozen=True)
class Statistics:
    """The verified games of one filter. Nothing is read before it is asked for.

    Sums come from the cells that the store keeps, unless a tournament or a player is chosen: then the same function
    sums up the games themselves. So the same number is the same on every page.

    `from_sheets`: the games of typed score sheets instead, of which only points by source are known. `known`: the
    stores if they were asked for already.
    """

    chosen: GameFilter
    from_sheets: bool = False
    known: Sequence[Listed] = field(default=(), compare=False, repr=False)

    @cached_property
    def both_listed(self) -> Sequence[Listed]:
        """The stores of the replayed and of the typed games as they were when one was asked for the first time."""
        return self.known or listed_all(keys_of(self.chosen.game))

    @property
    def listed(self) -> Listed:
        """The store of the game title."""
        return self.both_listed[self.from_sheets]

    @property
    def store(self) -> GameStore:
        """The store of the game title."""
        return self.listed.store

    @property
    def changed_at(self) -> datetime | None:
        """When a number changed last; None without games."""
        return self.listed.changed_at if self.store.version else None

    @cached_property
    def typed(self) -> Statistics:
        """The games of typed score sheets within the filter."""
        return Statistics(self.chosen, from_sheets=True, known=self.both_listed)

    @cached_property
    def games(self) -> pd.DataFrame:
        """The games (`analytics.frames.GAMES`), in no special order."""
        table = self.chosen.cells.of(self.store.games())
        if self.from_sheets and not self.chosen.typed:
            return table[:0]
        if self.chosen.tournament is not None:
            table = table[table["tournament_id"] == self.chosen.tournament.pk]
        for person in self.chosen.people:
            people = self.store.people()
            table = table[table["game_id"].isin(people[people["player_id"] == person.pk]["game_id"])]
        return table

    @property
    def count(self) -> int:
        """How many games."""
        return len(self.games)

    @cached_property
    def waiting(self) -> int:
        """How many games a worker still has to count: proven ones of the filter's game, tournament, player and level.

        Of the others nothing else is known yet, so the rest of the filter does not choose among them.
        """
        everywhere = self.chosen.only(variant=None, players=None, band=None, since=None, until=None)
        counted = (
            self
            if everywhere == self.chosen and not self.from_sheets
            else Statistics(everywhere, known=self.both_listed)
        )
        return max(0, proven_tables(everywhere).count() - counted.count)

    @property
    def player_games(self) -> int:
        """How many players in these games, each counted once a game."""
        return int(self.games["players"].sum())

    @cached_property
    def variants(self) -> list[str]:
        """The variants that these games were played in."""
        return sorted(str(key) for key in self.games["variant"].unique())

    @property
    def component_names(self) -> set[str]:
        """The component sets that these games were played with."""
        return {components_in(self.chosen.game, variant) for variant in self.variants}

    @cached_property
    def people(self) -> pd.DataFrame:
        """Who sat where and won in these games with points by source (`GameStore.people`)."""
        people, everything = self.store.people(), self.count == len(self.store.games())
        return people if everything else people[people["game_id"].isin(self.games["game_id"])]

    @cached_property
    def people_by_source(self) -> pd.DataFrame:
        """The same with the people of the typed games."""
        if not self.typed.count:
            return self.people
        both = pd.concat([self.people, self.typed.people], ignore_index=True).fillna(0)
        return both.astype(dict.fromkeys(both.columns, "int64"))

    @cached_property
    def games_by_player(self) -> pd.Series[int]:
        """How many of these games and the typed ones everybody has played, by player, most games first."""
        counts = self.people_by_source["player_id"].value_counts(sort=False).sort_index()
        return counts.sort_values(ascending=False, kind="stable")

    @cached_property
    def game_ids(self) -> list[int]:
        """The games, the latest first. Each is the key of its table."""
        latest_first = self.games.sort_values(["finished_at", "game_id"], ascending=False)
        return [int(key) for key in latest_first["game_id"]]

    @cached_property
    def frames(self) -> Frames:
        """The tables of the games."""
        return self.store.frames(self.game_ids)

    @cached_property
    def source_sums(self) -> Sums:
        """The sums of points by source, of the games and of the typed ones."""
        return add([SOURCES], [self.sums, self.typed.sums]) if self.typed.count else self.sums

    @cached_property
    def sums(self) -> Sums:
        """The sums of the games."""
        if self.chosen.tournament is None and not self.chosen.people:
            return self.store.sums(self.chosen.cells)
        return self.store.sums_of(self.game_ids)

    @cached_property
    def by_parts(self) -> PartSums:
        """The sums of the halves of the time, and of the games without the strongest player; of many games those of a
        sample, spread evenly over the time."""
        every = -(-self.count // MOST_COUNTED)
        sample = self.games.sort_values(["finished_at", "game_id"]).iloc[::every]
        first, second = (self.store.sums_of(half.tolist()) for half in halves_of(sample))
        gone = games_of_strongest(self.people)
        if not len(gone):
            return PartSums(first, second, None)
        rest = sample["game_id"][~sample["game_id"].isin(gone)]
        return PartSums(first, second, self.store.sums_of(rest.tolist()))
