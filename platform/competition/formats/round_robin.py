"""Round robin: everybody meets everybody, once or twice, in one group or in several."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.brackets.crossing import cross_groups
from competition.brackets.seeding import snake
from competition.formats.base import Format
from competition.formats.berger import berger, double_berger
from competition.formats.sentences import size_concern, unheeded
from competition.formats.settings import BEST_OF, SEEDING, Setting
from competition.invalid_config import InvalidConfig
from competition.pairing.seating import seating_concerns
from competition.points import share_points
from competition.records import (
    INFO,
    WARNING,
    Competitor,
    Concern,
    PairedTable,
    Pairing,
    Reason,
    RoundInput,
    TableRecord,
    names,
    pair_of,
)
from competition.standings import Standing, standings

DEFAULT_POINTS: dict[str, list[int]] = {"2": [1, 0]}
DEFAULT_TIE_BREAKS = ("direct_encounter", "sonneborn_berger", "wins", "vp_share", "lot")


@dataclass(frozen=True, slots=True)
class RoundRobinConfig:
    """Settings of a round robin. `points` are those of the winner and of the loser."""

    groups: int
    twice: bool
    advance: int
    best_of: int
    points: tuple[Decimal, ...]
    tie_breaks: tuple[str, ...]
    seeding: str


@dataclass(frozen=True, slots=True)
class Group:
    """A group as it plays: its number (0 without groups) and its players by their numbers in the Berger table."""

    number: int
    players: tuple[Competitor, ...]

    def games(self, twice: bool, number: int) -> Iterator[tuple[Competitor, Competitor | None]]:
        """The games of that round, first seat first; None: a rest."""
        rounds = (double_berger if twice else berger)(len(self.players))
        for first, second in rounds[number - 1] if number <= len(rounds) else ():
            one, other = (self.players[at - 1] if at <= len(self.players) else None for at in (first, second))
            if one is None:
                one, other = other, one
            if one is not None:
                yield one, other


class RoundRobin(Format[RoundRobinConfig]):
    """Berger tables for tables of two. For tables of three and four there are Swiss and league."""

    key = "round_robin"
    title = gettext_lazy("Round robin")
    description = gettext_lazy(
        "Everybody meets everybody at tables of two, in one group or in several. For tables of three or four choose "
        "Swiss or a league."
    )
    is_bracket = False
    settings = (
        SEEDING,
        Setting(
            "groups",
            gettext_lazy("Groups"),
            gettext_lazy("The seeds are dealt to the groups to and fro: 1, 2, 3, 3, 2, 1."),
            "number",
            1,
            minimum=1,
            maximum=64,
        ),
        Setting(
            "twice",
            gettext_lazy("Everybody meets twice"),
            gettext_lazy("The second time with the seats exchanged."),
            "yes_no",
            False,
        ),
        Setting(
            "advance",
            gettext_lazy("Players who go on"),
            gettext_lazy("From all groups together, the same number from each; 0 in the last stage."),
            "number",
            0,
            minimum=0,
            maximum=1024,
        ),
        BEST_OF,
        Setting(
            "points",
            gettext_lazy("Points by place"),
            gettext_lazy("For the winner and the loser. Shared places share the points."),
            "points",
            DEFAULT_POINTS,
        ),
        Setting(
            "tie_breaks",
            gettext_lazy("Tie-breaks"),
            gettext_lazy("What decides between equal points, in this order."),
            "tie_breaks",
            list(DEFAULT_TIE_BREAKS),
        ),
    )

    def read_config(self, data: Mapping[str, object]) -> RoundRobinConfig:
        values = self.values(data)
        if set(values["points"]) != {2}:
            raise InvalidConfig(_("A round robin is played at tables of two: give points for two places."))
        if values["advance"] % values["groups"]:
            raise InvalidConfig(
                _("%(advance)s players cannot go on from %(groups)s groups: the same number must go on from each.")
                % {"advance": values["advance"], "groups": values["groups"]}
            )
        return RoundRobinConfig(**(values | {"points": values["points"][2]}))

    def check_field(self, config: RoundRobinConfig, players: int, sizes: Sequence[int]) -> None:
        smallest = players // config.groups
        if smallest < 2:
            raise InvalidConfig(
                _("%(players)s players are too few for %(groups)s groups: a group needs at least two.")
                % {"players": players, "groups": config.groups}
            )
        if config.advance > smallest * config.groups:
            raise InvalidConfig(
                _("%(advance)s are to go on, but the smallest group has only %(players)s players.")
                % {"advance": config.advance, "players": smallest}
            )

    def advance(self, config: RoundRobinConfig) -> int:
        return config.advance

    def best_of(self, config: RoundRobinConfig) -> int:
        return config.best_of

    def tie_breaks(self, config: RoundRobinConfig) -> tuple[str, ...]:
        return config.tie_breaks

    def rounds(self, config: RoundRobinConfig, players: int) -> int:
        largest = -(-players // config.groups)
        return _rounds(largest, config.twice)

    def last_round(
        self, config: RoundRobinConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> int:
        """The last round in which two who are still in meet, or the last that was paired."""
        groups = self._groups(config, competitors, tables)
        last = max((_rounds(len(group.players), config.twice) for group in groups), default=1)
        paired = max((table.round for table in tables), default=0)
        while last > max(1, paired) and not any(
            other is not None and one.active and other.active
            for group in groups
            for one, other in group.games(config.twice, last)
        ):
            last -= 1
        return last

    def groups(self, config: RoundRobinConfig, players: int) -> list[int]:
        if config.groups == 1:
            return [0] * players
        largest = -(-players // config.groups)
        return [1 + group for group in snake(players, [largest] * config.groups)]

    def pair(self, config: RoundRobinConfig, field: RoundInput) -> Pairing:
        games: list[PairedTable] = []
        byes: list[PairedTable] = []
        for group in self._groups(config, field.competitors, field.tables):
            for one, other in group.games(config.twice, field.round):
                here = [player.id for player in (one, other) if player is not None and player.active]
                (games if len(here) == 2 else byes).append(PairedTable(tuple(here)))
        tables = games + [bye for bye in byes if bye.seats]
        return Pairing(tuple(tables), tuple(self.reasons(config, field, tables)))

    def reasons(self, config: RoundRobinConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Reason]:
        named = names(field.competitors)
        numbers: dict[int, tuple[int, Group]] = {}
        missing: dict[int, Competitor] = {}
        for group in self._groups(config, field.competitors, field.tables):
            numbers |= {player.id: (number, group) for number, player in enumerate(group.players, start=1)}
            for one, other in group.games(config.twice, field.round):
                if other is not None:
                    missing |= {one.id: other, other.id: one}
        reasons = []
        for table in tables:
            seats = [f"{named[player]} ({numbers[player][0]})" for player in table.seats]
            group_number = numbers[table.seats[0]][1].number
            where = [_("Group %(number)s.") % {"number": group_number}] if group_number else []
            if not table.is_bye:
                text = _("Round %(round)s of the Berger table: %(names)s.") % {
                    "round": field.round,
                    "names": " – ".join(seats),
                }
            elif table.seats[0] in missing:
                text = _("%(name)s would play %(other)s, who has left.") % {
                    "name": seats[0],
                    "other": missing[table.seats[0]].name,
                }
            else:
                text = _("%(name)s rests: the number of players is odd.") % {"name": seats[0]}
            reasons.append(Reason((*where, text)))
        return reasons

    def concerns(self, config: RoundRobinConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
        """Tables that are not those of the schedule, and meetings too many."""
        named = names(field.competitors)
        planned = {frozenset(table.seats) for table in self.pair(config, field).tables}
        met = Counter(
            pair_of(*(seat.competitor for seat in table.seats)) for table in field.tables if len(table.seats) == 2
        )
        concerns = seating_concerns(field, tables, parts=False)
        for number, table in enumerate(tables):
            for one, other in combinations(table.seats, 2):
                if met[pair_of(one, other)] > config.twice:
                    text = _("%(one)s and %(other)s have played all their games against each other.")
                    people = {"one": named[one], "other": named[other]}
                    concerns.append(Concern(WARNING, text % people, number, "rematch"))
            if frozenset(table.seats) not in planned:
                text = _("This table is not in the schedule: some will meet too often and some never.")
                concerns.append(Concern(WARNING, text, number, "changed"))
        return concerns

    def forecast(
        self, config: RoundRobinConfig, players: int, sizes: Sequence[int], *, forbidden: int = 0
    ) -> list[Concern]:
        """Rounds, games, and who rests how often."""
        if players < 2 * config.groups:
            return unheeded(forbidden)
        members = Counter(self.groups(config, players)).values()
        games = sum(size * (size - 1) // 2 for size in members) * (1 + config.twice)
        said = [size_concern(self.rounds(config, players), games)]
        if any(size % 2 for size in members):
            text = _("In a group with an odd number of players somebody rests in every round, everybody equally often.")
            said.append(Concern(INFO, text, key="byes"))
        return [*said, *unheeded(forbidden)]

    def ranking(
        self,
        config: RoundRobinConfig,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        lot: str = "",
    ) -> list[Standing]:
        """With groups: all winners of groups, then all second ones, and so on; the place is that in the group.

        Those of the same place in different groups are in order of points per game, then of seeds.
        """
        counted = self.counted(config, competitors, tables)
        by_group: dict[int, list[Competitor]] = defaultdict(list)
        group_of = self._group_numbers(config, competitors, tables)
        for competitor in competitors:
            by_group[group_of[competitor.id]].append(competitor)
        games = Counter(seat.competitor for table in counted if not table.is_bye for seat in table.seats)
        rows: list[Standing] = []
        for group, members in by_group.items():
            played = [table for table in counted if group_of[table.seats[0].competitor] == group]
            rows += standings(members, played, config.tie_breaks, lot, predetermined=True)
        if len(by_group) == 1:
            return rows

        def across(row: Standing) -> tuple[int, Fraction, int]:
            return row.place, -Fraction(row.points) / max(1, games[row.competitor.id]), row.competitor.seed

        return sorted(rows, key=across)

    def qualifiers(
        self,
        config: RoundRobinConfig,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        lot: str = "",
    ) -> list[int]:
        """The best of each group: all first, then all second, ...; members of a group meet as late as they can."""
        each = config.advance // config.groups
        group_of = self._group_numbers(config, competitors, tables)
        taken: Counter[int] = Counter()
        tiers: list[list[tuple[int, int]]] = [[] for _tier in range(each)]
        for row in self.ranking(config, competitors, tables, lot):
            group = group_of[row.competitor.id]
            if row.competitor.active and taken[group] < each:
                tiers[taken[group]].append((row.competitor.id, group))
                taken[group] += 1
        return cross_groups(tiers)

    def counted(
        self, config: RoundRobinConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[TableRecord]:
        """The tables as the standings count them when somebody has left (FIDE C.05): the games of who has played less
        than half of them do not count; else everybody who was still to come wins the game that was not played."""
        groups = self._groups(config, competitors, tables)
        size = {player.id: len(group.players) for group in groups for player in group.players}
        played = Counter(seat.competitor for table in tables if not table.is_bye for seat in table.seats)
        gone = {competitor.id for competitor in competitors if not competitor.active and competitor.id in size}
        annulled = {player for player in gone if 2 * played[player] < (size[player] - 1) * (1 + config.twice)}
        waited = {
            (number, here.id)
            for group in groups
            for number in {table.round for table in tables}
            for one, other in group.games(config.twice, number)
            if other is not None
            for here, left in ((one, other), (other, one))
            if left.id in gone - annulled
        }
        counted = []
        for table in tables:
            if annulled & {seat.competitor for seat in table.seats}:
                continue
            if table.is_bye and (table.round, table.seats[0].competitor) in waited:
                table = replace(table, seats=(replace(table.seats[0], points=config.points[0]),))
            counted.append(table)
        return counted

    def points(self, config: RoundRobinConfig, places: Sequence[int]) -> list[Decimal | None]:
        return [*share_points(places, config.points)]

    def bye_points(self, config: RoundRobinConfig) -> Decimal | None:
        """A rest is worth nothing: everybody has the same number of them."""
        return Decimal(0)

    def _groups(
        self, config: RoundRobinConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[Group]:
        """The groups with those who were there in the first round, in order of seeds."""
        started = {seat.competitor for table in tables if table.round == 1 for seat in table.seats}
        group_of = self._group_numbers(config, competitors, tables)
        members: dict[int, list[Competitor]] = defaultdict(list)
        for competitor in sorted(competitors, key=lambda c: c.seed):
            if competitor.id in started or (not started and competitor.active):
                members[group_of[competitor.id]].append(competitor)
        return [Group(number, tuple(players)) for number, players in sorted(members.items())]

    def _group_numbers(
        self, config: RoundRobinConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> dict[int, int]:
        """The group of each competitor, dealt by seed where the stage has not stored one."""
        by_seed = sorted(competitors, key=lambda c: c.seed)
        if config.groups == 1 or any(competitor.group for competitor in by_seed):
            return {competitor.id: competitor.group for competitor in by_seed}
        return dict(zip((c.id for c in by_seed), self.groups(config, len(by_seed)), strict=True))


def _rounds(players: int, twice: bool) -> int:
    """Rounds of a group of so many."""
    return max(1, (players - 1 + players % 2) * (1 + twice))
