"""Before the start: what so many players, rounds and seats a table mean, whatever the results will be."""

from __future__ import annotations

from collections.abc import Sequence

from competition.pairing.planning import plan_for
from competition.pairing.sizes import table_sizes
from competition.records import INFO, SERIOUS, WARNING, Concern
from engine.message import Message


def rounds_without_repeats(players: int, table_size: int, sizes: Sequence[int]) -> int:
    """How many rounds there can be at most before somebody must meet somebody again.

    All pairs of players over the meetings of a round: a bound that not every number of players reaches.
    """
    seated = table_sizes(players, table_size, sizes)
    if not seated.tables:
        return 0
    return _pairs(players) // sum(map(_pairs, seated.tables))


def _pairs(players: int) -> int:
    return players * (players - 1) // 2


def rounds_for_one_winner(players: int, table_size: int) -> int:
    """Rounds after which at most one player can have won every game, if the winners always meet."""
    rounds, left = 0, players
    while left > 1:
        left = -(-left // table_size)
        rounds += 1
    return rounds


def forecast(
    players: int, rounds: int, table_size: int, sizes: Sequence[int], *, winner: bool = True, forbidden: int = 0
) -> list[Concern]:
    """What to know before the start. `winner`: whether winners meet winners, so that rounds single one out; where they
    do not, a schedule may be planned.

    `forbidden` is the number of pairs that must not meet.
    """
    seated = table_sizes(players, table_size, sizes)
    if not seated.tables:
        return [Concern(SERIOUS, Message("field.too_few"), key="too_few")]
    found = _repeats(players, rounds, table_size, sizes)
    if not winner:
        found += _planned(players, rounds, table_size, sizes)
    found += _short(players, rounds, table_size, seated.tables)
    if seated.byes:
        found.append(_byes(players, rounds, seated.byes))
    if winner:
        found += _winner(players, rounds, table_size)
    if forbidden:
        found.append(Concern(INFO, Message("forecast.forbidden", {"count": forbidden}), key="forbidden"))
    return found


def _repeats(players: int, rounds: int, table_size: int, sizes: Sequence[int]) -> list[Concern]:
    most = rounds_without_repeats(players, table_size, sizes)
    if rounds <= most:
        return []
    each = sum(map(_pairs, table_sizes(players, table_size, sizes).tables))
    values = {"players": players, "rounds": rounds, "each": each, "pairs": _pairs(players), "most": most}
    least = {"count": rounds * each - _pairs(players), "meetings": rounds * each}
    return [
        Concern(WARNING, Message("forecast.rematches", values), key="rematch"),
        Concern(WARNING, Message("forecast.least_rematches", least), key="rematch_count"),
    ]


def _planned(players: int, rounds: int, table_size: int, sizes: Sequence[int]) -> list[Concern]:
    """What is known of the schedule: in how many of its rounds nobody meets again."""
    schedule = plan_for(players, rounds, table_size, sizes)
    if schedule is None:
        return []
    last = len(schedule.rounds)
    if rounds <= last:
        text = Message("forecast.planned", {"rounds": rounds})
    elif schedule.complete:
        text = Message("forecast.planned_again", {"last": last})
    else:
        text = Message("forecast.planned_until", {"last": last})
    return [Concern(INFO, text, key="planned")]


def _short(players: int, rounds: int, table_size: int, tables: Sequence[int]) -> list[Concern]:
    short = [size for size in tables if size < table_size]
    if not short:
        return []
    most = -(-sum(short) * rounds // players)
    if most > 1:
        text = Message("forecast.short_tables_again", {"count": len(short), "times": most})
        return [Concern(WARNING, text, key="short_again")]
    return [Concern(INFO, Message("forecast.short_tables", {"count": len(short)}), key="short_again")]


def _byes(players: int, rounds: int, byes: int) -> Concern:
    most = -(-byes * rounds // players)
    if most > 1:
        return Concern(WARNING, Message("forecast.byes_again", {"count": byes, "times": most}), key="second_bye")
    return Concern(INFO, Message("forecast.byes", {"count": byes}), key="second_bye")


def _winner(players: int, rounds: int, table_size: int) -> list[Concern]:
    needed = rounds_for_one_winner(players, table_size)
    if rounds >= needed:
        return []
    text = Message("forecast.several_winners", {"rounds": rounds, "needed": needed})
    return [Concern(INFO, text, key="winner")]
