"""What a director should look at before publishing a round of Swiss or of a league, also after changes by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from competition.pairing.explain import amount, name_list
from competition.pairing.history import History, read_history
from competition.pairing.seating import seating_concerns
from competition.records import INFO, SERIOUS, WARNING, Competitor, Concern, PairedTable, RoundInput, names

LARGE_GAP = 2
"""A difference of points of more than so many wins is worth a remark."""


def concerns(
    field: RoundInput, tables: Sequence[PairedTable], table_size: int, *, win: int = 0, rematches: bool = True
) -> list[Concern]:
    """Every concern: how the players of each table suit, who is seated and must not meet, who sits at the wrong table.

    `win` are the points of a win at a full table; with 0 differences of points are no concern. `rematches` is False
    where meeting again is part of the format (a second leg).
    """
    history = read_history(field.tables, table_size, field.competitors)
    check = _Check(field, history, table_size, win, rematches)
    found: list[Concern] = []
    for index, table in enumerate(tables):
        found += check.table(index, table)
    return [*found, *seating_concerns(field, tables, everybody=True), *check.fixed(tables)]


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

    def fixed(self, tables: Sequence[PairedTable]) -> list[Concern]:
        """Concerns about who does not sit at the table that is fixed for them."""
        found = []
        for index, table in enumerate(tables):
            if table.is_bye:
                continue
            here = table.number or index + 1
            for player in table.seats:
                competitor: Competitor | None = self.by_id.get(player)
                if competitor is None or competitor.fixed_table in (None, here):
                    continue
                text = _("%(name)s needs table %(number)s but sits at table %(here)s.") % {
                    "name": competitor.name,
                    "number": competitor.fixed_table,
                    "here": here,
                }
                found.append(Concern(WARNING, text, index, "fixed_table"))
        return found

    def _name(self, player: int) -> str:
        return self.names.get(player, str(player))

    def _bye(self, index: int, seats: Sequence[int]) -> list[Concern]:
        found = []
        for player in seats:
            had = self.history.byes[player]
            spared = [c for c in self.active if self.history.byes[c] < had]
            if had:
                text = _("%(name)s gets another bye (before: %(count)s).") % {"name": self._name(player), "count": had}
                if spared:
                    text += " " + _("Others have had fewer: %(count)s.") % {"count": len(spared)}
                found.append(Concern(SERIOUS if spared else WARNING, text, index, "second_bye"))
        return found

    def _pair(self, index: int, one: int, other: int) -> list[Concern]:
        found = []
        pair = {"one": self._name(one), "other": self._name(other)}
        times = self.history.meetings(one, other)
        if times and self.rematches:
            text = _("%(one)s and %(other)s have met before (%(times)s times).") if times > 1 else ""
            text = text or _("%(one)s and %(other)s have met before.")
            found.append(Concern(WARNING, text % {**pair, "times": times}, index, "rematch"))
        return found

    def _start(self, index: int, table: PairedTable) -> list[Concern]:
        """The third start while somebody here never started, or the same seat of two for the third time running."""
        history, first = self.history, table.seats[0]
        if len(table.seats) == 2:
            return [
                Concern(
                    WARNING,
                    _("%(name)s gets the same seat for the third time running.") % {"name": self._name(player)},
                    index,
                    "third_start",
                )
                for seat, player in enumerate(table.seats)
                if history.run.get(player, (-1, 0))[0] == seat and history.run[player][1] >= 2
            ]
        never = [player for player in table.seats[1:] if history.games[player] and not history.starts[player]]
        if history.starts[first] < 2 or not never:
            return []
        text = _("%(name)s starts for at least the third time; never started: %(others)s.") % {
            "name": self._name(first),
            "others": name_list(never, self.names),
        }
        return [Concern(WARNING, text, index, "third_start")]

    def _short(self, index: int, table: PairedTable, seats: Sequence[int]) -> list[Concern]:
        again = [player for player in seats if self.history.short[player]]
        if len(table.seats) >= self.full or not again:
            return []
        text = _("Again at a table with a free chair: %(names)s.") % {"names": name_list(again, self.names)}
        return [Concern(WARNING, text, index, "short_again")]

    def _gap(self, index: int, seats: Sequence[int]) -> list[Concern]:
        points = [self.history.points[player] for player in seats]
        if not self.win or not points or max(points) - min(points) <= LARGE_GAP * self.win:
            return []
        text = _("%(points)s points lie between the players of this table.") % {
            "points": amount(max(points) - min(points))
        }
        return [Concern(INFO, text, index, "score_gap")]
