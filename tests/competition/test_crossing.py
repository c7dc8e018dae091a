"""From groups into a bracket: how late members of a group meet, by rule and by trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import combinations, permutations, product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from competition.brackets.crossing import Meetings, Qualified, cross_groups, knock_out
from competition.brackets.double import double_plan, losers_meetings
from competition.brackets.plan import WINNERS, bye_slots
from competition.brackets.seeding import bracket_size, lines, seeding_order
from competition.formats import get_format
from tests.cases import each
from tests.competition.format_events import Event, people
from tests.profiles import examples

DOUBLE = get_format("double_elimination")
MEETINGS: dict[str, Meetings] = {
    "single_elimination": knock_out,
    "double_elimination": partial(DOUBLE.meetings, DOUBLE.read_config({})),
}


def qualified(groups: int, each: int, seed: int) -> list[list[Qualified]]:
    """The best of each group; the order in a tier is drawn. Number 203 is the second of group 3."""
    draw = Random(seed)
    return [
        [(100 * tier + group, group) for group in draw.sample(range(1, groups + 1), groups)]
        for tier in range(1, each + 1)
    ]


def most_in_a_part(order: Sequence[int]) -> list[int]:
    """For the whole bracket, its halves, its quarters, ...: the most members of one group in one part."""
    size = bracket_size(len(order))
    line = {seed: at for at, seed in enumerate(seeding_order(size))}
    found = []
    part = size
    while part:
        found.append(max(Counter((player % 100, line[seed] // part) for seed, player in enumerate(order, 1)).values()))
        part //= 2
    return found


@examples(150)
@given(st.sampled_from(list(MEETINGS)), st.integers(2, 8), st.integers(1, 4), st.integers(0, 10**6))
def test_members_of_a_group_are_in_different_parts(following: str, groups: int, each: int, seed: int) -> None:
    """Two of a group are in different halves, up to four in different quarters: no round allows it later.

    In a double elimination the same is true of the winners' bracket. Nobody leaves the own tier.
    """
    tiers = qualified(groups, each, seed)
    order = cross_groups(tiers, MEETINGS[following])
    assert [player // 100 for player in order] == [tier for tier in range(1, each + 1) for _group in range(groups)]
    assert order[:groups] == [player for player, _group in tiers[0]], "winners keep their seeds"
    assert sorted(order) == sorted(player for tier in tiers for player, _group in tier)
    shares = [-(-each // 2**halved) for halved in range(len(most_in_a_part(order)))]
    assert most_in_a_part(order) == shares


@each(
    ("groups", "each", "seed"),
    [(5, 3, 1), (6, 3, 11), (7, 3, 26), (4, 4, 19), (5, 4, 1), (6, 4, 8), (3, 6, 1), (6, 6, 0), (8, 8, 0)],
)
def test_fields_in_which_one_tier_after_the_other_went_wrong(groups: int, each: int, seed: int) -> None:
    order = cross_groups(qualified(groups, each, seed))
    assert most_in_a_part(order) == [-(-each // 2**halved) for halved in range(len(most_in_a_part(order)))]


def meetings_of(order: Sequence[int], meetings: Meetings) -> list[int]:
    """How many pairs of a group can first meet in each round but the last; the winners' bracket comes first."""
    counts = []
    for rounds in meetings(len(order)):
        found = Counter(
            rounds[one][other]
            for one, other in combinations(range(len(order)), 2)
            if order[one] % 100 == order[other] % 100
        )
        counts += [found[number] for number in range(1, max(map(max, rounds)))]
    return counts


def moved(order: Sequence[int], tiers: Sequence[Sequence[Qualified]]) -> int:
    """The sum of the squared distances from the own places."""
    own = [player for tier in tiers for player, _group in tier]
    return sum((own.index(player) - seed) ** 2 for seed, player in enumerate(order))


@each("following", MEETINGS)
@each(("groups", "each"), [(2, 2), (3, 2), (4, 2), (5, 2), (2, 3), (3, 3), (2, 4), (3, 4)])
def test_small_fields_against_all_orders(following: str, groups: int, each: int) -> None:
    """Nobody can be further apart, and of the orders that are as good none is nearer to the own places."""
    meetings = MEETINGS[following]
    for seed in range(3):
        tiers = qualified(groups, each, seed)
        first, *rest = [[player for player, _group in tier] for tier in tiers]
        orders = [
            [*first, *(player for tier in found for player in tier)] for found in product(*map(permutations, rest))
        ]
        best = min((meetings_of(order, meetings), moved(order, tiers)) for order in orders)
        order = cross_groups(tiers, meetings)
        assert (meetings_of(order, meetings), moved(order, tiers)) == best


def test_groups_of_which_some_have_nobody_left() -> None:
    """Of group 1 only the winner is left: nobody is lost, and the others are still apart."""
    order = cross_groups([[(101, 1), (102, 2), (103, 3)], [(203, 3), (202, 2)]])
    assert sorted(order) == [101, 102, 103, 202, 203]
    assert most_in_a_part(order)[:2] == [2, 1]
    assert cross_groups([[(101, 1), (102, 2)], []]) == [101, 102]
    assert cross_groups([]) == []


@each("players", [2, 3, 4, 5, 6, 7])
def test_losers_meetings_against_all_results(players: int) -> None:
    """Every result of every match is tried: when two can first meet outside the winners' bracket."""
    start = lines(range(players))
    plan = double_plan(len(start), bye_slots(start), reset=False)
    earliest: dict[tuple[int, int], int] = {}
    for results in product((0, 1), repeat=2 * players - 2):
        free = iter(results)
        came: dict[tuple[int, bool], int | None] = {}
        for match in plan.matches:
            sides = [came[source.match, source.loser] for source in match.sources]
            sides = sides or start[2 * match.slot : 2 * match.slot + 2]
            here = [side for side in sides if side is not None]
            if len(here) == 2:
                pair = (min(here), max(here))
                if match.part != WINNERS:
                    earliest[pair] = min(match.round, earliest.get(pair, match.round))
                winner = next(free)
                came[match.index, False], came[match.index, True] = here[winner], here[1 - winner]
            else:
                came[match.index, False], came[match.index, True] = (here or [None])[0], None
    found = losers_meetings(players)
    assert {pair: found[pair[0]][pair[1]] for pair in combinations(range(players), 2)} == earliest


@examples(40)
@given(
    st.sampled_from(list(MEETINGS)),
    st.integers(2, 6),
    st.integers(2, 4),
    st.integers(0, 1),
    st.integers(0, 10**6),
)
def test_whole_chains(following: str, groups: int, each: int, more: int, seed: int) -> None:
    """Groups are played, then the bracket: two of a group meet in no earlier round of the winners' bracket."""
    config = {"groups": groups, "advance": groups * each}
    first = Event("round_robin", groups * (each + more), seed, config).run()
    group = dict(enumerate(first.format.groups(first.read, first.n), start=1))
    fmt = get_format(following)
    order = first.format.qualifiers(
        first.read, first.competitors, first.tables, "lot", partial(fmt.meetings, fmt.read_config({}))
    )
    bracket = Event(following, len(order), seed).run()
    assert bracket.competitors == people(len(order)), "numbers are seeds"
    earliest = bracket_size(len(order)).bit_length() - (each - 1).bit_length()
    for table in bracket.tables:
        if len(table.seats) == 2 and table.round < earliest and (following == "single_elimination" or table.round == 1):
            one, other = (group[order[seat.competitor - 1]] for seat in table.seats)
            assert one != other
