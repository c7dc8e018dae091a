"""A round of a planned schedule: who has which number, and whether the plan still holds.

The lot gives everybody who is there in the first round a number. A player who comes later takes a number that is free:
one that the schedule left empty, or that of somebody who had left by then. Of the rounds that have not been played the
first comes in which the tables have the sizes that the players need, and of several draws of the numbers that one in
which the fewest who must not meet do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from competition.pairing.costs import TERMS, Costs, total
from competition.pairing.lookahead import MOST_PLAYERS as LOOKED_AHEAD
from competition.pairing.sizes import table_sizes
from competition.records import Pair, RoundInput, pair_of
from competition.schedules.designs import Round
from competition.schedules.own import players_of
from competition.schedules.planned import Schedule, find_schedule

DRAWS = 50
"""So many draws of the numbers are looked at, where somebody must not meet somebody."""

PLANNED_TERMS = TERMS.index("discouraged") + 1
"""A plan is left for a round that costs less in these terms."""


Tables = list[tuple[int, ...]]
"""Tables, and byes as tables of one, by the ids of their players."""

Faults = tuple[int, int, int]
"""Forbidden pairs who meet, pairs who meet once too often, and discouraged pairs who meet."""

NO_FAULTS: Faults = (0, 0, 0)

MENDED = 2
"""A round whose tables do not have the sizes that the players need counts as so many pairs who meet once too often: who
moves from one table to another meets two there who are planned for another round."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """Tables and byes by the ids of their players.

    `number` is the round within the schedule, `last` how many it has. `fits`: its tables have the sizes that the
    players need, and no forbidden pair meets. `holds`: nobody meets again in it, and no discouraged pair. `coming` are
    the pairs who have not met and will in the rounds of the schedule that are left. `own`: it is the organiser's
    schedule, whose seats stand.
    """

    tables: Tables
    byes: list[int]
    number: int
    last: int
    fits: bool
    holds: bool
    coming: frozenset[Pair] = frozenset()
    own: bool = False


def plan_for(players: int, rounds: int, table_size: int, sizes: Sequence[int]) -> Schedule | None:
    """The schedule that a league of so many players follows; None where none is known.

    At tables of two no plan is needed while everybody has at least half of the others still to meet: then a round
    without a repeat exists whatever the earlier ones were (Dirac 1952). In a small field the pairing looks ahead.
    """
    if table_size == 2 and (players <= LOOKED_AHEAD or 2 * rounds <= players):
        return None
    schedule = find_schedule(players, table_size, table_sizes(players, table_size, sizes).tables)
    return schedule if schedule is not None and schedule.rounds else None


def planned_round(costs: Costs, field: RoundInput, rounds: int) -> PlannedRound | None:
    """The next round of the schedule that is planned for the players of the first round; None where there is none for
    them. `rounds` are those of the stage.

    It is the first that fits of those that have not been played. Whoever has no number is alone at a table of it.
    """
    starters = _starters(field)
    schedule = plan_for(len(starters), rounds, costs.full, field.sizes)
    if schedule is None:
        return None
    length = len(schedule.rounds)
    cycle, played = divmod(field.round - 1, length) if schedule.complete else (0, min(field.round, length) - 1)
    left = max(1, min(rounds - field.round + 1, length - played))
    order = list(schedule.players)
    best: tuple[Faults, list[_Candidate]] | None = None
    for draw in range(DRAWS):
        Random(f"{field.lot}/schedule/{draw}").shuffle(order)
        ids = _here(dict(zip(order, starters, strict=True)) | dict.fromkeys(schedule.vacant), field)
        candidates = sorted(_candidates(schedule, ids, costs, field.sizes, cycle))[:left]
        faults = _sum(candidate.faults for candidate in candidates)
        if best is None or faults < best[0]:
            best = faults, candidates
        if faults == NO_FAULTS:
            break
        order = list(schedule.players)
    assert best is not None
    first, *later = best[1]
    return PlannedRound(
        [table for table in first.tables if len(table) > 1],
        [table[0] for table in first.tables if len(table) == 1],
        first.number + 1,
        length,
        fits=first.fits and not first.faults[0],
        holds=first.faults == NO_FAULTS,
        coming=frozenset(pair for candidate in later for pair in _meetings(candidate.tables)).difference(
            pair for pair, times in costs.history.met.items() if times > cycle
        ),
    )


@dataclass(frozen=True, slots=True, order=True)
class _Candidate:
    """A round of the schedule with those who play; the fewest faults and the lowest number come first."""

    faults: Faults
    number: int
    tables: Tables
    fits: bool


def _candidates(
    schedule: Schedule, ids: Mapping[int, int], costs: Costs, allowed: Sequence[int], cycle: int
) -> Iterator[_Candidate]:
    """The rounds of the schedule, played or not; in one that was played everybody has met `cycle` + 1 times."""
    players = [competitor.id for competitor in costs.competitors]
    needed = table_sizes(len(players), costs.full, allowed)
    seats = sorted([*needed.tables, *[1] * needed.byes])
    numbered = set(ids.values())
    without = [(player,) for player in players if player not in numbered]
    met = costs.history.met
    for number, tables in enumerate(schedule.rounds):
        seated = [*_seated(tables, ids), *without]
        pairs = list(_meetings(seated))
        fits = sorted(map(len, seated)) == seats
        faults = (
            sum(pair in costs.forbidden for pair in pairs) if costs.forbidden else 0,
            sum(met[pair] > cycle for pair in pairs if pair in met) + (0 if fits else MENDED),
            sum(pair in costs.discouraged for pair in pairs) if costs.discouraged else 0,
        )
        yield _Candidate(faults, number, seated, fits)


def _sum(faults: Iterable[Faults]) -> Faults:
    one, two, three = map(sum, zip(*faults, strict=True))
    return one, two, three


def own_round(schedule: Sequence[Round], costs: Costs, field: RoundInput) -> PlannedRound | None:
    """This round of the organiser's schedule, with numbers by seed; None where somebody has no number, where a table
    has become too small for the game, or where somebody must not meet.

    Who is entered before the first round, but is one too many for the schedule, comes late as well.
    """
    if field.round > len(schedule):
        return None
    by_seed = sorted((c for c in field.competitors if c.since == 1), key=lambda c: (c.seed, c.id))
    numbered = by_seed[: players_of(schedule)]
    ids = _here({number: competitor.id for number, competitor in enumerate(numbered, start=1)}, field)
    seated = _seated(schedule[field.round - 1], ids)
    tables = [table for table in seated if len(table) > 1]
    at_tables = {player for table in tables for player in table}
    players = [competitor.id for competitor in costs.competitors]
    if not all(len(table) in field.sizes for table in tables) or not set(players) <= set(ids.values()):
        return None
    if total(tables, costs.of)[TERMS.index("forbidden")]:
        return None
    byes = [player for player in players if player not in at_tables]
    return PlannedRound(tables, byes, field.round, len(schedule), fits=True, holds=True, own=True)


def at_least_as_good(plan: PlannedRound, byes: Sequence[int], tables: Sequence[Sequence[int]], costs: Costs) -> bool:
    """Whether the planned round costs no more than this one, in every term that a schedule is about."""

    def of(seated: Sequence[Sequence[int]], alone: Sequence[int]) -> tuple[int, ...]:
        return len(alone), *total([*seated, *((player,) for player in alone)], costs.of)[:PLANNED_TERMS]

    return of(plan.tables, plan.byes) <= of(tables, byes)


def _starters(field: RoundInput) -> list[int]:
    """Who was there in the first round, or is, if this is it."""
    first = {seat.competitor for table in field.tables if table.round == 1 for seat in table.seats}
    return sorted(first or {competitor.id for competitor in [*field.active(), *field.rests()]})


def _here(holders: dict[int, int | None], field: RoundInput) -> dict[int, int]:
    """Who plays this round, by number. `holders` have a number from the start; whoever came later takes a free one."""
    seen: dict[int, list[int]] = {}
    for table in field.tables:
        for seat in table.seats:
            seen.setdefault(seat.competitor, []).append(table.round)
    playing = {competitor.id for competitor in field.active()}
    here = playing.union(competitor.id for competitor in field.rests())
    for player in here:
        seen.setdefault(player, []).append(field.round)
    started = set(holders.values())
    for arrival, player in sorted((min(rounds), player) for player, rounds in seen.items() if player not in started):
        for number, holder in holders.items():
            if holder is None or (holder not in here and max(seen.get(holder, [0])) < arrival):
                holders[number] = player
                break
    return {number: player for number, player in holders.items() if player in playing}


def _seated(tables: Round, ids: Mapping[int, int]) -> Tables:
    """The tables with those who are there."""
    seated = (tuple(ids[number] for number in table if number in ids) for table in tables)
    return [table for table in seated if table]


def _meetings(tables: Tables) -> Iterator[Pair]:
    return (pair_of(*pair) for table in tables for pair in combinations(table, 2))
