"""What a director should look at before publishing a round, also after changes by hand.

`seating_concerns` and `late_concerns` are for every format; `concerns` is for a round of Swiss or of a league.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from competition.pairing.explain import amount, name_list, pair_message
from competition.pairing.history import History, read_history
from competition.records import INFO, SERIOUS, WARNING, Concern, PairedTable, RoundInput, names, pair_of
from engine.message import Message, Value

LARGE_GAP = 2
"""A difference of points of more than so many wins is worth a remark."""


def late_concerns(field: RoundInput) -> list[Concern]:
    """Who has come since the round was paired."""
    late = tuple(c.name for c in field.competitors if c.active and c.since == field.round + 1)
    return [Concern(INFO, Message("concern.late", {"names": late}), None, "late")] if late else []


def seating_concerns(
    field: RoundInput, tables: Sequence[PairedTable], *, everybody: bool = False, parts: bool = True
) -> list[Concern]:
    """Who is seated twice or does not play, which pairs must not or should not meet, who is missing, and who does not
    sit at the table that is fixed for them.

    `everybody`: in this format everybody who plays has a table or a bye in every round. Where that is not so, who is
    missing is for the format to say. `parts`: the format can keep a pair apart, so that a forbidden one is serious;
    where the plan decides who meets, it is a warning.
    """
    named = names(field.competitors)
    active = [competitor.id for competitor in field.active()]
    resting = {competitor.id for competitor in field.rests()}
    here = resting.union(active)
    seated = Counter(player for table in tables for player in table.seats)
    found = []
    for index, table in enumerate(tables):
        for player in table.seats:
            name = {"name": named.get(player, str(player))}
            if player not in here:
                found.append(Concern(SERIOUS, Message("concern.not_in_round", name), index, "not_active"))
            elif player in resting and not table.requested:
                found.append(Concern(WARNING, Message("pairing.requested_bye", name), index, "not_active"))
            if seated[player] > 1:
                text = Message("concern.seated_twice", {**name, "times": seated[player]})
                found.append(Concern(SERIOUS, text, index, "seated_twice"))
        for one, other in combinations(table.seats, 2):
            if pair_of(one, other) in field.forbidden:
                text = pair_message("concern.forbidden", one, other, named)
                found.append(Concern(SERIOUS if parts else WARNING, text, index, "forbidden"))
            elif pair_of(one, other) in field.discouraged:
                text = pair_message("concern.discouraged", one, other, named)
                found.append(Concern(WARNING, text, index, "discouraged"))
    for player in active if everybody else ():
        if player not in seated:
            found.append(Concern(SERIOUS, Message("concern.missing", {"name": named[player]}), None, "missing_player"))
    return [*found, *_fixed_table_concerns(field, tables)]


def _fixed_table_concerns(field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
    """Who does not sit at the table that is fixed for them, and because of whom."""
    fixed = {c.id: c for c in field.competitors if c.fixed_table is not None}
    found = []
    for index, table in enumerate(tables):
        here = table.number or index + 1
        bound = [fixed[player] for player in table.seats if player in fixed and not table.is_bye]
        at_home = next((one.name for one in bound if one.fixed_table == here), None)
        for one in bound:
            if one.fixed_table != here and one.fixed_table is not None:
                values: dict[str, Value] = {"name": one.name, "number": one.fixed_table, "here": here}
                text = Message("concern.fixed_table", values)
                if at_home is not None:
                    text = Message("concern.two_fixed_tables", {**values, "other": at_home})
                found.append(Concern(WARNING, text, index, "fixed_table"))
    return found


def concerns(
    field: RoundInput, tables: Sequence[PairedTable], table_size: int, *, win: int = 0, rematches: bool = True
) -> list[Concern]:
    """Every concern: how the players of each table suit, who is seated and must not meet, who sits at the wrong table.

    `win` are the points of a win at a full table; with 0 differences of points are no concern. `rematches` is False
    where meeting again is part of the format (a second leg).
    """
    history = read_history(field.tables, table_size, field.competitors, field.earlier)
    check = _Check(field, history, table_size, win, rematches)
    found: list[Concern] = []
    for index, table in enumerate(tables):
        found += check.table(index, table)
    return [*found, *seating_concerns(field, tables, everybody=True)]


class _Check:
    """The checks of one round. Every method returns what it finds."""

    def __init__(self, field: RoundInput, history: History, table_size: int, win: int, rematches: bool) -> None:
        self.field, self.history, self.full, self.win, self.rematches = field, history, table_size, win, rematches
        self.names = names(field.competitors)
        self.by_id = {competitor.id: competitor for competitor in field.competitors}
        self.active = {competitor.id: competitor for competitor in field.active()}

    def table(self, index: int, table: PairedTable) -> list[Concern]:
        """Concerns about one table or bye."""
        seats = [player for player in table.seats if player in self.by_id]
        if table.is_bye:
            return [] if table.requested else self._bye(index, seats)
        found = [concern for pair in combinations(seats, 2) for concern in self._pair(index, *pair)]
        return [*found, *self._start(index, table), *self._short(index, table, seats), *self._gap(index, seats)]

    def _name(self, player: int) -> str:
        return self.names.get(player, str(player))

    def _bye(self, index: int, seats: Sequence[int]) -> list[Concern]:
        found = []
        for player in seats:
            had = self.history.byes[player]
            spared = [c for c in self.active if self.history.byes[c] < had]
            values: dict[str, Value] = {"name": self._name(player), "count": had}
            if spared:
                text = Message("concern.unfair_bye", {**values, "spared": len(spared)})
                found.append(Concern(SERIOUS, text, index, "second_bye"))
            elif had:
                found.append(Concern(WARNING, Message("concern.another_bye", values), index, "second_bye"))
        return found

    def _pair(self, index: int, one: int, other: int) -> list[Concern]:
        times = self.history.meetings(one, other)
        if not times or not self.rematches:
            return []
        text = pair_message("pairing.met", one, other, self.names)
        if times > 1:
            text = Message("concern.met_times", {**text.values, "times": times})
        return [Concern(WARNING, text, index, "rematch")]

    def _start(self, index: int, table: PairedTable) -> list[Concern]:
        """The third start while somebody here never started, or the same seat of two for the third time running."""
        history, first = self.history, table.seats[0]
        if len(table.seats) == 2:
            return [
                Concern(WARNING, Message("concern.same_seat", {"name": self._name(player)}), index, "third_start")
                for seat, player in enumerate(table.seats)
                if history.run.get(player, (-1, 0))[0] == seat and history.run[player][1] >= 2
            ]
        never = [player for player in table.seats[1:] if player in history.run and not history.starts[player]]
        if history.starts[first] < 2 or not never:
            return []
        values: dict[str, Value] = {"name": self._name(first), "others": name_list(never, self.names)}
        return [Concern(WARNING, Message("concern.third_start", values), index, "third_start")]

    def _short(self, index: int, table: PairedTable, seats: Sequence[int]) -> list[Concern]:
        again = [player for player in seats if self.history.short[player]]
        if len(table.seats) >= self.full or not again:
            return []
        text = Message("pairing.short_again", {"names": name_list(again, self.names)})
        return [Concern(WARNING, text, index, "short_again")]

    def _gap(self, index: int, seats: Sequence[int]) -> list[Concern]:
        points = [self.history.points[player] for player in seats]
        if not self.win or not points or max(points) - min(points) <= LARGE_GAP * self.win:
            return []
        text = Message("concern.score_gap", {"points": amount(max(points) - min(points))})
        return [Concern(INFO, text, index, "score_gap")]
