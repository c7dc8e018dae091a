"""An organiser's own schedule: a table with the columns round, table, seat and number of the player.

    round,table,seat,number
    1,1,1,4
    1,1,2,1

The numbers are the seeds of the stage, from 1 on; seat 1 starts. Who is in no line of a round has a bye in it. Commas,
semicolons and tabs separate; the line with the headings may be missing.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from functools import lru_cache

from competition.invalid_config import InvalidConfig
from competition.schedules.designs import Round
from engine.message import Message

LONGEST = 50_000
"""Characters: enough for a round robin of 64."""

MOST_ROUNDS = 100
MOST_PLAYERS = 1000

Line = tuple[int, int, int, int]


@lru_cache(maxsize=256)
def read_own_schedule(text: str) -> tuple[Round, ...]:
    """The rounds, with the tables by number, the seats in order, and the players by number from 1; none for no text.

    Raises InvalidConfig for a line that is not four whole numbers from 1 on, text without such a line, a gap in the
    rounds, tables, seats or numbers, a seat that is given twice, a player who sits twice in a round, and a table for
    one.
    """
    if len(text) > LONGEST:
        raise InvalidConfig(Message("schedule.too_long", {"most": LONGEST}))
    rounds: dict[int, dict[int, dict[int, int]]] = {}
    # Spreadsheets put a byte order mark before the text.
    for number, table, seat, player in _lines(text.removeprefix("\ufeff")):
        seats = rounds.setdefault(number, {}).setdefault(table, {})
        if seat in seats:
            raise InvalidConfig(Message("schedule.seat_twice", {"round": number, "table": table, "chair": seat}))
        seats[seat] = player
    _check_no_gap(rounds, Message("schedule.no_round", {"number": _first_missing(rounds)}))
    found: list[Round] = []
    for number in sorted(rounds):
        tables = rounds[number]
        _check_no_gap(tables, Message("schedule.no_table", {"round": number, "table": _first_missing(tables)}))
        found.append(tuple(_seated(number, table, tables[table]) for table in sorted(tables)))
        _check_seated_once(number, found[-1])
    everybody = {player for tables in found for table in tables for player in table}
    _check_no_gap(everybody, Message("schedule.no_player", {"number": _first_missing(everybody)}))
    return tuple(found)


def players_of(rounds: Sequence[Round]) -> int:
    """How many players a schedule is for."""
    return max((player for tables in rounds for table in tables for player in table), default=0)


def _lines(text: str) -> list[Line]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(",;\t", key=first.count)
    found: list[Line] = []
    headings_may_come = True
    for at, cells in enumerate(csv.reader(text.splitlines(), delimiter=separator), start=1):
        words = [cell.strip() for cell in cells]
        if not any(words):
            continue
        is_heading = headings_may_come and not any(word.isdecimal() for word in words)
        headings_may_come = False
        if is_heading:
            continue
        if len(words) != 4 or not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
            raise InvalidConfig(Message("schedule.bad_line", {"line": at}))
        number, table, seat, player = map(int, words)
        if min(number, table, seat, player) < 1:
            raise InvalidConfig(Message("schedule.zero", {"line": at}))
        if number > MOST_ROUNDS or player > MOST_PLAYERS:
            raise InvalidConfig(Message("schedule.too_many", {"rounds": MOST_ROUNDS, "players": MOST_PLAYERS}))
        found.append((number, table, seat, player))
    if first and not found:
        raise InvalidConfig(Message("schedule.no_lines"))
    return found


def _first_missing(numbers: Collection[int]) -> int:
    return next(number for number in range(1, len(numbers) + 2) if number not in numbers)


def _check_no_gap(numbers: Collection[int], missing: Message) -> None:
    """Raises InvalidConfig with this message unless the numbers are 1, 2, 3 and so on."""
    if numbers and max(numbers) != len(numbers):
        raise InvalidConfig(missing)


def _seated(number: int, table: int, seats: dict[int, int]) -> tuple[int, ...]:
    where = {"round": number, "table": table}
    _check_no_gap(seats, Message("schedule.no_seat", {**where, "chair": _first_missing(seats)}))
    if len(seats) < 2:
        raise InvalidConfig(Message("schedule.one_player", where))
    return tuple(seats[seat] for seat in sorted(seats))


def _check_seated_once(number: int, tables: Round) -> None:
    seen: set[int] = set()
    for table in tables:
        for player in table:
            if player in seen:
                raise InvalidConfig(Message("schedule.player_twice", {"round": number, "number": player}))
            seen.add(player)
