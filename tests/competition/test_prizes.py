"""Prizes: shared places share, special prizes go to the next, and nothing is paid twice."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from competition.prizes import BY_ORDER, BY_POINTS, Prize, Ranked, allot_prizes
from competition.records import Competitor
from tests.competition.english import english
from tests.profiles import examples

ANA = Competitor(1, "Ana", 1, rating=1500, club="Ur")
BEN = Competitor(2, "Ben", 2, club="Uruk")
CID = Competitor(3, "Cid", 3, rating=1400, club="Ur")
DIA = Competitor(4, "Dia", 4)
OUT = Competitor(5, "Out", 5, disqualified=True)

RANKING = [
    Ranked(1, ANA, Decimal(12)),
    Ranked(2, BEN, Decimal(12)),
    Ranked(3, CID, Decimal(12)),
    Ranked(4, DIA, Decimal(6)),
    Ranked(5, OUT, Decimal(18)),
]
MONEY = [Prize("First", amount=Decimal(100)), Prize("Second", 2, 2, Decimal(60)), Prize("Third", 3, 3, Decimal(20))]


def paid(ranking: list[Ranked], prizes: list[Prize], sharing: str = BY_ORDER, **how: bool) -> dict[str, Decimal]:
    totals: dict[str, Decimal] = {}
    for allotment in allot_prizes(ranking, prizes, sharing, **how):
        for competitor in allotment.competitors:
            totals[competitor.name] = totals.get(competitor.name, Decimal(0)) + (allotment.amount or 0)
    return totals


def test_tie_breaks_decide() -> None:
    assert paid(RANKING, MONEY) == {"Ana": 100, "Ben": 60, "Cid": 20}
    assert english(allot_prizes(RANKING, MONEY)[0].why) == "Place 1: Ana."


def test_equal_points_share_what_their_places_get_together() -> None:
    """180 for three: 60 each, from each of the three prizes a third. Thirds of 100 and 20 are no whole cents."""
    assert paid(RANKING, MONEY, BY_POINTS) == {"Ana": 60, "Ben": 60, "Cid": 60}
    even = [Prize("First", amount=Decimal(90)), Prize("Second", 2, 2, Decimal(60)), Prize("Third", 3, 3, Decimal(30))]
    assert paid(RANKING, even, BY_POINTS) == {"Ana": 60, "Ben": 60, "Cid": 60}
    first = allot_prizes(RANKING, even, BY_POINTS)[0]
    assert english(first.why) == "Places 1 to 3, shared equally: Ana, Ben and Cid."


def test_who_shares_a_place_shares_in_any_case() -> None:
    shared = [Ranked(1, ANA), Ranked(1, BEN), Ranked(3, CID)]
    assert paid(shared, MONEY) == {"Ana": 80, "Ben": 80, "Cid": 20}


def test_equal_points_in_different_stages_or_in_a_bracket_share_nothing() -> None:
    stages = [Ranked(1, ANA, Decimal(6), stage=2), Ranked(2, BEN, Decimal(6), stage=1)]
    assert paid(stages, MONEY, BY_POINTS) == {"Ana": 100, "Ben": 60}
    assert paid([Ranked(1, ANA), Ranked(2, BEN)], MONEY, BY_POINTS) == {"Ana": 100, "Ben": 60}


def test_a_thing_is_not_divided() -> None:
    cup = [Prize("Cup")]
    assert allot_prizes(RANKING, cup, BY_POINTS)[0].competitors == (ANA,)
    joint = allot_prizes([Ranked(1, ANA), Ranked(1, BEN)], cup)[0]
    assert (joint.competitors, joint.amount) == ((ANA, BEN), None)
    assert english(joint.why).endswith("the director decides.")


def test_special_prizes_go_to_the_best_they_are_for() -> None:
    special = [Prize("Best of Ur", only="club:Ur"), Prize("Best without rating", only="unrated")]
    found = allot_prizes(RANKING, special)
    assert [allotment.competitors for allotment in found] == [(ANA,), (BEN,)]
    assert [english(allotment.why) for allotment in found] == [
        "Place 1 among the players of Ur: Ana.",
        "Place 1 among the unrated players: Ben.",
    ]


def test_nobody_gets_two_special_prizes_unless_it_is_said() -> None:
    special = [Prize("Best of Uruk", only="club:Uruk"), Prize("Best without rating", only="unrated")]
    assert [one.competitors for one in allot_prizes(RANKING, special)] == [(BEN,), (DIA,)]
    assert [one.competitors for one in allot_prizes(RANKING, special, several_special=True)] == [(BEN,), (BEN,)]


def test_a_special_prize_may_come_on_top_of_one_for_a_place() -> None:
    found = allot_prizes(RANKING, [*MONEY, Prize("Best of Ur", only="club:Ur")])
    assert found[-1].competitors == (ANA,)


def test_the_disqualified_get_nothing_and_missing_places_give_nothing() -> None:
    found = allot_prizes(RANKING, [Prize("Everybody", 1, 9, Decimal(1))])
    assert [allotment.competitors for allotment in found] == [(ANA,), (BEN,), (CID,), (DIA,)]


FOUR_FIFTIES = [Prize("A place", 1, 4, Decimal(50))]


def test_three_who_share_three_prizes_of_fifty_get_fifty_each() -> None:
    """Each prize was divided by itself: 49.98 for the three, and 50 for the fourth."""
    assert paid(RANKING, FOUR_FIFTIES, BY_POINTS) == {"Ana": 50, "Ben": 50, "Cid": 50, "Dia": 50}
    three, fourth = allot_prizes(RANKING, FOUR_FIFTIES, BY_POINTS)
    assert (three.amount, english(three.why)) == (Decimal("50.00"), "Places 1 to 3, shared equally: Ana, Ben and Cid.")
    assert (fourth.amount, english(fourth.why)) == (Decimal("50.00"), "Place 4: Dia.")


def test_what_was_allotted_before_prizes_were_pooled_can_be_told_again() -> None:
    assert paid(RANKING, FOUR_FIFTIES, BY_POINTS, pooled=False) == {
        "Ana": Decimal("49.98"),
        "Ben": Decimal("49.98"),
        "Cid": Decimal("49.98"),
        "Dia": Decimal("50.00"),
    }


def test_odd_cents_go_to_those_who_stand_first() -> None:
    """100.00 for three: the odd cent goes to the first. 0.01 more: to the second."""
    prizes = [Prize("First", amount=Decimal(100)), Prize("Second", 2, 2, Decimal("0.01"))]
    assert paid(RANKING, prizes[:1], BY_POINTS) == {
        "Ana": Decimal("33.34"),
        "Ben": Decimal("33.33"),
        "Cid": Decimal("33.33"),
    }
    assert paid(RANKING, prizes, BY_POINTS) == {
        "Ana": Decimal("33.34"),
        "Ben": Decimal("33.34"),
        "Cid": Decimal("33.33"),
    }
    assert english(allot_prizes(RANKING, prizes, BY_POINTS)[0].why) == (
        "Places 1 to 3, shared equally: Ana, Ben and Cid. "
        "Cents that cannot be divided go one each to the players, in the order of the standings."
    )


@examples(40)
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=8),
    st.lists(st.integers(0, 10000), min_size=1, max_size=8),
    st.sampled_from([BY_ORDER, BY_POINTS]),
)
def test_all_of_it_is_paid_and_equal_points_differ_by_a_cent(
    points: list[int], amounts: list[int], sharing: str
) -> None:
    ranking = [
        Ranked(place, Competitor(place, f"P{place}", place), Decimal(point))
        for place, point in enumerate(sorted(points, reverse=True), start=1)
    ]
    prizes = [Prize(f"{place}.", place, place, Decimal(amount) / 100) for place, amount in enumerate(amounts, start=1)]
    totals = paid(ranking, prizes, sharing)
    assert sum(totals.values()) == sum((prize.amount or 0 for prize in prizes[: len(points)]), Decimal(0))
    if sharing == BY_POINTS:
        for point in set(points):
            level = [totals.get(line.competitor.name, Decimal(0)) for line in ranking if line.points == point]
            assert max(level) - min(level) <= Decimal("0.01")
