"""What a format checks and says of an organiser's own schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from competition.invalid_config import InvalidConfig
from competition.records import INFO, WARNING, Concern, Pair, pair_of
from competition.schedules.designs import Round
from competition.schedules.own import players_of
from engine.message import Message, Value


def check_table_sizes(schedule: Sequence[Round], sizes: Sequence[int]) -> None:
    """Raises InvalidConfig for a table at which so many cannot play."""
    for number, tables in enumerate(schedule, start=1):
        for at, table in enumerate(tables, start=1):
            if len(table) not in sizes:
                allowed = ", ".join(map(str, sorted(sizes)))
                values: dict[str, Value] = {"round": number, "table": at, "size": len(table), "allowed": allowed}
                raise InvalidConfig(Message("schedule.table_size", values))


def check_players(schedule: Sequence[Round], players: int) -> None:
    """Raises InvalidConfig if the schedule is for another number of players."""
    if schedule and players_of(schedule) != players:
        values = {"schedule": players_of(schedule), "players": players}
        raise InvalidConfig(Message("schedule.players", values))


def meetings(schedule: Sequence[Round]) -> Counter[Pair]:
    """How often each two numbers meet."""
    return Counter(pair_of(*pair) for tables in schedule for table in tables for pair in combinations(table, 2))


def schedule_concerns(schedule: Sequence[Round]) -> list[Concern]:
    """Repeated meetings, byes and starts of an own schedule."""
    everybody = range(1, players_of(schedule) + 1)
    values = {"rounds": len(schedule), "players": len(everybody)}
    found = [Concern(INFO, Message("forecast.own_schedule", values), key="planned")]
    again = sum(times - 1 for times in meetings(schedule).values())
    if again:
        found.append(Concern(WARNING, Message("forecast.own_repeats", {"count": again}), key="rematch"))
    seated = Counter(player for tables in schedule for table in tables for player in table)
    byes = [len(schedule) - seated[player] for player in everybody]
    if max(byes) > 0:
        level = WARNING if max(byes) - min(byes) > 1 else INFO
        text = Message("forecast.own_byes", {"low": min(byes), "high": max(byes)})
        found.append(Concern(level, text, key="second_bye"))
    starts = Counter(table[0] for tables in schedule for table in tables)
    counts = [starts[player] for player in everybody]
    if max(counts) - min(counts) > 1:
        text = Message("forecast.own_starts", {"low": min(counts), "high": max(counts)})
        found.append(Concern(WARNING, text, key="starts"))
    return found
