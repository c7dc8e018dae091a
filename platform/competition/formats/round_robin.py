"""Round robin: everybody meets everybody, once or twice, in one group or in several.

Who plays whom in which round is that of the Berger tables (FIDE Handbook C.05, annex 1).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from competition.brackets.crossing import Meetings, cross_groups, knock_out
from competition.brackets.seeding import snake
from competition.formats.base import Format, ignored_pairs, size_concern
from competition.formats.own_schedule import check_players, check_table_sizes, meetings, schedule_concerns
from competition.formats.settings import BEST_OF, SCHEDULE, SEEDING, Setting
from competition.invalid_config import InvalidConfig
from competition.pairing.concerns import seating_concerns
from competition.pairing.explain import pair_message
from competition.points import check_places, share_points
from competition.records import (
    INFO,
    WARNING,
    Competitor,
    Concern,
    PairedTable,
    Pairing,
    Reason,
    RoundInput,
    SeatRecord,
    TableRecord,
    check_results,
    names,
    pair_of,
)
from competition.schedules.berger import Game, berger, double_berger
from competition.schedules.designs import Round
from competition.schedules.own import players_of
from competition.standings import Standing, standings
from competition.tie_breaks import TieBreak
from engine.message import Message

DEFAULT_POINTS: dict[str, list[int]] = {"2": [1, 0]}
NOT_OFFERED = frozenset(
    {
        "buchholz",
        "buchholz_cut1",
        "buchholz_cut2",
        "median_buchholz1",
        "median_buchholz2",
        "fore_buchholz",
        "average_opponents_buchholz",
    }
)
"""FIDE C.07 has the Buchholz family for Swiss tournaments only: here everybody has the same opponents."""

DEFAULT_TIE_BREAKS = ("direct_encounter", "sonneborn_berger", "wins", "vp_relative", "lot")


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
    schedule: tuple[Round, ...] = ()

    def rounds(self, players: int) -> int:
        """Rounds of a group of so many."""
        return len(self.schedule) or max(1, (players - 1 + players % 2) * (1 + self.twice))


@dataclass(frozen=True, slots=True)
class Group:
    """A group as it plays: its number (0 without groups) and its players by their numbers in the Berger table."""

    number: int
    players: tuple[Competitor, ...]

    def games(self, config: RoundRobinConfig, number: int) -> Iterator[tuple[Competitor, Competitor | None]]:
        """The games of that round, first seat first; None: a rest."""
        count = len(self.players)
        own = _own_games(config.schedule, count)
        rounds = own or (double_berger if config.twice else berger)(count)
        for first, second in rounds[number - 1] if number <= len(rounds) else ():
            one, other = (self.players[at - 1] if at <= len(self.players) else None for at in (first, second))
            if one is None:
                one, other = other, one
            if one is not None:
                yield one, other


class RoundRobin(Format[RoundRobinConfig]):
    """Berger tables for tables of two. For tables of three and four there are Swiss and league."""

    key = "round_robin"
    is_bracket = False
    annuls_early_leavers = True
    settings = (
        SEEDING,
        Setting("groups", "number", 1, Message("setting.groups.help"), minimum=1, maximum=64),
        Setting("twice", "yes_no", False, Message("setting.twice.help")),
        Setting("advance", "number", 0, Message("setting.advance.help_groups"), maximum=1024),
        BEST_OF,
        Setting("points", "points", DEFAULT_POINTS, Message("setting.points.help_duel")),
        Setting("tie_breaks", "tie_breaks", list(DEFAULT_TIE_BREAKS), Message("setting.tie_breaks.help")),
        SCHEDULE,
    )
    new_settings = ("schedule",)

    def read_config(self, data: Mapping[str, object]) -> RoundRobinConfig:
        values = self.values(data)
        if set(values["points"]) != {2}:
            raise InvalidConfig(Message("config.round_robin_points"))
        if values["advance"] % values["groups"]:
            uneven = {"advance": values["advance"], "groups": values["groups"]}
            raise InvalidConfig(Message("config.advance_uneven", uneven))
        config = RoundRobinConfig(**(values | {"points": values["points"][2]}))
        _check_schedule(config)
        return config

    def check_field(self, config: RoundRobinConfig, players: int, sizes: Sequence[int]) -> None:
        smallest = players // config.groups
        if smallest < 2:
            raise InvalidConfig(Message("field.groups_too_small", {"players": players, "groups": config.groups}))
        if config.advance > smallest * config.groups:
            values = {"advance": config.advance // config.groups, "players": smallest}
            raise InvalidConfig(Message("field.group_fewer_than_advance", values))
        check_players(config.schedule, players)

    def advance(self, config: RoundRobinConfig) -> int:
        return config.advance

    def best_of(self, config: RoundRobinConfig) -> int:
        return config.best_of

    def tie_breaks(self, config: RoundRobinConfig) -> tuple[str, ...]:
        return config.tie_breaks

    def offers(self, tie_break: TieBreak) -> bool:
        return super().offers(tie_break) and tie_break.key not in NOT_OFFERED

    def rounds(self, config: RoundRobinConfig, players: int) -> int:
        largest = -(-players // config.groups)
        return config.rounds(largest)

    def last_round(
        self, config: RoundRobinConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> int:
        """The last round in which two who are still in meet, or the last that was paired."""
        groups = self._groups(config, competitors, tables)
        last = max((config.rounds(len(group.players)) for group in groups), default=1)
        paired = max((table.round for table in tables), default=0)
        while last > max(1, paired) and not any(
            other is not None and one.active and other.active
            for group in groups
            for one, other in group.games(config, last)
        ):
            last -= 1
        return last

    def groups(self, config: RoundRobinConfig, players: int) -> list[int]:
        if config.groups == 1:
            return [0] * players
        largest = -(-players // config.groups)
        return [1 + group for group in snake(players, [largest] * config.groups)]

    def only_pairing(self, config: RoundRobinConfig, field: RoundInput) -> bool | None:
        return True

    def pair(self, config: RoundRobinConfig, field: RoundInput) -> Pairing:
        field.check_rounds()
        if len(field.active()) < 2:
            raise InvalidConfig(Message("field.too_few"))
        tables = self._tables(config, field)
        return Pairing(tuple(tables), tuple(self.reasons(config, field, tables)))

    def reasons(self, config: RoundRobinConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Reason]:
        field.check_seats(tables)
        named = names(field.competitors)
        group_of = self._group_numbers(config, field.competitors, field.tables)
        numbers: dict[int, int] = {}
        missing: dict[int, Competitor] = {}
        for group in self._groups(config, field.competitors, field.tables):
            numbers |= {player.id: number for number, player in enumerate(group.players, start=1)}
            for one, other in group.games(config, field.round):
                if other is not None:
                    missing |= {one.id: other, other.id: one}
        reasons = []
        for table in tables:
            # Who has left a draft of the first round has no number any more.
            seats = [
                f"{named[player]} ({numbers[player]})" if player in numbers else named[player] for player in table.seats
            ]
            group_number = group_of[table.seats[0]]
            where = [Message("round_robin.group", {"number": group_number})] if group_number else []
            if not table.is_bye:
                text = Message("round_robin.paired", {"round": field.round, "names": " – ".join(seats)})
            elif table.seats[0] in missing:
                values = {"name": seats[0], "other": missing[table.seats[0]].name}
                text = Message("round_robin.opponent_left", values)
            else:
                text = Message("round_robin.bye", {"name": seats[0]})
            reasons.append(Reason((*where, text)))
        return reasons

    def concerns(self, config: RoundRobinConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
        """Tables that are not those of the schedule, and meetings too many."""
        named = names(field.competitors)
        planned = {frozenset(table.seats) for table in self._tables(config, field)}
        met = Counter(
            pair_of(*(seat.competitor for seat in table.seats)) for table in field.tables if len(table.seats) == 2
        )
        concerns = seating_concerns(field, tables, parts=False)
        for number, table in enumerate(tables):
            for one, other in combinations(table.seats, 2):
                if met[pair_of(one, other)] > config.twice:
                    text = pair_message("round_robin.all_played", one, other, named)
                    concerns.append(Concern(WARNING, text, number, "rematch"))
            if frozenset(table.seats) not in planned:
                concerns.append(Concern(WARNING, Message("round_robin.changed"), number, "changed"))
        return concerns

    def forecast(
        self, config: RoundRobinConfig, players: int, sizes: Sequence[int], *, forbidden: int = 0
    ) -> list[Concern]:
        """Rounds, games, and who rests how often."""
        if players < 2 * config.groups:
            return ignored_pairs(forbidden)
        members = Counter(self.groups(config, players)).values()
        games = sum(size * (size - 1) // 2 for size in members) * (1 + config.twice)
        said = [size_concern(self.rounds(config, players), games)]
        if any(size % 2 for size in members):
            said.append(Concern(INFO, Message("forecast.round_robin_byes"), key="byes"))
        return [*said, *(schedule_concerns(config.schedule) if config.schedule else ()), *ignored_pairs(forbidden)]

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
        check_results(competitors, tables)
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
        meetings: Meetings = knock_out,
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
        return cross_groups(tiers, meetings)

    def counted(
        self, config: RoundRobinConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[TableRecord]:
        """The tables as the standings count them when somebody has left (FIDE C.05 and C.07, 15).

        Who has completed less than half of their games has met nobody: those who did rest in that round. Whoever leaves
        later loses every game that was not played by forfeit, also those of rounds in which nobody who is left would
        meet, and which are therefore not played.
        """
        groups = self._groups(config, competitors, tables)
        annulled, late = _left(config, groups, tables)
        counted = []
        for table in tables:
            staying = [seat for seat in table.seats if seat.competitor not in annulled]
            if len(staying) == len(table.seats):
                counted.append(table)
            elif staying:
                counted.append(replace(table, seats=tuple(_resting(seat) for seat in staying), is_bye=True))
        if not late:
            return counted
        forfeits = []
        sits = {(table.round, seat.competitor): table for table in tables for seat in table.seats}
        for number in self._scheduled(config, competitors, tables):
            for group in groups:
                for one, other in group.games(config, number):
                    pair = (one.id, other.id) if other is not None else ()
                    if late.isdisjoint(pair) or not annulled.isdisjoint(pair):
                        continue
                    if all(sits[number, player].is_bye for player in pair if (number, player) in sits):
                        forfeits.append(_forfeit(number, pair, late, config.points[0]))
        instead = {(table.round, seat.competitor) for table in forfeits for seat in table.seats}
        return [table for table in counted if (table.round, table.seats[0].competitor) not in instead] + forfeits

    def _scheduled(
        self, config: RoundRobinConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[int]:
        """The rounds that are paired, and once no more will be, those that the schedule has beyond them."""
        paired = {table.round for table in tables}
        last = max(paired, default=0)
        if self.last_round(config, competitors, tables) > last:
            return sorted(paired)
        sizes = [len(group.players) for group in self._groups(config, competitors, tables)]
        return sorted(paired | set(range(last + 1, 1 + max(config.rounds(size) for size in sizes))))

    def points(self, config: RoundRobinConfig, places: Sequence[int]) -> list[Fraction | None]:
        check_places(places, [2])
        return [*share_points(places, config.points)]

    def bye_points(self, config: RoundRobinConfig) -> Decimal | None:
        """A rest is worth nothing: everybody has the same number of them."""
        return Decimal(0)

    def _tables(self, config: RoundRobinConfig, field: RoundInput) -> list[PairedTable]:
        """The games of the round, then the byes of those whose opponent is missing."""
        games: list[PairedTable] = []
        byes: list[PairedTable] = []
        for group in self._groups(config, field.competitors, field.tables):
            for one, other in group.games(config, field.round):
                here = [player.id for player in (one, other) if player is not None and player.active]
                (games if len(here) == 2 else byes).append(PairedTable(tuple(here)))
        return games + [bye for bye in byes if bye.seats]

    def _groups(
        self, config: RoundRobinConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[Group]:
        """The groups with those who were there in the first round, in order of seeds; with an own schedule everybody,
        because it says who has which number."""
        started = {seat.competitor for table in tables if table.round == 1 for seat in table.seats}
        group_of = self._group_numbers(config, competitors, tables)
        members: dict[int, list[Competitor]] = defaultdict(list)
        for competitor in sorted(competitors, key=lambda c: c.seed):
            if config.schedule or competitor.id in started or (not started and competitor.active):
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


def _resting(seat: SeatRecord) -> SeatRecord:
    """A seat of a game that does not count."""
    return SeatRecord(seat.competitor, place=1, points=Decimal(0))


def _left(
    config: RoundRobinConfig, groups: Sequence[Group], tables: Sequence[TableRecord]
) -> tuple[set[int], set[int]]:
    """Who has left before completing half of the games, and who has left later."""
    completed = Counter(
        seat.competitor for table in tables if not table.is_bye for seat in table.seats if not seat.absent
    )
    early: set[int] = set()
    late: set[int] = set()
    for group in groups:
        games = (len(group.players) - 1) * (1 + config.twice)
        for player in group.players:
            if not player.active and not player.advanced:
                (early if 2 * completed[player.id] < games else late).add(player.id)
    return early, late


def _forfeit(number: int, players: Sequence[int], left: Container[int], win: Decimal) -> TableRecord:
    """A game that was not played because somebody has left, or both have."""
    seats = tuple(
        SeatRecord(player, place=2, points=Decimal(0), absent=True)
        if player in left
        else SeatRecord(player, place=1, points=win)
        for player in players
    )
    return TableRecord(number, seats)


@lru_cache(maxsize=64)
def _own_games(schedule: tuple[Round, ...], players: int) -> tuple[tuple[Game, ...], ...]:
    """The games of an own schedule, with a rest for everybody who has none: a game with the number after the last."""
    everybody = range(1, players + 1)
    return tuple(
        (
            *((first, second) for first, second in tables),
            *((number, players + 1) for number in everybody if not any(number in table for table in tables)),
        )
        for tables in schedule
    )


def _check_schedule(config: RoundRobinConfig) -> None:
    """Raises InvalidConfig unless everybody meets everybody as often as the settings say."""
    if not config.schedule:
        return
    if config.groups > 1:
        raise InvalidConfig(Message("schedule.groups"))
    check_table_sizes(config.schedule, [2])
    met, due = meetings(config.schedule), 1 + config.twice
    for pair in combinations(range(1, players_of(config.schedule) + 1), 2):
        if met[pair] != due:
            values = {"one": pair[0], "other": pair[1], "times": met[pair], "due": due}
            raise InvalidConfig(Message("schedule.pair", values))
