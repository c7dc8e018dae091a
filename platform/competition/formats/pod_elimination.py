"""Pod elimination: tables of three or four of which the best go on, until one final table is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from competition.brackets.chart import seat_line
from competition.brackets.pods import Cut, Player, PodRound, advancing, course, cut, deal, next_round
from competition.formats.base import Format, check_enough, ignored_pairs, size_concern
from competition.formats.bracket_format import rank_by
from competition.formats.settings import BEST_OF, SEEDING, STARTS, TABLE_SIZE, Setting
from competition.formats.starts import Starts
from competition.invalid_config import InvalidConfig
from competition.pairing.concerns import seating_concerns
from competition.pairing.explain import name_list, pair_message
from competition.pairing.history import read_history
from competition.records import (
    INFO,
    ChartColumn,
    ChartSeat,
    ChartSection,
    ChartSlot,
    Competitor,
    Concern,
    PairedTable,
    Pairing,
    Reason,
    RoundInput,
    TableRecord,
    check_results,
    names,
)
from competition.standings import Standing
from engine.message import Message


@dataclass(frozen=True, slots=True)
class PodEliminationConfig:
    """Settings of a pod elimination. `best`: so many of each table go on, `advance`: so many at the end, if any."""

    table_size: int
    best: int
    advance: int
    seeding: str
    starts: str
    best_of: int


class PodElimination(Format[PodEliminationConfig]):
    """Tables by snake, short ones for the best seeds; the next round is seeded by place at the table, then by seed."""

    key = "pod_elimination"
    is_bracket = True
    fixed_slots = False
    settings = (
        TABLE_SIZE,
        Setting("best", "choice", 2, Message("setting.best.help"), choices=(1, 2, 3)),
        SEEDING,
        STARTS,
        BEST_OF,
        Setting("advance", "number", 0, Message("setting.advance.help_pods"), maximum=1024),
    )
    new_settings = ("starts", "best_of", "advance")

    def read_config(self, data: Mapping[str, object]) -> PodEliminationConfig:
        config = PodEliminationConfig(**self.values(data))
        if config.best >= config.table_size:
            raise InvalidConfig(Message("config.pods_advance", {"size": config.table_size, "best": config.best}))
        return config

    def table_size(self, config: PodEliminationConfig) -> int:
        return config.table_size

    def check_field(self, config: PodEliminationConfig, players: int, sizes: Sequence[int]) -> None:
        check_enough(players, config.table_size, sizes)
        if config.advance >= players:
            raise InvalidConfig(Message("field.nobody_is_out", {"advance": config.advance, "players": players}))

    def advance(self, config: PodEliminationConfig) -> int:
        return config.advance

    def rounds(self, config: PodEliminationConfig, players: int) -> int:
        return max(1, len(self._course(config, players, _any_size(config))))

    def best_of(self, config: PodEliminationConfig) -> int:
        return config.best_of

    def last_round(
        self, config: PodEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> int:
        """A round of one table is the last. Before it as many rounds are to come as those who go on need."""
        here = sum(competitor.active for competitor in competitors)
        paired = max((table.round for table in tables), default=0)
        if not paired:
            return self.rounds(config, here)
        latest = [table for table in tables if table.round == paired]
        if len(latest) == 1:
            return paired
        after = self._cut(config, competitors, latest)
        on = len(after.on)
        if after.open:
            on = sum(1 if table.is_bye else advancing(len(table.seats), config.best) for table in latest)
        if on <= config.advance:
            return paired
        return paired + self.rounds(config, on)

    def round_title(
        self,
        config: PodEliminationConfig,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        number: int,
        paired: Sequence[PairedTable] = (),
    ) -> Message:
        here = len(paired) or sum(table.round == number for table in tables)
        if not here:
            before = [table for table in tables if table.round < number]
            here = 1 if self.last_round(config, competitors, before) == number else 2
        return _title(config, number, here)

    def decided(
        self,
        config: PodEliminationConfig,
        places: Sequence[int],
        *,
        final: bool = False,
        absent: Collection[int] = (),
    ) -> bool:
        """The final makes one champion; elsewhere the line between who goes on and who is out must be clear. Where no
        more came than go on, it is."""
        best = advancing(len(places), config.best)
        if final:
            best = min(best, config.advance or 1)
        there = [place for at, place in enumerate(places) if at not in absent]
        return sum(place <= best for place in there) == min(best, len(there))

    def pair(self, config: PodEliminationConfig, field: RoundInput) -> Pairing:
        field.check_every_round()
        before = self._before(config, field)
        size = next_round(len(before.on), len(before.missed), config.table_size, field.sizes)
        if field.round == 1 and not size.tables:
            raise InvalidConfig(Message("field.too_few"))
        players = [*before.on, *before.missed[: size.let_in]]
        byes = Counter(table.seats[0].competitor for table in field.tables if table.is_bye)
        resting = sorted(players, key=lambda player: (byes[player.id], player.rank))[: size.byes]
        playing = [player for player in players if player not in resting] if size.tables else []
        history = read_history(field.tables, config.table_size)
        dealt = [[player.id for player in seats] for seats in deal(playing, size.tables, history.met)]
        starts = Starts(config.starts, field)
        tables = [PairedTable(starts.order(seats, slot), slot) for slot, seats in enumerate(dealt)]
        tables += [PairedTable((player.id,), len(tables) + at) for at, player in enumerate(resting)]
        notes = []
        if size.let_in:
            let_in = [player.id for player in players[len(before.on) :]]
            notes.append(Message("pods.let_in", {"names": name_list(let_in, names(field.competitors))}))
        return Pairing(tuple(tables), tuple(self.reasons(config, field, tables)), tuple(notes))

    def reasons(self, config: PodEliminationConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Reason]:
        field.check_seats(tables)
        named = names(field.competitors)
        seeds = {competitor.id: competitor.seed for competitor in field.competitors}
        before = self._before(config, field)
        places = {player.id: player.place for player in (*before.on, *before.missed)}
        history, starts = read_history(field.tables, config.table_size), Starts(config.starts, field)
        reasons = []
        for table in tables:
            people = sorted(table.seats, key=lambda player: (places.get(player, 0), seeds[player]))
            if table.is_bye:
                reasons.append(Reason((Message("bracket.bye", {"name": named[people[0]]}),)))
                continue
            first = field.round == 1
            who = tuple(f"{named[player]} ({seeds[player] if first else places.get(player, '–')})" for player in people)
            sentences = [Message("pods.snake" if first else "pods.snake_by_place", {"names": who})]
            if len(table.seats) < config.table_size and len(tables) > 1:
                sentences.append(Message("pods.small_tables"))
            sentences += [
                pair_message("pairing.met", one, other, named)
                for one, other in combinations(people, 2)
                if history.meetings(one, other)
            ]
            sentences.append(starts.reason(table.seats))
            reasons.append(Reason(tuple(sentences)))
        return reasons

    def concerns(self, config: PodEliminationConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
        """Who meets again."""
        named = names(field.competitors)
        history = read_history(field.tables, config.table_size)
        final = len(tables) == 1
        return seating_concerns(field, tables, parts=False) + [
            Concern(INFO, pair_message("pairing.met", one, other, named), number, "rematch")
            for number, table in enumerate(tables)
            for one, other in combinations(table.seats, 2)
            if history.meetings(one, other) and not final
        ]

    def forecast(
        self, config: PodEliminationConfig, players: int, sizes: Sequence[int], *, forbidden: int = 0
    ) -> list[Concern]:
        """Rounds and matches, small tables and byes, and whether the final must be filled up."""
        rounds = self._course(config, players, sizes)
        if not rounds or not rounds[0].tables:
            return ignored_pairs(forbidden)
        said = [size_concern(len(rounds), sum(len(round_.tables) for round_ in rounds))]
        for number, round_ in enumerate(rounds, start=1):
            short = sum(size < config.table_size for size in round_.tables)
            if short and len(round_.tables) > 1:
                text = Message("forecast.smaller_tables", {"number": number, "count": short})
                said.append(Concern(INFO, text, key="short"))
            if round_.byes:
                text = Message("forecast.pod_byes", {"number": number, "byes": round_.byes})
                said.append(Concern(INFO, text, key="byes"))
            if round_.let_in:
                said.append(Concern(INFO, Message("forecast.let_in", {"let_in": round_.let_in}), key="let_in"))
        return [*said, *ignored_pairs(forbidden)]

    def ranking(
        self,
        config: PodEliminationConfig,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        lot: str = "",
    ) -> list[Standing]:
        """Who came to a later round is better, then who went on from it, then by place at the last table; equally far
        shares the place."""
        check_results(competitors, tables)
        far: dict[int, tuple[int, ...]] = {competitor.id: (0, 0, 0, 0) for competitor in competitors}
        for table in sorted(tables, key=lambda table: table.round):
            for seat in table.seats:
                if table.is_bye or (table.confirmed and seat.place is not None):
                    place = seat.place or 1
                    on = table.is_bye or place <= advancing(len(table.seats), config.best)
                    far[seat.competitor] = (table.round, int(not seat.absent), int(on), -place)
        return rank_by(competitors, tables, far)

    def points(self, config: PodEliminationConfig, places: Sequence[int]) -> list[Fraction | None]:
        return [None] * len(places)

    def bye_points(self, config: PodEliminationConfig) -> Decimal | None:
        return None

    def chart(
        self, config: PodEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[ChartSection]:
        """A column for each round; the tables to come have as many empty seats as they should have."""
        paired = max((table.round for table in tables), default=0)
        columns = [self._column(config, number, tables) for number in range(1, paired + 1)]
        latest = [table for table in tables if table.round == paired]
        on = self._cut(config, competitors, latest).on if paired else self._start(competitors)
        if paired and not on:
            on = tuple(Player(1, 0, 0) for table in latest for _seat in range(advancing(len(table.seats), config.best)))
        if len(latest) != 1:
            coming = self._course(config, len(on), _any_size(config))
            for number, round_ in enumerate(coming, start=paired + 1):
                seats = deal(on, round_.tables, set()) if not paired and number == 1 and not round_.byes else None
                columns.append(_to_come(config, number, round_.tables, seats))
        return [ChartSection(Message("bracket.tables"), tuple(columns))] if columns else []

    def _column(self, config: PodEliminationConfig, number: int, tables: Sequence[TableRecord]) -> ChartColumn:
        here = sorted((table for table in tables if table.round == number), key=lambda table: table.slot or 0)
        slots = []
        for table in here:
            final = len(here) == 1
            best = min(advancing(len(table.seats), config.best), config.advance or 1 if final else config.table_size)
            won = [table.confirmed and not seat.absent and (seat.place or 9) <= best for seat in table.seats]
            seats = tuple(seat_line(seat, goes_on) for seat, goes_on in zip(table.seats, won, strict=True))
            slots.append(ChartSlot(number, table.slot or 0, _table_name(config, table.slot or 0, len(here)), seats))
        return ChartColumn(_title(config, number, len(here)), tuple(slots))

    def _course(self, config: PodEliminationConfig, players: int, sizes: Sequence[int]) -> list[PodRound]:
        return course(players, config.best, config.table_size, sizes, config.advance or 1)

    def _before(self, config: PodEliminationConfig, field: RoundInput) -> Cut:
        """Who goes on to this round and is still here, and who just missed it."""
        if field.round == 1:
            return Cut(self._start(field.competitors), ())
        latest = [table for table in field.tables if table.round == field.round - 1]
        return self._cut(config, field.competitors, latest)

    @staticmethod
    def _start(competitors: Sequence[Competitor]) -> tuple[Player, ...]:
        by_seed = sorted((c for c in competitors if c.active), key=lambda c: c.seed)
        return tuple(Player(1, competitor.seed, competitor.id) for competitor in by_seed)

    @staticmethod
    def _cut(config: PodEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> Cut:
        """The cut after these tables of one round, without those who have left since."""
        after = cut(tables, config.best, {competitor.id: competitor.seed for competitor in competitors})
        here = {competitor.id for competitor in competitors if competitor.active}
        return Cut(
            tuple(player for player in after.on if player.id in here),
            tuple(player for player in after.missed if player.id in here),
            after.open,
        )


def _any_size(config: PodEliminationConfig) -> range:
    """Table sizes where the game is not known: whatever is not above the full size."""
    return range(2, config.table_size + 1)


def _is_final(config: PodEliminationConfig, tables: int) -> bool:
    """Whether a round of so many tables makes the champion."""
    return tables == 1 and not config.advance


def _title(config: PodEliminationConfig, number: int, tables: int) -> Message:
    return Message("bracket.final") if _is_final(config, tables) else Message("bracket.round", {"number": number})


def _table_name(config: PodEliminationConfig, slot: int, tables: int) -> Message:
    return Message("bracket.final") if _is_final(config, tables) else Message("bracket.table", {"number": slot + 1})


def _to_come(
    config: PodEliminationConfig, number: int, sizes: Sequence[int], seats: Sequence[Sequence[Player]] | None
) -> ChartColumn:
    """A round that is not paired yet: the seeds in the first one, else seats for whoever comes from the last round."""
    coming = Message("bracket.from_round", {"number": number - 1})
    slots = tuple(
        ChartSlot(
            number,
            slot,
            _table_name(config, slot, len(sizes)),
            tuple(ChartSeat(p.id) for p in seats[slot]) if seats else (ChartSeat(coming=coming),) * size,
        )
        for slot, size in enumerate(sorted(sizes))
    )
    return ChartColumn(_title(config, number, len(sizes)), slots)
