"""Double elimination: the plan, and the order in which losers drop into the losers' bracket.

With 2^k lines there are k winners' rounds and 2(k - 1) losers' rounds. An odd losers' round is played among those who
are there; losers' round 2(j - 1) receives the losers of winners' round j. Winners' round j is played in round j and
losers' round i in round i + 1: as early as it can be, so that everything that can be played at once is one round.

The drop order decides when two players can meet again. The loser of match i of winners' round j drops to place
i XOR mask(j) of its losers' round (places from 0). Let the masks of rounds 1 to c differ from each other in their
first u bits; then two players who have met come together again only where those bits have been merged away:

- c rounds with u = k - c bits: not before losers' round 2c - 1; this needs 2^u >= c different beginnings;
- c rounds with u = k - c - 1 bits: not before losers' round 2c; this needs the same.

The largest c that fits gives losers' round 3, 4, 5, 7 for 8, 16, 32, 64 lines, the best that is known for orders made
of reversing and shifting halves, and 8 for 128. The masks are the usual orders: all ones reverse the list, a one
in front shifts it by half, ones behind a zero do both, zero is the natural order. docs/formats.md has an example.
"""

from __future__ import annotations

from functools import cache, lru_cache

from competition.brackets.plan import FINALS, LOSERS, WINNERS, Plan, Source, bye_slots
from competition.brackets.seeding import lines


@cache
def no_rematch_before(rounds: int) -> int:
    """The losers' round before which nobody can meet again, for so many winners' rounds."""
    return max(
        2 * count - 1 + even
        for count in range(1, rounds)
        for even in (0, 1)
        if _beginnings(rounds, count, even) >= count
    )


def _beginnings(rounds: int, count: int, even: int) -> int:
    bits = rounds - count - even
    return 1 << bits if bits >= 0 else 0


@cache
def drop_masks(rounds: int) -> tuple[int, ...]:
    """For winners' rounds 2, 3, ... the mask that turns the number of a match into the place its loser drops to."""
    bound = no_rematch_before(rounds) if rounds > 1 else 0
    count, bits = (bound + 1) // 2, rounds - bound // 2 - 1
    masks = []
    for number in range(2, rounds + 1):
        width = rounds - number
        beginning = (1 << bits) - (number - 1) if number <= count else 0
        rest = max(0, width - bits)
        padding = (1 << rest) - 1 if beginning & 1 else 0
        masks.append((beginning << rest) | padding)
    return tuple(masks)


def drop_order(mask: int, matches: int) -> str:
    """The usual name of the order that a mask makes of so many matches."""
    width = matches.bit_length() - 1
    half = matches >> 1
    known = (("natural", 0), ("reverse", matches - 1), ("half shift", half), ("reverse half shift", half - 1))
    return next((name for name, usual in known if usual == mask), f"{mask:0{width}b}")


def can_leave(players: int) -> bool:
    """Whether a double elimination passes a moment at which so many are left: 2, 3, 4, 6, 8, 12, 16, ..."""
    return players > 1 and players // (players & -players) in (1, 3)


def rounds_of_losers(size: int, leaves: int) -> int:
    """Losers' rounds until so many of all lines are left; until the grand final for 1."""
    left, rounds = size, 0
    while left > max(2, leaves):
        rounds += 1
        left -= size >> (rounds + 1) // 2 + 1
    return rounds


@lru_cache(maxsize=8)
def double_plan(size: int, byes: frozenset[int] = frozenset(), *, reset: bool = True, leaves: int = 1) -> Plan:
    """A double elimination with so many lines (a power of two).

    The loser of losers' round i has come 2 i far. `reset`: who had no loss before the grand final must lose twice. It
    ends when `leaves` are left (as `can_leave` has it), each of whom has come as far as by losing every match after. Of
    those with one loss, who lost it in a winners' round and plays no more is ahead of who won the last losers' round.
    """
    plan = Plan(size, byes)
    last = size.bit_length() - 1
    losers_rounds = rounds_of_losers(size, leaves)
    masks = drop_masks(last)
    winners = [plan.add(WINNERS, 1, 1, (), lost=0, name="W") for _slot in range(size // 2)]
    there = [Source(match.index, loser=True) for match in winners]
    dropping: dict[int, list[Source]] = {}
    for number in range(2, losers_rounds + 2):
        if number <= last:
            sides = zip(winners[::2], winners[1::2], strict=True)
            winners = [
                plan.add(
                    WINNERS,
                    number,
                    number,
                    (Source(one.index), Source(other.index)),
                    lost=4 * (number - 1) + 1,
                    won=4 * number,
                    name="W",
                )
                for one, other in sides
            ]
            places = [place ^ masks[number - 2] for place in range(len(winners))]
            dropping[number] = [Source(winners[place].index, loser=True) for place in places]
        losers_round = number - 1
        if losers_round % 2:
            meetings = zip(there[::2], there[1::2], strict=True)
        else:
            meetings = zip(dropping[number // 2 + 1], there, strict=True)
        matches = [
            plan.add(
                LOSERS,
                losers_round,
                number,
                pair,
                lost=2 * losers_round,
                won=2 * losers_round + 2,
                name="L",
            )
            for pair in list(meetings)
        ]
        there = [Source(match.index) for match in matches]
    if leaves > 1:
        return plan
    far = 4 * last
    finalists = (Source(winners[0].index), there[0])
    final = plan.add(FINALS, 1, 2 * last, finalists, lost=far, won=far + 1)
    if reset:
        again = (Source(final.index), Source(final.index, loser=True))
        plan.add(FINALS, 2, 2 * last + 1, again, lost=far, won=far + 1, reset=True)
    return plan


def losers_meetings(players: int) -> list[list[int]]:
    """For each two seeds (counted from 0) the first round in which they can meet outside the winners' bracket.

    A side of a match is the set of everybody who can get there.
    """
    start = lines(range(players))
    plan = double_plan(len(start), bye_slots(start), reset=False)
    rounds = [[0] * players for _seed in range(players)]
    met: list[set[int]] = [{seed} for seed in range(players)]
    there: dict[Source, set[int]] = {}
    for match in plan.matches:
        first = [{seed} if seed is not None else set() for seed in start[2 * match.slot : 2 * match.slot + 2]]
        one, other = [there[source] for source in match.sources] or first
        there[Source(match.index)] = one | other
        there[Source(match.index, loser=True)] = one | other if one and other else set()
        for seed in one if match.part != WINNERS else ():
            for mate in other - met[seed]:
                rounds[seed][mate] = rounds[mate][seed] = match.round
                met[mate].add(seed)
            met[seed] |= other
    return rounds
