"""One stage that is played from the first round to the standings: what a caller of this package would have to keep.

An `Event` holds the players, the format with its settings, and every table with its places, points and byes. It hands
out the next round, takes its results and ranks. As JSON it is what `to_json` says (docs/competition.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from types import NoneType
from typing import Any

from competition.formats import get_format
from competition.invalid_config import InvalidConfig, InvalidInput
from competition.points import is_ranking, places_from_scores, points_with_absent
from competition.records import (
    Competitor,
    PairedTable,
    Pairing,
    RoundInput,
    SeatRecord,
    TableRecord,
    check_results,
    pair_of,
)
from competition.standings import Standing
from engine.message import Message

JSON_VERSION = 1
PLAYER_KINDS: dict[str, Collection[type]] = {
    **dict.fromkeys(("id", "seed", "since", "group"), {int}),
    **dict.fromkeys(("name", "club"), {str}),
    **dict.fromkeys(("active", "advanced", "disqualified"), {bool}),
    **dict.fromkeys(("rating", "fixed_table"), {int, NoneType}),
    "strength": {int, float, NoneType},
    **dict.fromkeys(("penalty", "late_points"), {int, str}),
}
EXACT_NUMBERS = ("penalty", "late_points")
"""Points of a player, which are written as fractions."""

TABLE_KINDS: dict[str, Collection[type]] = {"slot": {int, NoneType}, "requested": {bool}}
EARLIER_KINDS: dict[str, Collection[type]] = {"round": {int}}
SIZES = (2, 3, 4)


class Event:
    """One stage of a tournament.

    `players` are names, or competitors in any order; the seeding of the settings gives them their seeds. `sizes` are
    the numbers of players that the game allows, `lot` is the text that every draw follows from, pairs are ids. `tables`
    has every table and bye so far; those of the current round are not confirmed until their result is recorded. `round`
    is the number of the current round, 0 before the first one.
    """

    def __init__(
        self,
        players: Iterable[Competitor | str],
        format_key: str,
        settings: Mapping[str, Any] | None = None,
        *,
        sizes: Sequence[int] = SIZES,
        lot: str = "",
        forbidden: Iterable[tuple[int, int]] = (),
        discouraged: Iterable[tuple[int, int]] = (),
        earlier: Iterable[TableRecord] = (),
    ) -> None:
        """`earlier` are the tables of the stages before, in order of play: they count for who starts, no more.

        Raises InvalidConfig for impossible settings, InvalidInput for impossible players.
        """
        self.format_key, self.settings = format_key, dict(settings or {})
        self.format = get_format(format_key)
        self.config = self.format.read_config(self.settings)
        self.sizes, self.lot, self.earlier = tuple(sizes), lot, tuple(earlier)
        self._players = {competitor.id: competitor for competitor in self._seeded([*players])}
        self.forbidden = frozenset(self._pair(*pair) for pair in forbidden)
        self.discouraged = frozenset(self._pair(*pair) for pair in discouraged)
        self.format.check_game(self.config, self.sizes)
        self.format.check_field(self.config, len(self._players), self.sizes)
        self.tables: list[TableRecord] = []
        self.round = 0
        self._table_at: dict[int, int] = {}
        self._is_final = False

    # --- rounds

    @property
    def competitors(self) -> list[Competitor]:
        """The players as they are now."""
        return [*self._players.values()]

    @property
    def open_tables(self) -> list[TableRecord]:
        """The tables that wait for a result."""
        return [table for table in self.tables if not table.confirmed]

    @property
    def is_over(self) -> bool:
        """Whether the last round has all its results."""
        last = self.format.last_round(self.config, self.competitors, self.tables)
        return bool(self.tables) and not self.open_tables and self.round >= last

    def round_input(self, resting: Iterable[int] = ()) -> RoundInput:
        """What the format pairs the next round from."""
        return RoundInput(
            tuple(self.competitors),
            tuple(self._counted()),
            self.round + 1,
            self.sizes,
            self.lot,
            self.forbidden,
            self.discouraged,
            frozenset(self.competitor(player).id for player in resting),
            self.earlier,
        )

    def next_round(self, resting: Iterable[int] = ()) -> Pairing:
        """Pair the next round; `resting` are the players who asked for a bye. Byes have their points at once.

        Raises InvalidInput if a result is missing or the event is over, InvalidConfig if nothing can be paired.
        """
        self._check_complete()
        if self.is_over:
            raise InvalidInput(Message("event.over", {"round": self.round}))
        pairing = self.format.pair(self.config, self.round_input(resting))
        self.start_round(pairing.tables)
        return pairing

    def start_round(self, tables: Iterable[PairedTable]) -> None:
        """Begin the next round with these tables: those of a pairing, as they are or changed by hand.

        Raises InvalidInput if a result is missing, or players and tables do not fit together.
        """
        self._check_complete()
        started = [self._started(self.round + 1, table) for table in tables]
        if not started:
            raise InvalidInput(Message("event.no_tables", {"round": self.round + 1}))
        for table in started:
            if len(table.seats) > 1 and len(table.seats) not in self.sizes:
                raise InvalidInput(Message("field.table_size", {"size": len(table.seats)}))
        check_results(self.competitors, [*self.tables, *started])
        self.round += 1
        self._table_at = {
            seat.competitor: at
            for at, table in enumerate(started, start=len(self.tables))
            for seat in ([] if table.is_bye else table.seats)
        }
        self.tables += started
        self._is_final = self.round >= self.format.last_round(self.config, self.competitors, self.tables)

    def record(
        self,
        places: Mapping[int, int] | None = None,
        *,
        scores: Mapping[int, int] | None = None,
        absent: Collection[int] = (),
    ) -> TableRecord:
        """Take the result of a table of the current round: places or scores by player, of everybody at the table.

        Places that are not given follow from the scores. In a best-of-n match these are the games won, and places are
        needed where they do not settle every place: players with equally many, or drawn games. `absent` did not come.
        A result that is recorded again replaces the earlier one. Raises InvalidInput.
        """
        if not any(isinstance(values, Mapping) and values for values in (places, scores)):
            raise InvalidInput(Message("event.no_result"))
        first, *_others = [self.competitor(player) for player in {**(places or {}), **(scores or {})}]
        at, table = self._table_of(first)
        seats = [seat.competitor for seat in table.seats]
        self._check_result(seats, [values for values in (places, scores) if values], absent)
        away = {number for number, player in enumerate(seats) if player in absent}
        won = [scores[player] for player in seats] if scores else []
        ranking = [places[player] for player in seats] if places else _places(won, away)
        self._check_places(seats, ranking, away)
        games = 1
        if won and self.format.best_of(self.config) > 1:
            games = self._games(seats, won)
            if not places:
                self._check_finished(seats, won, away)
        points = points_with_absent(partial(self.format.points, self.config), ranking, away)
        played = [
            SeatRecord(player, won[number] if won else None, ranking[number], points[number], number in away)
            for number, player in enumerate(seats)
        ]
        self.tables[at] = replace(table, seats=tuple(played), confirmed=True, games=games)
        return self.tables[at]

    def standings(self) -> list[Standing]:
        """The ranking after the results so far."""
        return self.format.ranking(self.config, self.competitors, self._counted(), self.lot)

    def _counted(self) -> list[TableRecord]:
        """The tables, and the points that late entries have for the rounds they missed."""
        return [*self.tables, *self.format.late_tables(self.config, self.competitors, self.tables)]

    # --- JSON

    def to_json(self) -> dict[str, Any]:
        """The event as JSON values, version 1. Points are left out: they follow from places and settings."""
        return {
            "version": JSON_VERSION,
            "format": self.format_key,
            "settings": self.settings,
            "sizes": list(self.sizes),
            "lot": self.lot,
            "players": [_player_to_json(competitor) for competitor in self.competitors],
            "forbidden": [list(pair) for pair in sorted(self.forbidden)],
            "discouraged": [list(pair) for pair in sorted(self.discouraged)],
            "earlier": [_seats_to_json(table) for table in self.earlier],
            "rounds": [
                [_table_to_json(table) for table in self.tables if table.round == number]
                for number in range(1, self.round + 1)
            ],
        }

    @classmethod
    def from_json(cls, data: Any) -> Event:
        """The event of such JSON values. Raises InvalidInput for others, InvalidConfig for impossible settings."""
        if not isinstance(data, Mapping) or data.get("version") != JSON_VERSION:
            raise InvalidInput(Message("event.json_version", {"version": JSON_VERSION}))
        try:
            return cls._read(data)
        except InvalidConfig:
            raise
        except KeyError as missing:
            raise InvalidInput(Message("event.json_missing", {"name": str(missing.args[0])})) from None
        except (TypeError, ValueError, AttributeError, ArithmeticError) as wrong:
            raise InvalidInput(Message("event.json_wrong", {"problem": str(wrong)})) from None

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Event:
        players = [_player_from_json(player) for player in data["players"]]
        entered = [player for player in players if player.since == 1]
        earlier = map(_seats_from_json, data.get("earlier", ()))
        event = cls(entered, data["format"], data["settings"], sizes=data["sizes"], lot=data["lot"], earlier=earlier)
        # As they were: seeds, groups and who has come later or left.
        check_results(players, [])
        event._players = {player.id: player for player in players}
        event.forbidden = frozenset(event._pair(*pair) for pair in data["forbidden"])
        event.discouraged = frozenset(event._pair(*pair) for pair in data["discouraged"])
        for tables in data["rounds"]:
            for table in tables:
                _check_kinds(f"round {event.round + 1}", TABLE_KINDS, table)
            event.start_round(
                PairedTable(tuple(table["seats"]), table.get("slot"), None, table.get("requested", False))
                for table in tables
            )
            for table in tables:
                seats = table["seats"]
                places, scores = (
                    dict(zip(seats, table[key], strict=True)) if key in table else None for key in ("places", "scores")
                )
                if len(seats) > 1 and (places or scores):
                    event.record(places, scores=scores, absent=table.get("absent", ()))
        return event

    # --- players

    def competitor(self, player: int) -> Competitor:
        """The player of that number. Raises InvalidInput if there is none."""
        if player not in self._players:
            raise InvalidInput(Message("input.unknown_player", {"player": str(player)}))
        return self._players[player]

    def drop(self, player: int) -> None:
        """Leave a player out of all later rounds. Raises InvalidInput for an unknown one."""
        self._players[player] = replace(self.competitor(player), active=False)

    def add(self, name: str, **more: Any) -> Competitor:
        """A late entry, which plays from the next round on as the last seed. Raises InvalidInput if none is taken.

        Before the first round it is no late one: seeds and groups are made again for all players. Raises InvalidConfig
        if so many cannot play. `more` are other values of a `Competitor`.
        """
        if self.tables and not self.format.accepts_late:
            raise InvalidInput(Message("event.no_late_entry", {"format": self.format.title}))
        if not isinstance(name, str):
            raise InvalidInput(Message("event.no_name"))
        number = 1 + max(competitor.id for competitor in self.competitors)
        seed = 1 + max(competitor.seed for competitor in self.competitors)
        entry = Competitor(number, name, seed, since=self.round + 1, **more)
        if self.tables:
            self._players[number] = entry
        else:
            self.format.check_field(self.config, len(self._players) + 1, self.sizes)
            self._players = {competitor.id: competitor for competitor in self._seeded([*self.competitors, entry])}
        return self._players[number]

    def _seeded(self, players: Sequence[Competitor | str]) -> list[Competitor]:
        entered = [
            Competitor(number, player, number) if isinstance(player, str) else player
            for number, player in enumerate(players, start=1)
        ]
        if not all(isinstance(player, Competitor) for player in entered):
            raise InvalidInput(Message("event.no_name"))
        check_results(entered, [])
        in_order = sorted(entered, key=lambda competitor: competitor.seed)
        in_order = self.format.seeded(getattr(self.config, "seeding", "order"), in_order, self.lot)
        groups = self.format.groups(self.config, len(in_order))
        return [
            replace(competitor, seed=seed, group=group)
            for seed, (competitor, group) in enumerate(zip(in_order, groups, strict=True), start=1)
        ]

    def _pair(self, one: int, other: int) -> tuple[int, int]:
        if one == other:
            raise InvalidInput(Message("event.no_pair", {"name": self.competitor(one).name}))
        return pair_of(self.competitor(one).id, self.competitor(other).id)

    def _names(self, players: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._players[player].name for player in players)

    # --- tables

    def _check_complete(self) -> None:
        if self.open_tables:
            people = self._names(seat.competitor for seat in self.open_tables[0].seats)
            raise InvalidInput(Message("event.open_table", {"round": self.round, "names": people}))

    def _check_result(self, seats: Sequence[int], given: Sequence[Mapping[int, int]], absent: Iterable[int]) -> None:
        people = self._names(seats)
        for values in given:
            if set(values) != set(seats):
                raise InvalidInput(Message("event.not_everybody", {"names": people}))
            if any(type(value) is not int for value in values.values()):
                raise InvalidInput(Message("event.not_whole", {"names": people}))
        for player in absent:
            if player not in seats:
                raise InvalidInput(Message("event.absent_elsewhere", {"name": self.competitor(player).name}))

    def _check_places(self, seats: Sequence[int], ranking: Sequence[int], away: Collection[int]) -> None:
        people = self._names(seats)
        there = [place for at, place in enumerate(ranking) if at not in away]
        if not is_ranking(ranking) or (there and any(ranking[at] <= max(there) for at in away)):
            raise InvalidInput(Message("event.not_places", {"places": tuple(ranking), "names": people}))
        if there and not self.format.decided(self.config, ranking, final=self._is_final, absent=away):
            raise InvalidInput(Message("event.undecided", {"names": people}))

    def _games(self, seats: Sequence[int], won: Sequence[int]) -> int:
        """How many games a match of several had, from the games won."""
        most = self.format.best_of(self.config)
        # Two stop when one of them cannot be caught; at a larger table the others still play for their places.
        enough = most // 2 + 1 if len(seats) == 2 else most
        if min(won) < 0 or max(won) > enough or sum(won) > most:
            raise InvalidInput(Message("event.not_games", {"names": self._names(seats), "most": most}))
        return max(1, sum(won))

    def _check_finished(self, seats: Sequence[int], won: Sequence[int], away: Collection[int]) -> None:
        """Raises InvalidInput where the games that nobody has won could still change a place: they may be to come. And
        equals are ranked by the places in their games, which are not known here."""
        most = self.format.best_of(self.config)
        there = sorted(count for at, count in enumerate(won) if at not in away)
        if any(more - fewer <= most - sum(won) for fewer, more in pairwise(there)):
            raise InvalidInput(Message("event.not_finished", {"names": self._names(seats), "most": most}))

    def _started(self, number: int, table: PairedTable) -> TableRecord:
        if not table.is_bye:
            seats = tuple(map(SeatRecord, table.seats))
            return TableRecord(number, seats, slot=table.slot, confirmed=False)
        points = self.format.rest_points(self.config) if table.requested else self.format.bye_points(self.config)
        seat = SeatRecord(table.seats[0], None, 1, points)
        return TableRecord(number, (seat,), is_bye=True, slot=table.slot, requested=table.requested)

    def _table_of(self, player: Competitor) -> tuple[int, TableRecord]:
        """The table of the current round at which this player sits, with its place among all tables."""
        if player.id not in self._table_at:
            raise InvalidInput(Message("event.not_at_a_table", {"name": player.name, "round": self.round}))
        at = self._table_at[player.id]
        return at, self.tables[at]


def _places(scores: Sequence[int], away: Collection[int]) -> list[int]:
    """Places from scores; those who did not come share the last one."""
    if len(away) == len(scores):
        return [1] * len(scores)
    least = min(scores)
    return places_from_scores([least - 1 if at in away else score for at, score in enumerate(scores)])


def _player_to_json(competitor: Competitor) -> dict[str, Any]:
    """What is not the default."""
    values = {each.name: getattr(competitor, each.name) for each in fields(competitor)}
    given = {each.name: values[each.name] for each in fields(competitor) if values[each.name] != each.default}
    return given | {name: str(Fraction(values[name])) for name in EXACT_NUMBERS if values[name]}


def _check_kinds(whose: str, kinds: Mapping[str, Collection[type]], values: Mapping[str, Any]) -> None:
    """Raises TypeError for a value of another kind. Names that have none here are left to others."""
    for name, value in values.items():
        if name in kinds and type(value) not in kinds[name]:
            raise TypeError(f"{whose}: {name} {value!r}")


def _player_from_json(data: Mapping[str, Any]) -> Competitor:
    _check_kinds(f"player {data['id']!r}", PLAYER_KINDS, {**data, "seed": data["seed"], "name": data["name"]})
    return Competitor(**dict(data) | {name: Fraction(data.get(name, 0)) for name in EXACT_NUMBERS})


def _seats_to_json(table: TableRecord) -> dict[str, Any]:
    """Who sat where in an earlier stage."""
    found = {"round": table.round, "seats": [seat.competitor for seat in table.seats]}
    absent = [seat.competitor for seat in table.seats if seat.absent]
    return found | ({"absent": absent} if absent else {})


def _seats_from_json(data: Mapping[str, Any]) -> TableRecord:
    _check_kinds("earlier", EARLIER_KINDS, data)
    absent = data.get("absent", ())
    seats = tuple(SeatRecord(player, absent=player in absent) for player in data["seats"])
    return TableRecord(data["round"], seats, is_bye=len(seats) == 1)


def _table_to_json(table: TableRecord) -> dict[str, Any]:
    found: dict[str, Any] = {"seats": [seat.competitor for seat in table.seats]}
    if table.slot is not None:
        found["slot"] = table.slot
    if table.requested:
        found["requested"] = True
    if table.confirmed and not table.is_bye:
        found["places"] = [seat.place for seat in table.seats]
        if all(seat.score is not None for seat in table.seats):
            found["scores"] = [seat.score for seat in table.seats]
        if any(seat.absent for seat in table.seats):
            found["absent"] = [seat.competitor for seat in table.seats if seat.absent]
    return found
