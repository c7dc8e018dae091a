"""Swiss for tables of three and four: who sits together and who has a bye.

The terms are those of `Costs`, with two more above them and one below (`pod_costs`). A field of up to `EXACT_FIELD`
players gets the cheapest round of all. In a larger one the players are put in order of points and cut into tables, and
then tables are dealt anew as long as that lowers the cost (`pod_search`). Where it leaves a forbidden pair together,
smaller tables are tried, and after them one bye more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import chain, product
from random import Random

from competition.pairing.costs import Costs
from competition.pairing.exact_pods import cheapest
from competition.pairing.pod_costs import PodCosts, Table
from competition.pairing.pod_search import Search
from competition.pairing.sizes import table_sizes
from competition.records import Pair

EXACT_FIELD = 16
"""Up to so many players no other round costs less."""

SEARCHED_FIELD = 200
"""Up to so many players the search has several first seatings, and goes on where no two tables can be improved."""

STARTS = 4
TRIES = 4
"""So many ways to divide the field among tables are tried for each number of byes."""

MOST_STEPS = 200_000
"""Tables looked at after no two tables can be improved: half from all first seatings, half from the best of them."""


@dataclass(frozen=True, slots=True)
class Pods:
    """Who sits together, the table with the most points first, and who has a bye."""

    tables: list[Table]
    byes: list[int]


def pair_pods(
    costs: Costs,
    allowed: Sequence[int],
    rng: Random,
    snake: bool = True,
    planned: Sequence[Table] = (),
    spared: frozenset[Pair] = frozenset(),
) -> Pods:
    """Seat everybody at tables of the `allowed` sizes that are not above a full one.

    Where all are equal in points, `snake` deals strong and weak to every table; else the lot does. `planned` are tables
    of a schedule that do not fit any more, from which the search begins as well; `spared` pairs meet later in it.
    """
    pod_costs = PodCosts(costs, allowed, spared)
    if len(pod_costs.ids) > EXACT_FIELD:
        tables = _search(costs, pod_costs, rng, snake)
        if planned:
            seats = [len(table) for table in tables if len(table) > 1]
            search = Search(pod_costs, _fitted(planned, tables), _floor(costs, pod_costs, seats))
            search.descend()
            search.kick(rng, MOST_STEPS // STARTS)
            tables = min(tables, search.tables, key=pod_costs.total)
        return in_order(tables, costs, pod_costs)
    sizes = table_sizes(len(pod_costs.ids), costs.full, pod_costs.sizes)
    search = Search(pod_costs, _first_seating(costs, pod_costs, sizes.tables, rng, snake))
    search.descend()
    # Everybody with a bye costs less than one forbidden pair.
    below = min(search.total, pod_costs.forbidden)
    found, _steps = cheapest(pod_costs, _by_points(costs, rng), (*pod_costs.sizes, 1), below)
    return in_order(found or search.tables, costs, pod_costs)


def _fitted(planned: Sequence[Table], like: Sequence[Table]) -> list[Table]:
    """The planned tables, changed as little as it takes to have the sizes of these."""
    left = sorted(planned, key=len, reverse=True)
    tables: list[list[int]] = []
    over: list[int] = []
    for size in sorted(map(len, like), reverse=True):
        table = left.pop(0) if left else ()
        tables.append(list(table[:size]))
        over += table[size:]
    over += [player for table in left for player in table]
    for table_, size in zip(tables, sorted(map(len, like), reverse=True), strict=True):
        while len(table_) < size:
            table_.append(over.pop(0))
    return [tuple(table) for table in tables]


def _search(costs: Costs, pod_costs: PodCosts, rng: Random, snake: bool) -> list[Table]:
    """A cheap round in which no forbidden pair meets, with as few byes as the search finds: from the number on that
    cannot be avoided, one by one."""
    field, groups = len(pod_costs.ids), _kept_apart(costs, pod_costs.ids)
    for byes in range(field):
        people = _people(groups, byes)
        finest = _finest(field - byes, pod_costs.sizes)
        if finest is None or not _fit(people, finest):
            continue
        steps, tries = MOST_STEPS, 0
        for sizes in _splits(field - byes, pod_costs.sizes):
            if tries == TRIES:
                break
            if not _fit(people, sizes):
                continue
            search = _best_search(costs, pod_costs, sizes, rng, snake, steps)
            if all(cost < pod_costs.forbidden for cost in search.cost):
                return search.tables
            # However many tries it takes, most of the search is for the first of them.
            steps, tries = steps // 8, tries + 1
    return [(player,) for player in pod_costs.ids]


def _kept_apart(costs: Costs, players: Sequence[int]) -> list[set[int]]:
    """Groups of players of whom no two may meet, the largest first. Each is made as large as taking up one player after
    the other makes it, so of clubs that are kept apart they are exactly the clubs."""
    apart: dict[int, set[int]] = {player: set() for player in players}
    for one, other in costs.forbidden:
        if one in apart and other in apart:
            apart[one].add(other)
            apart[other].add(one)
    groups: list[set[int]] = []
    left = set(players)
    for player in sorted(players, key=lambda one: -len(apart[one])):
        if player in left:
            group, possible = {player}, apart[player] & left
            while possible:
                nearest = max(sorted(possible), key=lambda one: len(apart[one] & possible))
                group.add(nearest)
                possible &= apart[nearest]
            left -= group
            groups.append(group)
    return sorted(groups, key=len, reverse=True)


def _people(groups: Sequence[set[int]], byes: int) -> Counter[int]:
    """How many groups there are of each number of people, if so many have a bye, always one of the largest group."""
    counts = Counter(map(len, groups))
    for _bye in range(byes):
        most = max(counts)
        counts[most] -= 1
        counts[most - 1] += 1
        if not counts[most]:
            del counts[most]
    return counts


def _fit(people: Counter[int], sizes: Sequence[int]) -> bool:
    """Whether so many groups of so many people, of whom no two may meet, can fill tables of these sizes, the largest
    first: the largest tables need enough people of different groups (Gale and Ryser 1957)."""
    chairs = 0
    for number, size in enumerate(sizes, 1):
        chairs += size
        if chairs > sum(min(size_of_it, number) * groups for size_of_it, groups in people.items()):
            return False
    return True


def _finest(players: int, allowed: Sequence[int]) -> tuple[int, ...] | None:
    """The way to seat exactly so many at the most tables, None where there is none.

    Groups that cannot fill these tables fill no others of the sizes 2, 3 and 4: the largest tables of any other way,
    however many of them are taken, have at least as many chairs (the sizes of the other way majorize these).
    """
    if not allowed:
        return None
    *large, smallest = allowed
    # As many tables of a larger size as the smallest has chairs seat as many people as a greater number of those.
    ways = (
        (*chain.from_iterable((size,) * count for size, count in zip(large, counts, strict=True)),)
        for counts in product(range(smallest), repeat=len(large))
    )
    found = [
        (*way, *(smallest,) * ((players - sum(way)) // smallest))
        for way in ways
        if players >= sum(way) and not (players - sum(way)) % smallest
    ]
    return max(found, key=len, default=None)


def _splits(players: int, allowed: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to seat exactly so many: few free chairs first, many on one table counting more. Of equally many the
    one with the most short tables comes first. They are made one by one: thousands of players have millions."""
    full, *short = allowed or [0]
    # Free chairs squared, the players at short tables (below 0), and how many tables there are of each short size.
    queue = [(0, 0, (0,) * len(short))] if allowed else []
    while queue:
        chairs, seated, counts = heappop(queue)
        if not (players + seated) % full:
            tables = [size for size, count in zip(short, counts, strict=True) for _table in range(count)]
            yield (*(full,) * ((players + seated) // full), *tables)
        last = max((at for at, count in enumerate(counts) if count), default=0)
        for at in range(last, len(short)):
            if players + seated >= short[at]:
                more = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                heappush(queue, (chairs + (full - short[at]) ** 2, seated - short[at], more))


def _best_search(
    costs: Costs, pod_costs: PodCosts, sizes: Sequence[int], rng: Random, snake: bool, steps: int
) -> Search:
    """The best seating that is found from several first ones."""
    best: Search | None = None
    floor = _floor(costs, pod_costs, sizes)
    small = len(pod_costs.ids) <= SEARCHED_FIELD
    for _start in range(STARTS if small and steps else 1):
        search = Search(pod_costs, _first_seating(costs, pod_costs, sizes, rng, snake), floor)
        search.descend()
        if small:
            search.kick(rng, steps // STARTS // 2)
        if best is None or search.total < best.total:
            best = search
        if not best.can_save:
            break
    assert best is not None
    if any(cost >= pod_costs.forbidden for cost in best.cost):
        search = Search(pod_costs, _apart(costs, pod_costs, sizes), floor)
        search.descend()
        if search.total < best.total:
            best = search
    if small:
        best.kick(rng, steps // 2)
        best.deal_neighbours()
    return best


def _floor(costs: Costs, pod_costs: PodCosts, sizes: Sequence[int]) -> int:
    """What no round at tables of these sizes costs less than.

    Differences of points, squared, are least at tables of neighbours in the order of points: where two tables are not,
    dealing their players in that order makes neither difference greater, or both together less.
    """
    rest = len(pod_costs.ids) - sum(sizes)
    byes = sorted(pod_costs.of((player,)) for player in pod_costs.ids)[:rest]
    floor = sum(byes) + sum(map(pod_costs.fixed, sizes)) + pod_costs.least_short(sizes)
    if rest:
        return floor
    by_points = sorted(pod_costs.ids, key=lambda player: -costs.units[player])
    return floor + sum(map(pod_costs.gap_of, _cut(pod_costs.gap_of, by_points, sizes)))


def _first_seating(costs: Costs, pod_costs: PodCosts, sizes: Sequence[int], rng: Random, snake: bool) -> list[Table]:
    """Tables of these sizes from neighbours in the order of points, equals by lot, and byes for the rest.

    Where everybody is equal (the first round) strong and weak are dealt to every table.
    """
    rest = len(pod_costs.ids) - sum(sizes)
    byes = set(sorted(pod_costs.ids, key=lambda player: pod_costs.of((player,)))[:rest])
    if snake and not any(pod_costs.units.values()):
        by_seed = [c.id for c in sorted(costs.competitors, key=lambda c: (c.seed, c.id)) if c.id not in byes]
        tables = _snake(by_seed, sizes)
    else:
        tables = _cut(pod_costs.of, [player for player in _by_points(costs, rng) if player not in byes], sizes)
    return [*tables, *((player,) for player in sorted(byes))]


def _apart(costs: Costs, pod_costs: PodCosts, sizes: Sequence[int]) -> list[Table]:
    """Tables of these sizes at which no two of a group sit that is kept apart, wherever groups are all that keeps
    people apart: the largest group first, each of its people to a table with the most free chairs."""
    tables: list[list[int]] = [[] for _ in sizes]
    rest = len(pod_costs.ids) - sum(sizes)
    groups = [sorted(group, key=lambda player: pod_costs.of((player,))) for group in _kept_apart(costs, pod_costs.ids)]
    byes = []
    for _bye in range(rest):
        largest = max(groups, key=len)
        byes.append(largest.pop(0))
    for group in sorted(groups, key=len, reverse=True):
        free = sorted(range(len(sizes)), key=lambda at: len(tables[at]) - sizes[at])
        for at, player in zip(free, group, strict=False):
            if len(tables[at]) < sizes[at]:
                tables[at].append(player)
    seated = {player for table in tables for player in table}
    left = [player for player in pod_costs.ids if player not in seated and player not in byes]
    for table, size in zip(tables, sizes, strict=True):
        while len(table) < size:
            table.append(left.pop())
    return [*map(tuple, tables), *((player,) for player in byes)]


def _by_points(costs: Costs, rng: Random) -> list[int]:
    players = [c.id for c in sorted(costs.competitors, key=lambda c: (c.seed, c.id))]
    rng.shuffle(players)
    return sorted(players, key=lambda player: -costs.units[player])


def _snake(players: Sequence[int], sizes: Sequence[int]) -> list[Table]:
    dealt: list[list[int]] = [[] for _ in sizes]
    next_one = iter(players)
    forward = True
    while sum(map(len, dealt)) < len(players):
        for table in range(len(sizes)) if forward else reversed(range(len(sizes))):
            if len(dealt[table]) < sizes[table]:
                dealt[table].append(next(next_one))
        forward = not forward
    return [tuple(table) for table in dealt]


def _cut(of: Callable[[Sequence[int]], int], order: Sequence[int], sizes: Sequence[int]) -> list[Table]:
    """Tables from neighbours in the order; which size comes where is what costs least. `of` is the cost of a table."""
    kinds = sorted(set(sizes), reverse=True)
    counts = [sizes.count(size) for size in kinds]
    start = (0,) * len(kinds)
    # The cheapest tables, as the last of them and what was used before it, by how many of each size have been used.
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...], int]] = {start: (0, start, 0)}
    layer = [start]
    for _table in sizes:
        following: dict[tuple[int, ...], tuple[int, tuple[int, ...], int]] = {}
        for used in layer:
            at = sum(size * count for size, count in zip(kinds, used, strict=True))
            for kind, size in enumerate(kinds):
                if used[kind] < counts[kind]:
                    now = (*used[:kind], used[kind] + 1, *used[kind + 1 :])
                    cost = best[used][0] + of(order[at : at + size])
                    if now not in following or cost < following[now][0]:
                        following[now] = (cost, used, size)
        best |= following
        layer = list(following)
    tables: list[Table] = []
    used, end = layer[0], len(order)
    while end:
        _cost, used, size = best[used]
        tables.append(tuple(order[end - size : end]))
        end -= size
    return tables[::-1]


def in_order(tables: Sequence[Table], costs: Costs, pod_costs: PodCosts) -> Pods:
    """The table of whoever has most points first, then that of more points on the average, then the cheaper one."""
    units, seeds = costs.units, {c.id: c.seed for c in costs.competitors}

    def key(table: Table) -> tuple[int, Fraction, int]:
        points = [units[player] for player in table]
        return -max(points), -Fraction(sum(points), len(points)), pod_costs.of(table)

    ranked = [tuple(sorted(t, key=lambda p: (-units[p], seeds[p]))) for t in sorted(tables, key=key)]
    return Pods([table for table in ranked if len(table) > 1], [table[0] for table in ranked if len(table) == 1])
